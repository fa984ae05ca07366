"""A run of scenarios as a page shows it: what it was, its numbers, and one line about each scenario."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple

from community.errors import CommunityError
from community.experiments.pages.records import Headline, RunOfPage
from community.experiments.pages.scenarios.transcript import ScenarioOfPage, scenario_of_page
from community.experiments.pages.setting import RunPages
from community.experiments.runs.manifest import Manifest
from community.experiments.scenarios.config import ScenarioRunConfig
from community.records import Record
from community.scenarios.config import Condition
from community.scenarios.labels import majority
from community.scenarios.records import Event
from community.scenarios.scenario import Scenario
from community.scenarios.scoring import ScenarioMetrics, score_scenarios

_TOLD: Mapping[Condition, str] = {
    "naive": "nothing is said about the earlier messages",
    "elicitor_only": "the earlier messages are there to understand the situation",
    "style_adaptation": "they are there for the tone, the ties and what is customary",
    "norm_informed": "they may show a pattern, or a norm",
    "oracle": "messages like the latest one are to be found, and answered as they were",
}
"""What the subject is told under each condition."""


class ScenarioLine(Record):
    """One scenario in a line."""

    number: int
    """Counted from 1, in the order of the run."""
    scenario: str
    norm: str
    event: str
    venue: str
    status: Literal["finished", "unfinished"]
    verdicts: dict[Condition, tuple[bool | None, ...]]
    """One verdict a reply, in the order of trials; None without one, be it failed or not judged."""
    settled: dict[Condition, bool | None]
    """Whether at least half of the replies comply; None where verdicts are lacking to settle it."""
    failed: dict[Condition, int]
    """Replies that failed."""


class ScenariosOfPage(RunOfPage):
    """All that is known of a run of scenarios but for its chats and replies."""

    problem: str | None
    """Why chats are missing, or are not those that were played."""
    told: dict[Condition, str]
    """What the subject is told under each condition of the run."""
    metrics: ScenarioMetrics
    lines: tuple[ScenarioLine, ...]


class _Chats(NamedTuple):
    """The scenarios of a run by id, as far as they can be had, and their hash."""

    scenarios: Mapping[str, Scenario]
    hash: str | None
    problem: str | None


class ScenarioRunPages(RunPages[ScenarioRunConfig]):
    """A run of scenarios."""

    scripts: ClassVar[tuple[str, ...]] = (
        "messages.js",
        "scenarios/tables.js",
        "scenarios/transcript.js",
        "scenarios/setting.js",
        "found.js",
        "run.js",
    )

    @property
    def planned(self) -> int:
        return planned_replies(self.config)

    @property
    def heading(self) -> str:
        module = self.config.module.id
        who = self.config.subject if module == "none" else f"{self.config.subject} with module {module}"
        return f"{who} · {len(self.config.scenarios)} scenarios"

    def page(self, manifest: Manifest, events: Sequence[Event]) -> ScenariosOfPage:
        metrics = score_scenarios(events)
        return ScenariosOfPage(
            **self.common(manifest, _headlines(metrics)),
            problem=self._problem(manifest),
            told={condition: _TOLD[condition] for condition in self.config.conditions},
            metrics=metrics,
            lines=tuple(
                self._line(number, replies)
                for number, replies in enumerate(_by_scenario(events).values(), start=1)
            ),
        )

    def transcripts(self, events: Sequence[Event], start: int = 0) -> Sequence[ScenarioOfPage]:
        return [
            scenario_of_page(name, self._chats.scenarios.get(name), replies)
            for name, replies in list(_by_scenario(events).items())[start:]
        ]

    @cached_property
    def _chats(self) -> _Chats:
        """Read once: they may come from a large file, or from afar."""
        try:
            selection = self.config.selection()
        except CommunityError as error:
            return _Chats({}, None, str(error))
        return _Chats({scenario.id: scenario for scenario in selection.scenarios}, selection.hash, None)

    def _problem(self, manifest: Manifest) -> str | None:
        if self._chats.problem:
            return f"The chats cannot be had any more: {self._chats.problem}"
        changed = self._chats.hash != manifest.questions
        return "The scenarios have changed since; the chats are those of today." if changed else None

    def _line(self, number: int, replies: Sequence[Event]) -> ScenarioLine:
        first = replies[0]
        scenario = self._chats.scenarios.get(first.scenario)
        of: dict[Condition, list[Event]] = {
            condition: [reply for reply in replies if reply.condition == condition]
            for condition in self.config.conditions
        }
        verdicts: dict[Condition, list[bool | None]] = {
            condition: [reply.complies for reply in own] for condition, own in of.items()
        }
        missing: list[bool | None] = [None] * self.config.trials
        whole = len(replies) >= len(of) * self.config.trials
        return ScenarioLine(
            number=number,
            scenario=first.scenario,
            norm=first.norm,
            event=first.event,
            venue=(scenario and scenario.venue) or "",
            status="finished" if whole else "unfinished",
            verdicts={condition: tuple(labels) for condition, labels in verdicts.items()},
            settled={
                condition: majority([*labels, *missing[len(labels) :]])
                for condition, labels in verdicts.items()
            },
            failed={condition: sum(reply.failed for reply in own) for condition, own in of.items()},
        )


def planned_replies(config: ScenarioRunConfig) -> int:
    """Replies that a run is made of; a run on disk names its scenarios, so they need not be there any more."""
    return len(config.scenarios) * len(config.conditions) * config.trials or config.episodes


def _by_scenario(events: Sequence[Event]) -> dict[str, list[Event]]:
    """Scenarios in the order of the run, the replies to each in the order of their trials."""
    found: dict[str, list[Event]] = {}
    for event in events:
        found.setdefault(event.scenario, []).append(event)
    return {name: sorted(replies, key=lambda reply: reply.trial) for name, replies in found.items()}


def _headlines(metrics: ScenarioMetrics) -> list[Headline]:
    """Accuracy under each condition."""
    return [
        Headline(
            name=f"accuracy_{score.condition}",
            label=f"acc@{metrics.trials} {score.condition.replace('_', ' ')}",
            meaning=_TOLD[score.condition],
            number=score.accuracy,
        )
        for score in metrics.conditions
    ]
