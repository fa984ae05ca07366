from hypothesis import given
from hypothesis import strategies as st

from community.modules.observation import Interaction, Round, Utterance
from community.norms.induction import Episode, Said, Trial
from community.simulation.evidence import by_member, gather, latest, members_of

ANSWER, BRUSH_OFF = Utterance("Agent 1", "It is (A)."), Utterance("Agent 1", "No response.")
OTHER = Utterance("Agent 2", "It is (B).")
SEEN = Interaction(
    0,
    "Q?",
    "",
    (
        Round(1, False, None, (ANSWER, OTHER), ""),
        Round(2, True, "mine (C)", (BRUSH_OFF, Utterance("Agent 2", "")), ""),
        Round(3, True, "mine (D)", (BRUSH_OFF, OTHER), ""),
    ),
)
EPISODES = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 3)).map(
        lambda counts: Episode(
            0,
            "Q?",
            tuple(Said("", str(place)) for place in range(counts[0])),
            tuple(Trial(str(place), 1, 0) for place in range(counts[1])),
        )
    ),
    max_size=5,
)


def test_gather_sorts_messages_by_who_sent_them_and_what_came_of_them():
    (episode,) = gather([SEEN], memory=12)

    assert [(said.sender, said.text) for said in episode.said] == [
        ("Agent 1", "It is (A)."),
        ("Agent 2", "It is (B)."),
        ("Agent 2", "It is (B)."),
    ]
    assert episode.trials == (Trial("mine (C)", 0, 2), Trial("mine (D)", 1, 1))


@given(EPISODES, st.integers(1, 12))
def test_latest_keeps_the_last_messages_of_each_kind_in_order(episodes: list[Episode], memory: int):
    kept = latest(episodes, memory=memory)

    for kind in ("said", "trials"):
        before, after = (
            [message for episode in some for message in getattr(episode, kind)] for some in (episodes, kept)
        )
        assert after == before[-memory:]
    assert all(episode.said or episode.trials for episode in kept)


def test_by_member_leaves_what_one_member_said():
    seen = gather([SEEN], memory=12)

    assert members_of(seen) == ["Agent 1", "Agent 2"]
    assert [len(by_member(seen, member)[0].said) for member in members_of(seen)] == [1, 2]
    assert not by_member(seen, "Agent 1")[0].trials
