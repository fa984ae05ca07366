"""Pages of scenarios and of group chats in a real browser: what is read, hidden and chosen; text stays text."""

import threading
from pathlib import Path

import pytest
import yaml
from selenium.webdriver import Chrome

from community.agents.beliefs import BeliefVerdict
from community.chat import BeliefEvent, TopicEvent
from community.experiments.pages.gallery import Gallery
from community.experiments.pages.server import PageServer
from community.experiments.pages.writing import write_overview, write_page
from community.experiments.runs.config import RunSettings
from community.records import RunEvent
from community.scenarios import load_scenario
from community.scenarios.records import JudgeVerdict, RuleVerdict
from tests.experiments.pages import staged_chats, staged_replies
from tests.experiments.pages.browsing import (
    HOSTILE,
    SHOWN,
    choose,
    click,
    complaints,
    fits,
    is_unhurt,
    narrow,
    press,
    show,
    texts,
    until,
)
from tests.experiments.pages.conftest import append, lay_run
from tests.experiments.pages.staged_chats import end, opening, talk, turn
from tests.experiments.pages.staged_replies import FEED, VENTS, failed, replies, reply
from tests.experiments.staged import STAR

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def scenarios(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two scenarios: one is learned, of the other a reply failed and one has no verdict."""
    events = [*replies(FEED, naive="nn", norm_informed="yy"), *replies(VENTS, naive="x?", norm_informed="nn")]
    return write_page(lay_run(tmp_path_factory.mktemp("runs"), staged_replies.config(FEED, VENTS), events))


@pytest.fixture(scope="module")
def chats(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two chats: one with a change of norms, one that failed."""
    events = [*talk(), *opening(1), turn(1, "Kim", f"hello {STAR}", chat=1), end(1, "the model broke")]
    return write_page(lay_run(tmp_path_factory.mktemp("runs"), staged_chats.config(), events))


def test_no_reply_and_no_scenario_is_more_than_text(browser: Chrome, tmp_path: Path) -> None:
    known = load_scenario(FEED).model_dump(mode="json", exclude={"extra"})
    people = [{**member, "bio": HOSTILE} for member in known["cast"]]
    said = [{**each, "text": HOSTILE} for each in known["transcript"]]
    named = {"channel": HOSTILE, "setting": HOSTILE, "goal": HOSTILE, "statement": HOSTILE}
    data = {**known, **named, "cast": people, "transcript": said}
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / f"{FEED}.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    judged = JudgeVerdict(
        complies=False, **dict.fromkeys(("evidence", "reasoning", "norm_requirement"), HOSTILE)
    )
    rule = RuleVerdict(complies=True, detail=HOSTILE)
    events = [
        reply(FEED, "naive", 0, False, reply=HOSTILE, candidate=f"own {HOSTILE}", judge=judged, rule=rule),
        failed(FEED, "naive", 1, HOSTILE),
    ]
    settings = staged_replies.config(FEED, dataset=str(tmp_path / "set"))

    show(browser, write_page(lay_run(tmp_path, settings, events)), f"#scenario-{FEED}")
    until(browser, lambda b: texts(b, "#reader .said"))

    assert is_unhurt(browser)
    assert texts(browser, "#reader .question") == [f"{SHOWN}\n{SHOWN}"]
    assert SHOWN in texts(browser, "#reader .hidden-part .said")
    assert SHOWN in texts(browser, "#reader .own .said")
    assert SHOWN in texts(browser, "#reader .grounds dd")
    assert texts(browser, "#reader .failed .failed") == [SHOWN]
    assert complaints(browser) == []


def test_no_message_of_a_group_chat_is_more_than_text(browser: Chrome, tmp_path: Path) -> None:
    judged = BeliefVerdict(rule=HOSTILE, agreement=0.5, rating=3)
    events = [
        *opening(),
        BeliefEvent(chat=0, turn=1, newcomer="Kim", belief=HOSTILE, verdict=judged),
        turn(1, "Kim", HOSTILE, candidate=f"own {HOSTILE}", habits=(HOSTILE,)),
        TopicEvent(chat=0, turn=2, topic="odd", text=HOSTILE),
        turn(2, "Mara", f"{STAR} {HOSTILE}", act="tease", answers=1),
        end(0, HOSTILE),
    ]

    show(browser, write_page(lay_run(tmp_path, staged_chats.config(), events)), "#chat-1")
    until(browser, lambda b: texts(b, "#reader .said"))

    assert is_unhurt(browser)
    assert SHOWN in texts(browser, "#reader .own .said")
    assert texts(browser, "#reader .belief-entry q") == [SHOWN]
    assert SHOWN in texts(browser, "#beliefs q")
    assert f"topic: {SHOWN}" in texts(browser, "#reader .topic-entry")
    assert SHOWN in "".join(texts(browser, "#reader .failed"))
    assert complaints(browser) == []


