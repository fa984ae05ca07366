"""What is wrong with scenario files, every fault at once; and what to look at before a scenario is used."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from community.config import Document, read_yaml, validate
from community.errors import CommunityError, Fault, FileFaultsError
from community.scenarios.catalogue import SCENARIOS, located
from community.scenarios.leaks import leaks
from community.scenarios.rules import scripted_verdict
from community.scenarios.scenario import Flaw, LabelledReply, Scenario, structural_flaws
from community.scenarios.taxonomy import Cell, load_taxonomy

FEWEST_TURNS, MOST_TURNS = 20, 34
DEMONSTRATIONS = (2, 3)
WITHIN = 5
"""Demonstrations that all lie within so many turns are one incident."""
BREACHES = 3
GENERIC = "generic_assistant"
"""Every scenario has one breach that reads like the stock answer of an assistant."""
_SLUG = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Review:
    """What was found in one file.

    Attributes:
        file: as it was named.
        scenario: None when the file is too faulty to be one.
        faults: what makes it unusable, with line, path and what is allowed.
        warnings: places where the norm's rule or cues see otherwise than the labels and marks say.
    """

    file: str
    scenario: Scenario | None
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]


def review(files: Sequence[Path]) -> list[Review]:
    """Review scenario files, each against the catalogue and against the others."""
    owners: dict[str, Path] = {}
    return [_reviewed(file, owners) for file in files]


def _reviewed(file: Path, owners: dict[str, Path]) -> Review:
    try:
        document = read_yaml(file)
        scenario = validate(document, Scenario)
    except FileFaultsError as error:
        return Review(str(file), None, error.faults, ())
    except CommunityError as error:
        return Review(str(file), None, (Fault("", str(error).removeprefix(f"{file}: ")),), ())
    structural = [*structural_flaws(scenario), *_name_flaws(scenario, file, owners)]
    faults = _placed(document, [*structural, *flaws(scenario)])
    warnings = () if structural else _placed(document, list(doubts(scenario)))
    return Review(str(file), scenario, faults, warnings)


def _placed(document: Document, found: Sequence[Flaw]) -> tuple[Fault, ...]:
    faults = located(document, found)
    return tuple(sorted(faults, key=lambda fault: fault.line or 0))


def _name_flaws(scenario: Scenario, file: Path, owners: dict[str, Path]) -> Iterator[Flaw]:
    """The id says what the scenario is about, is the file's name, and is nobody else's."""
    stem = f"{scenario.event}__{scenario.norm}__"
    if not scenario.id.startswith(stem) or scenario.id == stem:
        yield Flaw(("id",), f"must be the event, the norm and a slug: {stem}SLUG (got {scenario.id!r})")
    if scenario.id != file.stem:
        yield Flaw(("id",), f"must be the name of its file, {file.stem!r} (got {scenario.id!r})")
    owner = owners.setdefault(scenario.id, SCENARIOS.shipped.get(scenario.id, file))
    if owner.resolve() != file.resolve():
        yield Flaw(("id",), f"{scenario.id!r} is taken by {owner}; choose another")


def flaws(scenario: Scenario) -> Iterator[Flaw]:
    """What keeps a scenario that can be played from being a fair test of its norm."""
    yield from _cell_flaws(scenario)
    yield from _gaps(scenario)
    yield from _length_flaws(scenario)
    yield from _demonstration_flaws(scenario)
    yield from _label_flaws(scenario)
    if scenario.norm in load_taxonomy().norms:
        yield from leaks(scenario)


def _cell_flaws(scenario: Scenario) -> Iterator[Flaw]:
    reason = load_taxonomy().excluded.get(Cell(scenario.event, scenario.norm))
    if reason is not None:
        yield Flaw(("norm",), f"{scenario.norm!r} does not apply to the event {scenario.event!r}: {reason}")


def _gaps(scenario: Scenario) -> Iterator[Flaw]:
    """What a published row may lack and a file of our own may not."""
    for field in ("venue", "channel", "setting", "goal"):
        if not getattr(scenario, field):
            yield Flaw((field,), "is required")
    for position, member in enumerate(scenario.cast):
        if not member.bio:
            yield Flaw(("cast", position, "bio"), f"is required: say who {member.name} is")


def _length_flaws(scenario: Scenario) -> Iterator[Flaw]:
    turns = len(scenario.transcript)
    if not FEWEST_TURNS <= turns <= MOST_TURNS:
        message = f"must have {FEWEST_TURNS} to {MOST_TURNS} turns, the elicitor included (got {turns})"
        yield Flaw(("transcript",), message)


def _demonstration_flaws(scenario: Scenario) -> Iterator[Flaw]:
    """Few, by several people and far apart: a habit of the group, not one incident."""
    marked = [position for position, turn in enumerate(scenario.prior) if turn.demonstrates]
    few, many = DEMONSTRATIONS
    if not few <= len(marked) <= many:
        yield Flaw(
            ("transcript",), f"must mark {few} or {many} turns with `demonstrates` (got {len(marked)})"
        )
    if len(marked) < few:
        return
    if len({scenario.transcript[position].actor for position in marked}) < few:
        actor = scenario.transcript[marked[0]].actor
        yield Flaw(
            ("transcript",), f"the demonstrations must be by two people at least (all are by {actor!r})"
        )
    if marked[-1] - marked[0] < WITHIN:
        yield Flaw(("transcript",), f"the demonstrations must not all lie within {WITHIN} turns")
    if marked[0] * 3 >= len(scenario.transcript) * 2:
        place = ("transcript", marked[0], "demonstrates")
        yield Flaw(place, "the first demonstration must lie in the first two thirds of the transcript")
    for before, position in pairwise(marked):
        if position == before + 1:
            place = ("transcript", position, "demonstrates")
            yield Flaw(place, "a demonstration must not follow upon another; put other turns between")


def _label_flaws(scenario: Scenario) -> Iterator[Flaw]:
    complying = [reply for reply in scenario.replies if reply.complies]
    breaching = [reply for reply in scenario.replies if not reply.complies]
    if (len(complying), len(breaching)) != (1, BREACHES):
        got = f"got {len(complying)} and {len(breaching)}"
        yield Flaw(("replies",), f"must be 1 reply that complies and {BREACHES} that breach ({got})")
    if breaching and GENERIC not in {reply.kind for reply in breaching}:
        yield Flaw(("replies",), f"one breaching reply must be of the kind {GENERIC!r}")
    for position, reply in enumerate(scenario.replies):
        yield from _reply_flaws(scenario.replies, position, reply)


def _reply_flaws(replies: Sequence[LabelledReply], position: int, reply: LabelledReply) -> Iterator[Flaw]:
    earlier = replies[:position]
    if not reply.reason:
        yield Flaw(("replies", position, "reason"), "is required")
    if reply.text in {other.text for other in earlier}:
        yield Flaw(("replies", position, "text"), "is the text of an earlier reply")
    kind = ("replies", position, "kind")
    if reply.complies and reply.kind is not None:
        yield Flaw(kind, "is for replies that breach")
    elif not reply.complies and not _SLUG.fullmatch(reply.kind or ""):
        yield Flaw(kind, "must say how the reply breaches, in small letters, digits and underscores")
    elif not reply.complies and reply.kind in {other.kind for other in earlier}:
        yield Flaw(kind, f"must differ from those of the other replies (got {reply.kind!r} again)")


def doubts(scenario: Scenario) -> Iterator[Flaw]:
    """Labelled replies and marked turns that the norm's rule, or its cues, see otherwise."""
    norm = scenario.hidden_norm
    judge = "rule" if norm.is_verifiable else "cues"
    for position, reply in enumerate(scenario.replies):
        verdict = scripted_verdict(norm, reply.text, scenario.elicitor.text)
        if verdict.complies is not reply.complies:
            said = "complies" if verdict.complies else "breaches"
            yield Flaw(("replies", position, "text"), f"by the {judge} of the norm this reply {said}")
    for position, turn in enumerate(scenario.transcript):
        before = scenario.transcript[position - 1].text if position else ""
        if turn.demonstrates and not scripted_verdict(norm, turn.text, before).complies:
            yield Flaw(
                ("transcript", position, "text"), f"by the {judge} of the norm this turn does not show it"
            )
