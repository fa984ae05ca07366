"""A scenario to read: who is there, what is said, which turns show the norm, and how labelled replies do."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from community.experiments.watching.glyphs import Glyphs, glyphs_for, printable
from community.scenarios.scenario import LabelledReply, Scenario, Turn

_NARROW = 2


def portrait(scenario: Scenario, console: Console) -> RenderableType:
    """Everything about a scenario, what its subject must not see included."""
    return Group(*_parts(scenario, glyphs_for(console)))


def _parts(scenario: Scenario, glyphs: Glyphs) -> Iterator[RenderableType]:
    norm = scenario.hidden_norm
    line = "-" if glyphs.dot == "|" else "─"
    yield Text(scenario.id, style="bold")
    yield _facts(scenario)
    yield _heading("hidden from the subject", line)
    yield Padding(Text(f"{norm.title}: {norm.statement}"), (0, 0, 0, _NARROW))
    if scenario.goal:
        yield Padding(Text("goal: ", style="dim").append(printable(scenario.goal)), (0, 0, 0, _NARROW))
    yield _heading("the chat", line)
    yield chat(scenario.transcript)
    if scenario.replies:
        yield _heading("replies with known labels", line)
        yield _labelled(scenario.replies, glyphs)


def chat(transcript: tuple[Turn, ...]) -> Table:
    """The turns, numbered; those that show the norm, and the elicitor, are marked."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column(ratio=1)
    for number, turn in enumerate(transcript, start=1):
        style = "green" if turn.demonstrates else "bold" if turn.elicitor else ""
        text = (
            Text(printable(turn.actor), style="cyan").append(": ").append(printable(turn.text), style=style)
        )
        if turn.demonstrates:
            text.append("  [shows the norm]", style="green")
        if turn.elicitor:
            text.append("  [elicitor]", style="bold yellow")
        table.add_row(str(number), text)
    return table


def _facts(scenario: Scenario) -> Table:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column(ratio=1)
    rows.add_row("occasion", scenario.event)
    rows.add_row("norm", scenario.norm)
    for name in ("venue", "channel", "setting"):
        if getattr(scenario, name):
            rows.add_row(name, printable(str(getattr(scenario, name))))
    for member in scenario.cast:
        role = "subject" if member.name == scenario.subject else "member"
        rows.add_row(role, Text(printable(member.name), style="cyan").append(f"  {printable(member.bio)}"))
    return rows


def _heading(title: str, line: str) -> RenderableType:
    return Padding(Rule(Text(title, style="bold"), align="left", style="dim", characters=line), (1, 0, 0, 0))


def _labelled(replies: tuple[LabelledReply, ...], glyphs: Glyphs) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for reply in replies:
        sign, style = (glyphs.right, "green") if reply.complies else (glyphs.wrong, "red")
        label = "complies" if reply.complies else f"breaches: {reply.kind}"
        text = Text(printable(reply.text))
        text.append(f"\n{label}", style=style).append(f"  {printable(reply.reason)}", style="dim")
        table.add_row(Text(sign, style=style), text)
    return table
