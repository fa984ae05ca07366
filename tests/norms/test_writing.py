import json

import pytest
import yaml

from community.errors import FileFaultsError, UserError
from community.norms import load_norm
from community.norms.kinds import kinds, norm_schema
from community.norms.review import misjudged, review
from community.norms.writing import NewNorm, write_norm

BELL = NewNorm(
    "bell", 'Says: "ding"', "Say ding ★ in every message.", {"kind": "contains", "words": ["ding"]}
)
WRITABLE = [kind for kind in kinds() if kind.kind not in {"python", "judged"}]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_written_norm_is_found_and_sound():
    path = write_norm(BELL)

    norm = load_norm("bell")
    (found,) = review([path])
    assert path.as_posix() == "norms/bell.yaml"
    assert (norm.title, norm.instruction) == (BELL.title, BELL.instruction)
    assert len(norm.examples.complies) == len(norm.examples.violates) == 3
    assert found.faults == found.warnings == ()


def test_file_is_commented_and_names_its_schema():
    path = write_norm(BELL)

    lines = path.read_text(encoding="utf-8").splitlines()
    schema = path.parent / lines[0].partition("$schema=")[2]
    assert lines[0].startswith("# yaml-language-server: $schema=")
    assert json.loads(schema.read_text(encoding="utf-8")) == norm_schema()
    assert sum(line.startswith("# ") for line in lines) >= 6


@pytest.mark.parametrize("kind", WRITABLE, ids=[kind.kind for kind in WRITABLE])
def test_examples_of_every_kind_are_judged_as_stated(kind):
    new = NewNorm("mine", "Mine", "Do it.", yaml.safe_load(kind.example))

    norm = load_norm(str(write_norm(new)))

    assert list(misjudged(norm)) == []
    assert norm.examples.violates


def test_nothing_is_overwritten():
    path = write_norm(BELL)
    path.write_text("mine", encoding="utf-8")

    with pytest.raises(UserError, match=r"bell\.yaml exists"):
        write_norm(BELL)
    assert path.read_text(encoding="utf-8") == "mine"


def test_taken_id_is_refused(tmp_path):
    with pytest.raises(UserError, match="there is a norm 'sy_star' already"):
        write_norm(NewNorm("sy_star", "x", "x", BELL.check))
    assert not (tmp_path / "norms").exists()


def test_what_makes_no_norm_is_explained_and_leaves_nothing(tmp_path):
    with pytest.raises(FileFaultsError) as caught:
        write_norm(NewNorm("a b", "x", "x", {"kind": "contains", "word": ["ding"]}))

    assert {fault.path for fault in caught.value.faults} == {"id", "check.word"}
    assert "did you mean 'words'" in str(caught.value)
    assert not (tmp_path / "norms").exists()


def test_judged_norm_is_written_without_examples():
    path = write_norm(NewNorm("kind", "Kind", "Be kind.", {"kind": "judged", "rubric": "It is kind."}))

    assert load_norm(str(path)).examples.complies == ()
