"""A debate run as a log of Inspect (`inspect_ai`), so that `inspect view` opens it: one sample a debate."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from community import __version__
from community.debate import Event, ExchangeEvent, read_event
from community.debate.records import MessageEvent
from community.debate.roster import NEWCOMER
from community.errors import MissingExtraError, UserError
from community.experiments.analysis.debates import DebateObserver, RowOfDebate
from community.experiments.analysis.export import replacing
from community.experiments.analysis.rows import FoundRun
from community.experiments.debates.chapters import Chapter, chapters
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.log import read_events
from community.experiments.runs.manifest import read_manifest
from community.models.journal import read_calls
from community.models.usage import summarize

SCORES = {
    "follow_rate": "follow_rate",
    "correct": "accuracy",
    "admission_rate": "admission_rate",
    "over_imitation": "over_imitation",
    "belief_agreement": "belief_agreement",
}
"""Name of a score in the log -> the measure that it is."""
_STATUS = {"finished": "success", "running": "started", "interrupted": "cancelled", "stopped": "error"}
_HEARD = {"shared": "shared", "refused": "refused", "observed": "was overheard"}


def write_inspect_log(run: FoundRun[Any], path: Path) -> None:
    """Write the log of a debate run in the format that the name of the file says, `.eval` or `.json`.

    Raises:
        UserError: the run is no debate run, the name has another ending, or the file cannot be written.
        MissingExtraError: inspect_ai is not installed.
        RecordError: the records are damaged.
    """
    if path.suffix not in (".eval", ".json"):
        raise UserError(f"{path}: a log of Inspect ends in .eval or .json")
    if not isinstance(run.config, DebateRunConfig):
        raise UserError(
            f"{run.directory.path} is a run of setting {run.config.setting!r}; only debates have such a log"
        )
    try:
        log: Any = importlib.import_module("inspect_ai.log")
    except ImportError as error:
        raise MissingExtraError("inspect_ai", "inspect", f"writing {path}") from error
    with replacing(path) as temporary:
        log.write_eval_log(InspectLog(run).log(), str(temporary), format=path.suffix[1:])


class InspectLog:
    """Makes the log of one run of the package's own types, which check it."""

    def __init__(self, run: FoundRun[DebateRunConfig]) -> None:
        self._run = run
        self._events: list[Event] = read_events(run.directory.events, read_event)
        self._rows = [row for row in DebateObserver().episodes(run) if isinstance(row, RowOfDebate)]
        self._logs: Any = importlib.import_module("inspect_ai.log")
        self._models: Any = importlib.import_module("inspect_ai.model")
        self._scorers: Any = importlib.import_module("inspect_ai.scorer")

    def log(self) -> Any:
        """The `EvalLog`."""
        run, logs = self._run, self._logs
        manifest = read_manifest(run.directory.manifest)
        samples = [
            self._sample(chapter, row)
            for chapter, row in zip(chapters(self._events), self._rows, strict=True)
        ]
        return logs.EvalLog(
            status=_STATUS[manifest.status],
            eval=self._spec(manifest.started_at),
            results=self._results(),
            stats=logs.EvalStats(
                started_at=manifest.started_at,
                completed_at=manifest.ended_at or "",
                model_usage=self._usage(),
            ),
            error=_error(logs, manifest.reason) if manifest.status == "stopped" else None,
            samples=samples,
        )

    def _spec(self, started: str) -> Any:
        config, logs = self._run.config, self._logs
        return logs.EvalSpec(
            created=started,
            task="community_debate",
            task_version=__version__,
            run_id=self._run.directory.path.name,
            task_args=config.model_dump(mode="json"),
            model=config.newcomer,
            dataset=logs.EvalDataset(name=config.task, samples=config.questions),
            config=logs.EvalConfig(),
            packages={"community": __version__},
            tags=["simulated"] if config.simulated else None,
            metadata={**self._run.shared, "simulated": config.simulated},
        )

    def _results(self) -> Any:
        finished = [row for row in self._rows if row.status == "finished"]
        return self._logs.EvalResults(
            total_samples=self._run.config.questions,
            completed_samples=len(finished),
            scores=[self._score(name, measure, finished) for name, measure in SCORES.items()],
        )

    def _score(self, name: str, measure: str, rows: list[RowOfDebate]) -> Any:
        values = [value for row in rows if (value := row.value(measure)) is not None]
        mean = {"mean": self._logs.EvalMetric(name="mean", value=sum(values) / len(values))} if values else {}
        return self._logs.EvalScore(
            name=name,
            scorer=name,
            metrics=mean,
            scored_samples=len(values),
            unscored_samples=len(rows) - len(values),
        )

    def _usage(self) -> dict[str, Any]:
        return {
            model: self._models.ModelUsage(
                input_tokens=totals.prompt_tokens,
                output_tokens=totals.completion_tokens,
                total_tokens=totals.prompt_tokens + totals.completion_tokens,
            )
            for model, totals in summarize(read_calls(self._run.directory.calls)).by_model.items()
        }

    def _sample(self, chapter: Chapter, row: RowOfDebate) -> Any:
        question = chapter.question
        own = [message for message in chapter.messages if message.agent == NEWCOMER]
        last = own[-1].text if own else ""
        return self._logs.EvalSample(
            id=f"debate {row.index}",
            epoch=1,
            input=question.text if question else "",
            target=question.answer if question else "",
            messages=list(self._view(chapter)),
            output=self._models.ModelOutput.from_content(self._run.config.newcomer, last),
            scores=self._scores(row, own[-1].letter if own else None),
            error=_error(self._logs, row.reason) if row.status == "failed" else None,
            metadata={
                **row.model_dump(mode="json", exclude={*row.measures, "missing"}),
                "missing": row.missing,
                "community": [_said(message) for message in chapter.messages if message.agent != NEWCOMER],
            },
        )

    def _scores(self, row: RowOfDebate, letter: str | None) -> dict[str, Any]:
        values = {name: value for name, of in SCORES.items() if (value := row.value(of)) is not None}
        return {
            name: self._scorers.Score(value=value, answer=letter if name == "correct" else None)
            for name, value in values.items()
        }

    def _view(self, chapter: Chapter) -> Iterator[Any]:
        """The debate as the newcomer met it: the question, what was done towards it, and what it said."""
        if chapter.question:
            yield self._models.ChatMessageUser(content=chapter.question.text)
        said = {(message.round, message.agent): message for message in chapter.messages}
        for message in (message for message in chapter.messages if message.agent == NEWCOMER):
            for act in (act for act in chapter.exchanges if act.round == message.round):
                heard = said.get((act.round - 1, act.agent))
                yield self._models.ChatMessageUser(content=_heard(act, heard), metadata=_facts(act))
            yield self._models.ChatMessageAssistant(
                content=message.text, model=self._run.config.newcomer, metadata=_said(message)
            )


def _heard(act: ExchangeEvent, latest: MessageEvent | None) -> str:
    words = (latest.text if latest else "") if act.text is None else act.text
    return f"{act.agent} {_HEARD[act.outcome]}: {words}"


def _facts(act: ExchangeEvent) -> dict[str, Any]:
    return act.model_dump(mode="json", include={"round", "agent", "outcome", "complied"})


def _said(message: MessageEvent) -> dict[str, Any]:
    """A message with what was decided about it."""
    told = message.model_dump(mode="json", exclude={"kind", "debate"})
    return told if message.agent != NEWCOMER else {name: told[name] for name in told if name != "text"}


def _error(logs: Any, reason: str | None) -> Any:
    return logs.EvalError(message=reason or "", traceback="", traceback_ansi="")
