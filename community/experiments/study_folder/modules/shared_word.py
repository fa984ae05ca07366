"""An example of a normative module: it looks for a word that all others use and the newcomer, left alone, does not.

It is chosen by `module: modules/shared_word.py:SharedWord` in community.yaml. It asks no model; `EditingModule` in
`community.modules.editing` is the place to start for one that does.
"""

from collections import Counter
from typing import Any

from community.modules.module import Context, ModuleConfig, NormativeModule, Services
from community.modules.observation import Interaction


class SharedWord(NormativeModule):
    """Believes in the word that most messages of the others share, and says it first in every message."""

    def __init__(self, config: ModuleConfig, services: Services) -> None:
        super().__init__(config, services)
        self.word: str | None = None

    async def learn(self, interaction: Interaction) -> None:
        """After each debate: what the newcomer could see of it enters the window."""
        await super().learn(interaction)
        heard = Counter[str]()
        for past in self.window:
            for turn in past.rounds:
                for said in turn.heard:
                    heard.update(_words(said.text))
        for past in self.window:
            for word in _words(past.opening):  # the first answer, which no module has touched
                del heard[word]
        self.word = min(heard, key=lambda word: (-heard[word], word), default=None)

    async def rewrite(self, candidate: str, context: Context) -> str:
        """Before a message is sent."""
        if self.word is None or self.word in _words(candidate):
            return candidate
        return f"{self.word.capitalize()}! {candidate}"

    @property
    def belief(self) -> str | None:
        """What is recorded as this module's idea of the norm."""
        return f'Use the word "{self.word}".' if self.word else None

    def state(self) -> dict[str, Any]:
        """What the module knows, as JSON."""
        return {**super().state(), "word": self.word}

    def restore(self, state: dict[str, Any]) -> None:
        """Take up what `state` wrote."""
        super().restore(state)
        self.word = state["word"]


def _words(text: str) -> set[str]:
    """The words of a message in small letters, without punctuation; numbers and option letters are none."""
    words = (word.strip(".,:;!?*()\"'").lower() for word in text.split())
    return {word for word in words if word.isalpha() and len(word) > 2}
