"""Whether a judge can be trusted: its verdicts on replies with known labels, beside the rules and what people say."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from community.experiments.scenarios.reading import seats
from community.models import is_simulated
from community.models.cache import ReplyCache
from community.records import SCHEMA_VERSION, Record
from community.scenarios.agreement import CheckedReply, JudgeCheck, RaterPair, check_replies, compare_raters
from community.scenarios.conditions import scenario_prompts
from community.scenarios.config import JUDGE_TEMPERATURE
from community.scenarios.evaluation import JUDGE
from community.scenarios.human import HumanLabel, read_human_labels
from community.scenarios.judging import ScenarioJudge
from community.scenarios.scenario import Scenario

_MOST_SHOWN = 12
_SHOWN = 100


class JudgeReport(Record):
    """What `community scenarios judge-check --json` prints."""

    schema_version: int = SCHEMA_VERSION
    judge: str
    simulated: bool
    check: JudgeCheck
    disputed: tuple[CheckedReply, ...]
    """Replies on which the judge and the authors differ."""


async def check_judge(
    scenarios: Sequence[Scenario], judge: str, *, labels: Path | None = None, cache: ReplyCache | None = None
) -> JudgeReport:
    """Have a judge decide all replies of some scenarios that the authors, or people, have labelled.

    Args:
        scenarios: with their labelled replies.
        judge: spec of a model; a scripted person goes by the norms' rules and cues.
        labels: a CSV file of people's labels.
        cache: of replies.

    Raises:
        UserError: the spec or the file is wrong.
        EndpointError: the judge cannot be used.
    """
    people: Iterable[HumanLabel] = ()
    if labels is not None:
        people = read_human_labels(labels, {scenario.id: scenario for scenario in scenarios})
    wanted = {JUDGE: (judge, JUDGE_TEMPERATURE)}
    async with seats(wanted, scenarios=scenarios, cache=cache) as seated:
        asked = ScenarioJudge(seated[JUDGE], scenario_prompts())
        checked = [reply async for reply in check_replies(scenarios, judge=asked, people=people)]
    return JudgeReport(
        judge=judge,
        simulated=is_simulated(judge),
        check=compare_raters(checked),
        disputed=tuple(filter(_is_disputed, checked)),
    )


def _is_disputed(reply: CheckedReply) -> bool:
    told = reply.judge.complies if reply.judge else None
    return None not in (told, reply.authors) and told is not reply.authors


def report_table(report: JudgeReport) -> RenderableType:
    """How every two raters agree, how often only one of them says that a reply complies, and disputed replies."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("raters", "replies", "agree", "kappa", "first only", "second only"):
        table.add_column(name, no_wrap=True)
    for pair in report.check.pairs:
        table.add_row(*_cells(pair))
    return Group(Text(f"judge {report.judge}", style="dim"), table, *map(Text, _notes(report)))


def _cells(pair: RaterPair) -> list[str]:
    found = pair.agreement
    kappa = "n/a" if found.kappa is None else f"{found.kappa:.2f}"
    table = found.confusion
    alone = [
        table.get(one, {}).get(other, 0)
        for one, other in (("complies", "breaches"), ("breaches", "complies"))
    ]
    return [
        f"{pair.first} and {pair.second}",
        str(found.n),
        f"{found.accuracy or 0:.1%}",
        kappa,
        *map(str, alone),
    ]


def _notes(report: JudgeReport) -> list[str]:
    notes = [f"{report.check.no_verdict} replies have no verdict"] if report.check.no_verdict else []
    notes += [
        f"the judge differs from the authors: {reply.ends}: {reply.reply[:_SHOWN]!r}"
        for reply in report.disputed[:_MOST_SHOWN]
    ]
    if len(report.disputed) > _MOST_SHOWN:
        notes.append(f"and {len(report.disputed) - _MOST_SHOWN} more")
    if report.simulated:
        notes.append("simulated: a scripted judge goes by rules and cues; this says nothing about any model")
    return notes
