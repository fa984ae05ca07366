"""All scenarios of a run in a table, and one reply by its name."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from community.errors import UnknownIdError
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.watching.glyphs import Glyphs, glyphs_for
from community.experiments.watching.ids import add_ids
from community.records import SCHEMA_VERSION, Record
from community.scenarios.records import Event

_UNKNOWN = "?"


class ScenarioRow(Record):
    """What was said of the replies to one scenario."""

    scenario: str
    norm: str
    event: str
    verdicts: dict[str, list[bool | None]]
    """Condition -> one verdict a reply, in the order of trials; null without a verdict."""


class ReplyRows(Record):
    """What `community show RUN --json` prints for a run of scenarios."""

    schema_version: int = SCHEMA_VERSION
    run_dir: str
    simulated: bool
    scenarios: tuple[ScenarioRow, ...]


def rows(events: Sequence[Event]) -> tuple[ScenarioRow, ...]:
    """A row for every scenario that has a reply, in the order of the run."""
    found: dict[str, ScenarioRow] = {}
    for event in events:
        row = found.setdefault(
            event.scenario,
            ScenarioRow(scenario=event.scenario, norm=event.norm, event=event.event, verdicts={}),
        )
        row.verdicts.setdefault(event.condition, []).append(event.complies)
    return tuple(found.values())


def find_reply(events: Sequence[Event], name: str) -> Event:
    """One reply by `SCENARIO.CONDITION.tN`, as calls and records name it.

    Raises:
        UnknownIdError: the run has no such reply.
    """
    found = {event.ends: event for event in events}
    if name not in found:
        raise UnknownIdError("reply", name, found, see="community show RUN")
    return found[name]


def overview(rows: Sequence[ScenarioRow], config: ScenarioRunConfig, console: Console) -> Table:
    """One line a scenario, one column a condition, one sign a reply."""
    glyphs = glyphs_for(console)
    note = f"{glyphs.right} complies  {glyphs.wrong} breaches  {_UNKNOWN} no verdict"
    mark = "simulated: scripted people took part\n" if config.simulated else ""
    table = Table(
        box=None,
        padding=(0, 2, 0, 0),
        header_style="dim",
        title=Text(mark + note, style="dim"),
        title_justify="left",
    )
    add_ids(table, "scenario", [row.scenario for row in rows])
    for condition in config.conditions:
        table.add_column(condition, no_wrap=True)
    for row in rows:
        signs = (_signs(row.verdicts.get(condition, []), glyphs) for condition in config.conditions)
        table.add_row(row.scenario, *signs)
    return table


def _signs(verdicts: Sequence[bool | None], glyphs: Glyphs) -> Text:
    text = Text()
    for complies in verdicts:
        if complies is None:
            text.append(_UNKNOWN, style="yellow")
        else:
            text.append(*((glyphs.right, "green") if complies else (glyphs.wrong, "red")))
    return text
