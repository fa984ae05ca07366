"""Fewer or more paragraphs or lines: the words stay, the breaks between them move."""

import random
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from community.norms.predicates.length.lengthen import remark
from community.norms.predicates.length.measure import Unit, units
from community.norms.predicates.reply import final_answer
from community.norms.text import Span, Text

_PROSE = re.compile(r"""["'(“]?[^\W_]+[^\n.):\w]""")
_BREAK: Mapping[Unit, str] = {"paragraphs": "\n\n", "lines": "\n"}
_REMARK_WORDS = 6


def join(text: str, of: Unit, *, high: int) -> str:
    """`text` with at most `high` paragraphs or lines: the shortest neighbours are joined first."""
    while True:
        parts = _parts(text, of)
        if len(parts) <= high:
            return text
        pairs = list(pairwise(parts))
        left, right = min(pairs, key=lambda pair: len(pair[0].text) + len(pair[1].text))
        text = f"{text[: left.end]}{_link(left, right, of)}{text[right.start :]}"


def split(text: str, of: Unit, *, low: int, rng: random.Random) -> str:
    """`text` with at least `low` paragraphs or lines: parted between sentences, then with remarks added."""
    remarks: list[str] = []
    while len(parts := _parts(text, of)) < low:
        gap = _middle_gap(text, parts)
        if gap is not None:
            text = f"{text[: gap.start]}{gap.text.strip()}{_BREAK[of]}{text[gap.end :]}"
            continue
        remarks.append(remark(remarks, rng, room=_REMARK_WORDS))
        place = _answering(text, parts)
        text = f"{text[:place]}{remarks[-1]}{_BREAK[of]}{text[place:]}"
    return text


def _parts(text: str, of: Unit) -> tuple[Span, ...]:
    given = Text(text)
    return given.spans(units(given, of))


def _answering(text: str, parts: Sequence[Span]) -> int:
    """Where the part with the final answer starts; without an answer, the last part."""
    given = Text(text)
    answer = final_answer(given)
    limit = given.span(answer.start, answer.end).start if answer else len(text)
    return max((part.start for part in parts if part.start <= limit), default=0)


def _link(left: Span, right: Span, of: Unit) -> str:
    """Prose flows on; lists, headings and verse keep their lines."""
    prose = "\n" not in left.text + right.text and _PROSE.match(left.text) and _PROSE.match(right.text)
    return " " if of == "lines" or prose else "\n"


def _middle_gap(text: str, parts: Sequence[Span]) -> Span | None:
    """The gap between sentences nearest to the middle of the longest part that has one."""
    given = Text(text)
    sentences = given.spans(given.sentences)
    gaps = [Span(left.end, right.start, text[left.end : right.start]) for left, right in pairwise(sentences)]
    for part in sorted(parts, key=lambda part: part.start - part.end):
        inside = [gap for gap in gaps if part.start < gap.start and gap.end < part.end]
        if inside:
            middle = (part.start + part.end) / 2
            return min(inside, key=lambda gap: abs(gap.start - middle))
    return None
