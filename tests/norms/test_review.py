from pathlib import Path

import pytest

from community.norms import load_norm
from community.norms.catalogue import DATA
from community.norms.review import contradict, review
from community.norms.samples import chance_rate

BELL = """\
id: bell
title: Rings a bell
instruction: Ring the bell in every message.
check: {kind: contains, words: [ding]}
examples:
  complies: [ding, "ding dong"]
  violates: [dong]
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text: str, name: str = "bell.yaml") -> Path:
        Path(name).write_text(text, encoding="utf-8")
        return Path(name)

    return write


def test_sound_norm_has_a_base_rate_and_nothing_to_say(file):
    (found,) = review([file(BELL)])

    assert found.norm and found.norm.id == "bell"
    assert (found.base_rate, found.faults, found.warnings) == (0.0, (), ())


def test_every_fault_of_every_file_is_found_at_once(file):
    first = file("id: a b\ntitle: x\nfamly: y\ncheck: {kind: contains, words: ['★']}\n", "first.yaml")
    second = file(BELL.replace("[dong]", "[dong, a ding]"), "second.yaml")

    found = review([first, second, Path("nowhere.yaml")])

    assert {(fault.line, fault.path) for fault in found[0].faults} == {
        (1, "id"), (3, "famly"), (4, "check.words"), (1, "instruction"),
    }  # fmt: skip
    assert [(fault.line, fault.path) for fault in found[1].faults] == [(7, "examples.violates.1")]
    assert "'a ding' is judged `complies`" in found[1].faults[0].message
    assert found[2].faults[0].message.startswith("cannot be read")


def test_a_file_that_is_no_norm_is_also_told_what_is_untrue_in_it(file):
    text = (
        BELL.replace("id: bell", "id: sy_star").replace("title", "titel").replace("[dong]", "[dong, a ding]")
    )

    (found,) = review([file(text)])
    (nameless, rule_less) = review(
        [file(BELL.replace("id: bell\n", ""), "a.yaml"), file("title: x\n", "b.yaml")]
    )

    assert {fault.path for fault in found.faults} == {"title", "titel", "id", "examples.violates.1"}
    assert {fault.path for fault in nameless.faults} == {"id"}
    assert {fault.path for fault in rule_less.faults} == {"id", "instruction", "check"}


def test_id_may_be_taken_neither_by_the_catalogue_nor_twice(file):
    taken, twice = review(
        [file(BELL.replace("id: bell", "id: sy_star")), file(BELL, "a.yaml"), file(BELL, "b.yaml")]
    )[::2]

    assert "'sy_star' is taken by" in str(taken.faults[0])
    assert str(twice.faults[0]) == "line 1: id: 'bell' is taken by a.yaml; choose another"


def test_shipped_file_is_not_its_own_rival():
    (found,) = review([next(DATA.glob("*/sy_star.yaml"))])

    assert found.faults == ()


def test_norm_that_holds_by_chance_is_warned_of(file):
    common = BELL.replace("{kind: contains, words: [ding]}", "{kind: contains, words: [the]}")
    (found,) = review([file(common.replace("ding", "the"))])

    assert found.base_rate and found.base_rate > 0.5
    assert any("holds by chance in" in warning for warning in found.warnings)


def test_norm_that_cannot_be_enacted_is_warned_of(file):
    (found,) = review(
        [file(BELL.replace("{kind: contains, words: [ding]}", r"{kind: regex, pattern: '\bding\b'}"))]
    )

    (warning,) = found.warnings
    assert warning.startswith("cannot be enacted on 6 of 6 ordinary replies: the pattern")


def test_contradictions_are_named_in_the_catalogue_and_among_the_files(file):
    opener = file(
        BELL.replace("{kind: contains, words: [ding]}", "{kind: boundary, at: start, words: [ding]}")
    )
    rival = file(
        "id: gong\ntitle: Gong\ninstruction: Gong first.\n"
        "check: {kind: boundary, at: start, words: [gong]}\nexamples: {complies: [gong], violates: [ding]}\n",
        "gong.yaml",
    )

    warnings = " ".join(warning for found in review([opener, rival]) for warning in found.warnings)

    assert "cannot be followed together with" in warnings
    assert {"gong", "bell", "pp_gramblix_opener"} <= set(warnings.replace(",", "").split())


def test_norm_without_examples_on_one_side_is_warned_of(file):
    (found,) = review([file(BELL.replace("  violates: [dong]\n", ""))])

    assert [warning.split(";")[0] for warning in found.warnings] == ["no example violates"]


def test_fault_of_a_python_rule_is_reported_with_its_line(file):
    (found,) = review(
        [file(BELL.replace("{kind: contains, words: [ding]}", "{kind: python, function: 'no.py:f'}"))]
    )

    assert [(fault.line, fault.path) for fault in found.faults] == [(4, "check")]


def test_judged_norm_is_not_judged_here(file):
    (found,) = review(
        [file(BELL.replace("{kind: contains, words: [ding]}", "{kind: judged, rubric: It rings.}"))]
    )

    assert (found.faults, found.base_rate) == ((), None)
    assert "cannot be enacted" in found.warnings[0]


def test_base_rates_tell_common_from_rare():
    assert chance_rate(load_norm("sy_star")) == 0.0
    assert 0.3 < chance_rate(load_norm("nc_under_50_words")) < 0.5


def test_contradiction_goes_both_ways():
    short, long = load_norm("nc_under_30_words"), load_norm("nc_over_200_words")

    assert contradict(short, long) and contradict(long, short)
    assert not contradict(short, load_norm("sy_star"))
