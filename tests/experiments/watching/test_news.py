from dataclasses import dataclass

import pytest

from community.experiments.watching.glyphs import ASCII, UNICODE
from community.experiments.watching.news import News, ending


@dataclass(frozen=True)
class End:
    failed: bool = False
    reason: str | None = None
    follow_rate: float | None = None


def test_lines_end_in_beliefs_cut_to_one_line() -> None:
    news = News()
    news.tell("debate 1: over")
    news.tell("debate 1: new belief: ", "Use a star.\n" + "x" * 200)

    first, second = news.lines(ASCII)

    assert first == "debate 1: over"
    assert second.startswith("debate 1: new belief: Use a star. xxx")
    assert len(second) == len("debate 1: new belief: ") + 160


def test_a_step_has_its_own_news_alone() -> None:
    news = News()
    news.tell("old")
    news.clear()

    assert news.lines(UNICODE) == []


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (End(follow_rate=0.5), "followed 0.50, refused 2"),
        (End(), "nothing scored, refused 2"),
        (End(failed=True, reason="broke"), "failed: broke"),
    ],
)
def test_an_ending_says_what_was_followed_or_why_it_failed(event: End, told: str) -> None:
    assert ending(event, "refused 2") == told
