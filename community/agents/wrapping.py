"""A normative module around a newcomer: what it makes of a candidate, what it learns, what it remembers aloud."""

from typing import Any

from community.agents.draft import Draft
from community.agents.final import Extracted, cap_words
from community.errors import boundary
from community.modules.module import Context, NormativeModule
from community.modules.observation import Interaction


async def rework(
    module: NormativeModule, candidate: Extracted, context: Context | None, *, word_cap: int | None
) -> Draft:
    """The message that is sent: the candidate rewritten by the module, cut at the cap.

    Args:
        module: of the newcomer.
        candidate: the newcomer's own words.
        context: the moment; None for a message that the module does not touch.
        word_cap: so many words are kept.
    """
    text, faults = candidate
    if text and context is not None:
        with boundary(f"module {type(module).__name__}"):
            text = await module.rewrite(text, context)
    capped = cap_words(text, word_cap)
    if capped != text:
        faults = (*faults, "capped")
    return Draft(capped, candidate=candidate.text if candidate.text != capped else None, faults=faults)


async def take_in(module: NormativeModule, interaction: Interaction) -> None:
    """Let the module learn."""
    with boundary(f"module {type(module).__name__}"):
        await module.learn(interaction)


def knowledge_of(module: NormativeModule) -> dict[str, Any]:
    """What the module knows, to come back to."""
    with boundary(f"module {type(module).__name__}"):
        return module.state()


def bring_back(module: NormativeModule, knowledge: dict[str, Any]) -> None:
    """Let the module know what it knew then, and nothing since."""
    with boundary(f"module {type(module).__name__}"):
        module.restore(knowledge)


def memory_of(module: NormativeModule) -> str:
    """What stands in the newcomer's own prompt about the past."""
    past = module.recollection
    if past is None:
        return ""
    return f"\nYour memory of the latest discussions:\n<transcripts>\n{past}\n</transcripts>\n"


def length_limit(word_cap: int | None, otherwise: str) -> str:
    """What a newcomer is told about the length of its messages."""
    return f"Your message is cut off after {word_cap} words." if word_cap else otherwise
