"""The prompts are a contract: whoever answers them finds the machine-made parts by their tags."""

import pytest

from community.modules import load_module_prompts

BOOK = load_module_prompts()
TAGS = {
    "direct_edit": {"transcripts", "candidate"},
    "infer_edit_infer": {"transcripts", "history"},
    "infer_edit_edit": {"rule", "candidate"},
    "contrastive_classify": {"question", "community"},
    "contrastive_infer": {"admitted", "refused"},
    "contrastive_refine": {"admitted", "refused", "rule"},
    "contrastive_edit": {"rule", "candidate"},
    "tom_encode": {"community", "newcomer"},
    "tom_introspect": {"observations", "history", "rule"},
    "tom_first_order": {"observations", "history", "introspection"},
    "tom_second_order": {"observations", "history", "introspection", "agent_belief"},
    "tom_synthesize": {"introspection", "agent_beliefs", "rule", "history"},
    "tom_edit": {"rule", "candidate"},
    "probe_tom_infer": {"transcripts", "rule", "history"},
    "probe_tom_edit": {"rule", "candidate"},
    "induction_edit": {"rule", "candidate"},
}


def test_these_are_the_prompts():
    assert BOOK.prompts.keys() == TAGS.keys()


@pytest.mark.parametrize("name", TAGS)
def test_each_machine_made_part_stands_once_in_its_tag(name: str):
    source = BOOK[name].source

    for tag in TAGS[name]:
        assert source.count(f"<{tag}>\n{{") == source.count(f"<{tag}>") == 1
        assert source.count(f"}}\n</{tag}>") == source.count(f"</{tag}>") == 1


@pytest.mark.parametrize("name", [name for name in TAGS if "candidate" in TAGS[name]])
def test_each_edit_is_told_how_the_answer_must_stay_and_how_long_it_may_be(name: str):
    assert {"candidate", "answer_format", "word_limit"} <= BOOK[name].placeholders


@pytest.mark.parametrize("name", TAGS)
def test_each_prompt_is_one_system_and_one_user_message(name: str):
    values = dict.fromkeys(BOOK[name].placeholders, "x")

    assert [message.role for message in BOOK[name].fill(**values)] == ["system", "user"]
