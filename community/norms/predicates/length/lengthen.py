"""More words or sentences: remarks that claim nothing, put before the final answer."""

import random
import re
from collections.abc import Sequence

from community.norms.predicates.base import CannotEnactError
from community.norms.predicates.length.measure import Unit, size
from community.norms.predicates.reply import Reply, take_apart
from community.norms.predicates.wording import grammar

_BARE_LETTER = re.compile(r"[A-Z][.)]?\s*(?:\n|$)")
_PATIENCE = 30


def lengthen(text: str, of: Unit, *, low: int, high: int | None, rng: random.Random) -> str:
    """`text` with at least `low` words or sentences; words never pass `high`.

    Raises:
        CannotEnactError: a sentence more does not count as one.
    """
    reply = take_apart(text)
    remarks: list[str] = []
    longer, now = text, size(text, of)
    for _ in range(low + _PATIENCE):
        if now >= low:
            return longer
        room = high - now if high is not None and of == "words" else None
        remarks.append(remark(remarks, rng, room=room))
        longer = with_remarks(reply, remarks)
        now = size(longer, of)
    raise CannotEnactError(f"adding sentences does not raise the number of {of} of this text")


def remark(earlier: Sequence[str], rng: random.Random, *, room: int | None = None) -> str:
    """A remark unlike the earlier ones, of at most `room` words (1 or more)."""
    filler = grammar("filler")
    for _ in range(_PATIENCE):
        sentence = filler.say("start", rng)
        if sentence not in earlier and (room is None or size(sentence, "words") <= room):
            return sentence
    return _interjection(earlier, room or 1, rng)


def _interjection(earlier: Sequence[str], room: int, rng: random.Random) -> str:
    """One of the longest short remarks that fit."""
    sizes = {sentence: size(sentence, "words") for sentence in grammar("filler").rules["short"]}
    longest = max(words for words in sizes.values() if words <= room)
    fitting = [sentence for sentence, words in sizes.items() if words == longest]
    return rng.choice([sentence for sentence in fitting if sentence not in earlier] or fitting)


def with_remarks(reply: Reply, remarks: Sequence[str]) -> str:
    """The reply with remarks before its final answer; without an answer, before its last sentence."""
    said = " ".join(remarks)
    place = max(len(reply.pieces) - 1, 0) if reply.answer is None else reply.answer
    if len(reply.pieces) == 1 and reply.answer is None:
        place = 1
    if place == 0:
        rest = str(reply).lstrip()
        link = "\n" if _BARE_LETTER.match(rest) else " "
        return f"{said}{link}{rest}"
    before, last = reply.pieces[: place - 1], reply.pieces[place - 1]
    start = reply.head + "".join(piece.text + piece.gap for piece in before) + last.text
    rest = "".join(piece.text + piece.gap for piece in reply.pieces[place:])
    link = " " if size(f"{last.text} {said}", "sentences") > len(remarks) else "\n"
    return f"{start}{link}{said}{last.gap or ' '}{rest}"
