"""Which scenarios a run is about: those that come with the package, a folder of files, or published rows."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from community.catalogue import Named
from community.digests import digest
from community.errors import CommunityError, UnknownIdError, UserError
from community.norms.catalogue import NORMS
from community.packages import SUFFIXES
from community.scenarios import Scenario, load_scenario, load_taxonomy
from community.scenarios.catalogue import SCENARIOS, read_scenario
from community.scenarios.release import is_release, read_release

BUILTIN = "builtin"


@dataclass(frozen=True, slots=True)
class Filters:
    """What scenarios must be; an empty filter lets everything through.

    Attributes:
        ids: ids, or of the built-in set also YAML files.
        norms, events, venues: one of these each.
    """

    ids: Sequence[str] = ()
    norms: Sequence[str] = ()
    events: Sequence[str] = ()
    venues: Sequence[str] = ()

    def admit(self, scenario: Scenario) -> bool:
        """Whether a scenario passes, its id aside."""
        return all(
            not wanted or value in wanted
            for wanted, value in (
                (self.norms, scenario.norm),
                (self.events, scenario.event),
                (self.venues, scenario.venue),
            )
        )


@dataclass(frozen=True, slots=True)
class Selection:
    """What was found.

    Attributes:
        named: the name by which each scenario was asked for, its id or its file, and the scenario; in order.
        skipped: what the data set holds besides that could not be used, and why, a line each.
    """

    named: Mapping[str, Scenario]
    skipped: tuple[str, ...] = ()

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios, in order."""
        return tuple(self.named.values())

    @property
    def hash(self) -> str:
        """Changes with any of the scenarios, and with their order."""
        return digest("\n".join(scenario.model_dump_json() for scenario in self.scenarios))


def select(dataset: str, filters: Filters) -> Selection:
    """The scenarios of a data set that pass the filters.

    Args:
        dataset: `builtin`, a folder of YAML files, `PATH.jsonl` or `hf:OWNER/NAME`.
        filters: what they must be.

    Raises:
        UserError: the data set cannot be read, a filter names what does not exist, or nothing is left.
    """
    demand_norms(filters.norms)
    _demand_known("event", filters.events, load_taxonomy().events)
    found = read_dataset(dataset, filters.ids)
    kept = {name: scenario for name, scenario in found.named.items() if filters.admit(scenario)}
    if not kept:
        raise UserError(
            f"no scenario of {dataset!r} passes the filters; "
            f"`community scenarios list --dataset {shlex.quote(dataset)}` shows all"
        )
    _refuse_twins(kept)
    return Selection(kept, found.skipped)


def demand_norms(names: Sequence[str]) -> None:
    """See that scenarios have these hidden norms.

    Raises:
        UserError: they have not; one that debates have is told apart.
    """
    known, see = load_taxonomy().norms, "community scenarios list"
    for name in names:
        if name in NORMS.shipped and name not in known:
            raise UserError(
                f"{name!r} is a norm of debates and chats; scenarios have others, as `{see}` shows"
            )
        if name not in known:
            raise UnknownIdError("norm", name, known, see=see)


def read_dataset(dataset: str, names: Sequence[str] = ()) -> Selection:
    """The scenarios of a data set, or those of them that are named.

    Raises:
        UserError: the data set cannot be read, or has no scenario of a name.
    """
    if dataset == BUILTIN:
        return Selection({name: load_scenario(name) for name in names or SCENARIOS.shipped})
    whole = _release(dataset) if is_release(dataset) else _folder(Path(dataset).expanduser())
    _demand_known("scenario", names, whole.named)
    return Selection({name: whole.named[name] for name in names or whole.named}, whole.skipped)


def _release(source: str) -> Selection:
    release = read_release(source)
    return Selection(_by_id(release.scenarios), tuple(map(str, release.skipped)))


def _folder(folder: Path) -> Selection:
    """The sound scenarios in a folder; a file that is none is skipped and named."""
    files = sorted(file for file in folder.glob("*") if file.suffix in SUFFIXES)
    if not files:
        raise UserError(
            f"{str(folder)!r} holds no scenario file; a data set is {BUILTIN!r}, a folder, PATH.jsonl or hf:OWNER/NAME"
        )
    sound: list[Scenario] = []
    skipped: list[str] = []
    for file in files:
        try:
            sound.append(read_scenario(file))
        except CommunityError as error:
            skipped.append(f"{error}; it is left out")
    if not sound:
        raise UserError(f"{str(folder)!r} holds no scenario that can be played: {skipped[0]}")
    return Selection(_by_id(sound), tuple(skipped))


def _by_id(scenarios: Iterable[Scenario]) -> dict[str, Scenario]:
    return {scenario.id: scenario for scenario in scenarios}


def _demand_known(kind: str, names: Sequence[str], known: Mapping[str, Named]) -> None:
    for name in names:
        if name not in known:
            raise UnknownIdError(kind, name, known)


def _refuse_twins(named: Mapping[str, Scenario]) -> None:
    """One scenario under two names would be played twice under one id."""
    owners: dict[str, str] = {}
    for name, scenario in named.items():
        if scenario.id in owners:
            raise UserError(f"scenario {scenario.id!r} is given twice: {owners[scenario.id]!r} and {name!r}")
        owners[scenario.id] = name
