"""`community scenarios generate` and `review`: a model writes candidates, a person decides on them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from community.commands import options
from community.commands.playing import reply_cache
from community.commands.scenarios import SCHEMA_VERSION, Json
from community.commands.streams import emit, emit_json, say, stderr_console

if TYPE_CHECKING:
    from rich.console import Console

    from community.experiments.scenarios.generating import Order
    from community.models.cache import ReplyCache
    from community.scenarios.acceptance import Candidate, Decisions
    from community.scenarios.generation import Attempt
    from community.scenarios.scenario import Venue

CANDIDATES = Path("candidates")
_QUESTION = "[a]ccept, [r]eject, [s]kip, [n]ote, [q]uit?"


def generate(
    *,
    event: Annotated[str, typer.Option("--event", metavar="ID", help="The occasion.")],
    norm: Annotated[str, typer.Option("--norm", metavar="ID", help="The hidden norm.")],
    venue: Annotated[
        str, typer.Option("--venue", metavar="NAME", help="workplace or other.", show_default=True)
    ] = "other",
    model: Annotated[str, typer.Option("--model", metavar="SPEC", help="The model that writes.")],
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge", metavar="SPEC", help="Looks for leaks, and judges the twin. [default: that of --model]"
        ),
    ] = None,
    subject: Annotated[
        str | None,
        typer.Option(
            "--subject",
            metavar="SPEC",
            help="Answers the twin without demonstrations; if that complies, the candidate is rejected. "
            "[default: that of --model]",
        ),
    ] = None,
    attempts: Annotated[
        int,
        typer.Option(
            "--attempts", metavar="N", min=1, help="Candidates, until one passes.", show_default=True
        ),
    ] = 3,
    no_cache: options.NoCache = False,
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="DIR", help="Where candidates and attempts.jsonl go.", show_default=True
        ),
    ] = CANDIDATES,
    json: Json = False,
) -> None:
    """Have a model write a scenario and screen it. Every attempt is kept with its reason; code 1: none passed."""
    from community.commands.interrupts import run_until_stopped
    from community.experiments.scenarios.generating import Order

    order = Order(event, norm, _venue(venue), model, judge or model, subject or model, attempts)
    with reply_cache(no_cache=no_cache) as cache:
        made, files = run_until_stopped(_generated(order, out, cache))
    if json:
        rows = [attempt.model_dump(mode="json") for attempt in made]
        emit_json({"schema_version": SCHEMA_VERSION, "files": list(map(str, files)), "attempts": rows})
    else:
        for file in files:
            emit(str(file))
    if not files:
        say(f"none of {len(made)} candidates passed; the reasons are in {out / 'attempts.jsonl'}")
        raise typer.Exit(1)
    say(f"now look at it: community scenarios review {out}")


def review(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where candidates are.", show_default=True)
    ] = CANDIDATES,
) -> None:
    """Decide on candidates one by one; accepted ones go to ./scenarios, every decision to DIR/decisions.jsonl.

    It can be left at any time and goes on where it was left; skipped candidates come again.
    """
    from community.scenarios.acceptance import Decisions

    decisions = Decisions(folder)
    pending, console = decisions.pending(), stderr_console()
    for number, candidate in enumerate(pending, start=1):
        say(f"candidate {number} of {len(pending)}: {candidate.file}")
        _show(candidate, console)
        if not _decided(candidate, decisions):
            break
    waiting = len(decisions.pending())
    say(f"{len(decisions.files) - waiting} decided, {waiting} to decide; {decisions.path}")


def _venue(name: str) -> "Venue":
    from typing import get_args

    from community.errors import UnknownIdError
    from community.scenarios.scenario import Venue

    for known in get_args(Venue):
        if name == known:
            return known
    raise UnknownIdError("venue", name, get_args(Venue))


async def _generated(
    order: "Order", out: Path, cache: "ReplyCache | None"
) -> "tuple[list[Attempt], list[Path]]":
    from community.experiments.scenarios.generating import write_candidates

    made: list[Attempt] = []
    files: list[Path] = []
    async for attempt, file in write_candidates(order, out, cache=cache):
        say(str(attempt))
        for warning in attempt.warnings:
            say(f"  look at: {warning}")
        made.append(attempt)
        files += [file] if file else []
    return made, files


def _show(candidate: "Candidate", console: "Console") -> None:
    """The chat, what the review says of it, and the points to decide on."""
    from community.experiments.scenarios.portrait import portrait
    from community.scenarios.acceptance import POINTS

    if candidate.review.scenario is not None:
        console.print(portrait(candidate.review.scenario, console))
    for fault in candidate.review.faults:
        say(f"fault: {fault}")
    for warning in candidate.review.warnings:
        say(f"look at: {warning}")
    for number, point in enumerate(POINTS, start=1):
        say(f"{number}. {point}")


def _decided(candidate: "Candidate", decisions: "Decisions") -> bool:
    """Ask until there is a decision; False to leave."""
    note = ""
    while True:
        answer = _ask(_QUESTION)
        if answer is None:
            return False
        match answer[:1].lower():
            case "q":
                return False
            case "n":
                note = _ask("note:") or ""
            case "s":
                decisions.add(candidate, "skip", note=note)
                return True
            case "r":
                decisions.add(candidate, "reject", failed=_points(), note=note)
                return True
            case "a" if _accepted(candidate):
                decisions.add(candidate, "accept", note=note)
                return True
            case _:
                continue


def _accepted(candidate: "Candidate") -> bool:
    """Copy it into the study, unless the review or a file there speaks against it."""
    from community.errors import UserError
    from community.scenarios.catalogue import SCENARIOS
    from community.scenarios.writing import write_scenario

    if candidate.review.faults or candidate.review.scenario is None:
        say("it has faults and cannot be accepted; mend the file, or reject it")
        return False
    try:
        emit(str(write_scenario(candidate.review.scenario, SCENARIOS.own)))
    except UserError as error:
        say(f"{error}; skip or reject it")
        return False
    return True


def _points() -> Sequence[int]:
    """The points that speak against a candidate."""
    from community.scenarios.acceptance import POINTS

    while True:
        words = (_ask("which points speak against it? (numbers, or nothing)") or "").replace(",", " ").split()
        if all(word.isdecimal() and 1 <= int(word) <= len(POINTS) for word in words):
            return sorted(set(map(int, words)))
        say(f"numbers from 1 to {len(POINTS)}")


def _ask(question: str) -> str | None:
    """An answer on one line; None when nobody answers any more."""
    say(question)
    line = sys.stdin.readline()
    return line.strip() if line else None
