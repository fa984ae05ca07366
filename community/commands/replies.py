"""`community show` of a run of scenarios: all scenarios in a table, or one reply with its verdict."""

from typing import TYPE_CHECKING

from community.commands.streams import emit_json, emit_rich, stdout_console

if TYPE_CHECKING:
    from community.experiments.runs.directory import RunDirectory
    from community.experiments.scenarios.config import ScenarioRunConfig


def show_replies(
    directory: "RunDirectory", config: "ScenarioRunConfig", item: str | None, *, json: bool
) -> None:
    """Print what the judge said of every scenario, or one reply to a scenario in full."""
    from community.experiments.runs.log import read_events
    from community.experiments.scenarios.overview import ReplyRows, find_reply, overview, rows
    from community.experiments.scenarios.verdict import verdict
    from community.scenarios.records import read_event

    events, console = read_events(directory.events, read_event), stdout_console()
    if item is not None:
        event = find_reply(events, item)
        if json:
            about = {"schema_version": 1, "run_dir": str(directory.path), "simulated": config.simulated}
            emit_json({**about, "reply": event.model_dump(mode="json")})
        else:
            emit_rich(console, verdict(event, config, console), wrapped=True)
    elif json:
        emit_json(ReplyRows(run_dir=str(directory.path), simulated=config.simulated, scenarios=rows(events)))
    else:
        emit_rich(console, overview(rows(events), config, console))
