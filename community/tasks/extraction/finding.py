"""Where a plain text mentions options: articles, pronouns, formulas, list marks and repeated options are left out."""

import re
from collections.abc import Iterator
from string import ascii_uppercase

from community.tasks.extraction.mention import Mention

_WINDOW = 90
_CANDIDATE = re.compile(
    r"(?=[(\[]?\s*[A-Za-z](?!\w))(?:"  # asks what every alternative asks, only sooner
    r"(?<![\w)\]'])(?<!\bP )(?<!\bPr )[(\[]\s*(?P<bracketed>[A-Za-z])\s*[)\]](?!\w)"
    r"|(?<![\w'(\[/.°-])(?P<half>[A-Za-z])\)(?!\w)"
    r"|^[ \t]*(?P<alone>[A-Za-z])[ \t]*[.!]?[ \t]*$"
    r"|^[ \t]*(?P<label>[A-Z])(?:[.:](?=\s)|(?= [–—-] |, (?:because|since|as|not)\b))"
    r"|(?<![\w'/.°^\\-])(?P<bare>[A-Z]|(?<=\b(?:option|choice|answer|letter) )[a-z]|[a-z](?=\s*(?:[.!]|$)))"
    r"(?![\w'^°)\]]|-\w))",
    re.MULTILINE,
)
_SENTENCE_BREAK = re.compile(r"[.?!;\n](?=\s)")


def mentions_from_end(text: str, n_options: int) -> Iterator[Mention]:
    """The mentions of the first `n_options` letters, the last one first."""
    allowed = ascii_uppercase[:n_options]
    echoes = list(_echoes(text, allowed))
    list_marks = frozenset(_list_marks(text))
    for match in reversed(list(_CANDIDATE.finditer(text))):
        kind = match.lastgroup or ""
        if match[kind].upper() not in allowed:
            continue
        in_list = (match[kind], kind) in list_marks
        mention, kind = _read(text, match, kind)
        echoed = any(start <= mention.start < end for start, end in echoes)
        if (in_list and not mention.named) or (echoed and not mention.affirmed):
            continue
        if _is_option(mention, kind, text):
            yield mention


def _read(text: str, match: re.Match[str], kind: str) -> tuple[Mention, str]:
    """The mention of a match; a bracket that closes an earlier one, as in "(so B)", does not mark its letter."""
    start, end = match.start(), match.end()
    before = _SENTENCE_BREAK.split(text[max(0, start - _WINDOW) : start])[-1]
    if kind == "half" and before.count("(") > before.count(")"):
        kind, end = "bare", end - 1
    letter, after = match[match.lastgroup or ""], text[end : end + _WINDOW]
    return Mention(letter.upper(), start, end, before, after, kind != "bare", letter.islower()), kind


_LABEL = re.compile(r"(?<![\w'])[(\[]?([A-Z])[)\].:](?=\s)")


def _echoes(text: str, allowed: str) -> Iterator[tuple[int, int]]:
    """Where the options of the question are repeated: labels from A to the last letter, none left out."""
    start, seen = 0, 0
    for match in _LABEL.finditer(text):
        if match[1] == "A":
            start, seen = match.start(), 0
        seen = seen + 1 if seen < len(allowed) and match[1] == allowed[seen] else 0
        if seen == len(allowed) > 2:
            yield start, match.end()


_ROMAN_LIST = re.compile(r"^[ \t]*II\b", re.MULTILINE)
_DIALOGUE = re.compile(r"\bQ\d*[.:]")
_NUMBERED_STEPS = re.compile(r"(?<!\w)a\)(?=\s).*(?<!\w)\(?b\)(?=\s)", re.DOTALL)


def _list_marks(text: str) -> Iterator[tuple[str, str]]:
    """Letters that mark no option here: Roman numerals, the "A:" that answers a "Q:", steps a), b), c)."""
    if "II" in text and _ROMAN_LIST.search(text):
        yield from ((letter, kind) for letter in "IVX" for kind in ("label", "alone"))
    if "Q" in text and _DIALOGUE.search(text):
        yield ("A", "label")
    if "a)" in text and _NUMBERED_STEPS.search(text):
        yield from (
            (letter, kind) for letter in "abcdefghijklmnopqrstuvwxyz" for kind in ("half", "bracketed")
        )


_NO_OPTION_BEFORE = re.compile(
    r"(?:[=+×÷*/<>≤≥^∩∪|−\d%]|\b[A-Z](?:,|,? and|,? or)|\b(?:agents?|sections?|parts?|steps?|points?|vitamin|figure|"
    r"table|case|box|bag|plan|team|machine|player|town|person|group|class|type|line|set|event|let|degrees?|grade|"
    r"item|node|room|of))\s*$",
    re.IGNORECASE,
)
_SENTENCE_ENDS = re.compile(r"\s*(?:[.!](?=\s|$)|$)")
_LETTER_ENDS = re.compile(
    r"\s*(?:$|[.,;:!?)\]}\"<\n—–-]|(?:is|because|since|as|seems?|looks|fits|matches|gives)\b)"
)
_ARTICLE_ENDS = re.compile(
    r"\s*(?:and|or|with|but|not|over|rather|instead|was|would|must|here|too|again|by)\b"
)


def _is_option(mention: Mention, kind: str, text: str) -> bool:
    """Whether a letter stands for an option, judged by its case, its mark and its neighbours."""
    if kind == "bracketed":
        return mention.letter != "I" or not mention.lower or mention.named
    if kind == "alone":
        return not mention.lower or len(text.strip()) <= 2
    if kind != "bare" or mention.affirmed:
        return True
    if mention.letter in "AI":
        return _is_no_word(mention) and _is_announced(mention)
    return _closes(mention, text) or _is_announced(mention)


def _is_announced(mention: Mention) -> bool:
    """Whether a bare letter is led up to; a lower-case one must end its sentence, too."""
    if mention.lower and not mention.named:
        return _SENTENCE_ENDS.match(mention.after) is not None and mention.announced
    return mention.named or mention.announced


def _is_no_word(mention: Mention) -> bool:
    """Whether an "A" or "I" is followed by what does not follow an article or a pronoun."""
    if _LETTER_ENDS.match(mention.after):
        return True
    return mention.letter == "A" and not mention.lower and _ARTICLE_ENDS.match(mention.after) is not None


def _closes(mention: Mention, text: str) -> bool:
    """Whether a bare capital is the last word of the text, and neither part of a formula nor a name."""
    last = not re.search(r"\w", text[mention.end : mention.end + _WINDOW])
    return last and not mention.lower and _NO_OPTION_BEFORE.search(mention.before) is None
