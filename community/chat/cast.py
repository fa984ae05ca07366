"""Who takes part in the chats of a run, what they know, and what they talk about: all that stays the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from community.agents.obedience import Obedience
from community.chat.config import ChatConfig
from community.chat.topics import Topic, load_topics
from community.errors import UserError
from community.models.seat import Seat
from community.modules.module import NormativeModule, Services
from community.norms import Norm, load_norm
from community.norms.judging import Judge
from community.prompts import PromptBook, load_prompts
from community.seeds import derive, stream

PROMPTS = Path(__file__).parent / "prompts"
ANSWER_FORMAT = "any, since a chat has no options to choose from"


@dataclass(frozen=True)
class Newcomer:
    """Somebody who does not know the norm, and the module around it.

    Attributes:
        seat: named as the newcomer goes by in the chat, see `roster.newcomer_name`.
        module: of this newcomer alone; its own seat has another name, see `roster.module_name`.
    """

    seat: Seat
    module: NormativeModule

    @property
    def name(self) -> str:
        """That it goes by."""
        return self.seat.name


@dataclass(frozen=True)
class Member:
    """A background agent: it knows the norms in force and, perhaps, has habits of its own."""

    seat: Seat
    habits: tuple[Norm, ...]

    @property
    def name(self) -> str:
        """That it goes by."""
        return self.seat.name


@dataclass(frozen=True)
class Cast:
    """Everybody and everything in the chats of a run.

    Attributes:
        config: the protocol.
        seed: of the run.
        phases: the norms of each phase of the configuration.
        topics: in the order in which they come up.
        members: the background agents, in roster order.
        newcomers: in roster order.
        prompts: the room's prompts.
        judge: gives the verdict on every message.
        chair: chooses who speaks next, under the order `model`.
    """

    config: ChatConfig
    seed: int
    phases: tuple[tuple[Norm, ...], ...]
    topics: tuple[Topic, ...]
    members: tuple[Member, ...]
    newcomers: tuple[Newcomer, ...]
    prompts: PromptBook
    judge: Judge
    chair: Seat | None = None

    @cached_property
    def member_names(self) -> tuple[str, ...]:
        """In roster order."""
        return tuple(member.name for member in self.members)

    @cached_property
    def newcomer_names(self) -> tuple[str, ...]:
        """In roster order."""
        return tuple(newcomer.name for newcomer in self.newcomers)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of everybody, members first."""
        return (*self.member_names, *self.newcomer_names)

    @cached_property
    def all_habits(self) -> tuple[Norm, ...]:
        """The distinct habits of members."""
        return tuple({norm.id: norm for member in self.members for norm in member.habits}.values())

    def phase_at(self, turn: int) -> int:
        """Which phase a turn is in, counted from 0."""
        return sum(phase.from_turn <= turn for phase in self.config.phases) - 1

    def norms_at(self, turn: int) -> tuple[Norm, ...]:
        """The norms in force."""
        return self.phases[self.phase_at(turn)]

    def former_norms_at(self, turn: int) -> tuple[Norm, ...]:
        """Those of the phase before; none in the first."""
        phase = self.phase_at(turn)
        return self.phases[phase - 1] if phase else ()

    def topic_at(self, chat: int, turn: int) -> Topic:
        """What is talked about."""
        every, turns = self.config.topic_every, self.config.turns
        place = chat * -(-turns // every) + (turn - 1) // every
        return self.topics[place % len(self.topics)]

    def obedience(self, member: Member, norms: Sequence[Norm]) -> Obedience:
        """How a member is held to norms and to its own habits."""
        return Obedience(
            seat=member.seat,
            duties=(*norms, *member.habits),
            judge=self.judge,
            seed=self.seed,
            again=self.prompts["comply"],
            tags=self.config.final_tags,
            verified=self.config.insiders == "verified",
        )


def assemble_chat(
    config: ChatConfig,
    *,
    seed: int,
    members: Sequence[Seat],
    newcomers: Sequence[Newcomer],
    judge: Judge | None = None,
    chair: Seat | None = None,
    prompts: PromptBook | None = None,
) -> Cast:
    """Seat everybody, with the norms, habits and topics that the configuration names.

    Raises:
        UserError: something that it names does not exist, is faulty, or has nobody to do it.
    """
    cast = Cast(
        config=config,
        seed=seed,
        phases=tuple(tuple(map(load_norm, phase.norms)) for phase in config.phases),
        topics=_shuffled(load_topics(Path(config.topics)) if config.topics else load_topics(), seed),
        members=_with_habits(config, members),
        newcomers=tuple(newcomers),
        prompts=prompts or chat_prompts(),
        judge=judge or Judge(),
        chair=chair,
    )
    _demand_everybody(cast)
    return cast


def module_services(config: ChatConfig, *, seat: Seat, prompts: PromptBook, seed: int) -> Services:
    """What the module of a newcomer works with; each newcomer's has a stream of its own, named after its seat."""
    return Services(seat, prompts, derive(seed, "module", seat.name), ANSWER_FORMAT, config.word_cap)


def chat_prompts(override: Path | None = None) -> PromptBook:
    """The room's prompts, some perhaps replaced by the user's."""
    return load_prompts(PROMPTS, override)


def _shuffled(topics: tuple[Topic, ...], seed: int) -> tuple[Topic, ...]:
    return tuple(stream(seed, "topics").sample(topics, len(topics)))


def _with_habits(config: ChatConfig, seats: Sequence[Seat]) -> tuple[Member, ...]:
    if len(config.habits) > len(seats):
        raise UserError(f"habits: {len(config.habits)} entries for {len(seats)} members; give one per member")
    habits = [*config.habits, *((),) * (len(seats) - len(config.habits))]
    return tuple(Member(seat, tuple(map(load_norm, ids))) for seat, ids in zip(seats, habits, strict=True))


def _demand_everybody(cast: Cast) -> None:
    if not cast.members or not cast.newcomers:
        raise UserError("a chat needs at least one member and one newcomer")
    if len(set(cast.names)) < len(cast.names):
        raise UserError(f"two people of a chat have the same name: {', '.join(cast.names)}")
    if cast.config.order == "model" and cast.chair is None:
        raise UserError("order: model needs a model that chooses who speaks next; name one, or another order")
    judged = [norm.id for norms in (*cast.phases, cast.all_habits) for norm in norms if norm.is_judged]
    if judged and cast.judge.seat is None:
        raise UserError(f"norm {judged[0]!r} is judged by a model; name one as the judge")
