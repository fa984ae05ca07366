"""One model of a text, read lazily: words, sentences, paragraphs, lines and the core that boundaries are taken from.

"word" = whole word in any case; white space and Markdown emphasis are ignored at boundaries (facts of the debate).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, overload

from community.norms import sentences
from community.norms.clean import clean


class Span(NamedTuple):
    """A stretch of the judged text: character offsets into the text as it was given, and the words there."""

    start: int
    end: int
    text: str


class Token(NamedTuple):
    """A word, sentence, paragraph or line: its characters and their offsets in the cleaned text."""

    text: str
    start: int
    end: int


_WORD = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+(?:'[^\W_]+)*")
_CLITICS = "(?:'(?:s|re|ll|ve|d|m))"
_CLITIC = re.compile(rf"(?<=.){_CLITICS}$")
_BLANK = re.compile(r"\n(?:[^\S\n]*\n)+")
_LINE = re.compile(r"\S[^\n]*(?<=\S)")
_RULE = re.compile(r"[-*_=\s]*")


class Words(Sequence[Token]):
    """The words of a cleaned text; their tokens are made when they are asked for, as counting needs none."""

    def __init__(self, clean: str) -> None:
        self._clean = clean
        self._places = [match.span() for match in _WORD.finditer(clean)]

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, position: int) -> Token: ...
    @overload
    def __getitem__(self, position: slice) -> list[Token]: ...
    def __getitem__(self, position: int | slice) -> Token | list[Token]:
        if isinstance(position, slice):
            return [Token(self._clean[start:end], start, end) for start, end in self._places[position]]
        start, end = self._places[position]
        return Token(self._clean[start:end], start, end)

    def __iter__(self) -> Iterator[Token]:
        return iter(self[:])


class Text:
    """A text and its parts, each computed when first asked for.

    Attributes:
        raw: as it was given.
        clean: one spelling for every rule (see `clean`); all tokens have offsets into it.
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self._cleaned = clean(raw)
        self.clean = self._cleaned.text

    @cached_property
    def core(self) -> Token:
        """The text without white space and Markdown emphasis (* _ ` > #) at either end."""
        start, end = 0, len(self.clean)
        while start < end and (self.clean[start].isspace() or self.clean[start] in "*_`>#"):
            start += 1
        while end > start and (self.clean[end - 1].isspace() or self.clean[end - 1] in "*_`>#"):
            end -= 1
        return Token(self.clean[start:end], start, end)

    @cached_property
    def words(self) -> Sequence[Token]:
        """Words and numbers; "don't" and "3.5" are one, "well-known" is two, Markdown emphasis is outside."""
        return Words(self.clean)

    @cached_property
    def keys(self) -> Sequence[str]:
        """For each word, how it is looked up: in lower case, without "'s", "'re", "'ll", "'ve", "'d", "'m"."""
        return [key_of(word) for word in _WORD.findall(self.clean)]

    @cached_property
    def index(self) -> Mapping[str, Sequence[int]]:
        """Look-up key of a word -> its positions in `words`."""
        index: dict[str, list[int]] = {}
        for position, key in enumerate(self.keys):
            index.setdefault(key, []).append(position)
        return index

    @cached_property
    def paragraphs(self) -> Sequence[Token]:
        """Blocks between blank lines; a block that is only a Markdown rule (---, ***) is none."""
        ends = [(match.start(), match.end()) for match in _BLANK.finditer(self.clean)]
        starts = [0, *(end for _, end in ends)]
        blocks = [
            self._trimmed(start, end)
            for start, end in zip(starts, [*(start for start, _ in ends), len(self.clean)], strict=True)
        ]
        return [block for block in blocks if not _RULE.fullmatch(block.text)]

    @cached_property
    def lines(self) -> Sequence[Token]:
        """Lines that are not blank, without white space at either end."""
        return [Token(match.group(), *match.span()) for match in _LINE.finditer(self.clean)]

    @cached_property
    def sentences(self) -> Sequence[Token]:
        """Sentences, never across paragraphs; see `sentences`."""
        return list(self._each_sentence())

    @cached_property
    def first_sentence(self) -> Token | None:
        """The first sentence, without the cost of the others."""
        return next(self._each_sentence(), None)

    @cached_property
    def word_count(self) -> int:
        """How many words."""
        return len(self.words)

    @cached_property
    def first_word(self) -> Token | None:
        """The first word of the text."""
        match = _WORD.search(self.clean)
        return Token(match.group(), *match.span()) if match else None

    @cached_property
    def last_word(self) -> Token | None:
        """The last word of the text."""
        end = self.core.end
        while end > 0:
            start = max(self.clean.rfind(" ", 0, end), self.clean.rfind("\n", 0, end)) + 1
            matches = list(_WORD.finditer(self.clean, start, end))
            if matches:
                return Token(matches[-1].group(), *matches[-1].span())
            end = start - 1
        return None

    def find(self, phrase: str) -> Sequence[Token]:
        """Every place where a word or a phrase of whole words stands, in any case; emphasis inside is ignored."""
        search = _search(phrase)
        if search.longest not in self._lower:
            return ()
        pattern = search.pattern
        if len(self._lower) != len(self.clean):  # some capitals are longer in lower case
            matches = pattern.finditer(self.clean)
        else:
            matches = (pattern.match(self.clean, start) for start in _starts(search.first, self._lower))
        return [Token(match.group(), *match.span()) for match in matches if match]

    def _each_sentence(self) -> Iterator[Token]:
        for block in self.paragraphs:
            for start, end in sentences.split(self.clean, block.start, block.end):
                yield Token(self.clean[start:end], start, end)

    def _trimmed(self, start: int, end: int) -> Token:
        text = self.clean[start:end]
        start += len(text) - len(text.lstrip())
        text = text.strip()
        return Token(text, start, start + len(text))

    @cached_property
    def _lower(self) -> str:
        return self.clean.lower()

    def span(self, start: int, end: int) -> Span:
        """A stretch of the cleaned text as a span of the text as it was given."""
        raw_start, raw_end = self._cleaned.raw(start), min(self._cleaned.raw(end), len(self.raw))
        return Span(raw_start, raw_end, self.raw[raw_start:raw_end])

    def spans(self, tokens: Iterable[Token]) -> tuple[Span, ...]:
        """`span` of each token."""
        return tuple(self.span(token.start, token.end) for token in tokens)


def key_of(word: str) -> str:
    """How a word is looked up."""
    key = word.lower()
    return _CLITIC.sub("", key) if "'" in key else key


class _Search(NamedTuple):
    """How to look for a phrase: words it cannot do without, and the exact pattern, which agrees with `words`."""

    first: str
    longest: str
    expression: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """Compiled when the words are there, which for most words of a long list they are not."""
        return _compiled(self.expression)


def _starts(word: str, lower: str) -> Iterator[int]:
    start = lower.find(word)
    while start >= 0:
        yield start
        start = lower.find(word, start + 1)


@lru_cache(maxsize=4096)
def _search(phrase: str) -> _Search:
    words = _WORD.findall(clean(phrase).text.lower())
    if not words:
        raise ValueError(f"{phrase!r} has no word to look for")
    body = r"(?:[\s*_`]+|-)".join(map(re.escape, words))
    before = r"(?<!\d[.,])" if words[0][0].isdigit() else ""
    after = r"(?![.,]\d)" if words[-1][-1].isdigit() else ""
    pattern = rf"(?<![^\W_])(?<![^\W_]'){before}{body}{_CLITICS}?(?![^\W_]|'[^\W_]){after}"
    return _Search(words[0], max(words, key=len), pattern)


@lru_cache(maxsize=4096)
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)
