"""Models that read scenarios outside of runs: judges of replies and of leaks, writers of chats."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager

from community.errors import Fault, UserError
from community.experiments.runs.config import Place
from community.experiments.runs.seating import Seating, asked, connect
from community.experiments.scenarios.cast import person
from community.models import ModelOptions, is_simulated
from community.models.cache import ReplyCache
from community.models.calls import Caller
from community.models.journal import Journal
from community.models.pool import ModelPool
from community.models.seat import Seat
from community.models.structured import load_model_prompts
from community.parallel import together
from community.scenarios.conditions import scenario_prompts
from community.scenarios.config import JUDGE_TEMPERATURE
from community.scenarios.leaks import judged_leak
from community.scenarios.scenario import Scenario


@asynccontextmanager
async def seats(
    wanted: Mapping[str, tuple[str, float | None]],
    *,
    scenarios: Sequence[Scenario] = (),
    journal: Journal | None = None,
    cache: ReplyCache | None = None,
    seed: int = 0,
) -> AsyncGenerator[dict[str, Seat]]:
    """Seats at models that are proven and share their limits.

    Args:
        wanted: name of a seat -> the model's spec, and its temperature where the model takes one.
        scenarios: by whose norms a scripted person can judge.
        journal: of the calls; None keeps nothing.
        cache: of replies; None is off.
        seed: of every call.

    Raises:
        UserError: a spec is wrong.
        EndpointError: an endpoint cannot be used.
    """
    async with ModelPool() as pool:
        places = {
            name: Place(spec, name, ModelOptions(), temperature=temperature)
            for name, (spec, temperature) in wanted.items()
        }
        models = connect(places, pool, person(scenarios, seed=seed))
        await pool.prove(asked(places, models))
        caller = Caller(journal=journal, cache=cache)
        seating = Seating(places, models, caller, seed, load_model_prompts())
        yield {name: seating.seat(name) for name in places}


def refuse_scripted(spec: str, work: str) -> None:
    """Scripted people cannot do everything.

    Raises:
        UserError: the spec names one.
    """
    if is_simulated(spec):
        raise UserError(
            f"{spec!r} is a scripted person, who cannot {work}; name a model, for example openai:gpt-5"
        )


async def find_leaks(files: Mapping[str, Scenario], judge: str) -> dict[str, tuple[Fault, ...]]:
    """File -> what a judge finds said out loud in its scenario, for those where it finds something.

    Raises:
        UserError: the judge is a scripted person, or no model.
        ModelCallError: a call failed for good.
    """
    refuse_scripted(judge, "read a chat for leaks")
    async with seats({"Judge": (judge, JUDGE_TEMPERATURE)}) as seated:
        seat, prompts = seated["Judge"], scenario_prompts()
        found = await together(judged_leak(scenario, seat, prompts) for scenario in files.values())
    faults = {
        file: Fault("", "the judge of leaks could not be read")
        if leak is None
        else Fault("", f"a judge finds the norm said: {leak.quote!r}")
        for file, leak in zip(files, found, strict=True)
        if leak is None or leak.states_norm
    }
    return {file: (fault,) for file, fault in faults.items()}
