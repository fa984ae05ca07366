"""In which order cells are played: one model stays loaded as long as possible, and long cells go first."""

from collections.abc import Mapping, Sequence

from community.experiments.runs.config import RunSettings
from community.experiments.sweeps.cells import Cell

_LOADED = ("ollama:", "local:")
"""Models that a machine has to load, and of which it holds few at once."""


def loaded_models(config: RunSettings) -> frozenset[str]:
    """The models of a run that have to be loaded."""
    return frozenset(spec for spec in config.specs if spec.startswith(_LOADED))


def in_order(cells: Sequence[Cell], work: Mapping[str, float]) -> list[Cell]:
    """Cells by the models they load, and within that the longest first.

    Args:
        cells: in the order of the study, which decides between equals.
        work: name of a cell -> how long it is, in any unit.
    """
    groups = {loaded_models(cell.config): None for cell in cells}
    places = {group: place for place, group in enumerate(groups)}
    return sorted(cells, key=lambda cell: (places[loaded_models(cell.config)], -work.get(cell.name, 0.0)))
