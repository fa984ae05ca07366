"""What a newcomer's module gets to see of a chat."""

from community.chat.records import TurnEvent
from community.chat.stretch import stretch_of
from community.modules.observation import Round, Utterance, render
from community.simulation.reading import read_interactions
from tests.chat.village import live, says


def turn(number: int, speaker: str, text: str, *addressed: str) -> TurnEvent:
    return TurnEvent(
        chat=0,
        turn=number,
        speaker=speaker,
        role="newcomer" if speaker in {"Kim", "Alex"} else "member",
        given="rule",
        text=text,
        addressed=addressed,
        norms=("n",),
        complies=True,
        verdicts=(),
    )


LOG = [
    turn(1, "Mara", "first"),
    turn(2, "Theo", "second"),
    turn(3, "Kim", "mine"),
    turn(4, "Mara", "to you", "Kim"),
    turn(5, "Alex", "also new here"),
    turn(6, "Theo", "to her", "Mara"),
    turn(7, "Kim", "mine again"),
    turn(8, "Theo", "to nobody"),
    turn(9, "Theo", ""),
    turn(10, "Mara", "to Theo", "Theo"),
]


def test_stretch_before_the_first_message_was_only_watched() -> None:
    interaction = stretch_of(LOG[:2], "Kim", index=4, topics=["t", "t", "u"])

    assert interaction is not None
    assert (interaction.index, interaction.question, interaction.opening) == (4, "t\nu", "")
    assert interaction.rounds == (
        Round(1, False, None, (Utterance("Mara", "first"), Utterance("Theo", "second")), ""),
    )


def test_stretch_tells_what_was_said_to_the_newcomer_from_what_members_said_to_each_other() -> None:
    interaction = stretch_of(LOG[:6], "Kim", index=0, topics=["t"])

    assert interaction is not None
    assert interaction.opening == "mine"
    assert interaction.rounds == (
        Round(1, True, "mine", (Utterance("Mara", "to you"),), "mine"),
        Round(2, False, None, (Utterance("Theo", "to her"),), "mine"),
    )


def test_stretch_in_which_nobody_named_the_newcomer_is_silence_of_all_who_spoke() -> None:
    interaction = stretch_of(LOG, "Kim", index=0, topics=["t"])

    assert interaction is not None
    met, watched = interaction.rounds
    assert (met.sent, met.heard) == ("mine again", (Utterance("Theo", ""), Utterance("Mara", "")))
    assert [said.text for said in watched.heard] == ["to nobody", "to Theo"]


def test_stretch_without_anything_is_none() -> None:
    assert stretch_of([], "Kim", index=0, topics=[]) is None


def test_stretch_can_be_written_down_and_read_back() -> None:
    interaction = stretch_of(LOG, "Kim", index=0, topics=["t"])

    assert interaction is not None
    (read,) = read_interactions(render([interaction]))
    assert [item.heard for item in read.rounds] == [item.heard for item in interaction.rounds]
    assert [item.sent for item in read.rounds] == ["mine again", None]


def test_module_learns_from_every_stretch_and_never_twice_from_one_message() -> None:
    village = live(turns=30, module="infer_edit", scripts={"Kim": says("A ★ for you")}, chats=2)

    window = village.cast.newcomers[0].module.window
    own = len(village.said_by("Kim"))
    said = [said.text for item in window for met in item.rounds for said in met.heard if said.text]
    members = [turn.text for turn in village.turns if turn.role == "member"]
    assert len(village.heard.prompts("Module of Kim", "infer_edit_infer")) == own + 2
    assert sorted(said) == sorted(members[-len(said) :])
    assert len({item.index for item in window}) == len(window) == 10
