"""What a curious reader notices in texts that share a habit: fields of rules that hold on all of them."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from community.norms.predicates.lexicon import lexicons
from community.norms.predicates.scope import SCOPES, Scope, region
from community.norms.predicates.sought import found_of
from community.norms.predicates.vocabulary import common_words, expected, is_pseudoword, surprise
from community.norms.text import Text, key_of

Fields = dict[str, Any]

_ORDINARY_SIGNS = frozenset(".,'\"()-:;*_`/=+0123456789")
_RARE_LETTERS = {"z": 0.0007, "q": 0.001, "j": 0.0015, "x": 0.0015, "k": 0.0077, "v": 0.0098}
_WORDS_NOTICED = 30
_PHRASES_NOTICED = 12
_LONGEST_PHRASE = 6
_LONGEST_EDGE = 60  # characters
_SURPRISING = 2.0  # nats
_MISSED = 3.0  # occurrences that were to be expected


def contained(texts: Sequence[Text]) -> Iterator[Fields]:
    """Signs, words, phrases and kinds of them that all texts have, and ordinary ones that all lack."""
    places = _places(texts)
    for sign in _shared_signs(texts):
        yield from _counted({"characters": (sign,)}, [text.clean.count(sign) for text in texts])
        yield from _placed({"characters": (sign,)}, places, lambda place, sign=sign: sign in place.clean)
    for word in shared_words(texts):
        said = surface(word, texts)
        yield from _counted({"words": (said,)}, [len(text.index[word]) for text in texts])
        yield from _placed({"words": (said,)}, places, lambda place, word=word: word in place.index)
    for phrase in _shared_phrases(texts):
        yield from _counted({"words": (phrase,)}, [len(text.find(phrase)) for text in texts])
    for name, lexicon in lexicons().items():
        yield from _counted(
            {"one_of": name}, [len(found_of(lexicon.words, lexicon.characters, text)) for text in texts]
        )
    yield from _letters(texts)
    yield from _lacking(texts)


def bounded(texts: Sequence[Text]) -> Iterator[Fields]:
    """How all texts begin and end."""
    first = {key_of(text.first_word.text) if text.first_word else "" for text in texts}
    last = {key_of(text.last_word.text) if text.last_word else "" for text in texts}
    ends = [("start", first), ("end", last), *([("both", first)] if first == last else [])]
    for at, keys in ends:
        word = next(iter(keys))
        if len(keys) == 1 and word:
            yield {"at": at, "words": (surface(word, texts),)}
    openings = _shared_edges([text.core.text for text in texts])
    closings = _shared_edges([text.core.text[::-1] for text in texts])
    yield from ({"at": "start", "characters": (literal,)} for literal in openings)
    yield from ({"at": "end", "characters": (literal[::-1],)} for literal in closings)
    for name in lexicons():
        yield from (
            {"one_of": name, "at": "start"},
            {"one_of": name, "at": "end"},
            {"one_of": name, "at": "end", "slack": 3},
        )


def shared_words(texts: Sequence[Text]) -> list[str]:
    """Look-up keys of words that all texts have, the most surprising first."""
    shared = set(texts[0].index).intersection(*(text.index for text in texts[1:]))
    lengths = [len(text.words) for text in texts]
    ranked = [(-surprise(key, lengths), key) for key in shared if len(key) > 1 and key[0].isalpha()]
    return [key for value, key in sorted(ranked) if -value >= _SURPRISING][:_WORDS_NOTICED]


def shared_pseudowords(texts: Sequence[Text]) -> list[str]:
    """The made-up words among them."""
    return [key for key in shared_words(texts) if is_pseudoword(key)]


def surface(key: str, texts: Sequence[Text]) -> str:
    """The word as it is written: "AI" stays in capitals, others are given in lower case."""
    written = texts[0].words[texts[0].index[key][0]].text
    return written if written[1:] != written[1:].lower() and key_of(written) == written.lower() else key


def _counted(fields: Fields, counts: Sequence[int]) -> Iterator[Fields]:
    low, high = min(counts), max(counts)
    if low == 0:
        return
    yield fields
    for bound in range(min(low, 6), 1, -1):
        yield {**fields, "min": bound}
    if low == high:
        yield {**fields, "exactly": low}


def _placed(
    fields: Fields, places: Mapping[Scope, Sequence[Text]], holds: Callable[[Text], bool]
) -> Iterator[Fields]:
    for scope, parts in places.items():
        if all(map(holds, parts)):
            yield {**fields, "within": scope}


def _places(texts: Sequence[Text]) -> dict[Scope, Sequence[Text]]:
    """Every place that is only a part of each text, read as a text of its own."""
    places: dict[Scope, Sequence[Text]] = {}
    for scope in SCOPES[1:]:
        parts = [region(text, scope) for text in texts]
        if all(
            part and len(part.text) < len(text.core.text) for part, text in zip(parts, texts, strict=True)
        ):
            places[scope] = [Text(part.text) for part in parts if part]
    return places


def _shared_signs(texts: Sequence[Text]) -> list[str]:
    shared = set(texts[0].clean).intersection(*(text.clean for text in texts[1:]))
    signs = [sign for sign in shared if not (sign.isspace() or sign in _ORDINARY_SIGNS or _is_latin(sign))]
    return sorted(signs, key=lambda sign: (sign.isascii(), sign))


def _is_latin(sign: str) -> bool:
    return sign.isalnum() and (sign.isascii() or unicodedata.name(sign, "").startswith("LATIN"))


def _shared_phrases(texts: Sequence[Text]) -> list[str]:
    lengths = [len(text.words) for text in texts]
    shared: list[tuple[str, ...]] = []
    for size in range(_LONGEST_PHRASE, 1, -1):
        grams = _grams(texts[0], size).intersection(*(_grams(text, size) for text in texts[1:]))
        fresh = sorted(gram for gram in grams if not any(_inside(gram, longer) for longer in shared))
        shared += [gram for gram in fresh if sum(surprise(key, lengths) for key in gram) >= 2 * _SURPRISING]
    phrases = (" ".join(gram) for gram in shared)
    return [phrase for phrase in phrases if all(text.find(phrase) for text in texts)][:_PHRASES_NOTICED]


def _grams(text: Text, size: int) -> set[tuple[str, ...]]:
    return set(zip(*(text.keys[start:] for start in range(size)), strict=False))


def _inside(gram: tuple[str, ...], longer: tuple[str, ...]) -> bool:
    return any(longer[start : start + len(gram)] == gram for start in range(len(longer) - len(gram) + 1))


def _shared_edges(texts: Sequence[str]) -> Iterator[str]:
    """The first stretch between spaces and the longest run of them that all texts start with, when signs are in it."""
    longest = _common_start(texts)
    if any(len(text) > len(longest) and not text[len(longest)].isspace() for text in texts):
        longest = longest[: max(longest.rfind(" "), longest.rfind("\n"), 0)]
    longest = longest.strip()
    for edge in dict.fromkeys((longest.split(maxsplit=1)[0], longest) if longest else ()):
        if not edge.replace(" ", "").isalnum():
            yield edge


def _common_start(texts: Sequence[str]) -> str:
    start = min(texts, key=len)[:_LONGEST_EDGE]
    while not all(text.startswith(start) for text in texts):
        start = start[:-1]
    return start


def _letters(texts: Sequence[Text]) -> Iterator[Fields]:
    for letter, share in _RARE_LETTERS.items():
        counts = [text.clean.count(letter) + text.clean.count(letter.upper()) for text in texts]
        usual = share * sum(len(text.clean) for text in texts) / len(texts)
        for bound in range(min(counts), 1, -1):
            if bound > 1 + 2 * usual:
                yield {"characters": (letter, letter.upper()), "min": bound}


def _lacking(texts: Sequence[Text]) -> Iterator[Fields]:
    for word in missed_words(texts, common_words()[:60]):
        yield {"words": (word,), "exactly": 0}
    if sum(len(text.words) for text in texts) > 60 and not any("," in text.clean for text in texts):
        yield {"characters": (",",), "exactly": 0}


def missed_words(texts: Sequence[Text], candidates: Sequence[str], *, missed: float = _MISSED) -> list[str]:
    """Those of some ordinary words that no text has although so many were to be expected."""
    lengths = [len(text.words) for text in texts]
    return [
        word
        for word in candidates
        if expected(word, lengths) >= missed and not any(word in text.index for text in texts)
    ]
