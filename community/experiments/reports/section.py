"""The sections of a report: what each of them needs of the runs, and what builds it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from community.experiments.reports.arms import levels, options_of
from community.experiments.reports.chart import Chart
from community.experiments.reports.material import Material
from community.experiments.reports.table import Table


@dataclass(frozen=True)
class Built:
    """A section that was built."""

    title: str
    text: str = ""
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()

    def marked(self) -> "Built":
        """The same, with every table and figure marked as simulated, their ids too."""
        tables = (replace(table, id=f"simulated_{table.id}", simulated=True) for table in self.tables)
        charts = (replace(chart, id=f"simulated_{chart.id}", simulated=True) for chart in self.charts)
        return replace(self, title=f"{self.title} (simulated)", tables=tuple(tables), charts=tuple(charts))


@dataclass(frozen=True)
class Needs:
    """What the rows must have for a section to make sense.

    Attributes:
        setting: of the runs.
        varies: columns with two levels or more.
        measures: measures that some row has a value of.
        options: options of modules, of which one has two values or more.
        episodes: at least so many in some run.
    """

    setting: str = "debate"
    varies: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    episodes: int = 0

    def met(self, material: Material, setting: str) -> bool:
        """Whether these runs have all of it."""
        rows = material.rows
        if setting != self.setting:
            return False
        options = [len({options_of(row).get(name, "False") for row in rows}) > 1 for name in self.options]
        return (
            all(len(levels(rows, column)) > 1 for column in self.varies)
            and all(any(row.value(name) is not None for row in rows) for name in self.measures)
            and (not options or any(options))
            and (not self.episodes or any(row.index >= self.episodes for row in rows))
        )


@dataclass(frozen=True)
class Section:
    """One entry of the table of sections."""

    needs: Needs
    build: Callable[[Material], Built]
