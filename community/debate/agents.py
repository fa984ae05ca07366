"""The two kinds of agents: what each is shown, and how a reply becomes the message that is sent."""

from collections.abc import Sequence
from dataclasses import dataclass

from community.agents.draft import Draft, Place
from community.agents.final import extract_final, message_of
from community.agents.obedience import Obedience, instructions
from community.agents.wrapping import length_limit, memory_of, rework
from community.debate.config import DebateConfig
from community.models.seat import Seat
from community.modules.module import Context, NormativeModule
from community.modules.observation import Round, Utterance, render_utterances
from community.norms import Norm
from community.norms.judging import Judge
from community.prompts import Message, PromptBook

ANSWER_FORMAT = "(X), where X is the letter of the option"
_LATEST = "What the others wrote last:"
_NOBODY = "Nobody else is here. Go over your reasoning once more by yourself."
_WATCHING = "In this round you only listen; nobody reads your message or answers it."


@dataclass(frozen=True, slots=True)
class Turn(Place):
    """What an agent writes on: the question, its own latest message, and what it has heard.

    Attributes:
        round: 0 for the initial answers.
        previous: the agent's latest message; None in round 0.
        heard: what the others wrote last, as far as it reached this agent; None when there was nothing to hear.
    """

    round: int
    previous: str | None
    heard: tuple[Utterance, ...] | None = None


def _ask(prompts: PromptBook, turn: Turn, *, reminder: str, situation: str) -> tuple[Message, ...]:
    if turn.previous is None:
        return prompts["answer"].fill(question=turn.question, reminder=reminder)
    return prompts["discuss"].fill(
        question=turn.question, previous=turn.previous, situation=situation, reminder=reminder
    )


def _purpose(turn: Turn) -> str:
    return "answer" if turn.previous is None else "discuss"


@dataclass(frozen=True)
class Newcomer:
    """The agent that does not know the norm, wrapped by a normative module."""

    seat: Seat
    module: NormativeModule
    config: DebateConfig
    prompts: PromptBook
    told: Sequence[Norm] = ()
    """The norms it is told, under the condition `told` only."""

    async def speak(self, turn: Turn, *, participating: bool, so_far: tuple[Round, ...]) -> Draft:
        """The message of this round: a candidate of the newcomer's own, rewritten by the module, cut at the cap."""
        messages = self._system() + _ask(
            self.prompts, turn, reminder="", situation=self._situation(turn, participating)
        )
        reply = await self.seat.say(messages, where=turn.where, purpose=_purpose(turn))
        touched = turn.round > 0 or self.config.edit_initial
        context = Context(turn.where, turn.question, turn.round, participating, so_far) if touched else None
        candidate = message_of(reply, self.config.final_tags)
        return await rework(self.module, candidate, context, word_cap=self.config.word_cap)

    def _system(self) -> tuple[Message, ...]:
        rules = instructions(self.told)
        return self.prompts["newcomer"].fill(
            word_limit=length_limit(self.config.word_cap, "Stay below 200 words."),
            answer_format=ANSWER_FORMAT,
            told=f"\nThis group shares its reasoning only with those who obey its rules:\n{rules}\n"
            if rules
            else "",
            memory=memory_of(self.module),
        )

    def _situation(self, turn: Turn, participating: bool) -> str:
        if self.config.condition == "alone":
            return _NOBODY
        heard = f"{_LATEST}\n{render_utterances(turn.heard)}" if turn.heard else ""
        return heard if participating else f"{_WATCHING}\n{heard}".strip()


@dataclass(frozen=True)
class Insider:
    """A background agent: it knows the norm and, perhaps, has a habit of its own."""

    name: str
    seat: Seat
    norms: Sequence[Norm]
    habits: Sequence[Norm]
    config: DebateConfig
    prompts: PromptBook
    seed: int
    judge: Judge

    @property
    def duties(self) -> tuple[Norm, ...]:
        """All that this agent is told to do."""
        return (*self.norms, *self.habits)

    async def speak(self, turn: Turn) -> Draft:
        """The message of this round, made to comply as far as the configuration says."""
        told = instructions(self.duties)
        system = self.prompts["insider"].fill(answer_format=ANSWER_FORMAT, instructions=told)
        situation = f"{_LATEST}\n{render_utterances(turn.heard)}" if turn.heard else _NOBODY
        messages = system + _ask(self.prompts, turn, reminder=f"\n\nRemember:\n{told}", situation=situation)
        return await self._obedience.write(messages, turn, purpose=_purpose(turn))

    async def off_topic(self, message: str, turn: Turn) -> str:
        """A reply to the newcomer about something else."""
        messages = self.prompts["off_topic"].fill(question=turn.question, message=message)
        reply = await self.seat.say(messages, where=turn.where, purpose="off_topic")
        return extract_final(reply.text, "lenient").text

    @property
    def _obedience(self) -> Obedience:
        return Obedience(
            seat=self.seat,
            duties=self.duties,
            judge=self.judge,
            seed=self.seed,
            again=self.prompts["comply"],
            tags=self.config.final_tags,
            verified=self.config.insiders == "verified",
        )
