"""The page on group chats says what is so."""

import re
from pathlib import Path
from typing import get_args

import pytest
import yaml

from community.chat import ChatConfig, Event
from community.chat.integrity import ChatIntegrity
from community.chat.scoring import ChatMetrics, Scene
from tests.pages import coded, leaves, rows

PAGE = (Path(__file__).parents[2] / "docs" / "chat.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_page_has_every_option_with_its_default() -> None:
    table = rows(section("Options"))
    defaults = {"phases": "required"} | {
        name: [] if value == () else "none" if value is None else value
        for name, value in leaves(ChatConfig.model_validate({"phases": "n"})).items()
        if name != "phases"
    }

    assert {name: yaml.safe_load(table[name][0].strip("`")) for name in table} == defaults


def test_page_names_every_choice() -> None:
    config = ChatConfig.model_validate({"phases": "n"})
    for model in (config, config.sanction):
        for field in type(model).model_fields.values():
            assert {choice for choice in get_args(field.annotation) if isinstance(choice, str)} <= coded(PAGE)


def test_page_has_every_number_and_no_other() -> None:
    named = rows(section("Numbers")).keys()

    assert named == {name for record in (ChatMetrics, Scene, ChatIntegrity) for name in record.model_fields}


def test_page_has_every_kind_of_event() -> None:
    kinds = {kind.model_fields["kind"].default for kind in get_args(Event)}

    assert rows(section("Events")).keys() == kinds


def test_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

    exec(compile(program, "chat.md", "exec"), {})

    assert 0 < float(capsys.readouterr().out) <= 1


def test_phases_of_the_page_are_a_configuration() -> None:
    (phases,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

    config = ChatConfig.model_validate(yaml.safe_load(phases))

    assert [phase.from_turn for phase in config.phases] == [1, 31]