def test_what_is_hidden_from_the_subject_is_told_apart(browser: Chrome, scenarios: Path) -> None:
    scenario = load_scenario(FEED)
    show(browser, scenarios, f"#scenario-{FEED}")
    until(browser, lambda b: texts(b, "#reader .hidden-part"))
    hidden = texts(browser, "#reader .hidden-part")
    demonstrations = texts(browser, "#reader .message.demonstrates .said")
    elicitor = texts(browser, "#reader .message.elicitor .said")
    press(browser, "e")
    until(browser, lambda b: not texts(b, "#reader .hidden-part"))
    seen = "".join(texts(browser, "#reader"))

    assert scenario.hidden_norm.statement in hidden[0]
    assert demonstrations == [each.text for each in scenario.demonstrations]
    assert elicitor == [scenario.elicitor.text]
    assert texts(browser, "#reader .demonstrates") == texts(browser, "#reader .elicitor") == []
    assert scenario.elicitor.text in seen
    assert scenario.hidden_norm.statement not in seen
    assert "one word" not in seen, "the judge knows the norm"


def test_verdicts_failures_and_what_is_missing_are_counted(browser: Chrome, scenarios: Path) -> None:
    show(browser, scenarios, f"#scenario-{VENTS}")
    until(browser, lambda b: texts(b, "#reader .hidden-part"))

    assert texts(browser, "#reader .own .chip.breaks") == ["failed", "✗ breaches", "✗ breaches"]
    assert texts(browser, "#reader .own .chip.unknown") == ["? no verdict"]
    assert texts(browser, "#reader .own .failed") == ["the model broke"]
    assert "8 of 8 replies over, 1 failed, 1 have no verdict" in texts(browser, "#numbers .detail")[0]
    assert "simulated" in texts(browser, ".banner")[0]
    assert "evidence" in texts(browser, "#reader .grounds dt")


@pytest.mark.parametrize(
    ("label", "choice", "left"),
    [
        ("any norm", "mandatory_analogy_norm", ["2"]),
        ("any occasion", "standup", ["1"]),
        ("any verdict", "failed", ["2"]),
        ("any verdict", "no verdict", ["2"]),
        ("any verdict", "enough comply", ["1"]),
    ],
)
def test_filters_choose_scenarios(
    browser: Chrome, scenarios: Path, label: str, choice: str, left: list[str]
) -> None:
    show(browser, scenarios)
    choose(browser, label, choice)
    until(browser, lambda b: len(texts(b, "#list button")) == len(left))

    assert texts(browser, "#list .number") == left


def test_squares_stand_under_their_conditions(browser: Chrome, scenarios: Path) -> None:
    show(browser, scenarios)
    left = (
        "return [...document.querySelectorAll(arguments[0])].map((each) => each.getBoundingClientRect().left)"
    )
    heads = browser.execute_script(left, ".list-legend .columns > *")
    squares = browser.execute_script(left, "#list li:first-child .columns > *")
    labels = browser.execute_script(
        "return [...document.querySelectorAll('#list button')].map((each) => each.ariaLabel)"
    )

    assert texts(browser, ".list-legend .columns > *") == ["naive", "norm informed"]
    assert heads == pytest.approx(squares, abs=2)
    assert "naive 0 of 2, norm informed 2 of 2" in labels[0]
    read = "#top, #numbers, #conditions, .filters, #groups"
    assert "norm_informed" not in "".join(texts(browser, read))


def test_a_condition_narrows_verdicts_and_replies(browser: Chrome, scenarios: Path) -> None:
    show(browser, scenarios, f"#scenario-{FEED}")
    until(browser, lambda b: len(texts(b, "#reader .own")) == 4)
    choose(browser, "any condition", "naive")
    until(browser, lambda b: len(texts(b, "#reader .own")) == 2)
    choose(browser, "any verdict", "enough comply")

    until(browser, lambda b: texts(b, ".filters [role=status]") == ["0 of 2 scenarios"])


def test_a_change_of_norms_and_sanctions_stand_at_their_turns(browser: Chrome, chats: Path) -> None:
    show(browser, chats, "#chat-1")
    until(browser, lambda b: texts(b, "#reader .phase"))
    order = browser.execute_script(
        "return [...document.querySelectorAll('#reader [data-place]')].map((each) => each.dataset.place)"
    )

    assert order[order.index("norms-5") + 1] == "turn-5"
    assert texts(browser, "#reader .phase.change") == [
        "the norm changes: from turn 5, rp_farewell is in force"
    ]
    assert texts(browser, "#reader .own.breaks .heading b") == ["Kim", "Kim"]
    assert texts(browser, "#reader .own.follows mark.follows") == [STAR]
    assert texts(browser, "#reader .met")[0] == "sanctioned tease, by Mara; turn 3"
    assert "it did not come before the end" in texts(browser, "#reader .met")[2]
    assert "follows the former norm" in texts(browser, "#reader .chip.note")
    assert "simulated" in texts(browser, ".banner")[0]
    assert "1 failed" in texts(browser, "#numbers .detail")[0]


