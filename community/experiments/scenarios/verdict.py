"""One reply to read: what it answers, what was sent, and what the judge and the rule say of it."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from community.errors import CommunityError
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.watching.glyphs import Glyphs, glyphs_for, printable
from community.scenarios.records import Event


def verdict(event: Event, config: ScenarioRunConfig, console: Console) -> RenderableType:
    """The whole reply; the turn that it answers where the scenario can still be had."""
    return Group(*_parts(event, config, glyphs_for(console)))


def _parts(event: Event, config: ScenarioRunConfig, glyphs: Glyphs) -> Iterator[RenderableType]:
    if config.simulated:
        yield Text("simulated: scripted people took part")
    yield Text(event.scenario, style="bold").append(
        f"  {event.condition}, trial {event.trial + 1}", style="not bold dim"
    )
    yield from _asked(event, config)
    if event.failed:
        yield Text(f"failed: {printable(event.reason or '')}", style="red")
        return
    yield Padding(Text(printable(event.reply or ""), style="bold"), (1, 0, 1, 2))
    if event.candidate is not None:
        own = Text("before its module: ", style="dim").append(printable(event.candidate))
        yield Padding(own, (0, 0, 1, 2))
    yield _judged(event, config.judge, glyphs)


def _asked(event: Event, config: ScenarioRunConfig) -> Iterator[RenderableType]:
    try:
        named = config.selection().scenarios
    except CommunityError as error:
        yield Text(f"the scenario cannot be had any more: {error}", style="yellow")
        return
    for scenario in named:
        if scenario.id == event.scenario:
            elicitor = Text(printable(scenario.elicitor.actor), style="cyan")
            yield Padding(
                elicitor.append(f": {printable(scenario.elicitor.text)}", style="default"), (1, 0, 0, 0)
            )
            yield Text(f"answered by {scenario.subject}:", style="dim")


def _judged(event: Event, judge: str, glyphs: Glyphs) -> Table:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column(ratio=1)
    assert event.judge is not None  # a reply that did not fail was judged
    rows.add_row(f"judge {judge}", _decision(event.judge.complies, glyphs))
    for name in ("elicitor_uptake", "norm_requirement", "evidence", "reasoning", "reason"):
        said = getattr(event.judge, name)
        if said:
            rows.add_row(name.replace("_", " "), printable(said))
    if event.rule is not None:
        rows.add_row(
            "rule", _decision(event.rule.complies, glyphs).append(f"  {printable(event.rule.detail)}", "dim")
        )
    if event.faults:
        rows.add_row("form", ", ".join(event.faults))
    return rows


def _decision(complies: bool | None, glyphs: Glyphs) -> Text:
    if complies is None:
        return Text("no verdict", style="yellow")
    return Text(f"{glyphs.right} complies", "green") if complies else Text(f"{glyphs.wrong} breaches", "red")
