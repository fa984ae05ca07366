import io
from collections.abc import Sequence

import pytest
from rich.console import Console

from community.debate import DebateConfig, Event, ExchangeEvent
from community.experiments.debates.chapters import chapter
from community.experiments.debates.transcript import Transcript
from tests.experiments.staged import STAR, end, exchanges, message, question, run, steps


def written(
    events: Sequence[Event], *, color: bool = False, encoding: str = "utf-8", **options: object
) -> str:
    buffer = io.BytesIO()
    file = io.TextIOWrapper(buffer, encoding=encoding, errors="replace", write_through=True)
    console = Console(
        file=file,
        width=100,
        force_terminal=color,
        color_system="truecolor" if color else None,
        highlight=False,
    )
    config = DebateConfig.model_validate({"rounds": 1, **options})
    console.print(Transcript(config, console).of(chapter(events, 1)))
    return buffer.getvalue().decode(encoding)


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def test_transcript_of_a_refused_newcomer() -> None:
    text = written(
        run(steps(0, "refused", belief="use a star", texts=("I say (B)", "I say (B)", f"{STAR} (B)")))
    )

    assert "debate 1  sum-0, arithmetic" in text
    assert "right answer: (B)" in text
    assert "round 1: the newcomer takes part" in text
    assert "final round: the newcomer takes part" in text
    assert lines(text).count("Agent 1 refused: “No response.”") == 2
    assert "Newcomer  (B) right  ✗ breaks sy_star (no star)" in lines(text)
    assert "Agent 1  (B) right  ✓ follows sy_star" in lines(text)
    assert "followed 1.00, answer right" in lines(text)
    assert "belief afterwards: use a star" in lines(text)


def test_transcript_says_what_the_newcomer_saw() -> None:
    admitted = written(run(steps(0)))
    observed = written(run(steps(0, "observed")))
    overheard = written(run(steps(0, "observed")), observation_shares_reasoning=True)

    assert "Agent 2 admitted it and shared: ★ Adding gives two (B)" in lines(admitted)
    assert "round 1: the newcomer only observes" in observed
    assert "what the newcomer saw: nothing of the talk; its memory and module hear it" in lines(observed)
    assert "Agent 1 was overheard: ★ Adding gives two (B)" in lines(observed)
    assert "nothing of the talk" not in overheard


def test_transcript_of_a_newcomer_that_is_alone() -> None:
    events: list[Event] = [
        question(0),
        message(0, 0, "Newcomer", "(B)"),
        message(0, 1, "Newcomer", "(B)"),
        end(0, 0.0),
    ]

    assert lines(written(events, condition="alone")).count("what the newcomer saw: the question") == 2


def test_transcript_tells_faulty_enforcement_and_other_sanctions() -> None:
    def told(outcome: str, complied: bool, text: str | None) -> str:
        act = ExchangeEvent.model_validate(
            {
                "debate": 0,
                "round": 1,
                "agent": "Agent 1",
                "outcome": outcome,
                "complied": complied,
                "text": text,
            }
        )
        said = [message(0, number, name, "(B)") for number in (0, 1) for name in ("Newcomer", "Agent 1")]
        return written([question(0), *said, act])

    assert "Agent 1 refused: silence  although the norm was followed" in told("refused", True, "")
    assert "although the norm was broken" in told("shared", False, None)
    assert "Agent 1 refused: “I like tea.”" in told("refused", False, "I like tea.")
    assert "this debate is not finished" in told("shared", True, None)


def test_transcript_shows_what_the_module_made_of_the_newcomers_words() -> None:
    said = message(
        0, 0, "Newcomer", f"{STAR} (B)", candidate="just (B)", habits=("sy_dagger",), faults=("capped",)
    )

    text = written([question(0), said])

    assert "before its module: just (B)" in text
    assert "habit sy_dagger  capped" in text


def test_transcript_of_a_failed_debate() -> None:
    text = written([question(0), end(0, None, "the prompt\x1b[2J does not fit")])

    assert "this debate failed: the prompt\N{REPLACEMENT CHARACTER}[2J does not fit" in text


def test_transcript_marks_spans_with_brackets_or_colour() -> None:
    events = [question(0), message(0, 0, "Newcomer", f"[bold]a {STAR}{STAR} b[/bold] (B)")]

    assert f"[bold]a [[{STAR}]][[{STAR}]] b[/bold] (B)" in written(events)
    assert f"\x1b[1;4;32m{STAR}\x1b[0m" in written(events, color=True)
    assert "[[" not in written(events, color=True)


def test_transcript_merges_brackets_of_spans_that_overlap() -> None:
    verdicts = [
        {
            "norm": norm,
            "complies": False,
            "spans": [{"start": start, "end": stop, "text": ""}],
            "detail": "no",
        }
        for norm, start, stop in (("one", 0, 4), ("two", 2, 6), ("three", 2, 2))
    ]

    text = written([question(0), message(0, 0, "Newcomer", "abcdefgh", verdicts=verdicts)])

    assert "[[abcdef]]gh" in text
    assert "breaks one (no)  ✗ breaks two (no)" in text


def test_transcript_keeps_the_terminal_safe_from_what_models_write() -> None:
    hostile = "\x1b]0;title\x07 \x1b[31mred\x1b[0m \x9b31m \rover :smile: (B)"

    text = written([question(0), message(0, 0, "Newcomer", hostile)])

    assert not {"\x1b", "\x07", "\x9b", "\r"} & set(text)
    assert ":smile:" in text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_transcript_in_a_poor_encoding(encoding: str) -> None:
    text = written(
        run(
            steps(0, "refused"),
        ),
        encoding=encoding,
    )

    assert "round 1: the newcomer takes part ---" in text
    assert '"No response."' in text


def test_transcript_of_an_exchange_before_its_messages() -> None:
    events = [question(0), *exchanges(0, 1, "shared", complied=True)]

    assert "this debate is not finished" in written(events)
