import json
import sys
import types
from collections import Counter

import pytest

from community.errors import MissingExtraError, UserError
from community.scenarios import load_taxonomy
from community.scenarios.release import HUB_REVISION, is_release, read_release
from tests.scenarios.published_rows import IDS, row, without, write


def test_all_38_rows_are_read_with_their_own_statements(tmp_path):
    release = read_release(write(tmp_path / "rows.jsonl", [row(name) for name in IDS]))

    assert [scenario.id for scenario in release.scenarios] == IDS
    assert release.skipped == ()
    assert len(IDS) == 38
    for scenario in release.scenarios:
        assert scenario.hidden_norm.statement == f"Our own words for {scenario.norm}."
        assert load_taxonomy().applies(scenario.event, scenario.norm)


def test_ids_use_36_cells_of_the_taxonomy():
    cells = Counter(tuple(name.split("__")[:2]) for name in IDS)

    assert len(cells) == 36
    assert set(cells) <= set(load_taxonomy().cells())


@pytest.mark.parametrize(
    "field", ["scenario_id", "event_id", "norm_id", "norm_statement", "elicitor_turn_id", "transcript"]
)
def test_row_without_a_field_is_named_and_left_out(tmp_path, field):
    rows = [row(IDS[0]), without(row(IDS[1]), field), row(IDS[2])]

    release = read_release(write(tmp_path / "rows.jsonl", rows))

    name = "" if field == "scenario_id" else f" ({IDS[1]})"
    assert [str(item) for item in release.skipped] == [f"row 2{name} is left out: {field}: is missing"]
    assert [scenario.id for scenario in release.scenarios] == [IDS[0], IDS[2]]


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (0, {"turn_id": "one"}, "transcript.0.turn_id: must be a whole number"),
        (1, {"content": ""}, "transcript.1.content: is missing"),
        (1, {"actor": None}, "transcript.1.actor: is missing"),
        (0, {"is_elicitor": "no"}, "transcript.0.is_elicitor: must be true or false"),
        (0, {"is_elicitor": True}, "elicitor_turn_id: is 3, and marked with is_elicitor: 1, 3"),
        (2, {"is_elicitor": False}, "elicitor_turn_id: is 3, and marked with is_elicitor: none"),
    ],
)
def test_faulty_turn_is_named(tmp_path, place, value, message):
    faulty = row(IDS[1])
    faulty["transcript"][place].update(value)

    (skipped,) = read_release(write(tmp_path / "rows.jsonl", [row(IDS[0]), faulty])).skipped

    assert message in str(skipped)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"norm_id": "no_such_norm"}, "norm: unknown norm 'no_such_norm'"),
        ({"event_id": "standupp"}, "did you mean 'standup'?"),
        ({"transcript": "a chat"}, "transcript: must be a list of turns"),
        ({"transcript": ["hello"]}, "transcript.0: must be an object"),
        ({"elicitor_turn_id": "last"}, "elicitor_turn_id: must be a whole number (got 'last')"),
        ({"subject": "Ben"}, "the subject 'Ben' speaks"),
        ({"norm_statement": ["a"]}, "norm_statement: must be a text (got ['a'])"),
        ({"scenario_id": IDS[0]}, "scenario_id: is given twice"),
    ],
)
def test_row_that_makes_no_scenario_is_named(tmp_path, columns, message):
    rows = [row(IDS[0]), row(IDS[1], **columns)]

    (skipped,) = read_release(write(tmp_path / "rows.jsonl", rows)).skipped

    assert (skipped.row, message in str(skipped)) == (2, True)


def test_turns_after_the_elicitor_are_a_fault(tmp_path):
    late = row(IDS[1])
    late["transcript"].append({"turn_id": 4, "actor": "Ben", "content": "Well?", "is_elicitor": False})

    (skipped,) = read_release(write(tmp_path / "rows.jsonl", [row(IDS[0]), late])).skipped

    assert "is 3, but turns come after it" in str(skipped)


