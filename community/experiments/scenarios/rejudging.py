"""New verdicts on the replies of an earlier run; its subject is not asked for anything."""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from community.errors import RecordError, UserError
from community.experiments.runs.directory import open_run
from community.experiments.runs.log import read_events
from community.experiments.runs.manifest import Ingredients, read_manifest
from community.experiments.runs.setting import read_config
from community.experiments.scenarios.config import ScenarioRunConfig
from community.models import ModelOptions
from community.parallel import in_order
from community.scenarios.judging import ScenarioJudge
from community.scenarios.play import breadth
from community.scenarios.records import Event, ReplyEvent, read_event
from community.scenarios.scenario import Scenario


def config_to_rejudge(run: Path, judge: str, options: ModelOptions) -> ScenarioRunConfig:
    """The configuration of a run that gives new verdicts on the replies of `run`, a path as it will be recorded.

    Raises:
        UserError: it is no finished run of scenarios.
    """
    directory = open_run(run)
    config = read_config(directory)
    if not isinstance(config, ScenarioRunConfig):
        raise UserError(
            f"{run} is a run of setting {config.setting!r}; only replies to scenarios are judged anew"
        )
    if read_manifest(directory.manifest).status != "finished":
        raise UserError(f"{run} is not finished; go on with: community resume {run}")
    changed = {"judge": judge, "judge_options": options, "replies_from": str(run)}
    return config.model_copy(update=changed)


async def judge_anew(
    judge: ScenarioJudge, replies: Sequence[Event], scenarios: Mapping[str, Scenario]
) -> AsyncIterator[Sequence[Event]]:
    """Yield earlier replies with new verdicts, in order.

    Args:
        judge: who decides now.
        replies: of the earlier run; those that failed stay as they are.
        scenarios: by id.

    Raises:
        EndpointError: the judge's endpoint cannot be used any more.
    """

    async def judged(event: ReplyEvent) -> ReplyEvent:
        if event.failed or event.reply is None:
            return event
        verdict = await judge.verdict(scenarios[event.scenario], event.reply, where=event.ends)
        return event.model_copy(update={"judge": verdict})

    results = in_order(judged, replies, at_once=breadth([judge.seat]))
    try:
        async for event in results:
            yield [event]
    finally:
        await results.aclose()


def finished_replies(run: Path, ingredients: Ingredients) -> list[Event]:
    """The replies of a run whose scenarios are still what they were.

    Raises:
        UserError: they have changed, or the run is gone.
    """
    directory = open_run(run)
    try:
        before, replies = read_manifest(directory.manifest), read_events(directory.events, read_event)
    except RecordError as error:
        raise UserError(str(error)) from error
    if before.questions != ingredients.questions:
        raise UserError(f"the replies of {run} cannot be judged anew: its scenarios have changed since")
    return replies
