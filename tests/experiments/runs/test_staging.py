from collections.abc import AsyncIterator, Collection, Hashable, Sequence

import pytest

from community.errors import UserError
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.staging import Staged
from community.models.calls import Caller
from community.records import RunEvent
from tests.experiments.staged import question

CONFIG = DebateRunConfig(norms=("sy_star",))
MADE_OF = Ingredients(norms={}, prompts={}, questions="q")


async def ask(debates: list[int], skip: Collection[Hashable]) -> AsyncIterator[Sequence[RunEvent]]:
    """A question for each debate that is not skipped; the participants remember how many there were."""
    for debate in range(2):
        if debate not in skip:
            debates.append(debate)
            yield [question(debate)]


async def test_a_run_is_played_by_fresh_participants_who_know_something_at_the_end() -> None:
    callers: list[Caller] = []

    def seat(caller: Caller) -> list[int]:
        callers.append(caller)
        return []

    staged = Staged(CONFIG, MADE_OF, (), seat, ask, recall=lambda debates: {"asked": len(debates)})
    path = Caller()

    assert [events async for events in staged.play(path, skip={0})] == [[question(1)]]
    assert staged.state() == {"asked": 1}
    assert len([events async for events in staged.play(path)]) == 2
    assert staged.state() == {"asked": 2}, "and not those of the time before"
    assert callers[1:] == [path, path]


def test_nothing_is_known_where_no_setting_recalls_anything() -> None:
    assert Staged(CONFIG, MADE_OF, (), lambda _: [0], ask).state() == {}


def test_who_cannot_be_seated_is_told_before_anything_is_played() -> None:
    def seat(_: Caller) -> list[int]:
        raise UserError("no such option")

    with pytest.raises(UserError, match="no such option"):
        Staged(CONFIG, MADE_OF, (), seat, ask)
