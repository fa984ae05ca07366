"""A run as a page shows it: what it was, its numbers, and one line about each debate."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from community.debate import Event
from community.debate.finished import FinishedDebate
from community.debate.roster import NEWCOMER
from community.debate.scoring import DebateMetrics, score_debates
from community.errors import CommunityError, UserError
from community.experiments.debates.chapters import Chapter, DebateRow, chapters, rows
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.manifest import Manifest, read_manifest
from community.experiments.runs.setting import read_config
from community.models.journal import read_calls
from community.models.usage import UsageReport, summarize
from community.norms import load_norm
from community.records import Record


class RuleOfPage(Record):
    """An enforced norm or a habit; without title and instruction where its file is gone."""

    id: str
    title: str
    instruction: str


class DebateLine(DebateRow):
    """One debate in a line, with what the figures draw."""

    category: str
    followed: tuple[bool | None, ...]
    """For each message of the newcomer, the initial answer first: whether it satisfies every enforced norm."""
    imitation: float | None
    """Share of the scored rounds whose message shows a habit of a background agent; None without habits."""
    rule: str | None
    agreement: float | None
    rating: int | None


class RunOfPage(Record):
    """All that is known of a run but for its transcripts."""

    name: str
    title: tuple[str, ...]
    planned: int
    manifest: Manifest
    config: dict[str, Any]
    norms: tuple[RuleOfPage, ...]
    habits: tuple[RuleOfPage, ...]
    metrics: DebateMetrics
    usage: UsageReport | None
    """None while the run goes on."""
    debates: tuple[DebateLine, ...]


@dataclass(frozen=True)
class DebateRun:
    """A run of debates as it is on disk."""

    directory: RunDirectory
    config: DebateRunConfig
    manifest: Manifest

    def page(self, events: Sequence[Event]) -> RunOfPage:
        """Its page, from the events so far."""
        over = self.manifest.status != "running"
        habits = self.config.idiosyncratic if isinstance(self.config.idiosyncratic, tuple) else ()
        return RunOfPage(
            name=self.directory.path.resolve().name,
            title=self.config.title,
            planned=self.config.episodes,
            manifest=self.manifest,
            config=self.config.model_dump(mode="json"),
            norms=tuple(map(_rule, self.config.norms)),
            habits=tuple(map(_rule, habits)),
            metrics=score_debates(events, habits=bool(habits)),
            usage=summarize(read_calls(self.directory.calls)) if over else None,
            debates=tuple(
                _line(chapter, row, habits=bool(habits))
                for chapter, row in zip(chapters(events), rows(events), strict=True)
            ),
        )


def open_debates(directory: RunDirectory) -> DebateRun:
    """A run whose pages can be made.

    Raises:
        UserError: it is of another setting, which has no pages.
        RecordError: what is on disk is no run.
    """
    config = read_config(directory)
    if not isinstance(config, DebateRunConfig):
        raise UserError(f"{directory.path} is a run of setting {config.setting!r}, which has no page yet")
    return DebateRun(directory, config, read_manifest(directory.manifest))


def _rule(name: str) -> RuleOfPage:
    with suppress(CommunityError):
        norm = load_norm(name)
        return RuleOfPage(id=norm.id, title=norm.title, instruction=norm.instruction)
    return RuleOfPage(id=name, title="", instruction="")


def _line(chapter: Chapter, row: DebateRow, *, habits: bool) -> DebateLine:
    own = [message for message in chapter.messages if message.agent == NEWCOMER]
    verdict = chapter.verdict
    fields: Mapping[str, Any] = {**row.model_dump(), "belief": row.belief if row.new_belief else None}
    return DebateLine(
        **fields,
        category=chapter.question.category if chapter.question else "",
        followed=tuple(message.complies for message in own),
        imitation=FinishedDebate.of(chapter.events).over_imitation if habits else None,
        rule=verdict.rule if verdict else None,
        agreement=verdict.agreement if verdict else None,
        rating=verdict.rating if verdict else None,
    )
