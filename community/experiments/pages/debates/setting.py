"""Runs of debates among others on a page."""

from collections.abc import Mapping
from typing import Any, ClassVar

from community.debate import read_event
from community.debate.scoring import DebateMetrics, score_debates
from community.experiments.analysis.rows import FoundRun
from community.experiments.analysis.treatment import TreatedDebate, treatment
from community.experiments.debates.config import DebateRunConfig
from community.experiments.pages.debates.run import DebateRunPages
from community.experiments.pages.means import PagesByNorm
from community.experiments.pages.setting import read_metrics, treatment_of_page
from community.experiments.runs.log import read_events


class DebatePages(PagesByNorm[DebateRunConfig]):
    """Pages of runs of debates."""

    run_type = DebateRunPages
    note: ClassVar[str] = (
        "Means over runs that differ in their seeds alone, with errors over runs, and over questions where runs share "
        "them; of a single run, over its debates."
    )
    measures: ClassVar[Mapping[str, str]] = {
        "follow_rate": "norm following",
        "accuracy": "accuracy",
        "admission_rate": "admission",
        "over_imitation": "over-imitation",
        "belief_agreement": "belief agreement",
    }
    columns: ClassVar[Mapping[str, str]] = {"follow_rate": "following", "accuracy": "accuracy"}

    def entry(self, run: FoundRun[DebateRunConfig]) -> Mapping[str, Any]:
        metrics, treated = _metrics(run), treatment(run)
        return {
            "title": treated["norm"],
            "treatment": treatment_of_page(treated, TreatedDebate.factors, but=self.constant),
            "planned": run.config.episodes,
            "ended": metrics.debates,
            "failed": metrics.failed,
            "numbers": {name: getattr(metrics, name) for name in self.measures},
            "curve": metrics.curve,
        }


def _metrics(run: FoundRun[DebateRunConfig]) -> DebateMetrics:
    return read_metrics(run, DebateMetrics) or score_debates(
        read_events(run.directory.events, read_event), habits=bool(run.config.idiosyncratic)
    )
