import pytest

from community.scenarios.catalogue import SCENARIOS
from community.scenarios.review import review
from tests.scenarios.sound import ID, replies, sound, turns, write


def changed(position, **fields):
    made = turns()
    made[position] = {**made[position], **fields}
    return {"transcript": made}


def marked(*positions):
    """Demonstrations at these turns and no others, by Ben and Ada in turn."""
    made = [turn if turn.get("elicitor") else {"actor": "Cleo", "text": "Hm."} for turn in turns()]
    for number, position in enumerate(positions):
        made[position] = {"actor": ("Ben", "Ada")[number % 2], "text": "No.", "demonstrates": True}
    return {"transcript": made}


def relabelled(position, **fields):
    made = replies()
    made[position] = {**made[position], **fields}
    return {"replies": made}


def faults(content, folder, name=ID):
    (found,) = review([write(content, folder, name)])
    return [str(fault) for fault in found.faults]


def test_sound_scenario_has_nothing_to_say(tmp_path):
    (found,) = review([write(sound(), tmp_path)])

    assert found.scenario
    assert found.scenario.id == ID
    assert (found.faults, found.warnings) == ((), ())


@pytest.mark.parametrize(
    ("changes", "path", "message"),
    [
        ({"transcript": turns()[3:]}, "transcript", "20 to 34 turns, the elicitor included (got 19)"),
        ({"transcript": [*turns()[:1] * 13, *turns()]}, "transcript", "(got 35)"),
        ({"transcript": turns()[:-1]}, "transcript", "no turn is the elicitor"),
        (changed(8, elicitor=True), "transcript.8.elicitor", "only the last turn can be the elicitor"),
        (changed(21, actor="Dora"), "transcript.21.actor", "the subject 'Dora' speaks"),
        (changed(8, actor="Dora"), "transcript.8.actor", "the subject 'Dora' speaks"),
        (changed(8, actor="Bem"), "transcript.8.actor", "'Bem' is not in the cast; did you mean 'Ben'?"),
        (changed(21, demonstrates=True), "transcript.21.demonstrates", "cannot be a demonstration"),
        (changed(8, text=""), "transcript.8.text", "at least 1 character"),
        (marked(6), "transcript", "must mark 2 or 3 turns"),
        (marked(2, 6, 12, 17), "transcript", "(got 4)"),
        (marked(6, 7, 14), "transcript.7.demonstrates", "must not follow upon another"),
        (marked(6, 8, 10), "transcript", "must not all lie within 5 turns"),
        (marked(15, 20), "transcript.15.demonstrates", "in the first two thirds"),
        (changed(11, actor="Ben"), "transcript", "by two people at least (all are by 'Ben')"),
        ({"event": "bug_reports"}, "event", "did you mean 'bug_report'?"),
        ({"norm": "binary_norm"}, "norm", "unknown norm 'binary_norm'"),
        (
            {"event": "birthday_or_anniversary_ritual", "norm": "non_affiliative_support"},
            "norm",
            "'non_affiliative_support' does not apply to the event 'birthday_or_anniversary_ritual': ",
        ),
        ({"subject": "Zoe"}, "subject", "'Zoe' is not in the cast"),
        ({"cast": [*sound()["cast"], {"name": "Ada", "bio": "x"}]}, "cast.4.name", "in the cast twice"),
        ({"cast": [*sound()["cast"], {"name": "Eve"}]}, "cast.4.bio", "say who Eve is"),
        ({"venue": None}, "venue", "is required"),
        ({"venue": "pub"}, "venue", "'workplace'"),
        ({"goal": ""}, "goal", "is required"),
        ({"setting": ""}, "setting", "is required"),
        ({"channel": ""}, "channel", "is required"),
        ({"id": "bug_report__pump_house"}, "id", "bug_report__binary_answer_norm__SLUG"),
        ({"id": ID + "s"}, "id", f"must be the name of its file, {ID!r}"),
        ({"replies": replies()[:3]}, "replies", "1 reply that complies and 3 that breach (got 1 and 2)"),
        (relabelled(1, kind="chatty"), "replies", "one breaching reply must be of the kind"),
        (relabelled(2, kind="evasion"), "replies.3.kind", "must differ"),
        (relabelled(2, kind="Too long"), "replies.2.kind", "in small letters"),
        (relabelled(2, kind=None), "replies.2.kind", "must say how the reply breaches"),
        (relabelled(0, kind="bare"), "replies.0.kind", "is for replies that breach"),
        (relabelled(2, reason=""), "replies.2.reason", "is required"),
        (relabelled(3, text="No, it sticks."), "replies.3.text", "is the text of an earlier reply"),
        ({"elicitors": 1}, "elicitors", "is not a known key; did you mean 'elicitor'?"),
        (changed(8, text="One word, that's the rule here."), "transcript.8.text", "speaks of the norm"),
        (changed(8, text="yes or no and nothing else"), "transcript.8.text", "says the norm"),
    ],
)
def test_each_fault_is_found_where_it_stands(tmp_path, changes, path, message):
    (found,) = review([write(sound(**changes), tmp_path)])

    assert [fault for fault in found.faults if fault.path == path and message in fault.message]
    assert all(fault.line for fault in found.faults)


def test_all_faults_are_reported_at_once_in_the_order_of_the_file(tmp_path):
    content = sound(**changed(8, actor="Dora"), goal="", replies=[], subject="Zoe")

    paths = [line.split(": ")[1] for line in faults(content, tmp_path)]

    assert paths == ["subject", "goal", "replies"]
    assert len(faults({**content, "subject": "Dora"}, tmp_path)) == 3


def test_id_of_a_shipped_scenario_or_of_an_earlier_file_is_taken(tmp_path):
    shipped = next(iter(SCENARIOS.shipped))
    other = tmp_path / "other"
    other.mkdir()

    first, second, third = review(
        [write(sound(), tmp_path), write(sound(), other), write(sound(id=shipped), tmp_path, shipped)]
    )

    assert first.faults == ()
    assert f"{ID!r} is taken by {tmp_path / ID}.yaml" in str(second.faults)
    assert f"{shipped!r} is taken by" in str(third.faults)


def test_file_that_is_no_scenario_is_reported(tmp_path):
    (tmp_path / "bad.yaml").write_text("id: [", encoding="utf-8")

    bad, missing = review([tmp_path / "bad.yaml", tmp_path / "nowhere.yaml"])

    assert (bad.scenario, missing.scenario) == (None, None)
    assert bad.faults
    assert "cannot be read" in str(missing.faults[0])


def test_labels_and_marks_that_the_rule_sees_otherwise_are_warnings(tmp_path):
    content = sound(**changed(4, text="yes, since Monday"), **relabelled(3, text="No."))

    (found,) = review([write(content, tmp_path)])

    assert found.faults == ()
    assert [(fault.path, fault.message) for fault in found.warnings] == [
        ("transcript.4.text", "by the rule of the norm this turn does not show it"),
        ("replies.3.text", "by the rule of the norm this reply complies"),
    ]


@pytest.mark.parametrize("file", SCENARIOS.shipped.values(), ids=list(SCENARIOS.shipped))
def test_shipped_scenario_passes(file):
    (found,) = review([file])

    assert (found.faults, found.warnings) == ((), ())
