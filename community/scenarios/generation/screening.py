"""What a candidate has to pass: the review, a judge who looks for leaks, and its twin without demonstrations."""

from dataclasses import dataclass

from community.models.seat import Seat
from community.scenarios.conditions import subject_prompt
from community.scenarios.generation.attempt import Rejection, TwinCheck
from community.scenarios.judging import ScenarioJudge
from community.scenarios.leaks import judged_leak
from community.scenarios.review import doubts, flaws
from community.scenarios.scenario import Flaw, Scenario, structural_flaws


@dataclass(frozen=True, slots=True)
class Screened:
    """How a candidate did.

    Attributes:
        rejection: None when it passed.
        warnings: what a person should look at.
        twin: how the twin was answered, if it came so far.
    """

    rejection: Rejection | None
    warnings: tuple[str, ...] = ()
    twin: TwinCheck | None = None


async def screen(scenario: Scenario, *, subject: Seat, judge: ScenarioJudge, where: str) -> Screened:
    """Put a candidate through all checks, the cheap ones first.

    Args:
        scenario: the candidate.
        subject: answers the twin, told nothing.
        judge: looks for leaks and judges that answer.
        where: the place in the calls.

    Raises:
        ModelCallError: a call failed for good.
    """
    found = list(structural_flaws(scenario)) or list(flaws(scenario))
    if found:
        return Screened(Rejection("review", tuple(map(_told, found))))
    warnings = tuple(map(_told, doubts(scenario)))
    leak = await judged_leak(scenario, judge.seat, judge.prompts)
    if leak is None:
        return Screened(Rejection("leak", ("the judge of leaks could not be read",)), warnings)
    if leak.states_norm:
        return Screened(Rejection("leak", (f"a judge finds the norm said: {leak.quote!r}",)), warnings)
    twin = await _answered(scenario.without_demonstrations(), subject, judge, where)
    return Screened(_twin_rejection(twin), warnings, twin)


async def _answered(twin: Scenario, subject: Seat, judge: ScenarioJudge, where: str) -> TwinCheck:
    """What somebody replies who could not have learned the norm, and whether it complies all the same."""
    messages = subject_prompt(judge.prompts, twin, "naive")
    reply = (await subject.say(messages, where=where, purpose="reply")).text.strip()
    return TwinCheck(reply=reply, verdict=await judge.verdict(twin, reply, where=where))


def _twin_rejection(twin: TwinCheck) -> Rejection | None:
    if twin.verdict.complies is None:
        return Rejection("twin", (f"no verdict on the reply to the twin: {twin.verdict.reason}",))
    if twin.verdict.complies:
        said = f"without the demonstrations the reply complies already: {twin.reply!r}"
        return Rejection("twin", (said,))
    return None


def _told(flaw: Flaw) -> str:
    return f"{'.'.join(map(str, flaw.place))}: {flaw.message}"
