"""Module `induction`: it acts on what the evidence says, tries what is open, and needs no model."""

from typing import Any

import pytest

from community.modules.module import Context, NormativeModule
from community.modules.observation import Interaction, Round, Utterance
from community.norms import Norm, load_norm
from community.norms.induction import plain_replies
from community.seeds import stream
from tests.modules.listener import Listener, wrap

REFUSAL = "No response."
MEMBERS = ("Agent 1", "Agent 2")
PLAIN = [(text.raw, question) for text, question in plain_replies() if 40 < text.word_count < 110]


def watched(index: int, norms: list[Norm], *, rounds: int = 4) -> Interaction:
    """Members talk and keep the norms; in the last round the newcomer's plain message is refused."""
    rng = stream(index, "watched")
    own, question = rng.choice(PLAIN)
    turns: list[Round] = []
    for number in range(1, rounds):
        heard: list[Utterance] = []
        for name in MEMBERS:
            text = rng.choice(PLAIN)[0]
            for norm in norms:
                text = norm.enact(text, question, rng)
            heard.append(Utterance(name, text))
        turns.append(Round(number, False, None, tuple(heard), own))
    kept = all(norm.check(own, question).complies for norm in norms)
    reply = "That is how I see it, too. (A)" if kept else REFUSAL
    turns.append(Round(rounds, True, own, tuple(Utterance(name, reply) for name in MEMBERS), own))
    return Interaction(index, question, own, tuple(turns))


def moment(number: int = 2, *, so_far: tuple[Round, ...] = ()) -> Context:
    return Context(f"d9.r{number}", PLAIN[3][1], number, True, so_far)


async def taught(norms: list[Norm], *, debates: int = 4, **options: Any) -> tuple[NormativeModule, Listener]:
    module, model = wrap("induction", **options)
    for index in range(debates):
        await module.learn(watched(index, norms))
    return module, model


async def test_before_any_evidence_messages_pass_unchanged():
    module, model = wrap("induction")

    assert await module.rewrite(PLAIN[0][0], moment(1)) == PLAIN[0][0]
    assert module.belief is None
    assert not model.asked


@pytest.mark.parametrize(
    "norm_id", ["sy_star", "pp_snondle_bookend", "nc_under_30_words", "ps_drendal_for_and"]
)
async def test_it_makes_messages_follow_what_it_inferred_without_a_call(norm_id: str):
    norm = load_norm(norm_id)
    module, model = await taught([norm])

    sent = [await module.rewrite(text, moment()) for text, _ in PLAIN[:6]]

    assert all(norm.check(text, PLAIN[3][1]).complies for text in sent)
    assert module.belief
    assert not model.asked


async def test_what_was_heard_a_moment_ago_counts_already():
    norm = load_norm("pp_zorbax_opener")
    module, _ = wrap("induction")
    interaction = watched(0, [norm])
    here = Context("d0.r4", interaction.question, 4, True, interaction.rounds[:3])

    assert norm.check(await module.rewrite(PLAIN[0][0], here)).complies


async def test_a_model_edits_and_is_corrected_when_it_does_not_keep_the_rule():
    norm = load_norm("sy_star")
    module, model = await taught([norm], edit="model")

    sent = await module.rewrite(PLAIN[0][0], moment())

    assert model.purposes == ["induction_edit"]
    assert norm.check(sent).complies
    assert "indeed" in sent


async def test_a_message_fits_under_the_word_cap_with_its_answer():
    norm = load_norm("pp_klomble_closer")
    module, _ = wrap("induction", word_cap=50)
    for index in range(4):
        await module.learn(watched(index, [norm]))

    sent = await module.rewrite("One reason more is given here for it. " * 9 + "So it is (C).", moment())

    assert len(sent.split()) <= 50
    assert norm.check(sent).complies
    assert "(C)" in sent


async def test_what_it_knows_moves_to_another_run():
    norm = load_norm("pseudo_frim_min_3")
    module, _ = await taught([norm])
    other, _ = wrap("induction")

    other.restore(module.state())

    assert other.belief == module.belief
    assert await other.rewrite(PLAIN[0][0], moment()) == await module.rewrite(PLAIN[0][0], moment())


async def test_belief_follows_the_evidence_and_nothing_else():
    module, _ = await taught([load_norm("sy_star")], debates=3, window=3)
    before = module.belief
    for index in range(3, 7):
        await module.learn(watched(index, [load_norm("pp_klomble_closer")]))

    assert before != module.belief
    assert "klomble" in (module.belief or "")


STAR, DAGGER = load_norm("sy_star"), load_norm("sy_dagger")


def showing(norms: list[Norm], text: str, *place: int) -> str:
    rng = stream(7, *place)
    for norm in norms:
        text = norm.enact(text, None, rng)
    return text


def confounded(index: int, *tries: tuple[str, bool]) -> Interaction:
    """All members show both signs; tries of the newcomer with how they were received."""
    question = PLAIN[index][1]
    rounds: list[Round] = []
    for number in range(1, 4 + len(tries)):
        said = tuple(
            Utterance(
                name, showing([STAR, DAGGER], PLAIN[index + number + 9 * place][0], index, number, place)
            )
            for place, name in enumerate(MEMBERS)
        )
        refused = tuple(Utterance(name, REFUSAL) for name in MEMBERS)
        sent, admitted = tries[number - 4] if number > 3 else (None, True)
        rounds.append(Round(number, sent is not None, sent, said if admitted else refused, ""))
    return Interaction(index, question, PLAIN[index + 5][0], tuple(rounds))


async def test_while_two_habits_are_confounded_it_leaves_one_out_to_see():
    module, _ = wrap("induction")
    plain = PLAIN[0][0]
    for index in range(4):
        await module.learn(confounded(index, *[(plain, False)] * 5))

    tried = await module.rewrite(plain, moment(2))

    assert STAR.check(tried).complies != DAGGER.check(tried).complies


async def test_it_risks_nothing_when_the_reception_will_not_be_seen():
    module, _ = wrap("induction")
    plain = PLAIN[0][0]
    for index in range(4):
        await module.learn(confounded(index, *[(plain, False)] * 5))

    last = await module.rewrite(plain, moment(8))

    assert STAR.check(last).complies
    assert DAGGER.check(last).complies


async def test_an_experiment_settles_what_is_norm_and_what_is_habit():
    module, _ = wrap("induction")
    plain = PLAIN[0][0]
    with_star, with_dagger = showing([STAR], plain, 1), showing([DAGGER], plain, 2)
    for index in range(4):
        await module.learn(confounded(index, (with_star, True), (with_dagger, False)))

    sent = await module.rewrite(plain, moment())

    assert STAR.check(sent).complies
    assert not DAGGER.check(sent).complies
    assert "†" not in (module.belief or "")
