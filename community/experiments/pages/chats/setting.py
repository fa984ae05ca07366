"""Runs of group chats among others on a page."""

from collections.abc import Mapping
from typing import Any, ClassVar

from community.chat import read_event
from community.chat.scoring import ChatMetrics, score_chats
from community.experiments.analysis.chats import TreatedChat, treatment
from community.experiments.analysis.rows import FoundRun
from community.experiments.chats.config import ChatRunConfig
from community.experiments.pages.chats.run import ChatRunPages
from community.experiments.pages.means import PagesByNorm
from community.experiments.pages.setting import read_metrics, treatment_of_page
from community.experiments.runs.log import read_events

_ABILITY = "first_opportunity"


class ChatPages(PagesByNorm[ChatRunConfig]):
    """Pages of runs of group chats."""

    run_type = ChatRunPages
    note: ClassVar[str] = (
        "Means over runs that differ in their seeds alone, with errors over runs; of a single run, over "
        "its chats. The norm is that of the first turn."
    )
    measures: ClassVar[Mapping[str, str]] = {
        "follow_rate": "norm following",
        _ABILITY: "first opportunity",
        "repair": "repair",
        "relapse": "relapse",
        "over_imitation": "over-imitation",
        "belief_agreement": "belief agreement",
    }
    columns: ClassVar[Mapping[str, str]] = {"follow_rate": "following", "repair": "repair"}

    def entry(self, run: FoundRun[ChatRunConfig]) -> Mapping[str, Any]:
        metrics = read_metrics(run, ChatMetrics) or score_chats(read_events(run.directory.events, read_event))
        treated = treatment(run)
        return {
            "title": treated["norm"],
            "treatment": treatment_of_page(treated, TreatedChat.factors, but=self.constant),
            "planned": run.config.episodes,
            "ended": metrics.chats,
            "failed": metrics.failed,
            "numbers": {
                name: getattr(metrics.scene if name == _ABILITY else metrics, name) for name in self.measures
            },
            "curve": tuple(point.value for point in metrics.learning),
        }
