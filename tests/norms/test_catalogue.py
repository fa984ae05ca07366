import re
import subprocess
import sys
from pathlib import Path

import pytest

from community.errors import FileFaultsError, UnknownIdError, UserError
from community.norms import list_broken, list_norms, load_norm, parse_description

CORE = [
    "ifeval_keyword_consider", "ifeval_smiley", "nc_at_least_3_paragraphs", "nc_under_30_words",
    "nc_under_50_words", "st_exactly_3_paragraphs", "sy_approx", "sy_arrow_right", "sy_because_symbol",
    "sy_dagger", "sy_interrobang", "sy_pilcrow", "sy_plus_minus", "sy_section_symbol", "sy_checkmark", "sy_star",
    "sy_musical_note", "sy_emoji_bulb", "sy_emoji_check", "sy_emoji_lightning", "sy_emoji_star", "sy_emoji_target",
    "sy_end_tag", "tk_ai_at_least_3", "tk_correct_at_least_2", "tk_result_at_least_2", "tk_side_at_least_1",
    "tk_level_exactly_1", "tk_line_exactly_2", "tk_true_exactly_2", "ai-language-model", "greeting",
    "restate-question", "rp_definition_marker", "rp_farewell", "rp_great_question", "rp_personal_reflection",
    "rp_step_marker", "pp_gramblix_opener", "pp_zorbax_opener", "pp_klomble_closer", "pp_snondle_bookend",
    "pseudo_bibididi_opener", "pseudo_frim_min_3", "ps_drendal_for_and", "ps_prablix_for_answer",
    "pseudo_plok_for_therefore", "ps_velmish_for_a",
]  # fmt: skip
FAMILIES = {"local_edit", "boundary", "substitution", "repeated_word", "global_structure", "register"}
NORMS = list_norms()
BY_ID = pytest.mark.parametrize("norm", NORMS, ids=[norm.id for norm in NORMS])

OWN = """\
id: my_whisper
title: Says whisper
instruction: Whisper once in a while.
check: {kind: contains, words: [whisper]}
"""


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    folder = tmp_path / "norms"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def test_core_set_has_the_48_norms():
    assert sorted(norm.id for norm in list_norms(set="core")) == sorted(CORE)
    assert len(CORE) == 48


@BY_ID
def test_norm_judges_its_own_examples_as_stated(norm):
    for example in norm.examples.complies:
        assert norm.check(example.text, example.question).complies, example.text
    for example in norm.examples.violates:
        assert not norm.check(example.text, example.question).complies, example.text
    assert min(len(norm.examples.complies), len(norm.examples.violates)) >= 3


@BY_ID
def test_norm_can_be_stated_in_english_and_read_back(norm):
    statement = norm.predicate.describe()

    assert parse_description(statement) == norm.predicate
    assert parse_description(f"Their rule seems to be this: {statement} I am fairly sure.") == norm.predicate
    assert parse_description(statement.removesuffix(".").lower()) is not None


@BY_ID
def test_statement_gives_away_neither_id_nor_instruction(norm):
    statement = norm.predicate.describe().lower()

    assert statement.removesuffix(".") not in norm.instruction.lower()
    assert norm.id.lower() not in statement


@BY_ID
def test_shipped_norm_is_filed_under_its_id_and_family(norm):
    assert load_norm(norm.id) == norm
    assert norm.set != "own"
    assert norm.set == "costly" or norm.family in FAMILIES


def test_list_is_ordered_and_can_be_narrowed():
    assert [norm.id for norm in NORMS] == sorted(norm.id for norm in NORMS)
    assert {norm.family for norm in list_norms(family="boundary")} == {"boundary"}
    assert list_norms(set="core", family="substitution")[0].id == "ps_drendal_for_and"


def test_unknown_id_names_the_nearest():
    with pytest.raises(UnknownIdError, match=re.escape("did you mean 'sy_star'")):
        load_norm("sy_sta")


def test_own_folder_is_found_beside_the_catalogue(own_folder):
    (own_folder / "any_name.yaml").write_text(OWN, encoding="utf-8")

    norm = load_norm("my_whisper")

    assert (norm.set, norm.family) == ("own", "other")
    assert norm.check("A whisper.").complies
    assert list_norms()[-1] == norm
    assert load_norm("norms/any_name.yaml") == norm


def test_own_norm_may_not_take_a_known_id(own_folder):
    (own_folder / "clash.yaml").write_text(OWN.replace("my_whisper", "sy_star"), encoding="utf-8")

    assert load_norm("sy_star") in list_norms()
    assert [Path(broken.source).name for broken in list_broken()] == ["clash.yaml"]
    assert "'sy_star' is taken by" in str(list_broken()[0].error)


def test_broken_own_file_is_listed_and_explained_when_asked_for(own_folder):
    (own_folder / "cough.yaml").write_text(OWN.replace("title", "titel"), encoding="utf-8")

    assert "cough" not in {norm.id for norm in list_norms()}
    assert [Path(broken.source).name for broken in list_broken()] == ["cough.yaml"]
    with pytest.raises(FileFaultsError, match="did you mean 'title'"):
        load_norm("cough")


def test_faults_are_reported_with_file_line_and_path(own_folder):
    file = own_folder / "bad.yaml"
    file.write_text(
        "id: bad norm\ntitle: x\nfamly: register\ninstruction: y\ncheck:\n  kind: contains\n  words: ['★']\n",
        encoding="utf-8",
    )

    with pytest.raises(FileFaultsError) as caught:
        load_norm(str(file))

    faults = {(fault.line, fault.path) for fault in caught.value.faults}
    assert {(1, "id"), (3, "famly"), (7, "check.words")} == faults


def test_unknown_kind_says_what_is_allowed(own_folder):
    file = own_folder / "bad.yaml"
    file.write_text(OWN.replace("contains", "contain"), encoding="utf-8")

    with pytest.raises(FileFaultsError, match=r"line 4: check: .*'contains'"):
        load_norm(str(file))


def test_missing_file_is_one_clear_line():
    with pytest.raises(UserError, match=r"nowhere\.yaml: cannot be read"):
        load_norm("nowhere.yaml")


def test_loading_one_norm_needs_no_sentence_model():
    code = (
        "import sys, community.norms as n; n.load_norm('sy_star').check('★'); print('spacy' in sys.modules)"
    )

    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert printed.strip() == "False"
