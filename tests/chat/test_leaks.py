"""Nothing that a newcomer, its module or the chair is ever sent may give a norm away, whatever the protocol."""

import pytest

from community.chat.roster import CHAIR, module_name
from community.modules import MODULES
from community.norms import list_norms, load_norm
from tests.chat.village import Village, live

NORMS = [norm.id for norm in list_norms(set="core")]


def given_away(norm_id: str, village: Village) -> list[str]:
    """The secrets of a norm that stand in a prompt of somebody who must not know it."""
    norm = load_norm(norm_id)
    secrets = [norm.id, norm.instruction, norm.predicate.model_dump_json(), norm.title]
    outsiders = [*village.cast.newcomer_names, *map(module_name, village.cast.newcomer_names), CHAIR]
    prompts = [prompt.lower() for who in outsiders for prompt in village.heard.prompts(who)]
    assert prompts
    return [secret for secret in secrets for prompt in prompts if secret.lower() in prompt]


@pytest.mark.parametrize("norm", NORMS)
def test_prompts_never_hold_the_norm(norm: str) -> None:
    module = list(MODULES.table)[NORMS.index(norm) % len(MODULES.table)]

    assert given_away(norm, live(norm, module=module, turns=12, joins=4)) == []


@pytest.mark.parametrize("style", ["silence", "topic_change", "tease", "correction", "exclusion"])
@pytest.mark.parametrize("module", ["none", "tom"])
def test_prompts_never_hold_the_norm_under_any_sanction(style: str, module: str) -> None:
    village = live(
        [{"norms": ["pp_snondle_bookend"]}, {"from_turn": 13, "norms": ["ps_drendal_for_and"]}],
        module=module,
        sanction=style,
        order="model",
        newcomers=2,
        habits=["sy_dagger"],
        demonstrations=style == "tease",
    )

    for norm in ("pp_snondle_bookend", "ps_drendal_for_and", "sy_dagger"):
        assert given_away(norm, village) == []


@pytest.mark.parametrize("style", ["tease", "correction", "topic_change"])
def test_whoever_sanctions_is_not_told_the_norm_in_that_prompt(style: str) -> None:
    village = live("pp_snondle_bookend", sanction=style)
    norm = load_norm("pp_snondle_bookend")

    prompts = [text for name in village.cast.member_names for text in village.heard.prompts(name, style)]
    assert prompts
    assert not any(norm.instruction in prompt for prompt in prompts)


def test_newcomer_hears_everything_that_is_said_and_nothing_about_how() -> None:
    village = live(newcomers=2, turns=30, history=100)

    last = village.heard.prompts("Kim", "talk")[-1]
    turn = village.said_by("Kim")[-1].turn
    for said in village.turns[: turn - 1]:
        assert f'<message from="{said.speaker}">\n{said.text}\n</message>' in last
    assert not any(word in last for word in ("uptake", "sanction", "complies", "correction"))


def test_only_the_latest_messages_are_shown() -> None:
    village = live(turns=20, history=3, module="induction")

    assert {prompt.count("<message from=") for prompt in village.heard.prompts("Kim", "talk")} == {3}
