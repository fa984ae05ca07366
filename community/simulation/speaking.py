"""Taking part in a debate: answering, discussing, obeying what one is told, and changing the subject."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from community.prompts import Message
from community.simulation.answering import Opinion, Opinions
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
from community.simulation.wording import pick


@dataclass(frozen=True)
class Speaker:
    """A scripted person in a debate, as insider or newcomer; which of the two, it learns from its prompt.

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
        question = block(text, "question") or ""
        draft = final_of(own[-1]) if own else compose(read_choice(question), Opinion(None), rng)
        return self._send(draft, question, messages, rng)

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


def _final(message: str) -> str:
    return f"<final>\n{message}\n</final>"
