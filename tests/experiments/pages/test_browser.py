"""Pages in a real browser: what is read, what keys do, and that no message ever becomes more than text."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from community.experiments.pages.gallery import Gallery
from community.experiments.pages.server import PageServer
from community.experiments.pages.writing import write_overview, write_page
from community.experiments.runs.directory import RunDirectory
from tests.experiments.pages.browsing import (
    HOSTILE,
    SHOWN,
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
from tests.experiments.pages.conftest import append, lay
from tests.experiments.staged import STAR, end, exchanges, message, question, run, steps

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three debates: admitted, refused, failed."""
    events = run(
        steps(0, belief="a star"),
        steps(
            1,
            "refused",
            follow_rate=0.0,
            texts=("x (B)", "first words (B)", "last words (B)"),
            belief="a star",
        ),
        [[question(2)], [end(2, None, "the model broke")]],
    )
    return write_page(lay(tmp_path_factory.mktemp("runs"), events))


def test_no_message_is_more_than_text(browser: Chrome, tmp_path: Path) -> None:
    own = message(0, 1, "Newcomer", f"{STAR} {HOSTILE}", candidate=HOSTILE, habits=(HOSTILE,), letter="B")
    asked = question(0).model_copy(update={"text": HOSTILE, "question": HOSTILE, "category": HOSTILE})
    refusals = [
        act.model_copy(update={"text": HOSTILE}) for act in exchanges(0, 1, "refused", complied=False)
    ]
    failed = end(0, None, HOSTILE)
    directory = lay(tmp_path, [asked, *refusals, own, message(0, 1, "Agent 1", HOSTILE), failed])

    show(browser, write_page(directory), "#debate-1")
    until(browser, lambda b: texts(b, "#reader .said"))
    press(browser, "e")
    until(browser, lambda b: texts(b, "#reader .acts"))

    assert is_unhurt(browser)
    assert SHOWN in texts(browser, "#reader .said")
    assert texts(browser, "#reader .question") == [SHOWN]
    assert any(SHOWN in text for text in texts(browser, "#reader .acts"))
    assert SHOWN in "".join(texts(browser, "#reader .failed"))
    assert complaints(browser) == []


def test_a_script_that_came_in_all_the_same_would_not_run(browser: Chrome, page: Path) -> None:
    show(browser, page)
    browser.execute_script(
        "document.body.insertAdjacentHTML('beforeend', '<img src=data:, onerror=window.hurt=1>');"
        "const script = document.createElement('script'); script.textContent = 'window.hurt = 2';"
        "document.body.append(script);"
    )
    until(browser, lambda b: len(b.get_log("browser")) > 0)  # pyright: ignore

    assert browser.execute_script("return window.hurt") is None


def test_a_refused_newcomer_does_not_see_what_was_said(browser: Chrome, page: Path) -> None:
    show(browser, page, "#debate-2")
    until(browser, lambda b: texts(b, "#reader .refused"))
    seen = "".join(texts(browser, "#reader .said"))
    press(browser, "e")
    until(browser, lambda b: texts(b, "#reader .acts"))
    everything = "".join(texts(browser, "#reader .said"))

    assert "No response." in seen
    assert "Adding gives two" not in seen
    assert "Adding gives two" in everything
    assert "first words" in seen


def test_what_decided_is_marked(browser: Chrome, page: Path) -> None:
    show(browser, page, "#debate-1")
    until(browser, lambda b: texts(b, "#reader mark"))

    assert set(texts(browser, "#reader mark.follows")) == {STAR}
    assert texts(browser, "#numbers .value")[0] == "0.50"
    assert "simulated" in texts(browser, ".banner")[0]


def test_keys_lead_through_the_debates(browser: Chrome, page: Path) -> None:
    show(browser, page, "#debate-1")
    until(browser, lambda b: texts(b, "#reader h3"))
    press(browser, "j")
    until(browser, lambda b: "debate 2" in texts(b, "#reader h3")[0])
    press(browser, "k")
    until(browser, lambda b: "debate 1" in texts(b, "#reader h3")[0])
    press(browser, "/")
    press(browser, "first words")
    until(browser, lambda b: len(texts(b, "#list button")) == 1)

    assert texts(browser, "#list .number") == ["2"]
    assert texts(browser, ".filters [role=status]") == ["1 of 3 debates; Enter goes to the place"]

    press(browser, "\ue00c")
    until(browser, lambda b: len(texts(b, "#list button")) == 3)
    press(browser, "\ue00c")
    until(browser, lambda b: not texts(b, "#reader h3"))


def test_a_search_opens_and_marks_what_it_finds(browser: Chrome, page: Path) -> None:
    show(browser, page, "#debate-1")
    until(browser, lambda b: texts(b, "#reader h3"))
    press(browser, "/")
    press(browser, "Adding gives TWO")
    until(browser, lambda b: "debate 1" in texts(b, "#reader h3")[0])
    press(browser, "\ue017" * 20 + "\ue00c/last words")
    until(browser, lambda b: "debate 2" in texts(b, "#reader h3")[0])
    marked = "return [...CSS.highlights.get('found')].map(String)"
    until(browser, lambda b: b.execute_script(marked) == ["last words"])
    press(browser, "\ue007")

    until(browser, lambda b: b.execute_script("return location.hash") == "#debate-2")
    until(
        browser,
        lambda b: b.execute_script(
            "const { top, bottom } = [...CSS.highlights.get('found')][0].getBoundingClientRect();"
            "return top > 0 && bottom < innerHeight"
        ),
    )
    press(browser, " that nobody said")
    until(browser, lambda b: not texts(b, "#reader h3"))


