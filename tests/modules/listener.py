"""A chat model that keeps what it is asked and answers as a test says, and interactions to learn from."""

import json
import re
from collections.abc import Callable
from typing import Any

from community.models.calls import Caller
from community.models.chat import ChatModel, Reply, Request, Sampling, Usage
from community.models.seat import Seat
from community.modules import load_module, load_module_prompts
from community.modules.module import Context, NormativeModule, Services
from community.modules.observation import Interaction, Round, Utterance

Answer = Callable[[Request], str | Reply]

REFUSAL = "Not now."
ANSWER_FORMAT = "end with the letter of the option in parentheses"


class Listener(ChatModel):
    """Answers by a function of the request."""

    spec: str = "test:listener"
    endpoint: str = "test"
    answer: Answer
    asked: list[Request]

    async def complete(self, request: Request) -> Reply:
        self.asked.append(request)
        answer = self.answer(request)
        return answer if isinstance(answer, Reply) else reply(answer)

    @property
    def purposes(self) -> list[str]:
        return [request.purpose for request in self.asked]

    def text(self, purpose: str) -> str:
        """The latest prompt of a purpose."""
        return next(prompt_of(request) for request in reversed(self.asked) if request.purpose == purpose)


def reply(text: str, **fields: object) -> Reply:
    return Reply(text, Usage(1, 1), **fields)  # pyright: ignore[reportArgumentType]


def prompt_of(request: Request) -> str:
    return "\n".join(message.text for message in request.messages)


def tagged(text: str, tag: str) -> str:
    found = re.search(rf"<{tag}>\n(.*)\n</{tag}>", text, re.DOTALL)
    assert found is not None, f"no <{tag}> in {text}"
    return found[1]


def sensible(request: Request) -> str:
    """What a good model would say."""
    text = prompt_of(request)
    if "<candidate>" in text:
        return f"{tagged(text, 'candidate')} indeed"
    if request.purpose == "contrastive_classify":
        return "No" if REFUSAL in tagged(text, "community") else "Yes"
    if request.purpose == "tom_encode":
        return "They all say indeed."
    belief = {"norm_belief": "Say indeed.", "transmission": "strong", "enforcement": "weak"}
    view = {"awareness": "unaware", "perceived_compliance": "low", "likely_next_behavior": "refuse"}
    conclusion = {"statement": "Say indeed.", "evidence_sources": ["Agent 1"], "uncertainty_gaps": ["where"]}
    if request.purpose == "probe_tom_infer":
        return json.dumps({"ingredients": ["Say indeed.", "Be brief."]})
    if request.purpose.startswith("tom_"):
        return json.dumps({**belief, **view, **conclusion, "confidence": 0.7})
    return "Rule: Say indeed."


def wrap(
    name: str, answer: Answer = sensible, /, *, word_cap: int | None = None, **options: Any
) -> tuple[NormativeModule, Listener]:
    """A module whose seat is taken by a listener."""
    model = Listener(answer=answer, asked=[])
    seat = Seat("module", model, Caller(), 5, Sampling())
    services = Services(seat, load_module_prompts(), 5, ANSWER_FORMAT, word_cap)
    return load_module(name, options, services), model


def moment(where: str = "d0.r1") -> Context:
    return Context(where, "What is 1 + 1?\n(A) 2\n(B) 3", 1, True, ())


def past(index: int = 0, *, heard: str = "It is 2 indeed. (A)", refused: bool = True) -> Interaction:
    """An interaction of two rounds: one watched, one taken part in."""
    reaction = REFUSAL if refused else heard
    return Interaction(
        index,
        f"What is {index} + 2?\n(A) {index + 2}\n(B) 0",
        "opening words (B)",
        (
            Round(1, False, None, _said(heard), "second words (B)"),
            Round(2, True, "second words (B)", _said(reaction), "third words (B)"),
        ),
    )


def _said(text: str) -> tuple[Utterance, ...]:
    return (Utterance("Agent 1", text), Utterance("Agent 2", text))
