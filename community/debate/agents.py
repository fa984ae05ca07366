"""The two kinds of agents: what each is shown, and how a reply becomes the message that is sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from community.debate.config import DebateConfig
from community.debate.final import cap_words, extract_final
from community.debate.records import Compliance, Fault
from community.errors import boundary
from community.models.chat import Reply
from community.models.seat import Seat
from community.modules.module import Context, NormativeModule
from community.modules.observation import Round, Utterance, render_utterances
from community.norms import CannotEnactError, Norm, Verdict, enact_all
from community.norms.judging import Judge
from community.prompts import Message, PromptBook
from community.seeds import stream

ANSWER_FORMAT = "(X), where X is the letter of the option"
_LATEST = "What the others wrote last:"
_NOBODY = "Nobody else is here. Go over your reasoning once more by yourself."
_WATCHING = "In this round you only listen; nobody reads your message or answers it."


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that is ready to be sent, and how it came about."""

    text: str
    candidate: str | None = None
    insider: Compliance | None = None
    faults: tuple[Fault, ...] = ()
    verdicts: "Verdicts" = field(default_factory=dict[str, Verdict | None])
    """What is known already of whether it complies."""


Verdicts = Mapping[str, Verdict | None]
"""By norm; None where a judge gave none that could be read."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What an agent writes on: the question, its own latest message, and what it has heard.

    Attributes:
        where: the place in the run, for example "d3.r1".
        question: as rendered.
        round: 0 for the initial answers.
        previous: the agent's latest message; None in round 0.
        heard: what the others wrote last, as far as it reached this agent; None when there was nothing to hear.
    """

    where: str
    question: str
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
        candidate, faults = _message_of(reply, self.config)
        text = candidate
        if candidate and (turn.round > 0 or self.config.edit_initial):
            context = Context(turn.where, turn.question, turn.round, participating, so_far)
            with boundary(f"module {type(self.module).__name__}"):
                text = await self.module.rewrite(candidate, context)
        capped = cap_words(text, self.config.word_cap)
        if capped != text:
            faults = (*faults, "capped")
        return Draft(capped, candidate if candidate != capped else None, None, faults)

    def _system(self) -> tuple[Message, ...]:
        cap = self.config.word_cap
        limit = f"Your message is cut off after {cap} words." if cap else "Stay below 200 words."
        rules = "\n".join(f"- {norm.instruction}" for norm in self.told)
        return self.prompts["newcomer"].fill(
            word_limit=limit,
            answer_format=ANSWER_FORMAT,
            told=f"\nThis group shares its reasoning only with those who obey its rules:\n{rules}\n"
            if rules
            else "",
            memory=self._memory(),
        )

    def _memory(self) -> str:
        past = self.module.recollection
        if past is None:
            return ""
        return f"\nYour memory of the latest discussions:\n<transcripts>\n{past}\n</transcripts>\n"

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
        instructions = _instructions(self.duties)
        system = self.prompts["insider"].fill(answer_format=ANSWER_FORMAT, instructions=instructions)
        reminder = f"\n\nRemember:\n{instructions}"
        situation = f"{_LATEST}\n{render_utterances(turn.heard)}" if turn.heard else _NOBODY
        messages = system + _ask(self.prompts, turn, reminder=reminder, situation=situation)
        reply = await self.seat.say(messages, where=turn.where, purpose=_purpose(turn))
        text, faults = _message_of(reply, self.config)
        verdicts = await self._verdicts(text, turn, "first")
        if _complies(text, verdicts):
            return Draft(text, None, "first", faults, verdicts)
        if self.config.insiders == "prompted":
            return Draft(text, None, "never", faults, verdicts)
        return await self._corrected(messages, reply, Draft(text, verdicts=verdicts), turn)

    async def off_topic(self, message: str, turn: Turn) -> str:
        """A reply to the newcomer about something else."""
        messages = self.prompts["off_topic"].fill(question=turn.question, message=message)
        reply = await self.seat.say(messages, where=turn.where, purpose="off_topic")
        return extract_final(reply.text, "lenient").text

    async def _corrected(
        self, messages: tuple[Message, ...], reply: Reply, first: Draft, turn: Turn
    ) -> Draft:
        """One re-ask, then the norms' own `enact`."""
        broken = [verdict.detail for verdict in first.verdicts.values() if verdict]
        again = self.prompts["comply"].fill(faults=" ".join(broken), instructions=_instructions(self.duties))
        conversation = (*messages, Message("assistant", reply.text or first.text or "..."), *again)
        second = await self.seat.say(conversation, where=turn.where, purpose="comply")
        retried, faults = _message_of(second, self.config)
        verdicts = await self._verdicts(retried, turn, "reasked")
        if _complies(retried, verdicts):
            return Draft(retried, None, "reasked", faults, verdicts)
        best = retried or first.text
        try:
            rng = stream(self.seed, "enact", turn.where, self.name)
            return Draft(enact_all(self.duties, best, turn.question, rng), None, "enacted", faults)
        except CannotEnactError:
            return Draft(best, None, "never", faults, verdicts if retried else first.verdicts)

    async def _verdicts(self, text: str, turn: Turn, draft: str) -> Verdicts:
        where = f"{turn.where}.{self.name}.{draft}"
        return {
            norm.id: await self.judge.verdict(norm, text, turn.question, where=where) for norm in self.duties
        }


def _complies(text: str, verdicts: Verdicts) -> bool:
    return bool(text) and all(verdict is not None and verdict.complies for verdict in verdicts.values())


def _instructions(norms: Sequence[Norm]) -> str:
    return "\n".join(f"- {norm.instruction}" for norm in norms)


def _message_of(reply: Reply, config: DebateConfig) -> tuple[str, tuple[Fault, ...]]:
    text, faults = extract_final(reply.text, config.final_tags)
    if reply.finish != "stop":
        faults = (*faults, "truncated")
    if not text:
        faults = (*faults, "empty")
    return text, faults
