"""Raters of the shipped replies compared: authors, people, rules and a judge."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from community.errors import FileFaultsError, UserError
from community.models.calls import Caller
from community.models.seat import Seat
from community.scenarios import Scenario
from community.scenarios.agreement import CheckedReply, JudgeCheck, Rater, check_replies, compare_raters
from community.scenarios.conditions import scenario_prompts
from community.scenarios.human import HumanLabel, read_human_labels
from community.scenarios.judging import ScenarioJudge
from community.statistics.agreement import Agreement
from tests.models.script import Script, in_turn
from tests.scenarios.staging import IDS, judgement, model, some_scenarios

SCENARIOS = some_scenarios(4)
BY_ID = {scenario.id: scenario for scenario in SCENARIOS}
FIRST = SCENARIOS[0]


async def checked(
    scenarios: Sequence[Scenario], judge: Script | None, people: Sequence[HumanLabel] = ()
) -> list[CheckedReply]:
    seated = ScenarioJudge(Seat("Judge", judge, Caller(), 0), scenario_prompts()) if judge else None
    return [reply async for reply in check_replies(scenarios, judge=seated, people=people)]


def pair(check: JudgeCheck, first: Rater, second: Rater) -> Agreement:
    return next(item.agreement for item in check.pairs if (item.first, item.second) == (first, second))


async def test_judge_is_compared_with_the_authors_reply_by_reply() -> None:
    verdicts = [reply.complies for reply in FIRST.replies]
    swapped = [not verdicts[0], *verdicts[1:]]
    judge = model(in_turn(*(judgement(complies=verdict) for verdict in swapped)))
    check = compare_raters(await checked([FIRST], judge))

    found = pair(check, "authors", "judge")
    assert (check.replies, check.no_verdict, found.n, found.accuracy) == (4, 0, 4, 3 / 4)
    assert check.by_norm == {FIRST.norm: 3 / 4}


async def test_judge_that_always_says_yes_agrees_by_chance_alone() -> None:
    check = compare_raters(await checked(SCENARIOS, model(judgement())))

    found = pair(check, "authors", "judge")
    assert found.accuracy == 1 / 4
    assert found.kappa == pytest.approx(0)
    assert found.confusion["breaches"]["complies"] == 12


async def test_unreadable_judge_is_missing_and_not_wrong() -> None:
    check = compare_raters(await checked([FIRST], model("no idea")))

    assert check.no_verdict == 4
    assert all("judge" not in (item.first, item.second) for item in check.pairs)


async def test_without_a_judge_the_rules_are_compared_with_the_authors() -> None:
    check = compare_raters(await checked(some_scenarios(len(IDS)), None))

    assert {(item.first, item.second) for item in check.pairs} == {("authors", "rule")}
    found = pair(check, "authors", "rule")
    assert found.n > 20
    assert found.accuracy is not None
    assert found.accuracy > 0.9


async def test_labels_of_people_join_the_authors_and_bring_replies_of_their_own() -> None:
    people = [
        HumanLabel(FIRST.id, FIRST.replies[0].text, not FIRST.replies[0].complies),
        HumanLabel(FIRST.id, "Words of a model.", True),
    ]
    replies = await checked(SCENARIOS[:2], model(judgement()), people)
    check = compare_raters(replies)

    assert [reply.number for reply in replies] == [0, 1, 2, 3, 4, 0, 1, 2, 3]
    assert len({reply.key for reply in replies}) == 9
    assert (replies[4].reply, replies[4].authors, replies[4].people) == ("Words of a model.", None, True)
    assert pair(check, "authors", "people").accuracy == 0
    assert pair(check, "people", "judge").n == 2


async def test_no_label_reaches_the_judge() -> None:
    judge = model(judgement())
    await checked([FIRST], judge, [HumanLabel(FIRST.id, "Words of a model.", True)])

    assert len(judge.seen) == 5
    for request in judge.seen:
        text = "\n".join(message.text for message in request.messages)
        assert sum(reply.text in text for reply in FIRST.replies) <= 1
        assert all(reply.reason not in text for reply in FIRST.replies)


def written(folder: Path, *lines: str) -> Path:
    path = folder / "labels.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_labels_are_read_by_number_and_by_text(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "rater,scenario_id,reply,complies",
        f"ann,{FIRST.id},1,yes",
        f'ann,{FIRST.id},"No, ""never"".",0',
        f"ben,{FIRST.id},1,TRUE",
    )

    assert read_human_labels(path, BY_ID) == (
        HumanLabel(FIRST.id, FIRST.replies[0].text, True),
        HumanLabel(FIRST.id, 'No, "never".', False),
    )


def test_every_fault_of_a_file_of_labels_is_named_with_its_line(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "scenario_id,reply,complies",
        f"{FIRST.id[:-1]},1,yes",
        f"{FIRST.id},9,yes",
        f"{FIRST.id},2,perhaps",
        f"{FIRST.id},3,yes",
        f"{FIRST.id},3,no",
    )
    with pytest.raises(FileFaultsError) as caught:
        read_human_labels(path, BY_ID)

    text = str(caught.value)
    for part in (f"did you mean {FIRST.id!r}", "line 3: reply: there is no reply 9", "line 4: complies"):
        assert part in text
    assert "labelled both ways" in text


def test_file_of_labels_without_its_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileFaultsError, match="complies"):
        read_human_labels(written(tmp_path, "scenario_id,reply"), BY_ID)
    with pytest.raises(UserError, match="cannot be read"):
        read_human_labels(tmp_path / "none.csv", BY_ID)
