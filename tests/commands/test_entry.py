import pytest

from community.commands import playing
from tests.commands.conftest import Command

pytestmark = pytest.mark.usefixtures("no_runs")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rn",), "no such command 'rn'. Did you mean 'run'"),
        (("run", "--modul", "tom"), "no such option: --modul"),
        (("run", "--questions", "many"), "invalid value for '--questions'"),
        (("run", "--max-failed", "2"), "invalid value for '--max-failed'"),
        (("show",), "missing argument 'RUN'"),
        (("norms",), "missing command"),
        (("run", "extra"), "got unexpected extra argument"),
    ],
)
def test_bad_usage_is_one_line_and_code_2(
    community: Command, arguments: tuple[str, ...], message: str
) -> None:
    outcome = community(*arguments)

    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("error: ")
    assert message.lower() in outcome.err.lower()
    assert outcome.err.count("\n") == 1
    assert "--help`" in outcome.err


def fail(*_: object, **__: object) -> None:
    raise KeyError("a surprise\nof two lines")


def test_an_unexpected_error_is_one_line_with_a_hint(
    community: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "settled_from", fail)

    outcome = community("run", "--norm", "sy_star")

    assert outcome.code == 1
    assert outcome.err.count("\n") == 1
    assert "unexpected KeyError" in outcome.err
    assert "COMMUNITY_DEBUG=1" in outcome.err


def test_debugging_shows_the_traceback(community: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "settled_from", fail)
    monkeypatch.setenv("COMMUNITY_DEBUG", "1")

    outcome = community("run", "--norm", "sy_star")

    assert outcome.code == 1
    assert "Traceback (most recent call last)" in outcome.err


def test_ctrl_c_outside_a_run_is_code_130(community: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "settled_from", stop)

    assert community("run", "--norm", "sy_star").code == 130
