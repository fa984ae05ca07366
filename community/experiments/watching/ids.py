"""Ids in tables, which people copy into the next command."""

from collections.abc import Iterable

from rich.cells import cell_len
from rich.table import Table


def add_ids(table: Table, heading: str, ids: Iterable[str]) -> None:
    """Add a column for these ids, in which none is ever broken or cut, however narrow the terminal is."""
    table.add_column(heading, no_wrap=True, min_width=max(map(cell_len, ids), default=0))
