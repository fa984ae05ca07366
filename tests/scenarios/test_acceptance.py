from pathlib import Path

import pytest

from community.errors import RecordError, UserError
from community.scenarios.acceptance import Decisions
from tests.scenarios import sound

OTHER = sound.ID.replace("pump_house", "weir")


def two(folder: Path) -> Decisions:
    sound.write(sound.sound(), folder)
    sound.write(sound.sound(id=OTHER), folder, OTHER)
    return Decisions(folder)


def names(decisions: Decisions) -> list[str]:
    return [candidate.file.stem for candidate in decisions.pending()]


def test_decided_candidates_do_not_come_again(tmp_path: Path) -> None:
    decisions = two(tmp_path)
    first, second = decisions.pending()
    decisions.add(first, "accept")
    decisions.add(second, "reject", failed=[2, 5], note="says it")

    assert names(Decisions(tmp_path)) == []
    assert [made.failed for made in Decisions(tmp_path).made] == [(), (2, 5)]


def test_skipped_and_changed_candidates_come_again(tmp_path: Path) -> None:
    decisions = two(tmp_path)
    first, second = decisions.pending()
    decisions.add(first, "skip")
    decisions.add(second, "reject")
    assert names(Decisions(tmp_path)) == [sound.ID]

    sound.write(sound.sound(id=OTHER, goal="Another one."), tmp_path, OTHER)
    assert names(Decisions(tmp_path)) == [sound.ID, OTHER]


def test_a_candidate_brings_its_review(tmp_path: Path) -> None:
    sound.write(sound.sound(venue=None), tmp_path)

    (candidate,) = Decisions(tmp_path).pending()

    assert [fault.path for fault in candidate.review.faults] == ["venue"]


def test_a_folder_without_candidates_and_a_damaged_log_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no scenario file"):
        Decisions(tmp_path)

    sound.write(sound.sound(), tmp_path)
    (tmp_path / "decisions.jsonl").write_text('{"choice": "perhaps"}\n', encoding="utf-8")
    with pytest.raises(RecordError, match="line 1 is no decision"):
        Decisions(tmp_path)
