"""Module `induction`: infers what the sanctions depend on, and, while that is open, leaves habits out to see."""

from typing import Any, Literal

from pydantic import Field

from community.modules.choosing import Wishes, enacted, options
from community.modules.editing import EditingModule
from community.modules.hearing import chance_to_see, episode_of, stock_of
from community.modules.module import Context, ModuleConfig, Services
from community.modules.observation import Interaction
from community.norms.induction import Inducer, Posterior
from community.norms.predicates import parse_description
from community.seeds import stream


class InductionConfig(ModuleConfig):
    """Options of `induction`."""

    edit: Literal["enact", "model"] = "enact"
    """`enact` carries the hypothesis out without a model; `model` has the model edit, checks that, and repairs it."""
    curiosity: float = Field(default=3.0, ge=0)
    """Worth of one bit about the norm, in refusals: 0 never risks a refusal in order to learn."""
    thrift: float = Field(default=0.02, ge=0)
    """Cost of each rule that a message follows, in refusals: larger values copy less that may be mere habit."""


class Induction(EditingModule):
    """No call at all with `edit: enact`, one per candidate with `edit: model`; it learns without a model."""

    Config = InductionConfig
    config: InductionConfig

    def __init__(self, config: ModuleConfig, services: Services) -> None:
        super().__init__(config, services)
        self._engine = Inducer(memory=config.window)
        self._learned = 0
        self._length = 0
        self._shapes_opening = False

    @property
    def posterior(self) -> Posterior:
        """What the engine makes of the evidence so far."""
        return self._engine.posterior()

    async def rewrite(self, candidate: str, context: Context) -> str:
        self._shapes_opening |= context.round == 0
        self._listen(context)
        posterior = self.posterior
        if not posterior.hypotheses:
            return candidate
        wishes = Wishes(
            self.config.curiosity, self.config.thrift, chance_to_see(context, self.window, self._length)
        )
        choice = max(
            options(
                self._engine,
                posterior,
                candidate,
                context.question,
                cap=self.services.word_cap,
                rng_of=lambda rule: stream(self.services.seed, "enact", context.where, rule),
            ),
            key=wishes.value,
        )
        if self.config.edit == "enact" or choice.effort == 0:
            return choice.text
        return await self._edited(candidate, choice.rule, context)

    async def _edited(self, candidate: str, rule: str, context: Context) -> str:
        """The model's edit when it keeps the rule, repaired when it does not."""
        prompt = self.services.prompts["induction_edit"]
        edited = await self.edit(candidate, context, prompt=prompt, rule=rule)
        predicate = parse_description(rule)
        if predicate is None:
            return edited
        rng = stream(self.services.seed, "repair", context.where)
        repaired = enacted(predicate, edited, context.question, cap=self.services.word_cap, rng=rng)
        return edited if repaired is None else repaired

    async def learn(self, interaction: Interaction) -> None:
        await super().learn(interaction)
        self._learned += 1
        self._take_in(self._learned - 1, interaction)

    def _listen(self, context: Context) -> None:
        """The rounds of this interaction that are over count at once."""
        stock = stock_of(self.window, context.so_far)
        if context.so_far:
            self._engine.take(episode_of(self._learned, context.question, context.so_far, stock=stock))

    def _take_in(self, index: int, interaction: Interaction) -> None:
        self._length = len(interaction.rounds)
        ordinary = () if self._shapes_opening or not interaction.opening else (interaction.opening,)
        stock = stock_of(self.window)
        self._engine.take(
            episode_of(index, interaction.question, interaction.rounds, stock=stock, ordinary=ordinary)
        )

    @property
    def belief(self) -> str | None:
        best = self.posterior.best
        return best.sentence if best else None

    def state(self) -> dict[str, Any]:
        return {**super().state(), "learned": self._learned, "shapes_opening": self._shapes_opening}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self._learned, self._shapes_opening = state["learned"], state["shapes_opening"]
        self._engine = Inducer(memory=self.config.window)
        for index, interaction in enumerate(self.window, start=self._learned - len(self.window)):
            self._take_in(index, interaction)
