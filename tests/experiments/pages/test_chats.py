from pathlib import Path

import pytest

from community.chat import Event
from community.experiments.chats.chapters import chapters
from community.experiments.pages.chats.run import ChatRunPages, ChatsOfPage
from community.experiments.pages.chats.transcript import GroupChatOfPage, TurnOfPage, chat_of_page
from community.experiments.runs.manifest import read_manifest
from tests.experiments.pages.conftest import lay_run
from tests.experiments.pages.staged_chats import belief, config, end, opening, talk, turn
from tests.experiments.staged import STAR


def chat(events: list[Event]) -> GroupChatOfPage:
    (chapter,) = chapters(events)
    return chat_of_page(chapter)


def turns(events: list[Event]) -> dict[int, TurnOfPage]:
    return {each.turn: each for each in chat(events).entries if isinstance(each, TurnOfPage)}


def page_of(tmp_path: Path, events: list[Event]) -> ChatsOfPage:
    settings = config()
    directory = lay_run(tmp_path, settings, events)
    return ChatRunPages(directory, settings).page(read_manifest(directory.manifest), events)


def test_chat_is_told_in_order_with_the_change_of_norms_at_its_turn() -> None:
    kinds = [(each.kind, each.turn) for each in chat(talk()).entries]

    assert kinds[:3] == [("phase", 1), ("topic", 1), ("turn", 1)]
    assert kinds.index(("belief", 4)) + 1 == kinds.index(("turn", 4))
    assert kinds.index(("phase", 5)) + 1 == kinds.index(("turn", 5))


def test_reactions_are_told_with_what_they_react_to() -> None:
    told = turns(talk())

    assert (told[3].act, told[3].answers) == ("tease", (2, "Kim"))
    met = told[2].reception
    assert met is not None
    assert (met.sanction, met.by, met.came) == ("tease", ("Mara",), 3)
    assert [each.reception and each.reception.came for each in (told[4], told[6])] == [5, None]


def test_message_has_marks_its_rewriting_and_the_former_norm() -> None:
    told = turns(talk())

    assert told[4].pieces == (("milk ", None), (STAR, "follows"))
    assert [edit.kind for edit in told[4].edits] == ["removed", "added"]
    assert [number for number, each in told.items() if each.former] == [6]
    assert [number for number, each in told.items() if each.newcomer] == [2, 4, 6]


@pytest.mark.parametrize(
    ("text", "sanction", "amiss"),
    [("tea", "tease", False), ("tea", None, True), (STAR, None, False), (STAR, "silence", True)],
)
def test_enforcement_gone_wrong_is_told(text: str, sanction: str | None, amiss: bool) -> None:
    events = [*opening(), turn(1, "Kim", text, reception={"sanction": sanction, "by": ("Mara", "Theo")})]

    met = turns(events)[1].reception

    assert met is not None
    assert (met.amiss, met.everybody) == (amiss, sanction == "silence")


def test_messages_without_a_verdict_are_neither() -> None:
    empty = turn(1, "Kim", "", complies=None, verdicts=(), reception=None, faults=("empty",))

    told = turns([*opening(), empty])[1]

    assert (told.pieces, told.complies, told.reception) == ((), None, None)


def test_line_has_the_newcomers_messages_as_figures_draw_them(tmp_path: Path) -> None:
    (line,) = page_of(tmp_path, talk()).lines

    found = [(each.turn, each.complies, each.sanction, each.met) for each in line.own]
    assert found == [(2, False, "tease", True), (4, True, None, True), (6, False, "tease", True)]
    assert (line.uptakes, line.sanctions) == (1, {"tease": 2})


def test_beliefs_are_told_when_they_change_and_a_failed_chat_leaves_none(tmp_path: Path) -> None:
    events = [
        *opening(), belief(2, "one"), belief(4, "one"), end(),
        *opening(1), belief(2, "two", chat=1), end(1, "broke"),
        *opening(2), belief(2, "one", chat=2), belief(4, None, chat=2), end(2),
    ]  # fmt: skip

    lines = page_of(tmp_path, events).lines

    assert [[each.belief for each in line.stated] for line in lines] == [["one"], ["two"], [None]]


def test_page_has_every_number_and_names_each_norm_once(tmp_path: Path) -> None:
    page = page_of(tmp_path, [*talk(), *opening(1), end(1, "broke")])

    values = {each.name: each.number.value for each in page.headlines}
    assert values["follow_rate"] == pytest.approx(1 / 3)
    assert values["repair"] == 1.0
    assert values["first_opportunity"] == 0.0
    assert values["relapse"] == 1.0
    assert [norm.id for norm in page.norms] == ["sy_star", "rp_farewell"]
    assert (page.metrics.chats, page.metrics.failed, page.planned) == (2, 1, 2)
