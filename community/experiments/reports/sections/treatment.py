"""Treatment integrity: was the norm in force and in which prompts, who broke it, who refused; and what went wrong."""

from collections.abc import Iterable, Mapping, Sequence

from community.debate.integrity import AgentIntegrity
from community.experiments.reports.arms import arms
from community.experiments.reports.material import Material
from community.experiments.reports.number import Count, run_ids
from community.experiments.reports.section import Built
from community.experiments.reports.sections.losses import losses
from community.experiments.reports.table import Cell, Table
from community.experiments.reports.treatment import SEATS, Treatment

_RUNGS = ("native", "extracted", "repaired", "reasked", "default")
_WAYS = ("first", "reasked", "enacted", "never")
_TEXT = (
    "Insiders should follow the norm; violations should be refused, unless sharing is open or noise is configured; the "
    "prompts of insiders should state the norm always, those of the newcomer under `told` alone, its module's never."
)
_REFUSALS = ("violations refused", "followers refused")


def build(material: Material) -> Built:
    """Four tables of counts: over finished debates, over all calls, over everything that is lost."""
    by_run = {each.run_dir: each for each in material.treatments}
    groups = {
        label: [by_run[run] for run in run_ids(rows) if run in by_run]
        for label, rows in arms(material.rows).items()
    }
    tables = (
        _force(groups),
        _agents(material.treatments),
        _calls(groups),
        losses("treatment_losses", material.rows),
    )
    return Built("Treatment integrity", text=_TEXT, tables=tables)


def _force(groups: Mapping[str, Sequence[Treatment]]) -> Table:
    def cells(treated: Sequence[Treatment]) -> tuple[Cell, ...]:
        agents, runs = [agent for each in treated for agent in each.integrity.agents], _ids(treated)
        messages = sum(agent.messages for agent in agents)
        followed = Count(part=sum(agent.complied for agent in agents), whole=messages, runs=runs)
        unaided = Count(part=sum(agent.how.get("first", 0) for agent in agents), whole=messages, runs=runs)
        return followed, unaided, *_refusals(agents, runs), *_stated(treated)

    prompts = (f"{seat} prompts with the norm" for seat in SEATS)
    return Table(
        id="treatment",
        title="Was the norm in force",
        columns=("", "insiders follow", "obey at once", *_REFUSALS, *prompts),
        rows=tuple((label, *cells(treated)) for label, treated in groups.items()),
        note="Prompts with the norm hold its instruction word by word.",
    )


def _agents(treatments: Sequence[Treatment]) -> Table:
    found: dict[str, list[tuple[str, AgentIntegrity]]] = {}
    for each in treatments:
        for agent in each.integrity.agents:
            found.setdefault(agent.agent, []).append((each.run_dir, agent))

    def cells(acts: Sequence[tuple[str, AgentIntegrity]]) -> tuple[Cell, ...]:
        runs, agents = tuple(run for run, _ in acts), [agent for _, agent in acts]
        ways = (sum(agent.how.get(way, 0) for agent in agents) for way in _WAYS)
        return *(Count(part=way, runs=runs) for way in ways), *_refusals(agents, runs)

    names = sorted(found, key=lambda name: (len(name), name))
    return Table(
        id="treatment_agents",
        title="By whom",
        columns=("Insider", "obeyed at once", "re-asked", "enacted", "never", *_REFUSALS),
        rows=tuple((name, *cells(found[name])) for name in names),
    )


def _calls(groups: Mapping[str, Sequence[Treatment]]) -> Table:
    def cells(treated: Sequence[Treatment]) -> tuple[Cell, ...]:
        usage, runs = [each.usage for each in treated], _ids(treated)
        names = ("calls", "cached", "retries", "truncated")
        totals = [sum(getattr(one, name) for one in usage) for name in names]
        rungs = [sum(one.rungs.get(rung, 0) for one in usage) for rung in _RUNGS]
        faulty = sum(sum(each.metrics.faults.values()) for each in treated)
        messages = sum(each.metrics.messages for each in treated)
        counts = (Count(part=count, runs=runs) for count in (*totals, *rungs))
        return *counts, Count(part=faulty, whole=messages, runs=runs)

    return Table(
        id="treatment_calls",
        title="Calls, and how structured replies were read",
        columns=("", "calls", "cached", "retries", "truncated", *_RUNGS, "faults of form"),
        rows=tuple((label, *cells(treated)) for label, treated in groups.items()),
        note="Truncated: replies that ended at the token limit. From native to default: the server obeyed the schema, "
        "JSON was found in prose, repaired, asked for again, or not read at all. Faults of form are of newcomer "
        "messages.",
    )


def _stated(treated: Sequence[Treatment]) -> list[Cell]:
    """Prompts of each seat that state the norm; nothing when its words are not known."""
    if any(each.stating is None for each in treated):
        return ["n/a"] * len(SEATS)
    return [
        Count(
            part=sum((each.stating or {}).get(seat, 0) for each in treated),
            whole=sum(each.prompts.get(seat, 0) for each in treated),
            runs=_ids(treated),
        )
        for seat in SEATS
    ]


def _refusals(agents: Sequence[AgentIntegrity], runs: tuple[str, ...]) -> tuple[Count, Count]:
    """Violations that were refused, and messages that followed the norm and were refused all the same."""
    refused = sum(agent.violations_refused for agent in agents)
    wronged = sum(agent.followed_refused for agent in agents)
    return (
        Count(part=refused, whole=sum(agent.violations for agent in agents), runs=runs),
        Count(part=wronged, whole=sum(agent.followed for agent in agents), runs=runs),
    )


def _ids(treated: Iterable[Treatment]) -> tuple[str, ...]:
    return tuple(each.run_dir for each in treated)
