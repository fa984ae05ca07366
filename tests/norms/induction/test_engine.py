"""The engine finds the norm from evidence: any norm of the catalogue, norms written in YAML, among habits and slips."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from community.norms import Norm, list_norms, load_norm
from community.norms.induction import Episode, Inducer, Posterior, Said, Trial
from community.norms.predicates import parse_description
from tests.norms.induction.community import agreement, episodes, keeps_when_enacted

CORE = [norm.id for norm in list_norms(set="core")]
UNSEEN = {
    "a count": {"kind": "contains", "words": ["quartz"], "exactly": 4},
    "a position": {"kind": "contains", "words": ["notably"], "within": "last_sentence"},
    "an ending": {"kind": "boundary", "at": "end", "characters": ["[over]"]},
    "a substitution": {"kind": "substitution", "use": "fenwick", "never": "the"},
    "two parts of a substitution": {
        "kind": "all",
        "of": [
            {"kind": "contains", "words": ["mirple"]},
            {"kind": "contains", "words": ["that"], "exactly": 0},
        ],
    },
    "an opener and a sign": {
        "kind": "all",
        "of": [
            {"kind": "boundary", "at": "start", "words": ["indeed"]},
            {"kind": "contains", "characters": ["⇒"]},
        ],
    },
    "a short text with a word": {
        "kind": "all",
        "of": [{"kind": "count", "of": "words", "max": 39}, {"kind": "contains", "words": ["note"]}],
    },
}


def infer(evidence: list[Episode]) -> Posterior:
    engine = Inducer()
    for episode in evidence:
        engine.take(episode)
    return engine.posterior()


def unseen(name: str, folder: Path) -> Norm:
    text = yaml.safe_dump(
        {
            "id": "unseen", "title": name, "family": "local_edit", "set": "extended", "instruction": "Do it.",
            "check": UNSEEN[name], "examples": {"complies": [], "violates": []},
        }
    )  # fmt: skip
    (folder / "unseen.yaml").write_text(text, encoding="utf-8")
    return load_norm(str(folder / "unseen.yaml"))


@pytest.mark.parametrize("norm_id", CORE)
def test_the_leading_hypothesis_behaves_like_the_norm(norm_id: str):
    norm = load_norm(norm_id)

    best = infer(episodes([norm])).best

    assert best is not None
    assert keeps_when_enacted(best, [norm]) >= 0.9
    assert agreement(best, [norm]) >= 0.85


@pytest.mark.parametrize("name", UNSEEN)
def test_norms_outside_the_catalogue_are_found_alike(name: str, tmp_path: Path):
    norm = unseen(name, tmp_path)

    best = infer(episodes([norm])).best

    assert best is not None
    assert keeps_when_enacted(best, [norm]) >= 0.9
    assert agreement(best, [norm]) >= 0.85


@pytest.mark.parametrize("norm_id", CORE[::6])
def test_a_habit_of_one_member_is_not_taken_for_the_norm(norm_id: str):
    norm = load_norm(norm_id)
    habits = [load_norm(name) for name in ("sy_dagger", "rp_personal_reflection") if name != norm_id]
    evidence = episodes([norm], habits=[[habits[0]], [habits[-1]]])

    best = infer(evidence).best

    assert best is not None
    assert agreement(best, [norm]) >= 0.85
    assert not any("†" in atom.sentence or "reflection" in atom.sentence for atom in best.atoms)


@settings(max_examples=12, deadline=None)
@given(
    norm_id=st.sampled_from(
        ["sy_star", "pp_klomble_closer", "pseudo_frim_min_3", "rp_step_marker", "tk_side_at_least_1"]
    ),
    slips=st.floats(0.05, 0.2),
    seed=st.integers(0, 1000),
)
def test_members_may_slip_and_err(norm_id: str, slips: float, seed: int):
    norm = load_norm(norm_id)

    best = infer(episodes([norm], count=10, seed=seed, slips=slips, mistakes=0.1)).best

    assert best is not None
    assert keeps_when_enacted(best, [norm]) >= 0.9


def test_without_any_norm_nothing_costly_is_believed():
    best = infer(episodes([], count=6)).best

    assert best is None or keeps_when_enacted(best, []) == 1.0


def test_a_refusal_refutes_what_members_alone_cannot():
    question = "Which is it?\n(A) this\n(B) that"
    said = tuple(
        Said(name, f"★ ☂ Some words of member {number} on it, {word}. (A)", number)
        for number, word in enumerate(("so", "well", "thus", "still"))
        for name in ("Agent 1", "Agent 2")
    )
    with_star = Trial("★ A word of mine. (A)", 2, 0)
    with_umbrella = Trial("☂ A word of mine. (A)", 0, 2)

    posterior = infer([Episode(0, question, said, (with_star, with_star, with_umbrella, with_umbrella))])

    assert posterior.best is not None
    assert "☂" not in posterior.best.sentence
    assert posterior.best.holds(Inducer().reading(with_star.text, question))


def test_hypotheses_that_no_message_tells_apart_are_named_together():
    norm = load_norm("tk_level_exactly_1")

    groups = infer(episodes([norm])).confounded()

    assert any('Use the word "level".' in [item.sentence for item in group] for group in groups)


def test_each_sentence_reads_back_as_its_predicate_and_probabilities_add_up():
    posterior = infer(episodes([load_norm("ps_drendal_for_and")]))

    assert all(parse_description(item.sentence) == item.predicate for item in posterior.hypotheses)
    assert sum(item.probability for item in posterior.hypotheses) + posterior.nothing <= 1 + 1e-9
    ranked = [item.probability for item in posterior.hypotheses]
    assert ranked == sorted(ranked, reverse=True)


def test_the_evidence_for_and_against_a_hypothesis_is_told():
    norm = load_norm("sy_star")
    posterior = infer(episodes([norm], count=4, slips=0.2, seed=3))
    assert posterior.best is not None

    speaking_for, against = posterior.evidence(posterior.best)

    assert all(norm.check(item.text).complies for item in speaking_for if item.reason == "kept")
    assert not any(norm.check(item.text).complies for item in against if item.reason == "broken")
    assert any(item.reason == "broken and refused" for item in speaking_for)


def test_belief_follows_the_evidence_when_it_changes():
    engine = Inducer(memory=4)
    for episode in episodes([load_norm("sy_star")], count=4):
        engine.take(episode)
    later = episodes([load_norm("pp_klomble_closer")], count=8, seed=1)[4:]
    for episode in later:
        engine.take(episode)

    best = engine.posterior().best

    assert best is not None
    assert "klomble" in best.sentence


def test_the_order_and_repetition_of_updates_change_nothing():
    evidence = episodes([load_norm("pp_zorbax_opener")], count=4)
    engine = Inducer()
    for episode in evidence:
        engine.take(Episode(episode.index, episode.question, episode.said[:2]))
        engine.posterior()
        engine.take(episode)

    at_once = infer(evidence)

    assert [(item.sentence, item.probability) for item in engine.posterior().hypotheses] == [
        (item.sentence, item.probability) for item in at_once.hypotheses
    ]


def test_memory_does_not_grow_with_the_run():
    engine = Inducer(memory=3)
    sizes: list[int] = []
    for episode in episodes([load_norm("sy_star")], count=12):
        engine.take(episode)
        engine.posterior()
        sizes.append(len(engine.reads))

    assert max(sizes) == 3


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_comes_to_the_same_posterior(hash_seed: str):
    code = (
        "from community.norms import load_norm\n"
        "from tests.norms.induction.test_engine import infer, episodes\n"
        "found = infer(episodes([load_norm('rp_farewell')], count=3)).hypotheses\n"
        "print([(item.sentence, item.probability) for item in found])"
    )
    root = Path(__file__).parents[3]
    printed = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True, cwd=root,
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)},
    ).stdout  # fmt: skip

    found = infer(episodes([load_norm("rp_farewell")], count=3)).hypotheses
    assert printed.strip() == str([(item.sentence, item.probability) for item in found])
