"""`community show` and `graph`: what happened, and how a debate goes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from community.commands import options
from community.commands.finding import find_run
from community.commands.playing import RUNS
from community.commands.streams import emit, emit_json, emit_rich, stdout_console
from community.errors import UserError

if TYPE_CHECKING:
    from community.debate import Event
    from community.experiments.debates.config import RunConfig
    from community.experiments.runs.directory import RunDirectory

Debate = Annotated[
    int | None,
    typer.Option(
        "--debate",
        metavar="N",
        help="One debate, counted from 1 as in the view of a run. [default: all, in a table]",
    ),
]


Item = Annotated[
    str | None,
    typer.Option(
        "--item",
        metavar="NAME",
        help="One reply to a scenario, as SCENARIO.CONDITION.tN with trials counted from 0. [default: all, in a table]",
    ),
]


def show(
    run: options.Run,
    *,
    debate: Debate = None,
    item: Item = None,
    out: options.Out = RUNS,
    json: options.Json = False,
) -> None:
    """All debates or scenarios of a run in a table, or one debate or reply in full.

    A debate is a transcript: the speakers, the refusals, the stretches that satisfied or broke the norm, and what the
    newcomer really saw. In JSON, `number` counts debates from 1, and `debate` of an event from 0, as on disk. A reply
    to a scenario comes with the judge's reasons.
    """
    from community.experiments.debates.config import RunConfig
    from community.experiments.runs.directory import open_run
    from community.experiments.runs.setting import read_config
    from community.experiments.scenarios.config import ScenarioRunConfig

    directory = open_run(find_run(run, out))
    config = read_config(directory)
    if isinstance(config, RunConfig):
        _refuse("--item", item, "is for runs of scenarios; a debate is named with --debate")
        _show_debates(directory, config, debate, json=json)
    elif isinstance(config, ScenarioRunConfig):
        from community.commands.replies import show_replies

        _refuse("--debate", debate, "is for runs of debates; a reply is named with --item")
        show_replies(directory, config, item, json=json)
    else:
        raise UserError(
            f"{directory.path} is a run of setting {config.setting!r}, which has no transcripts yet"
        )


def _refuse(option: str, value: object, reason: str) -> None:
    if value is not None:
        raise UserError(f"{option} {reason}")


def _show_debates(directory: "RunDirectory", config: "RunConfig", number: int | None, *, json: bool) -> None:
    from community.debate import read_event
    from community.experiments.runs.log import read_events

    events, simulated = read_events(directory.events, read_event), config.simulated
    if number is None:
        _all(str(directory.path), events, simulated=simulated, json=json)
    else:
        _one(str(directory.path), config, events, number, simulated=simulated, json=json)


def _all(run_dir: str, events: "Sequence[Event]", *, simulated: bool, json: bool) -> None:
    from community.experiments.debates.chapters import DebateRows, rows
    from community.experiments.debates.overview import overview

    debates = rows(events)
    if json:
        emit_json(DebateRows(run_dir=run_dir, simulated=simulated, debates=debates))
    else:
        _mark(simulated)
        console = stdout_console()
        emit_rich(console, overview(debates, console))


def _one(
    run_dir: str, config: "RunConfig", events: "Sequence[Event]", number: int, *, simulated: bool, json: bool
) -> None:
    from community.experiments.debates.chapters import DebateTranscript, chapter
    from community.experiments.debates.transcript import Transcript

    found = chapter(events, number)
    if json:
        emit_json(
            DebateTranscript(run_dir=run_dir, simulated=simulated, number=number, events=tuple(found.events))
        )
    else:
        _mark(simulated)
        console = stdout_console()
        emit_rich(console, Transcript(config, console).of(found))


def _mark(simulated: bool) -> None:
    if simulated:
        emit("simulated: scripted people took part")


def graph() -> None:
    """The graph of a debate as Mermaid; `langgraph.json` opens the same one in LangGraph Studio."""
    from community.debate.studio import make_graph

    emit(make_graph().get_graph().draw_mermaid())
