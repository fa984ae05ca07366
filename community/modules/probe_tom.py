"""Module `probe_tom`: a model infers what members may require; leaving out one thing at a time shows what they do."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from community.modules.beliefs import Shape, Texts, explain_fields
from community.modules.editing import EditingModule
from community.modules.hearing import chance_to_see, stock_of
from community.modules.module import Context, ModuleConfig, Services
from community.modules.observation import Interaction, Round, render
from community.norms.induction import taken_up

_NONE = "none yet"


class ProbeConfig(ModuleConfig):
    """Options of `probe_tom`."""

    probe: bool = True
    """Leave suspected ingredients out to see; without it the inference stands alone, which shows what probing gains."""
    patience: float = 0.5
    """Probe only when the reception of a message will be seen with at least this probability."""


class Suspicion(Shape):
    """What members seem to require."""

    ingredients: Texts = Field(default=[])
    """list of texts: what all members do in their messages and a newcomer might have to do, each a full instruction on
    its own that a writer could carry out, the most telling first; at most four"""


class Ingredient(BaseModel):
    """One thing that members seem to require, and what came of leaving it out."""

    model_config = ConfigDict(frozen=True)

    statement: str
    status: Literal["open", "needed", "idle"] = "open"


class Probe(BaseModel):
    """A message in which one ingredient was left out (or none), to be recognised when it is received."""

    model_config = ConfigDict(frozen=True)

    text: str
    left_out: str | None


class ProbeTheoryOfMind(EditingModule):
    """One call after each interaction, and one per candidate once something is suspected.

    Messages do all that is suspected until one is taken up. From then on one thing at a time is left out: if the
    message is taken up all the same, nobody requires it; if it is refused, somebody does.
    """

    Config = ProbeConfig
    config: ProbeConfig

    def __init__(self, config: ModuleConfig, services: Services) -> None:
        super().__init__(config, services)
        self._ingredients: list[Ingredient] = []
        self._probes: list[Probe] = []
        self._log: list[str] = []
        self._whole_works = False
        self._length = 0
        self._turn = 0
        self._seen = 0

    async def rewrite(self, candidate: str, context: Context) -> str:
        self._read_receptions(context.question, context.so_far[self._seen :])
        self._seen = len(context.so_far)
        followed = [item for item in self._ingredients if item.status != "idle"]
        if not followed:
            return candidate
        left_out = self._choose(followed, context)
        rule = " ".join(item.statement for item in followed if item is not left_out)
        prompt = self.services.prompts["probe_tom_edit"]
        sent = await self.edit(candidate, context, prompt=prompt, rule=rule)
        self._probes.append(Probe(text=sent, left_out=left_out.statement if left_out else None))
        return sent

    def _choose(self, followed: Sequence[Ingredient], context: Context) -> Ingredient | None:
        """What to leave out: one open ingredient after the other, once all together work and if it will be seen."""
        unclear = [item for item in followed if item.status == "open"]
        seen = chance_to_see(context, self.window, self._length)
        wants = self.config.probe and self._whole_works and len(followed) > 1
        if not wants or not unclear or seen < self.config.patience:
            return None
        self._turn += 1
        return unclear[self._turn % len(unclear)]

    async def learn(self, interaction: Interaction) -> None:
        await super().learn(interaction)
        self._read_receptions(interaction.question, interaction.rounds[self._seen :])
        self._seen, self._length, self._probes = 0, len(interaction.rounds), []
        self._take_up(await self._infer(interaction))

    async def _infer(self, interaction: Interaction) -> Sequence[str]:
        messages = self.services.prompts["probe_tom_infer"].fill(
            transcripts=render(self.window),
            rule="\n".join(f"{item.status}: {item.statement}" for item in self._ingredients) or _NONE,
            history="\n".join(self._log) or _NONE,
            fields=explain_fields(Suspicion),
        )
        answer = await self.services.seat.fill(
            messages, Suspicion, default=Suspicion(), where=interaction.where, purpose="probe_tom_infer"
        )
        return answer.value.ingredients

    def _take_up(self, statements: Iterable[str]) -> None:
        """What is suspected now; what experience has settled stays so."""
        known = {item.statement: item for item in self._ingredients}
        settled = [item for item in self._ingredients if item.status != "open"]
        named = [known.get(text, Ingredient(statement=text)) for text in map(str.strip, statements) if text]
        if named:
            unique = {item.statement: item for item in (*settled, *named)}
            self._whole_works &= all(text in unique for text in known)
            self._ingredients = list(unique.values())[-2 * self.config.window :]

    def _read_receptions(self, question: str, rounds: Sequence[Round]) -> None:
        stock = stock_of(self.window, rounds)
        for turn in rounds:
            probe = next(
                (item for item in self._probes if turn.sent and item.text.startswith(turn.sent)), None
            )
            if probe and turn.participated and turn.heard:
                met = [taken_up(said.text, question, stock) for said in turn.heard]
                self._conclude(probe, worked=2 * sum(met) > len(met))

    def _conclude(self, probe: Probe, *, worked: bool) -> None:
        outcome = "was taken up" if worked else "was refused"
        if probe.left_out is None:
            self._whole_works |= worked
            self._log.append(f"A message with everything {outcome}.")
        else:
            self._log.append(f"A message without this {outcome}: {probe.left_out}")
            self._settle(probe.left_out, "idle" if worked else "needed")
        self._log = self._log[-self.config.window :]

    def _settle(self, statement: str, status: Literal["needed", "idle"]) -> None:
        self._ingredients = [
            item.model_copy(update={"status": status}) if item.statement == statement else item
            for item in self._ingredients
        ]

    @property
    def belief(self) -> str | None:
        return " ".join(item.statement for item in self._ingredients if item.status != "idle") or None

    def state(self) -> dict[str, Any]:
        return {
            **super().state(),
            "ingredients": [item.model_dump() for item in self._ingredients],
            "log": self._log,
            "whole_works": self._whole_works,
            "length": self._length,
            "turn": self._turn,
        }

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self._ingredients = [Ingredient.model_validate(item) for item in state["ingredients"]]
        self._log, self._whole_works = list(state["log"]), state["whole_works"]
        self._length, self._turn = state["length"], state["turn"]