def test_words_that_only_the_fuller_view_has_are_shown_in_it(browser: Chrome, page: Path) -> None:
    show(browser, page, "#debate-2")
    until(browser, lambda b: texts(b, "#reader .refused"))
    press(browser, "/Adding gives")
    until(browser, lambda b: len(texts(b, "#list button")) < 3)
    click(browser, "#list [data-at='1']")

    until(browser, lambda b: texts(b, "#reader .acts"))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("#debate-99", "There is no debate-99 here; this run has 3 debates."),
        ("#debate-1/round-9", "round-9 is not among what is shown here."),
    ],
)
def test_an_unknown_address_is_told(browser: Chrome, page: Path, address: str, said: str) -> None:
    show(browser, page, address)

    until(browser, lambda b: texts(b, "#reader [role=alert]") == [said])


def test_means_say_what_they_include_and_what_they_leave_out(browser: Chrome, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 2), ("c", 2)):
        lay(
            tmp_path, run(steps(0)), name=name, seed=seed, status="finished" if name == "c" else "interrupted"
        )

    show(browser, write_overview(tmp_path).path)

    until(browser, lambda b: texts(b, "#means .banner"))
    assert texts(browser, "#means .banner")[0].startswith("These means include 1 run that did not finish")
    assert "in no mean: repeats c" in texts(browser, "#runs td p")
    assert not browser.find_elements(By.CSS_SELECTOR, "#means .whisker")


def test_a_folder_without_runs_says_where_it_looks(browser: Chrome, tmp_path: Path) -> None:
    with PageServer(Gallery(tmp_path)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            browser.get(server.address)
            until(browser, lambda b: texts(b, "#top code") == [str(tmp_path.resolve())])
            assert not any(
                each.is_displayed() for each in browser.find_elements(By.CSS_SELECTOR, "section, nav a")
            )
            lay(tmp_path, run(steps(0)))
            until(browser, lambda b: texts(b, ".runs a"))
            assert all(
                each.is_displayed() for each in browser.find_elements(By.CSS_SELECTOR, "section, nav a")
            )
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ("failed", ["3"]),
        ("followed throughout", ["1"]),
        ("broke the norm", ["2"]),
        ("admitted", ["1"]),
        ("refused", ["2"]),
    ],
)
def test_filters_choose_debates(browser: Chrome, page: Path, choice: str, left: list[str]) -> None:
    show(browser, page)
    browser.find_element(By.CSS_SELECTOR, f'option[value="{choice}"]').click()
    until(browser, lambda b: len(texts(b, "#list button")) == len(left))

    assert texts(browser, "#list .number") == left


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_narrow_screen(browser: Chrome, page: Path, scheme: str) -> None:
    with narrow(browser, scheme):
        show(browser, page, "#debate-1")
        until(browser, lambda b: texts(b, "#reader h3"))

        assert fits(browser, scheme)


def test_the_page_of_many_runs_leads_to_each(browser: Chrome, tmp_path: Path) -> None:
    lay(tmp_path, run(steps(0)), name="one run", seed=1)
    lay(tmp_path, run(steps(0, "refused")), name="real", newcomer="openai:x")

    show(browser, write_overview(tmp_path, tmp_path / "all.html").path)

    assert sorted(texts(browser, ".legend span")) == [
        "openai:x · openai:x · openai:x",
        "sim:novice · sim:expert*2 · sim:module (simulated)",
    ]
    click(browser, ".runs a[href^='one']")
    until(browser, lambda b: texts(b, "#list button"))
    assert complaints(browser) == []


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PageServer]:
    lay(tmp_path, [*run(steps(0)), question(1)], name="going", status="running")
    with PageServer(Gallery(tmp_path)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_run_in_progress_is_followed(browser: Chrome, server: PageServer) -> None:
    browser.get(server.address)
    until(browser, lambda b: texts(b, ".runs a"))
    click(browser, ".runs a")
    until(browser, lambda b: "debate 1" in "".join(texts(b, "#reader h3")))
    browser.execute_script("window.sameDocument = true")

    directory = RunDirectory(server.gallery.folder / "going")
    append(directory, [*run(steps(1))[1:], *run(steps(2, "refused"))])
    until(browser, lambda b: len(texts(b, "#list button")) == 3)
    press(browser, "jj")

    until(
        browser,
        lambda b: "debate 3" in texts(b, "#reader h3")[0] and "No response." in texts(b, "#reader .said"),
    )
    assert browser.execute_script("return window.sameDocument")
    assert complaints(browser) == []


def test_a_run_that_the_server_has_no_more_is_told_as_a_warning(browser: Chrome, server: PageServer) -> None:
    colour = "return getComputedStyle(document.querySelector('.state.running')).color"
    browser.get(f"{server.address}run/going/")
    until(browser, lambda b: texts(b, ".state.running"))
    going = browser.execute_script(colour)
    (server.gallery.folder / "going").rename(server.gallery.folder / "gone")
    until(browser, lambda b: texts(b, ".lost .state.running"))

    assert browser.execute_script(colour) != going
    browser.get_log("browser")  # pyright: ignore[reportUnknownMemberType] - it complains, and rightly so
