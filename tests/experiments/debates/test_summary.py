import io

from rich.console import Console, RenderableType

from community.debate.scoring import score_debates
from community.experiments.debates.chapters import rows
from community.experiments.debates.overview import overview
from community.experiments.debates.progress import DebateProgress
from community.experiments.debates.summary import summary
from community.experiments.runs.plan import Plan, PlannedCalls, plan_table
from tests.experiments.staged import end, question, result, run, steps

EVENTS = run(
    steps(0, "refused", follow_rate=0.0, texts=("no", "no", "no")),
    [[question(1)], [end(1, None, "the prompt does not fit")]],
    steps(2, belief="use a star"),
)


def console(width: int = 100, encoding: str = "utf-8") -> Console:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="replace", write_through=True)
    return Console(file=file, width=width, highlight=False)


def written(picture: RenderableType, on: Console) -> list[str]:
    with on.capture() as capture:
        on.print(picture)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_summary_has_the_headline_numbers_and_the_story() -> None:
    on = console()

    lines = written(summary(result(EVENTS), DebateProgress.of(EVENTS, 3), on), on)

    assert lines[0] == "norm following  0.50 ± 0.50 se, n = 2  ▁×█"
    assert lines[1] == "accuracy        1.00 ± 0.00 se, n = 2"
    assert lines[3] == "over-imitation  n/a  no background agent has a habit"
    assert lines[4] == "belief          “use a star”"
    assert lines[6] == "story           first refused in debate 1, first admitted in debate 3"
    assert "1 of 3 debates failed" in lines[-1]


def test_summary_says_when_it_is_simulated_or_unfinished() -> None:
    on = console()

    text = "\n".join(
        written(summary(result(EVENTS, simulated=True, status="stopped"), DebateProgress(3), on), on)
    )

    assert "simulated: scripted people took part" in text
    assert "stopped: go on with `community resume runs/" in text


def test_summary_without_a_community() -> None:
    alone = score_debates([question(0), end(0, None, "no")], habits=False)
    on = console()

    lines = written(
        summary(result(EVENTS, metrics=alone, integrity=alone.integrity, belief=None), DebateProgress(1), on),
        on,
    )

    assert "insiders        n/a  there is no community" in lines
    assert "belief          none" in lines


def test_summary_in_ascii() -> None:
    on = console(encoding="ascii")

    lines = written(summary(result(EVENTS), DebateProgress.of(EVENTS, 3), on), on)

    assert lines[0] == "norm following  0.50 +- 0.50 se, n = 2  _x#"
    assert "\n".join(lines).isascii()


def test_overview_has_a_line_for_every_debate_and_beliefs_where_they_are_new() -> None:
    on = console(80)

    lines = written(overview(rows(EVENTS), on), on)

    assert lines[0].split() == [
        "debate",
        "follow",
        "adm.",
        "ref.",
        "obs.",
        "answer",
        "question",
        "and",
        "new",
        "belief",
    ]
    assert [line.strip() for line in lines[1:]] == [
        "1    0.00           4        ✓ B     sum-0",
        "2                                    sum-1",
        "failed: the prompt does not fit",
        "3    1.00     4              ✓ B     sum-2",
        "use a star",
    ]


def test_plan_table_sums_up_and_says_what_it_rests_on() -> None:
    row = PlannedCalls(
        who="Newcomer", purpose="answer", spec="ollama:x", calls=1500, prompt_tokens=10, completion_tokens=2
    )
    plan = Plan(episodes=50, played=20, calls=1500, prompt_tokens=10, completion_tokens=2, by_purpose=(row,))

    lines = written(plan_table(plan, "debate", "debates"), console())

    assert lines[1].split() == ["Newcomer", "answer", "ollama:x", "1,500", "10", "2"]
    assert lines[2].split() == ["all", "1,500", "10", "2"]
    assert "from 20 played with scripted people" in lines[3]