def test_line_that_is_not_json_is_named_in_its_place(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text(f'{{"scenario_id"\n{json.dumps(row(IDS[0]))}\n[1]\n', encoding="utf-8")

    release = read_release(str(file))

    assert [item.row for item in release.skipped] == [1, 3]
    assert len(release.scenarios) == 1


def test_optional_columns_are_used_and_unknown_ones_kept(tmp_path):
    columns = {
        "subject_bio": "Keeps the keys.",
        "channel_description": "#club",
        "venue": "workplace",
        "members": [{"name": "Ada", "bio": "Chair."}, {"name": "Dora", "bio": "Away."}, "Cleo"],
        "demonstration_turn_ids": [2],
        "example_elicitor": "Is it?",
        "example_compliant_response": "Yes.",
        "example_breaching_response": "Yes, it is.",
        "difficulty": 3,
    }

    (scenario,) = read_release(write(tmp_path / "rows.jsonl", [row(IDS[0], **columns)])).scenarios

    assert (scenario.subject, scenario.member("Cleo").bio) == ("Cleo", "Keeps the keys.")
    assert [member.name for member in scenario.cast] == ["Ada", "Dora", "Ben", "Cleo"]
    assert (scenario.channel, scenario.venue, scenario.extra["difficulty"]) == ("#club", "workplace", 3)
    assert [turn.text for turn in scenario.demonstrations] == ["Not me."]
    assert scenario.hidden_norm.example.breaches == "Yes, it is."
    assert "subject_bio" not in scenario.extra


def test_marks_on_the_turns_are_demonstrations_too(tmp_path):
    marked = row(IDS[0])
    marked["transcript"][1]["is_demonstration"] = True

    (scenario,) = read_release(write(tmp_path / "rows.jsonl", [marked])).scenarios

    assert [turn.text for turn in scenario.without_demonstrations().transcript] == [
        "Who has the key?",
        "@Cleo is it with you?",
    ]


def test_venue_of_another_kind_is_kept_as_it_is(tmp_path):
    (scenario,) = read_release(write(tmp_path / "rows.jsonl", [row(IDS[0], venue="a startup")])).scenarios

    assert (scenario.venue, scenario.extra["venue"]) == (None, "a startup")


def test_file_without_any_usable_row_is_an_error(tmp_path):
    with pytest.raises(UserError, match=r"has no row that can be used: row 1 .* transcript: is missing"):
        read_release(write(tmp_path / "rows.jsonl", [without(row(IDS[0]), "transcript")]))
    with pytest.raises(UserError, match="cannot be read"):
        read_release(str(tmp_path / "nowhere.jsonl"))


@pytest.mark.parametrize(
    ("source", "name", "revision"),
    [
        ("hf:Humalike-ai/LoSoNA", "Humalike-ai/LoSoNA", HUB_REVISION),
        ("hf:Humalike-ai/LoSoNA@v2", "Humalike-ai/LoSoNA", "v2"),
        ("hf:someone/else", "someone/else", "main"),
    ],
)
def test_hub_is_asked_for_one_revision_and_gives_all_splits(monkeypatch, source, name, revision):
    def load_dataset(asked, *, revision):
        assert (asked, revision) == (name, expected)
        return {"train": [row(IDS[0])], "test": [without(row(IDS[1]), "norm_id"), row(IDS[2])]}

    expected = revision
    stand_in(monkeypatch, load_dataset)

    release = read_release(source)

    assert [scenario.id for scenario in release.scenarios] == [IDS[0], IDS[2]]
    assert str(release.skipped[0]) == f"row 2 ({IDS[1]}) is left out: norm_id: is missing"


def test_hub_out_of_reach_and_missing_package_are_one_clear_line(monkeypatch):
    def load_dataset(name, *, revision):
        raise ConnectionError("no route\nto host")

    stand_in(monkeypatch, load_dataset)
    with pytest.raises(UserError, match=r"\(ConnectionError: no route\); a downloaded copy works"):
        read_release("hf:Humalike-ai/LoSoNA")
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'community\[hub\]'"):
        read_release("hf:Humalike-ai/LoSoNA")


def stand_in(monkeypatch, load_dataset):
    module = types.ModuleType("datasets")
    module.load_dataset = load_dataset  # pyright: ignore[reportAttributeAccessIssue]
    monkeypatch.setitem(sys.modules, "datasets", module)


def test_only_rows_are_a_release():
    assert is_release("rows.jsonl")
    assert is_release("hf:Humalike-ai/LoSoNA")
    assert not is_release("standup.yaml")
