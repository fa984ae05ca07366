"""What the subject is shown: one frame for every condition, and a word on how to use the earlier chat.

It is made from what a member of the chat can see and from nothing else of the scenario.
"""

from collections.abc import Sequence
from pathlib import Path

from community.modules.observation import Utterance, render_utterances
from community.prompts import Message, PromptBook, load_prompts
from community.scenarios.config import Condition
from community.scenarios.scenario import Scenario, Turn

_VENUES = {"workplace": "a workplace", "other": "a place other than work", None: "a group of people"}
_UNKNOWN = "Nothing more is known about you."


def scenario_prompts(override: Path | None = None) -> PromptBook:
    """The room's prompts, each replaced by the file of the same name in `override` where there is one."""
    return load_prompts(Path(__file__).parent / "prompts", override)


def subject_prompt(prompts: PromptBook, scenario: Scenario, condition: Condition) -> tuple[Message, ...]:
    """The subject's whole prompt."""
    bios = {member.name: member.bio for member in scenario.cast}
    return prompts["reply"].fill(
        subject=scenario.subject,
        bio=bios.get(scenario.subject) or _UNKNOWN,
        venue=_VENUES[scenario.venue],
        channel="\n".join(part for part in (scenario.channel, scenario.setting) if part),
        members="\n".join(f"- {name}: {bio}" if bio else f"- {name}" for name, bio in bios.items()),
        focus=_focus(prompts, scenario, condition),
        chat=render_turns(scenario.transcript),
    )


def _focus(prompts: PromptBook, scenario: Scenario, condition: Condition) -> str:
    """How to use the earlier chat; nothing under `naive`."""
    if condition == "naive":
        return ""
    (earlier,) = prompts[f"earlier_{condition}"].fill()
    (focus,) = prompts["focus"].fill(latest=scenario.elicitor.actor, earlier=earlier.text)
    return f"\n{focus.text}"


def render_turns(turns: Sequence[Turn]) -> str:
    """Turns of the chat as every prompt shows them: who and what, without marks and numbers."""
    return render_utterances([Utterance(turn.actor, turn.text) for turn in turns])
