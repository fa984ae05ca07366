"""Small chats: scripted people, or models that answer by a function, with real modules and nothing on disk."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from community.chat import ChatConfig, Event, TurnEvent
from community.chat.cast import Cast, Newcomer, assemble_chat, module_services
from community.chat.play import play_chats
from community.chat.roster import CHAIR, member_name, module_name, newcomer_name
from community.models.calls import Caller
from community.models.chat import ChatModel, Reply, Request, Usage
from community.models.seat import Seat
from community.modules import load_module, load_module_prompts
from community.norms import load_norm
from community.norms.judging import Judge
from community.simulation import scripted

Script = Callable[[Request], str]


class Scripted(ChatModel):
    """A model that answers by a function."""

    spec: str = "test:scripted"
    endpoint: str = "test"
    script: Any

    async def complete(self, request: Request) -> Reply:
        return Reply(self.script(request), Usage(1, 1))


@dataclass
class Heard:
    """Every prompt that was sent, by whom."""

    requests: list[tuple[str, Request]] = field(default_factory=list[tuple[str, Request]])

    def prompts(self, who: str, purpose: str | None = None) -> list[str]:
        return [
            "\n".join(message.text for message in request.messages)
            for name, request in self.requests
            if name == who and purpose in {None, request.purpose}
        ]

    def on(self, name: str, model: ChatModel) -> ChatModel:
        complete = model.complete

        async def listen(request: Request) -> Reply:
            self.requests.append((name, request))
            return await complete(request)

        object.__setattr__(model, "complete", listen)
        return model


@dataclass(frozen=True)
class Village:
    """What came of some chats."""

    cast: Cast
    events: Sequence[Event]
    heard: Heard

    @property
    def turns(self) -> list[TurnEvent]:
        return [event for event in self.events if isinstance(event, TurnEvent)]

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def said_by(self, name: str) -> list[TurnEvent]:
        return [turn for turn in self.turns if turn.speaker == name]


def live(
    phases: object = "sy_star",
    *,
    module: str = "none",
    newcomers: int = 1,
    members: int = 3,
    seed: int = 0,
    scripts: Mapping[str, Script] | None = None,
    specs: Mapping[str, str] | None = None,
    judge: Script | None = None,
    skip: Sequence[int] = (),
    **protocol: object,
) -> Village:
    """Play chats; `scripts` and `specs` replace the models of the people that they name."""
    config = ChatConfig.model_validate({"phases": phases, "turns": 24, **protocol})
    habits = [load_norm(habit) for ids in config.habits for habit in ids]
    norms = [load_norm(norm) for phase in config.phases for norm in phase.norms]
    known = list({norm.id: norm for norm in (*norms, *habits)}.values())
    caller, heard = Caller(), Heard()

    def seat(name: str, spec: str) -> Seat:
        spec = (specs or {}).get(name, spec)
        model = (
            Scripted(script=scripts[name])
            if scripts and name in scripts
            else scripted(spec, seed=seed, answers={}, norms=known)
        )
        return Seat(name, heard.on(name, model), caller, seed)

    def newcomer(name: str) -> Newcomer:
        services = module_services(
            config, seat=seat(module_name(name), "sim:module"), prompts=load_module_prompts(), seed=seed
        )
        return Newcomer(seat(name, "sim:novice"), load_module(module, {}, services))

    cast = assemble_chat(
        config,
        seed=seed,
        members=[seat(member_name(number), "sim:expert") for number in range(members)],
        newcomers=[newcomer(newcomer_name(number)) for number in range(newcomers)],
        judge=Judge(
            Seat("Judge", heard.on("Judge", Scripted(script=judge)), caller, seed) if judge else None
        ),
        chair=seat(CHAIR, "sim:module"),
    )
    return Village(cast, play_through(cast, skip), heard)


def play_through(cast: Cast, skip: Sequence[int] = ()) -> list[Event]:
    return asyncio.run(_play(cast, skip))


async def _play(cast: Cast, skip: Sequence[int]) -> list[Event]:
    return [event async for events in play_chats(cast, skip) for event in events]


def says(text: str) -> Script:
    return lambda _: f"<final>{text}</final>"
