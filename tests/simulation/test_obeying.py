import random

import pytest

from community.norms import Norm, load_norm
from community.simulation.obeying import Phrasebook, obey
from community.simulation.people import Abilities

STAR, FRIM, GREETING = (load_norm(name) for name in ("sy_star", "pseudo_frim_min_3", "greeting"))
ALWAYS = Abilities(follows=1.0)
MESSAGE = "Six lamps and four lamps are ten lamps, so the answer is (B)."


def test_phrasebook_yields_only_what_the_text_holds():
    book = Phrasebook([STAR, FRIM, GREETING])

    assert book.told(f"Obey this:\n- {FRIM.instruction}\n- {STAR.instruction}") == [FRIM, STAR]
    assert book.told("Obey nothing.") == []


def test_phrasebook_of_other_norms_does_not_understand():
    assert Phrasebook([GREETING]).told(STAR.instruction) == []


def test_phrasebook_hears_a_longer_instruction_and_not_its_part():
    part = Norm(id="part", title="part", instruction="Use a star", check=STAR.predicate)
    full = Norm(id="full", title="full", instruction="Use a star and a dagger", check=STAR.predicate)

    assert Phrasebook([part, full]).told("Use a star and a dagger, please.") == [full]


def test_obey_makes_the_message_comply_with_all_it_was_told():
    text = obey(MESSAGE, "", [STAR, FRIM], ALWAYS, random.Random(0))

    assert STAR.check(text).complies
    assert FRIM.check(text).complies


def test_obey_follows_with_its_chance():
    half = Abilities(follows=0.5)
    followed = [
        STAR.check(obey(MESSAGE, "", [STAR], half, random.Random(seed))).complies for seed in range(400)
    ]

    assert 0.43 < sum(followed) / 400 < 0.57


@pytest.mark.parametrize("abilities", [ALWAYS, Abilities(follows=0.0)])
def test_obey_without_instructions_changes_nothing(abilities: Abilities):
    assert obey(MESSAGE, "", [], abilities, random.Random(0)) == MESSAGE


def test_obey_does_what_can_be_done_of_instructions_that_contradict_each_other():
    short, long = (load_norm(name) for name in ("nc_under_30_words", "costly_numbered_steps"))

    text = obey(MESSAGE, "", [short, long], ALWAYS, random.Random(0))

    assert long.check(text).complies


def test_obey_leaves_alone_what_only_a_model_could_judge():
    kind = Norm.model_validate(
        {
            "id": "kind",
            "title": "kind",
            "instruction": "Be kind.",
            "check": {"kind": "judged", "rubric": "Complies when it is kind."},
        }
    )

    text = obey(MESSAGE, "", [kind, STAR], ALWAYS, random.Random(0))

    assert STAR.check(text).complies
