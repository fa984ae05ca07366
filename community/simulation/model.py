"""Scripted people behind the face of a chat model: a purpose chooses what a person does, the text does the rest.

There are three kinds of work. Speakers take part in a debate or a chat; they understand an instruction that stands in
their prompt. Thinkers do a module's work, reply in a scenario or lead a chat; they are plain functions of abilities,
prompt and random stream, so that no answer key and no norm can reach them. Judges have rules for the norms that stand
in their prompt.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from community.digests import digest
from community.models.chat import ChatModel, Finish, Reply, Request, Sampling, Usage
from community.norms import Norm
from community.prompts import Message
from community.seeds import stream
from community.simulation import believing, inferring, judging, note_taking, replying, suspecting
from community.simulation.answering import Opinion, Opinions
from community.simulation.chatting import choose_speaker
from community.simulation.composing import compose
from community.simulation.filling import fill_schema
from community.simulation.judging import Rules
from community.simulation.obeying import Phrasebook
from community.simulation.people import Abilities, parse_person
from community.simulation.reading import Choice
from community.simulation.speaking import Speaker
from community.simulation.wording import say

Speaks = Callable[[Speaker, Sequence[Message], random.Random], str]
Thinks = Callable[[Sequence[Message], Abilities, random.Random], str]
Judges = Callable[[Sequence[Message], Rules, Abilities, random.Random], str]

SPEAKING: Mapping[str, Speaks] = {
    "answer": Speaker.answer,
    "discuss": Speaker.answer,
    "comply": Speaker.comply,
    "off_topic": Speaker.change_subject,
    "talk": Speaker.talk,
    "uptake": Speaker.take_up,
    "tease": Speaker.tease,
    "correction": Speaker.grumble,
    "topic_change": Speaker.change_subject,
}
"""Purpose -> what somebody in a debate or a chat does."""

THINKING: Mapping[str, Thinks] = {
    "direct_edit": inferring.edit_directly,
    "infer_edit_infer": inferring.infer_from_community,
    "infer_edit_edit": inferring.edit_to_rule,
    "contrastive_classify": inferring.classify,
    "contrastive_infer": inferring.contrast,
    "contrastive_refine": inferring.contrast,
    "contrastive_edit": inferring.edit_to_rule,
    "tom_encode": note_taking.take_notes,
    "tom_introspect": believing.introspect,
    "tom_first_order": believing.take_perspective,
    "tom_second_order": believing.look_at_oneself,
    "tom_synthesize": believing.synthesize,
    "tom_edit": inferring.edit_to_rule,
    "induction_edit": inferring.edit_to_rule,
    "probe_tom_infer": suspecting.suspect,
    "probe_tom_edit": inferring.edit_to_rule,
    "reply": replying.reply_in_chat,
    "next_speaker": choose_speaker,
}
"""Purpose -> what somebody in the place of a module's model does, the subject of a scenario, or the chair of a chat."""

JUDGING: Mapping[str, Judges] = {"judge_reply": judging.judge_reply}
"""Purpose -> what somebody who judges does."""

_NO_RULES: Rules = {}


def scripted(
    spec: str, *, seed: int, answers: Mapping[str, str], norms: Sequence[Norm], rules: Rules = _NO_RULES
) -> ChatModel:
    """A chat model that is a scripted person.

    Args:
        spec: `sim:NAME?knob=value&...`, see `people`.
        seed: of the run; with the seed of a request it decides every reply.
        answers: rendered question -> right letter, which a person knows with its chance.
        norms: those whose instruction a speaker understands when it stands in its prompt.
        rules: how a judge recognises a reply that keeps a norm whose statement stands in its prompt.

    Raises:
        UserError: the spec is no scripted person, or a knob is wrong.
    """
    abilities = parse_person(spec)
    speaker = Speaker(abilities, Opinions(abilities, answers), Phrasebook(norms))
    known = json.dumps(
        [
            sorted(answers.items()),
            sorted(norm.model_dump_json() for norm in norms),
            sorted((statement, rule.model_dump_json()) for statement, rule in rules.items()),
        ]
    )
    settings = {"seed": seed, "knows": digest(known)}
    return ScriptedPerson(
        spec=spec, settings=settings, abilities=abilities, speaker=speaker, rules=rules, seed=seed
    )


class ScriptedPerson(ChatModel):
    """A person that answers without a model; the same request gets the same reply in every process and order.

    It draws no tokens, so temperature and top_p have nothing to act on; `max_tokens` and `stop` cut its reply.
    """

    endpoint: str = "sim"
    parallel: int = 1_000_000
    abilities: Abilities
    speaker: Speaker
    rules: Mapping[str, Any]
    """Statement -> predicate; see `judging`."""
    seed: int

    async def complete(self, request: Request) -> Reply:
        rng = stream(request.sampling.seed, self.seed, request.purpose)
        text, finish = _cut(self._reply(request, rng), request.sampling)
        prompt = sum(_tokens(message.text) for message in request.messages)
        return Reply(text, Usage(prompt, _tokens(text), estimated=True), finish=finish, model=self.spec)

    def _reply(self, request: Request, rng: random.Random) -> str:
        if request.purpose in SPEAKING:
            return SPEAKING[request.purpose](self.speaker, request.messages, rng)
        if request.purpose in THINKING:
            return THINKING[request.purpose](request.messages, self.abilities, rng)
        if request.purpose in JUDGING:
            return JUDGING[request.purpose](request.messages, self.rules, self.abilities, rng)
        return _improvise(request, rng)


def _improvise(request: Request, rng: random.Random) -> str:
    """A sensible answer to a prompt that nobody foresaw."""
    if request.schema is not None:
        return json.dumps(fill_schema(request.schema, rng, say("shrugs", rng)), ensure_ascii=False)
    asked = request.messages[-1].text if request.messages else ""
    return compose(Choice(asked, asked, {}), Opinion(None), rng)


def _cut(text: str, sampling: Sampling) -> tuple[str, Finish]:
    for mark in sampling.stop:
        text = text.partition(mark)[0]
    most = len(text) if sampling.max_tokens is None else sampling.max_tokens * _CHARACTERS
    return text[:most], "stop" if len(text) <= most else "length"


_CHARACTERS = 4
"""Characters a token, roughly, in English."""


def _tokens(text: str) -> int:
    return -(-len(text) // _CHARACTERS)
