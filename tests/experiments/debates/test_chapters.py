import pytest

from community.debate import BeliefEvent
from community.errors import UserError
from community.experiments.debates.chapters import chapter, rows
from tests.experiments.staged import end, message, question, run, steps


def test_rows_tell_what_happened_in_every_debate() -> None:
    events = run(
        steps(0, "observed", follow_rate=0.5, belief="greet"),
        steps(1, "refused", follow_rate=0.0, belief="greet"),
        [[question(2)], [end(2, None, "the prompt does not fit")]],
        steps(3, belief="use a star"),
        [[question(4)], [message(4, 0, "Newcomer", "(A)", letter="A")]],
    )

    told = rows(events)

    assert [row.number for row in told] == [1, 2, 3, 4, 5]
    assert [row.status for row in told] == ["finished", "finished", "failed", "finished", "unfinished"]
    assert [(row.admitted, row.refused, row.observed) for row in told] == [
        (0, 0, 4),
        (0, 4, 0),
        (0, 0, 0),
        (4, 0, 0),
        (0, 0, 0),
    ]
    assert [row.belief for row in told] == ["greet", "greet", "greet", "use a star", "use a star"]
    assert [row.new_belief for row in told] == [True, False, False, True, False]
    assert [row.letter for row in told] == ["B", "B", None, "B", "A"]
    assert told[2].reason == "the prompt does not fit"


def test_rows_tell_that_a_belief_was_given_up() -> None:
    told = rows(run(steps(0, belief="greet"), steps(1, belief=None)))

    assert (told[1].belief, told[1].new_belief) == (None, True)


def test_chapter_counts_from_1_and_has_only_its_events() -> None:
    events = run(steps(0), steps(1, belief="greet"))

    found = chapter(events, 2)

    assert {event.debate for event in found.events} == {1}
    assert found.belief == "greet"
    assert BeliefEvent(debate=1, belief="greet") in found.events


@pytest.mark.parametrize("number", [0, -1, 3])
def test_chapter_that_is_not_there(number: int) -> None:
    with pytest.raises(UserError, match="debates 1 to 2"):
        chapter(run(steps(0), steps(1)), number)


def test_chapter_before_the_first_debate() -> None:
    with pytest.raises(UserError, match="no debate has begun"):
        chapter([], 1)
