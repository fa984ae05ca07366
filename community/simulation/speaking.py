"""Taking part in a debate or a chat: answering, talking, obeying what one is told, and changing the subject."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from community.modules.observation import Utterance
from community.prompts import Message
from community.simulation.answering import Opinion, Opinions
from community.simulation.chatting import converse
from community.simulation.composing import compose
from community.simulation.imitating import imitate
from community.simulation.obeying import Phrasebook, obey
from community.simulation.people import Abilities
from community.simulation.reading import (
    block,
    final_of,
    outside_blocks,
    read_choice,
    read_interactions,
    read_utterances,
    whole,
)
from community.simulation.wording import pick, say

_OWN_NAME = re.compile(r"Your name here is (\w+)\.")
_TURNS_TO = 0.4
"""Share of messages in a chat that speak to somebody."""
_LATEST = 4
"""So many messages back are those whom one turns to."""


@dataclass(frozen=True)
class Speaker:
    """A scripted person in a debate or a chat, as insider or newcomer; which of the two, it learns from its prompt.

    Attributes:
        abilities: of the person.
        opinions: what it thinks about questions.
        phrasebook: how it understands an instruction that it is given.
    """

    abilities: Abilities
    opinions: Opinions
    phrasebook: Phrasebook

    def answer(self, messages: Sequence[Message], rng: random.Random) -> str:
        """A first answer, or the next message after hearing the others."""
        prompt = messages[-1].text
        question = read_choice(block(prompt, "question") or prompt)
        previous = block(prompt, "previous")
        opinion = self.opinions.after(question, previous, read_utterances(prompt), rng)
        return self._send(compose(question, opinion, rng), question.rendered, messages, rng)

    def comply(self, messages: Sequence[Message], rng: random.Random) -> str:
        """Its own latest message once more, after being told that it broke an instruction."""
        text = whole(messages)
        own = [message.text for message in messages if message.role == "assistant"]
        question = block(text, "question") or block(text, "topic") or ""
        draft = final_of(own[-1]) if own else compose(read_choice(question), Opinion(None), rng)
        return self._send(draft, question, messages, rng)

    def talk(self, messages: Sequence[Message], rng: random.Random) -> str:
        """A message in a chat, about its topic, sometimes turned to one of those who spoke last."""
        topic = block(messages[-1].text, "topic") or ""
        own = _OWN_NAME.search(messages[0].text)
        latest = read_utterances(block(messages[-1].text, "chat") or "")[-_LATEST:]
        others = [said for said in latest if own is None or said.speaker != own[1]]
        turns_to = rng.choice(others) if others and rng.random() < _TURNS_TO else None
        name, said = (turns_to.speaker, turns_to.text) if turns_to else ("", "")
        return self._send(converse(topic, rng, name=name, message=said), topic, messages, rng)

    def take_up(self, messages: Sequence[Message], rng: random.Random) -> str:
        """A message that answers somebody, on the topic of the chat."""
        topic = block(messages[-1].text, "topic") or ""
        answered = _answered(messages)
        draft = converse(topic, rng, name=answered.speaker, message=answered.text)
        return self._send(draft, topic, messages, rng)

    def tease(self, messages: Sequence[Message], rng: random.Random) -> str:
        """Fun at the expense of whoever wrote the message shown."""
        return _final(say("teasing", rng, name=_answered(messages).speaker))

    def grumble(self, messages: Sequence[Message], rng: random.Random) -> str:
        """Irritation at whoever wrote the message shown."""
        return _final(say("grumbling", rng, name=_answered(messages).speaker))

    def change_subject(self, _: Sequence[Message], rng: random.Random) -> str:
        """One or two sentences about something else."""
        chosen = [pick("chatting", rng, {}) for _ in range(rng.randint(1, 2))]
        return _final(" ".join(phrase.say(rng, {}) for phrase in dict.fromkeys(chosen)))

    def _send(self, draft: str, question: str, messages: Sequence[Message], rng: random.Random) -> str:
        told = self.phrasebook.told(outside_blocks(whole(messages)))
        if told:
            return _final(obey(draft, question, told, self.abilities, rng))
        if rng.random() < self.abilities.notices:
            memory = read_interactions(block(messages[0].text, "transcripts") or "")
            draft = imitate(draft, question, memory, self.abilities, rng)
        return _final(draft)


def _answered(messages: Sequence[Message]) -> Utterance:
    """The message that a prompt asks to react to."""
    return next(reversed(read_utterances(messages[-1].text)), Utterance("everybody", ""))


def _final(message: str) -> str:
    return f"<final>\n{message}\n</final>"
