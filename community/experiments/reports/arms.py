"""Which treatments a sweep compares: rows that differ in nothing but norm and seed are one arm."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from community.experiments.analysis.clusters import Level
from community.experiments.analysis.rows import Row
from community.experiments.reports.names import level_name, trait

K = TypeVar("K", bound=Hashable)
_FIRST = ("module", "module_options", "module_model", "condition", "newcomer")


def arms(rows: Sequence[Row], *, apart: Sequence[str] = (), first: str = "module") -> dict[str, list[Row]]:
    """The rows of each arm, by what tells it from the others, in the order in which they come.

    Args:
        rows: of one setting.
        apart: factors that a table or figure shows in another way, so that arms do not differ in them.
        first: the factor that is named first.
    """
    runs = {row.run_dir: row for row in rows}
    shown = telling_factors(rows, apart=apart, first=first) or [first]
    if "module_options" in shown and "module" not in shown:
        shown = ["module", *shown]
    labels = {run: _label(row, shown) for run, row in runs.items()}
    return grouped(rows, lambda row: labels[row.run_dir])


def telling_factors(rows: Sequence[Row], *, apart: Sequence[str], first: str) -> list[str]:
    """The factors besides the norm in which rows differ, without those that follow from others before them."""
    runs = list({row.run_dir: row for row in rows}.values())
    told, kept = list(apart), list[str]()
    for factor in dict.fromkeys((first, *_FIRST, *(rows[0].factors if rows else ()))):
        if factor not in ("norm", *told) and _kinds(runs, [*told, factor]) > _kinds(runs, told):
            told.append(factor)
            kept.append(factor)
    return kept


def levels(rows: Sequence[Row], column: str) -> list[Level]:
    """The different values of a column, in the order in which they come."""
    return list(dict.fromkeys(trait(row, column) for row in rows))


def grouped(rows: Sequence[Row], key: Callable[[Row], K]) -> dict[K, list[Row]]:
    """Rows by a key, in the order in which the keys come."""
    found: dict[K, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def options_of(row: Row) -> Mapping[str, str]:
    """The options of a row's module."""
    pairs = (option.partition("=") for option in str(trait(row, "module_options")).split(",") if option)
    return {name: value for name, _, value in pairs}


def _label(row: Row, factors: Sequence[str]) -> str:
    plain = "module" in factors and not options_of(row)
    return ", ".join(
        level_name(row, factor) for factor in factors if not (plain and factor == "module_options")
    )


def _kinds(rows: Sequence[Row], factors: Sequence[str]) -> int:
    return len({tuple(trait(row, factor) for factor in factors) for row in rows})
