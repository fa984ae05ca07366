"""Candidates, one after the other, until one passes."""

from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from community.errors import ContextOverflowError, RejectedError, UserError
from community.models.seat import Seat
from community.prompts import PromptBook, load_prompts
from community.scenarios.generation.attempt import Attempt, Rejection
from community.scenarios.generation.drafting import Draft
from community.scenarios.generation.screening import Screened, screen
from community.scenarios.judging import ScenarioJudge
from community.scenarios.scenario import Scenario, Venue
from community.scenarios.taxonomy import Cell, SocialEvent, SocialNorm, load_taxonomy


def generation_prompts(override: Path | None = None) -> PromptBook:
    """The prompts of the writer, each replaced by the file of the same name in `override` where there is one."""
    return load_prompts(Path(__file__).parent / "prompts", override)


@dataclass(frozen=True)
class Commission:
    """What is to be written.

    Attributes:
        event, norm, venue: of the scenario.
        taken: ids that it may not have.
    """

    event: SocialEvent
    norm: SocialNorm
    venue: Venue
    taken: Collection[str] = ()

    @classmethod
    def of(cls, event: str, norm: str, venue: Venue, taken: Collection[str] = ()) -> "Commission":
        """By ids.

        Raises:
            UnknownIdError: no such event or norm.
            UserError: the norm does not apply to the event.
        """
        taxonomy = load_taxonomy()
        made = cls(taxonomy.event(event), taxonomy.norm(norm), venue, taken)
        if not taxonomy.applies(event, norm):
            reason = taxonomy.excluded[Cell(event, norm)]
            raise UserError(f"{norm!r} does not apply to the event {event!r}: {reason}")
        return made


@dataclass(frozen=True)
class Workshop:
    """Who works on it.

    Attributes:
        writer: writes candidates.
        subject: answers their twins, told nothing.
        judge: looks for leaks, and judges those answers.
        prompts: of the writer.
    """

    writer: Seat
    subject: Seat
    judge: ScenarioJudge
    prompts: PromptBook


async def generate(
    workshop: Workshop, commission: Commission, *, attempts: int, first: int = 1
) -> AsyncIterator[Attempt]:
    """Yield every attempt; the last one may be accepted, and none comes after it.

    Args:
        workshop: who works on it.
        commission: what is to be written.
        attempts: at most.
        first: number of the first one; every number draws anew.

    Raises:
        EndpointError: an endpoint cannot be used.
    """
    for number in range(first, first + attempts):
        attempt = await _attempted(workshop, commission, number)
        yield attempt
        if attempt.accepted:
            return


async def _attempted(workshop: Workshop, commission: Commission, number: int) -> Attempt:
    where = f"generate.{commission.event.id}.{commission.norm.id}.{commission.venue}.{number}"
    draft = Draft(
        commission.event, commission.norm, commission.venue, workshop.writer, workshop.prompts, where
    )
    scenario: Scenario | None = None
    try:
        written = await draft.write()
        if isinstance(written, Rejection):
            return _told(workshop, commission, number, None, Screened(written))
        scenario = _named_anew(written, commission.taken)
        screened = await screen(scenario, subject=workshop.subject, judge=workshop.judge, where=where)
    except (ContextOverflowError, RejectedError) as error:
        screened = Screened(Rejection("model", (str(error),)))
    return _told(workshop, commission, number, scenario, screened)


def _named_anew(scenario: Scenario, taken: Collection[str]) -> Scenario:
    """The scenario under an id that nobody has."""
    names = [scenario.id, *(f"{scenario.id}_{number}" for number in range(2, len(taken) + 3))]
    return scenario.model_copy(update={"id": next(name for name in names if name not in taken)})


def _told(
    workshop: Workshop, commission: Commission, number: int, scenario: Scenario | None, screened: Screened
) -> Attempt:
    rejection = screened.rejection
    data: dict[str, Any] | None = None
    if scenario is not None:
        data = scenario.model_dump(mode="json", exclude_defaults=True)
    return Attempt(
        number=number,
        event=commission.event.id,
        norm=commission.norm.id,
        venue=commission.venue,
        writer=workshop.writer.model.spec,
        judge=workshop.judge.seat.model.spec,
        subject=workshop.subject.model.spec,
        accepted=rejection is None,
        stage=rejection.stage if rejection else None,
        reasons=rejection.reasons if rejection else (),
        warnings=screened.warnings,
        twin=screened.twin,
        scenario=data,
    )
