"""What tests do in a browser, and words that would hurt a page that took them for more than text."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

HOSTILE = (
    "</script><script>window.hurt = 1</script><!-- <img src=x onerror='window.hurt = 2'> "
    "<svg onload=window.hurt=3> &lt;b&gt; \u2028 \u202eevil\u202c \x1b[31m \x00 ${window.hurt = 4} `"
)
SHOWN = HOSTILE.translate({0x202E: 0xFFFD, 0x202C: 0xFFFD, 0x1B: 0xFFFD, 0: 0xFFFD})


def until(browser: Chrome, holds: Callable[[Chrome], Any]) -> None:
    WebDriverWait(browser, 20, poll_frequency=0.05).until(holds)


def texts(browser: Chrome, selector: str) -> list[str]:
    """The texts of elements, all at one moment: a page that follows a run replaces them."""
    script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)"
    return list(browser.execute_script(script, selector))


def click(browser: Chrome, selector: str) -> None:
    browser.execute_script("document.querySelector(arguments[0]).click()", selector)


def press(browser: Chrome, keys: str) -> None:
    browser.switch_to.active_element.send_keys(keys)


def show(browser: Chrome, path: Path, link: str = "") -> None:
    browser.get("about:blank")
    browser.get(path.resolve().as_uri() + link)
    until(browser, lambda b: texts(b, "#list button") or texts(b, ".runs"))


def complaints(browser: Chrome) -> list[str]:
    return [entry["message"] for entry in browser.get_log("browser")]  # pyright: ignore


def choose(browser: Chrome, label: str, choice: str) -> None:
    """Choose in the list of this label."""
    Select(browser.find_element(By.CSS_SELECTOR, f'select[aria-label="{label}"]')).select_by_value(choice)


def is_unhurt(browser: Chrome) -> bool:
    """Whether nothing that was said has become more than text."""
    found = "document.querySelectorAll('img, #reader script, main script').length"
    return browser.execute_script(f"return window.hurt === undefined && {found} === 0")


@contextmanager
def narrow(browser: Chrome, scheme: str) -> Generator[None]:
    """A telephone, light or dark."""
    size = {"width": 360, "height": 700, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def fits(browser: Chrome, scheme: str) -> bool:
    """Whether nothing is wider than the narrow screen, and the paper is of this scheme."""
    width = browser.execute_script("return document.documentElement.scrollWidth")
    paper = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    return width <= 360 and (min(map(int, paper[4:-1].split(", "))) > 128) == (scheme == "light")