def test_what_was_said_has_no_word_on_sanctions_and_beliefs(browser: Chrome, chats: Path) -> None:
    show(browser, chats, "#chat-1")
    until(browser, lambda b: texts(b, "#reader .met"))
    press(browser, "e")
    until(browser, lambda b: not texts(b, "#reader .met"))

    assert texts(browser, "#reader .phase") == texts(browser, "#reader .belief-entry") == []
    assert f"coffee, Kim {STAR}" in texts(browser, "#reader .said")


@pytest.mark.parametrize(
    ("choice", "turns"),
    [
        ("newcomers", ["2", "4", "6"]),
        ("breaches", ["2", "6"]),
        ("sanctions and what came of them", ["2", "3", "6"]),
        ("Theo", ["5", "7"]),
    ],
)
def test_turns_of_a_chat_can_be_chosen(browser: Chrome, chats: Path, choice: str, turns: list[str]) -> None:
    show(browser, chats, "#chat-1")
    until(browser, lambda b: texts(b, "#reader .met"))
    choose(browser, "turns that are shown", choice)
    until(browser, lambda b: len(texts(b, "#reader .message")) == len(turns))

    assert texts(browser, "#reader .heading > .dim:first-child") == turns
    assert len(texts(browser, "#reader .phase")) == 2


def test_links_lead_to_a_turn(browser: Chrome, chats: Path) -> None:
    show(browser, chats, "#chat-2")
    until(browser, lambda b: texts(b, "#reader .failed"))
    click(browser, "#beliefs a")
    until(browser, lambda b: "chat 1" in texts(b, "#reader h3")[0])

    assert browser.execute_script("return location.hash") == "#chat-1/turn-4"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["scenarios", "chats"])
def test_pages_of_every_setting_fit_a_narrow_screen(
    browser: Chrome, request: pytest.FixtureRequest, kind: str, scheme: str
) -> None:
    with narrow(browser, scheme):
        show(browser, request.getfixturevalue(kind))
        click(browser, "#list button")
        until(browser, lambda b: texts(b, "#reader .message"))

        assert fits(browser, scheme)


def test_the_means_of_another_setting_can_be_chosen(browser: Chrome, tmp_path: Path) -> None:
    lay_run(tmp_path, staged_replies.config(FEED), replies(FEED, naive="nn", norm_informed="yy"), name="s")
    lay_run(tmp_path, staged_chats.config(), talk(), name="c")

    show(browser, write_overview(tmp_path).path)
    until(browser, lambda b: texts(b, "#means .name title") == ["naive", "norm informed"])
    browser.execute_script(
        "const select = document.querySelector('#means select');"
        "select.value = 'chat/repair'; select.dispatchEvent(new Event('change'));"
    )
    until(browser, lambda b: texts(b, "#means .name title") == ["sy_star"])

    assert texts(browser, "#runs h3") == ["setting scenarios", "setting chat"]
    assert complaints(browser) == []


@pytest.mark.parametrize(
    ("config", "anchor", "said", "more"),
    [
        (
            staged_replies.config(FEED, VENTS),
            f"scenario-{FEED}",
            replies(FEED, naive="n"),
            [*replies(FEED, naive="ny", norm_informed="y")[1:], *replies(VENTS, naive="n")],
        ),
        (staged_chats.config(), "chat-1", talk()[:5], [*talk()[5:], *opening(1)]),
    ],
    ids=["scenarios", "chat"],
)
def test_runs_in_progress_are_followed(
    browser: Chrome,
    tmp_path: Path,
    *,
    config: RunSettings,
    anchor: str,
    said: list[RunEvent],
    more: list[RunEvent],
) -> None:
    directory = lay_run(tmp_path, config, said, status="running")
    with PageServer(Gallery(tmp_path)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            browser.get(f"{server.address}run/one/#{anchor}")
            until(browser, lambda b: len(texts(b, "#reader .own")) == 1)
            append(directory, more)
            until(browser, lambda b: len(texts(b, "#reader .own")) == 3)
            until(browser, lambda b: len(texts(b, "#list button")) == 2)
        finally:
            server.shutdown()
            thread.join()

    assert complaints(browser) == []
