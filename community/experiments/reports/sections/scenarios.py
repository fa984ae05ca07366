"""How subjects reply to scenarios under each condition (Table 1 of LoSoNA), and who decided."""

from collections.abc import Iterator

from community.experiments.reports.arms import levels
from community.experiments.reports.material import Material
from community.experiments.reports.names import model_name
from community.experiments.reports.published_replies import published_note, published_replies
from community.experiments.reports.scored import Scored, scored
from community.experiments.reports.section import Built
from community.experiments.reports.sections.losses import losses
from community.experiments.reports.table import Cell, Table
from community.statistics.agreement import Agreement

OURS = "these runs"
_SHARES = ("accuracy", "compliance", "consistency")
_NOTE = (
    "Accuracy at k: at least half of the k replies to a scenario comply; compliance: share of replies; consistency: "
    "all k replies have the same verdict, null at k = 1. Intervals are percentiles of a bootstrap over scenarios. "
    "Replies without a verdict are in no share."
)


def build(material: Material) -> Built:
    """The table of scores with the published ones below ours."""
    rows = [row for each in scored(material) for row in _scores(each)]
    return Built(
        "Replies to scenarios",
        text=f"Judge: {_judges(material)}.",
        tables=(
            Table(
                id="scenarios",
                title="Subjects under each condition",
                columns=(
                    *("", "condition", "numbers", "k", "scenarios"),
                    *("Accuracy at k", "Compliance", "Consistency", "failed", "no verdict"),
                ),
                rows=(*rows, *_published(material)),
                note=f"{_NOTE} {published_note()}",
            ),
        ),
    )


def judging(material: Material) -> Built:
    """How far the judge agrees with the norms' own rules, and what is lost."""
    columns = (
        *("", "agree", "Cohen's kappa", "only the judge sees a breach", "only the rule sees a breach"),
        *("no verdict", "failed"),
    )
    table = Table(
        id="judging",
        title="Judge and rules",
        columns=columns,
        rows=tuple((each.label, *_judging(each)) for each in scored(material)),
        note=f"Judge: {_judges(material)}. Compared are replies that both have decided; most norms have no rule.",
    )
    verdicts = [
        row.model_copy(
            update={"missing": {name: why for name, why in row.missing.items() if name == "complies"}}
        )
        for row in material.rows
    ]
    return Built("Judge and rules", tables=(table, losses("judging_losses", verdicts)))


def _scores(each: Scored) -> Iterator[tuple[Cell, ...]]:
    for score in each.metrics.conditions:
        yield (
            *(each.label, score.condition, OURS, each.metrics.trials, each.metrics.scenarios),
            each.number(score.accuracy),
            each.number(score.compliance, "replies"),
            each.number(score.consistency),
            each.count(score.failed, score.replies + score.failed),
            each.count(score.no_verdict, score.replies),
        )


def _published(material: Material) -> Iterator[tuple[Cell, ...]]:
    for each in published_replies(material.rows):
        numbers = (each.numbers.get(measure) for measure in _SHARES)
        yield each.subject, each.condition, each.heading, each.trials, each.scenarios, *numbers, None, None


def _judging(each: Scored) -> Iterator[Cell]:
    found, scores = each.metrics.judge_and_rule, each.metrics.conditions
    written = sum(score.replies for score in scores)
    failed = sum(score.failed for score in scores)
    yield each.count(round((found.accuracy or 0) * found.n), found.n)
    yield each.share(found.kappa, found.n)
    yield each.count(_times(found, "breaches", "complies"), found.n)
    yield each.count(_times(found, "complies", "breaches"), found.n)
    yield each.count(sum(score.no_verdict for score in scores), written)
    yield each.count(failed, written + failed)


def _times(found: Agreement, judge: str, rule: str) -> int:
    return found.confusion.get(judge, {}).get(rule, 0)


def _judges(material: Material) -> str:
    return ", ".join(model_name(str(judge)) for judge in levels(material.rows, "judge"))
