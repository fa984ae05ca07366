"""Where something can be put into a reply without spoiling it: between sentences, at an end, before the answer."""

import random

from community.norms.predicates.reply import Reply, take_apart
from community.norms.text import Span, Text

_STOPS = ".!?…‽。"
_QUOTES = "\"')]}*_`»”’"
_STARTERS = frozenset({
    "the", "this", "that", "these", "those", "we", "it", "so", "then", "first", "next", "since", "because",
    "if", "when", "from", "as", "in", "on", "each", "both", "one", "there", "here", "our", "my", "his",
    "her", "their", "with", "for", "to", "by", "at", "now", "let", "also", "after", "before", "given",
    "using", "a", "an",
})  # fmt: skip


def put_sentence(text: str, sentence: str, rng: random.Random) -> str:
    """`sentence` as one of its own, before the final answer where that is possible."""
    reply = take_apart(text)
    places = _gaps(reply)
    if not places:
        return f"{sentence} {text.lstrip()}" if text.strip() else sentence
    return _with(reply, rng.choice(places), f" {sentence}")


def put_sign(text: str, sign: str, rng: random.Random) -> str:
    """`sign` after one of the sentences, the last included."""
    reply = take_apart(text)
    ends = [place for place, piece in enumerate(reply.pieces) if is_ended(piece.text)]
    if not ends:
        return f"{text.rstrip()} {sign}".lstrip()
    return _with(reply, rng.choice(ends), f" {sign}")


def put_inside(text: str, word: str, rng: random.Random) -> str | None:
    """`word` set off by commas in one of the sentences before the answer; None when there is none to take it."""
    reply = take_apart(text)
    bodies = range(len(reply.pieces)) if reply.answer is None else range(reply.answer)
    ended = [place for place in bodies if is_ended(reply.pieces[place].text)]
    places = [place for place in ended if not Text(reply.pieces[place].text).find(word)]
    if not places:
        return None
    place = rng.choice(places)
    changed = inside(reply.pieces[place].text, word, rng)
    return _replaced(reply, place, changed)


def inside(sentence: str, word: str, rng: random.Random) -> str:
    """`word` put to the front or to the end of a sentence."""
    if rng.random() < 0.4 and sentence[:1].isalpha():  # never before a list marker
        return opened(sentence, f"{capitalised(word)},")
    return before_stop(sentence, f", {word}")


def before_stop(sentence: str, addition: str) -> str:
    """`sentence` with something put before its stop."""
    end = len(sentence.rstrip(_QUOTES + _STOPS)) if is_ended(sentence) else len(sentence)
    return sentence[:end] + addition + sentence[end:]


def opened(text: str, opener: str) -> str:
    """`text` after `opener`; after a comma its first word goes on in lower case where that is safe."""
    rest = text.lstrip()
    first = rest.split(maxsplit=1)[0] if rest else ""
    if opener.endswith((",", "–")) and _goes_on_in_lower_case(first):
        rest = rest[0].lower() + rest[1:]
    return f"{opener} {rest}" if rest else opener


def _goes_on_in_lower_case(first: str) -> bool:
    word = first.lower().rstrip(",")
    return first[1:] == first[1:].lower() and (word in _STARTERS or word.endswith("ing"))


def capitalised(word: str) -> str:
    """`word` with its first letter in upper case."""
    return word[:1].upper() + word[1:]


def is_ended(sentence: str) -> bool:
    """Whether a sentence has a stop at its end, within quotes or emphasis."""
    return sentence.rstrip(_QUOTES + " ")[-1:] in tuple(_STOPS)


def _gaps(reply: Reply) -> list[int]:
    """Pieces after which another sentence may stand: before the answer, not at the very end, after a stop."""
    last = len(reply.pieces) - 1 if reply.answer is None else reply.answer
    return [place for place in range(max(last, 0)) if is_ended(reply.pieces[place].text)]


def _with(reply: Reply, place: int, addition: str) -> str:
    return _replaced(reply, place, reply.pieces[place].text + addition)


def _replaced(reply: Reply, place: int, piece: str) -> str:
    pieces = list(reply.pieces)
    pieces[place] = pieces[place]._replace(text=piece)
    return str(reply._replace(pieces=tuple(pieces)))


def replace_region(text: str, start: int, end: int, piece: str) -> str:
    """The text with a stretch of its cleaned form replaced."""
    span = Text(text).span(start, end)
    return text[: span.start] + piece + text[span.end :]


def take_out(text: str, span: Span) -> str:
    """The text without a stretch of it, and without the space that would then be double."""
    before, after = text[: span.start], text[span.end :]
    if not after or after[0] in " .,;:!?\n":
        before = before.rstrip(" ")
    elif not before.strip():
        after = after.lstrip(" ")
    return before + after
