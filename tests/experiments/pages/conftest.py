"""Runs on disk made by hand, whatever their messages say, and one real browser for all that is looked at."""

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from community.debate import Event
from community.experiments.debates.config import DebateRunConfig
from community.experiments.pages.changes import Change
from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.manifest import Ingredients, new_manifest
from community.records import RunEvent, write_json

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",
    "--window-size=1200,900",
)
MakeRun = Callable[..., RunDirectory]


def lay(
    out: Path,
    events: Sequence[Event],
    *,
    name: str = "one",
    status: str = "finished",
    newcomer: str = "sim:novice",
    norm: str = "sy_star",
    seed: int = 0,
) -> RunDirectory:
    """A run of debates with these events."""
    config = DebateRunConfig(
        norms=(norm,), newcomer=newcomer, questions=3, rounds=1, seed=seed, idiosyncratic=()
    )
    if not newcomer.startswith("sim:"):
        config = config.model_copy(update={"background": (newcomer,), "module_model": newcomer})
    return lay_run(out, config, events, name=name, status=status)


def lay_run(
    out: Path,
    config: RunSettings,
    events: Sequence[RunEvent],
    *,
    name: str = "one",
    status: str = "finished",
    questions: str = "q",
) -> RunDirectory:
    """A run directory of any setting with these events."""
    directory = RunDirectory(out / name)
    directory.path.mkdir(parents=True)
    write_json(directory.config, config)
    manifest = new_manifest(config, Ingredients(norms={}, prompts={}, questions=questions))
    write_json(directory.manifest, manifest.model_copy(update={"status": status}))
    append(directory, events)
    return directory


def append(directory: RunDirectory, events: Sequence[RunEvent]) -> None:
    with directory.events.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(event.model_dump(mode="json")) + "\n" for event in events)


def changed(value: Any, made: Change | None) -> Any:
    """What the page does with a change, see `assets/changes.js`."""
    if made is None:
        return value
    if "is" in made:
        return made["is"]
    copy = [*value, *made["more"]] if isinstance(value, list) else dict(value)
    for key, part in made["in"].items():
        place = int(key) if isinstance(value, list) else key
        copy[place] = changed(copy[place], part)
    return copy


@pytest.fixture(scope="session")
def browser() -> Iterator["Chrome"]:
    """Debian's Chromium, without a window."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("needs chromium and chromedriver (Debian: apt install chromium chromium-driver)")
    from selenium import webdriver  # noqa: PLC0415 - slow to import, and only needed with a browser

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in FLAGS:
        options.add_argument(flag)
    chrome = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield chrome
    finally:
        chrome.quit()
