"""What a sweep came to: its cells by status, what was lost, and what it took."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from community.experiments.sweeps.directory import SweepDirectory
from community.experiments.sweeps.dry_run import SweepEstimate
from community.experiments.sweeps.index import IndexedCell, SweepStatus, total
from community.experiments.sweeps.plan import SweepPlan
from community.experiments.watching.glyphs import glyphs_for, one_line
from community.experiments.watching.numbers import counted
from community.experiments.watching.pace import duration
from community.models import is_simulated
from community.models.usage import Totals
from community.records import SCHEMA_VERSION, Record

_LISTED = 10
"""Cells that are named with what they failed of."""
_REASON = 240


class SweepResult(Record):
    """What `community sweep --json` prints."""

    schema_version: int = SCHEMA_VERSION
    sweep_dir: str
    title: str
    setting: str
    status: SweepStatus
    reason: str | None
    """Which bound was reached."""
    simulated: bool
    """Scripted people took part in some cell: its numbers are no result about any model."""
    counts: dict[str, int]
    """Status -> how many cells have it."""
    episodes: int
    """Episodes of finished cells."""
    failed: int
    """How many of these ended in an error."""
    lost_share: float
    """Share of episodes that was lost, on average over the cells that were asked for and that finished or failed; a
    failed cell has lost all."""
    usage: Totals
    """Of all finished cells, in all attempts."""
    unusable: tuple[str, ...]
    """Models whose endpoints could not be used."""
    cells: dict[str, IndexedCell]


def sweep_result(
    directory: SweepDirectory,
    plan: SweepPlan,
    cells: Mapping[str, IndexedCell],
    *,
    status: SweepStatus,
    reason: str | None,
    unusable: Sequence[str],
    chosen: Collection[str],
) -> SweepResult:
    """Fold the states of the cells."""
    finished = [cell for cell in cells.values() if cell.status == "finished"]
    return SweepResult(
        sweep_dir=str(directory.path),
        title=plan.title,
        setting=plan.setting,
        status=status,
        reason=reason,
        simulated=plan.simulated,
        counts=dict(Counter(cell.status for cell in cells.values())),
        episodes=sum(cell.episodes for cell in finished),
        failed=sum(cell.failed for cell in finished),
        lost_share=_lost_share([cells[name] for name in chosen]),
        usage=total(cell.usage for cell in finished),
        unusable=tuple(unusable),
        cells=dict(cells),
    )


def _lost_share(cells: Sequence[IndexedCell]) -> float:
    over = [cell for cell in cells if cell.status in ("finished", "failed")]
    shares = [1.0 if cell.status == "failed" else cell.failed / max(1, cell.episodes) for cell in over]
    return sum(shares) / len(shares) if shares else 0.0


def result_summary(result: SweepResult, console: Console) -> RenderableType:
    """The result in a few lines for people."""
    glyphs = glyphs_for(console)
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    rows.add_row("cells", ", ".join(f"{count} {status}" for status, count in sorted(result.counts.items())))
    rows.add_row("episodes", f"{result.episodes:,}, {result.failed:,} failed")
    usage = result.usage
    tokens = f"{usage.prompt_tokens:,} prompt and {usage.completion_tokens:,} completion tokens"
    rows.add_row(
        "calls", f"{usage.calls:,} made, {usage.cached:,} from the cache, {usage.retries:,} retries; {tokens}"
    )
    lost = [(name, cell.reason) for name, cell in result.cells.items() if cell.reason]
    for name, reason in lost[:_LISTED]:
        rows.add_row("lost", f"{name}: {one_line(reason or '', _REASON, glyphs)}")
    if len(lost) > _LISTED:
        rows.add_row("", f"and {len(lost) - _LISTED} more; index.json has all")
    note = "simulated: scripted people took part; this is no result about any model"
    return Group(rows, *([Text(note, style="yellow")] if result.simulated else []))


def estimate_table(estimate: SweepEstimate) -> RenderableType:
    """What a sweep would take, model by model; without the cost where nothing has a price."""
    priced = estimate.cost is not None
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("model", no_wrap=True)
    for name in ("calls", "prompt tokens", "completion tokens", *(["cost"] if priced else [])):
        table.add_column(name, justify="right")
    for row in (*estimate.by_model, estimate):
        counts = (f"{count:,}" for count in (row.calls, row.prompt_tokens, row.completion_tokens))
        cost = ("" if row.cost is None else f"{row.cost:,.2f}",) if priced else ()
        table.add_row(getattr(row, "spec", "all"), *counts, *cost)
    told = f"{counted(estimate.cells, 'cell')}, {counted(estimate.episodes, 'episode')}"
    if estimate.seconds:
        told += f"; roughly {duration(estimate.seconds)} at {estimate.seconds_per_call:g} s a call"
        if any(is_simulated(model.spec) for model in estimate.by_model):
            told += ", without scripted people"
    note = "estimated from episodes played with scripted people; nothing was written"
    return Group(table, Text(told), Text(note, style="dim"))
