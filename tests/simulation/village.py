"""A small run of scripted people: real debate, real modules, nothing on disk."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from community.debate.agents import ANSWER_FORMAT
from community.debate.community import Community, debate_prompts
from community.debate.config import DebateConfig
from community.debate.play import play_debates
from community.debate.records import MessageEvent
from community.models.calls import Caller
from community.models.chat import ChatModel, Reply, Request
from community.models.seat import Seat
from community.modules import load_module, load_module_prompts
from community.modules.module import Services
from community.norms import Norm
from community.simulation import scripted
from community.tasks.task import Question, Task, TaskConfig


class Sums(Task):
    """Additions told as little stories, with ten options each."""

    def questions(self, seed: int, n: int) -> list[Question]:
        things = ("apples", "lamps", "tickets", "stamps", "ropes", "bottles", "chairs", "maps")
        return [self._question(seed, number, things[number % len(things)]) for number in range(n)]

    def _question(self, seed: int, number: int, thing: str) -> Question:
        first, second = 12 + 7 * number + seed, 30 + 5 * number
        options = tuple(str(first + second + 3 * shift - 3 * (number % 10)) for shift in range(10))
        place = f"A shop has {first} {thing} in the cellar and {second} more on the shelf."
        text = f"{place} How many {thing} does the shop have?"
        return Question(f"sum{number}", text, options, "ABCDEFGHIJ"[number % 10])


@dataclass
class Ear:
    """A chat model that keeps every request it hears, and its reply."""

    heard: list[tuple[Request, Reply]] = field(default_factory=list)

    def on(self, model: ChatModel) -> ChatModel:
        complete = model.complete

        async def listen(request: Request) -> Reply:
            reply = await complete(request)
            self.heard.append((request, reply))
            return reply

        object.__setattr__(model, "complete", listen)
        return model


@dataclass(frozen=True)
class Lived:
    """What came of a run."""

    messages: Sequence[MessageEvent]
    belief: str | None

    def of_newcomer(self, since: int = 0) -> list[MessageEvent]:
        return [
            event
            for event in self.messages
            if event.agent == "Newcomer" and event.round > 0 and event.debate >= since
        ]

    def follow_rate(self, since: int = 0) -> float:
        scored = self.of_newcomer(since)
        return sum(event.complies is True for event in scored) / len(scored)


def live(
    norms: Sequence[Norm],
    module: str = "tom",
    *,
    debates: int = 12,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    specs: Mapping[str, str] | None = None,
    known_to_module: Sequence[Norm] | None = None,
    habits: Sequence[Sequence[Norm]] = ((), ()),
    ear: Ear | None = None,
    **protocol: object,
) -> Lived:
    """Run `debates` debates of two experts and a novice.

    `known_to_module` replaces the norms that the module's model is made with.
    """
    task = Sums(TaskConfig())
    questions = task.questions(seed, debates)
    answers = {question.render(): question.answer for question in questions}
    caller = Caller()

    def seat(name: str, role: str, spec: str) -> Seat:
        norms_known = [*norms, *(norm for own in habits for norm in own)]
        if role == "module" and known_to_module is not None:
            norms_known = list(known_to_module)
        spec = (specs or {}).get(role, spec)
        model = scripted(spec, seed=seed, answers=answers, norms=norms_known)
        return Seat(name, ear.on(model) if ear and role == "module" else model, caller, seed)

    services = Services(seat("Module", "module", "sim:module"), load_module_prompts(), seed, ANSWER_FORMAT)
    community = Community(
        config=DebateConfig.model_validate(protocol),
        seed=seed,
        task=task,
        questions=questions,
        norms=norms,
        newcomer_seat=seat("Newcomer", "newcomer", "sim:novice"),
        module=load_module(module, options or {}, services),
        seats=[seat(f"Agent {number}", "expert", "sim:expert") for number in (1, 2)],
        habits=habits,
        prompts=debate_prompts(),
    )
    return asyncio.run(_play(community))


async def _play(community: Community) -> Lived:
    messages = [
        event
        async for events in play_debates(community)
        for event in events
        if isinstance(event, MessageEvent)
    ]
    return Lived(messages, community.module.belief)
