"""Having a model write a scenario: seats, attempts on disk, and the file of the one that passed."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from community.experiments.scenarios.reading import refuse_scripted, seats
from community.models.cache import ReplyCache
from community.scenarios.catalogue import SCENARIOS, list_scenarios
from community.scenarios.conditions import scenario_prompts
from community.scenarios.config import JUDGE_TEMPERATURE
from community.scenarios.evaluation import JUDGE, SUBJECT
from community.scenarios.generation import Attempt, Commission, Workshop, generate, generation_prompts
from community.scenarios.generation.attempt import append_attempt, count_attempts
from community.scenarios.judging import ScenarioJudge
from community.scenarios.scenario import Scenario, Venue
from community.scenarios.writing import write_scenario

WRITER = "Writer"
ATTEMPTS = "attempts.jsonl"


@dataclass(frozen=True, slots=True)
class Order:
    """What to write and by whom.

    Attributes:
        event, norm, venue: of the scenario, by id.
        model: writes it.
        judge: looks for leaks and judges the reply to the twin.
        subject: answers the twin.
        attempts: at most.
    """

    event: str
    norm: str
    venue: Venue
    model: str
    judge: str
    subject: str
    attempts: int


async def write_candidates(
    order: Order, out: Path, *, cache: ReplyCache | None = None
) -> AsyncIterator[tuple[Attempt, Path | None]]:
    """Yield each attempt once it is on disk, and the file of the scenario when it passed.

    Raises:
        UserError: a scripted person is to write or to look for leaks, an id is unknown, or a file cannot be written.
        EndpointError: an endpoint cannot be used.
    """
    refuse_scripted(order.model, "write a chat")
    refuse_scripted(order.judge, "read a chat for leaks")
    commission = Commission.of(order.event, order.norm, order.venue, _taken(out))
    log = out / ATTEMPTS
    wanted = {
        WRITER: (order.model, None),
        SUBJECT: (order.subject, None),
        JUDGE: (order.judge, JUDGE_TEMPERATURE),
    }
    async with seats(wanted, cache=cache) as seated:
        workshop = Workshop(
            writer=seated[WRITER],
            subject=seated[SUBJECT],
            judge=ScenarioJudge(seated[JUDGE], scenario_prompts()),
            prompts=generation_prompts(),
        )
        first = count_attempts(log) + 1
        async for attempt in generate(workshop, commission, attempts=order.attempts, first=first):
            append_attempt(log, attempt)
            yield attempt, _written(attempt, out)


def _taken(out: Path) -> set[str]:
    return {
        *SCENARIOS.shipped,
        *(each.id for each in list_scenarios()),
        *(file.stem for file in out.glob("*.yaml")),
    }


def _written(attempt: Attempt, out: Path) -> Path | None:
    if not attempt.accepted:
        return None
    return write_scenario(Scenario.model_validate(attempt.scenario), out)
