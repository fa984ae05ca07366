"""What is lost: episodes that are not finished, values that are missing, and why."""

from collections.abc import Sequence

from community.experiments.analysis.rows import Row
from community.experiments.reports.names import measure_name
from community.experiments.reports.number import Count, run_ids
from community.experiments.reports.table import Table


def losses(name: str, rows: Sequence[Row]) -> Table:
    """One row for each kind of loss and reason; episodes first."""
    called = rows[0].called
    whole = called.capitalize()
    reasons: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.status != "finished":
            reasons.setdefault((whole, row.reason or row.status), []).append(row)
        else:
            for measure, reason in row.missing.items():
                reasons.setdefault((measure_name(measure), reason), []).append(row)
    lost = sorted(reasons.items(), key=lambda pair: (pair[0][0] != whole, pair[0]))
    return Table(
        id=name,
        title="Failed and missing",
        columns=("What", "why", called),
        rows=tuple(
            (what, reason, Count(part=len(found), whole=len(rows), runs=run_ids(found)))
            for (what, reason), found in lost
        ),
        note="" if lost else f"All {called} that began are finished, and every value is there.",
    )
