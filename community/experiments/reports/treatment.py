"""Whether a run was treated as its configuration says, read from its events and its journal of calls."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from community.debate import read_event
from community.debate.integrity import DebateIntegrity
from community.debate.roster import NEWCOMER
from community.debate.scoring import DebateMetrics, score_debates
from community.errors import CommunityError
from community.experiments.analysis.rows import FoundRun
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.models.journal import JournaledCall, read_calls
from community.models.usage import Totals, summarize
from community.norms import load_norm
from community.records import read_json

Seat = Literal["newcomer", "module", "insiders"]
SEATS: tuple[Seat, ...] = ("newcomer", "module", "insiders")


@dataclass(frozen=True)
class Treatment:
    """What is on record about the treatment of one run.

    Attributes:
        run_dir: of the run.
        simulated: scripted people took part.
        metrics: of its events, with the integrity of its treatment.
        usage: of its calls, cached ones too.
        prompts: seat -> prompts that were sent to it.
        stating: seat -> how many of them state every enforced norm in the words of the catalogue; None when a norm is
            not to be found any more.
    """

    run_dir: str
    simulated: bool
    metrics: DebateMetrics
    usage: Totals
    prompts: Mapping[Seat, int]
    stating: Mapping[Seat, int] | None

    @property
    def integrity(self) -> DebateIntegrity:
        """Of its metrics."""
        return self.metrics.integrity


def read_treatment(run: FoundRun[Any]) -> Treatment:
    """Fold the records of one run of debates.

    Raises:
        RecordError: they are damaged.
    """
    config = run.config
    assert isinstance(config, DebateRunConfig)
    audit = _Audit(_instructions(config.norms))
    usage = summarize(audit.through(read_calls(run.directory.calls)))
    return Treatment(
        run_dir=str(run.directory.path),
        simulated=config.simulated,
        metrics=_metrics(run.directory, config, finished=run.status == "finished"),
        usage=usage.total,
        prompts=dict(audit.prompts),
        stating=dict(audit.stating) if audit.instructions else None,
    )


def _metrics(directory: RunDirectory, config: DebateRunConfig, *, finished: bool) -> DebateMetrics:
    """As the run wrote them when it finished, else from its events."""
    if finished and directory.metrics.is_file():
        return DebateMetrics.model_validate(read_json(directory.metrics))
    return score_debates(read_events(directory.events, read_event), habits=bool(config.idiosyncratic))


@dataclass
class _Audit:
    """Counts prompts that state the norm while calls pass through."""

    instructions: Sequence[str]
    prompts: Counter[Seat] = field(default_factory=Counter[Seat])
    stating: Counter[Seat] = field(default_factory=Counter[Seat])

    def through(self, calls: Iterable[JournaledCall]) -> Iterator[JournaledCall]:
        for call in calls:
            seat = _seat(call.who)
            if seat:
                self.prompts[seat] += 1
                prompt = "\n".join(message.text for message in call.messages)
                self.stating[seat] += all(text in prompt for text in self.instructions)
            yield call


def _seat(who: str) -> Seat | None:
    if who == "Judge":
        return None
    return "newcomer" if who == NEWCOMER else "module" if who == "Module" else "insiders"


def _instructions(norms: Sequence[str]) -> list[str]:
    """What insiders are told; empty when a norm is not to be found any more."""
    try:
        return [load_norm(name).instruction for name in norms]
    except CommunityError:
        return []
