from hypothesis import given
from hypothesis import strategies as st

from community.experiments.debates.progress import DebateProgress
from community.experiments.watching.glyphs import ASCII, UNICODE
from community.experiments.watching.sparkline import sparkline
from tests.experiments.staged import end, question, run, steps

RATES = st.lists(st.none() | st.floats(min_value=0, max_value=1), max_size=300)


def test_progress_counts_debates_exchanges_and_turning_points() -> None:
    events = run(steps(0, "observed"), steps(1, "refused", follow_rate=0.0), steps(2, belief="use a star"))

    progress = DebateProgress.of(events, 5)

    assert (progress.current, progress.ended, progress.planned) == (3, 3, 5)
    assert progress.exchanges == {"observed": 4, "refused": 4, "admitted": 4}
    assert progress.rates == [1.0, 0.0, 1.0]
    assert progress.belief == "use a star"
    assert progress.story == "first refused in debate 2, first admitted in debate 3"


def test_progress_tells_the_turning_points_in_the_order_of_their_happening() -> None:
    progress = DebateProgress.of(run(steps(0, "shared"), steps(1, "refused")), 2)

    assert progress.story == "first admitted in debate 1, first refused in debate 2"


def test_progress_of_a_failed_debate_has_no_rate() -> None:
    progress = DebateProgress.of([question(0), end(0, None, "too long")], 1)

    assert (progress.failed, progress.rates, progress.follow_rate) == (1, [None], None)


def test_sparkline_has_a_sign_for_each_debate() -> None:
    line = sparkline([0.0, 0.5, 1.0, None], 10, levels=UNICODE.levels, failed=UNICODE.failed)

    assert line == "▁▅█×"


@given(RATES, st.integers(min_value=-5, max_value=60))
def test_sparkline_fits_its_width(rates: list[float | None], width: int) -> None:
    line = sparkline(rates, width, levels=ASCII.levels, failed=ASCII.failed)

    assert len(line) <= max(1, width)
    assert bool(line) == bool(rates)
