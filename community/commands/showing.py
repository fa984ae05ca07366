"""`community show` and `graph`: what happened, and how a debate goes."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from community.commands import options
from community.commands.finding import find_run
from community.commands.playing import RUNS
from community.commands.streams import emit, emit_json, emit_rich, stdout_console
from community.errors import UnknownIdError, UserError

if TYPE_CHECKING:
    from community.debate import Event
    from community.experiments.debates.config import DebateRunConfig
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
Chat = Annotated[
    int | None,
    typer.Option("--chat", metavar="N", help="One chat, counted from 1. [default: all, in a table]"),
]
GraphOf = Annotated[
    str,
    typer.Option("--setting", metavar="NAME", help="debate, scenarios or chat.", show_default=True),
]
_STUDIOS = ("debate", "scenarios", "chat")
"""Settings, named like the rooms that have their graphs."""


def show(
    run: options.Run,
    *,
    debate: Debate = None,
    item: Item = None,
    chat: Chat = None,
    out: options.Out = RUNS,
    json: options.Json = False,
) -> None:
    """All debates, scenarios or chats of a run in a table, or one debate, reply or chat in full.

    A debate is a transcript: the speakers, the refusals, the stretches that satisfied or broke the norm, and what the
    newcomer really saw. In JSON, `number` counts debates from 1, and `debate` of an event from 0, as on disk. A reply
    to a scenario comes with the judge's reasons. A chat shows which norm was in force, and how newcomers were met.
    """
    from community.experiments.chats.config import ChatRunConfig
    from community.experiments.debates.config import DebateRunConfig
    from community.experiments.runs.directory import open_run
    from community.experiments.runs.setting import read_config
    from community.experiments.scenarios.config import ScenarioRunConfig

    directory = open_run(find_run(run, out))
    config = read_config(directory)
    named = {"--debate": debate, "--item": item, "--chat": chat}
    if run == "latest" and not json:
        emit(str(directory.path))
    if isinstance(config, DebateRunConfig):
        _refuse_others(named, "--debate", "a debate")
        _show_debates(directory, config, debate, json=json)
    elif isinstance(config, ScenarioRunConfig):
        from community.commands.replies import show_replies

        _refuse_others(named, "--item", "a reply")
        show_replies(directory, config, item, json=json)
    elif isinstance(config, ChatRunConfig):
        from community.commands.chats import show_chats

        _refuse_others(named, "--chat", "a chat")
        show_chats(directory, config, chat, json=json)
    else:
        raise UserError(
            f"{directory.path} is a run of setting {config.setting!r}, which has no transcripts yet"
        )


def _refuse_others(named: Mapping[str, object], own: str, what: str) -> None:
    """Refuse what names an episode of another setting."""
    for option, value in named.items():
        if option != own and value is not None:
            raise UserError(f"{option} is for runs of another setting; {what} is named with {own}")


def _show_debates(
    directory: "RunDirectory", config: "DebateRunConfig", number: int | None, *, json: bool
) -> None:
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
    run_dir: str,
    config: "DebateRunConfig",
    events: "Sequence[Event]",
    number: int,
    *,
    simulated: bool,
    json: bool,
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
        emit_rich(console, Transcript(config, console).of(found), wrapped=True)


def _mark(simulated: bool) -> None:
    if simulated:
        emit("simulated: scripted people took part")


def graph(*, setting: GraphOf = "debate") -> None:
    """The graph of a debate, a chat or a reply as Mermaid; `langgraph.json` opens the same in LangGraph Studio."""
    from community.plugins import load_object

    if setting not in _STUDIOS:
        raise UnknownIdError("setting", setting, _STUDIOS)
    make_graph: Any = load_object(f"community.{setting}.studio:make_graph", "the graph")
    emit(make_graph().get_graph().draw_mermaid())
