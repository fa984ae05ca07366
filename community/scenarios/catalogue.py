"""The scenarios that can be had by id, one YAML file each: shipped, the user's in `./scenarios/`, or of packages."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from community.catalogue import Catalogue
from community.config import Document, read_yaml, validate
from community.errors import Fault, FileFaultsError
from community.packages import Broken
from community.scenarios.scenario import Flaw, Scenario, structural_flaws
from community.scenarios.taxonomy import DATA


def load_scenario(id_or_path: str) -> Scenario:
    """The scenario with this id, or in this YAML file.

    Raises:
        UnknownIdError: no such id; with the nearest ones.
        FileFaultsError: the file is faulty; every fault with line and path.
        UserError: the file cannot be read.
    """
    return SCENARIOS.load(id_or_path)


def list_scenarios(*, event: str | None = None, norm: str | None = None) -> list[Scenario]:
    """All sound scenarios, or those of one occasion or norm: the shipped ones by id, the user's, those of packages."""
    return [
        scenario
        for scenario in SCENARIOS.items()
        if event in {None, scenario.event} and norm in {None, scenario.norm}
    ]


def list_broken() -> Sequence[Broken]:
    """The user's files and the plug-ins that cannot be used, and why."""
    return SCENARIOS.broken()


def read_scenario(file: Path) -> Scenario:
    """The scenario in a YAML file.

    Raises:
        FileFaultsError: it cannot be played; every fault with line and path.
        UserError: the file cannot be read.
    """
    document = read_yaml(file)
    scenario = validate(document, Scenario)
    faults = located(document, structural_flaws(scenario))
    if faults:
        raise FileFaultsError(str(file), faults)
    return scenario


def located(document: Document, flaws: Iterable[Flaw]) -> list[Fault]:
    """Flaws of the scenario in a document, with their lines."""
    return [Fault(".".join(map(str, place)), message, document.line(place)) for place, message in flaws]


SCENARIOS = Catalogue("scenario", DATA / "scenarios", read_scenario, read_scenario)
"""The catalogue itself."""
