import pytest

from community.experiments.watching import pace
from community.experiments.watching.pace import Pace, duration


class Clock:
    """A clock that goes on when it is told."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pace, "time", clock)
    return clock


def debate(pace: Pace, clock: Clock, seconds: float, *, replayed: bool = False) -> None:
    pace.begin()
    clock.now += seconds
    pace.end(replayed=replayed)


def test_pace_is_the_mean_of_the_latest_debates(clock: Clock) -> None:
    steady = Pace()
    for seconds in (*[50.0] * 3, *[2.0] * 10):
        debate(steady, clock, seconds)
    steady.begin()

    assert steady.left(5) == 10.0


def test_pace_counts_the_debate_under_way(clock: Clock) -> None:
    steady = Pace()
    debate(steady, clock, 4.0)
    steady.begin()
    clock.now += 3.0

    assert steady.left(2) == 5.0
    clock.now += 3.0
    assert steady.left(1) == 0.0


def test_pace_leaves_out_what_was_replayed(clock: Clock) -> None:
    resumed = Pace()
    debate(resumed, clock, 0.001, replayed=True)
    assert resumed.left(9) is None

    debate(resumed, clock, 6.0)
    resumed.begin()

    assert resumed.left(2) == 12.0


def test_pace_has_nothing_left_at_the_end(clock: Clock) -> None:
    done = Pace()
    debate(done, clock, 1.0)

    assert done.left(0) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "0 s"),
        (59.4, "59 s"),
        (60, "1 min 00 s"),
        (3599, "59 min 59 s"),
        (3661, "1 h 01 min"),
        (90000, "25 h 00 min"),
    ],
)
def test_duration_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words
