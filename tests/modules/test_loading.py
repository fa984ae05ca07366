import sys
from pathlib import Path

import pytest

from community.errors import PluginError, UnknownIdError, UserError
from community.modules import MODULES, find_module, load_module_prompts, read_module_options
from community.modules.none import MemoryOnly
from tests.modules.listener import wrap

FILE = """
from dataclasses import dataclass
from community.modules.none import MemoryOnly

class Mine(MemoryOnly):
    colour = "blue"

class NotOne:
    pass
"""


def test_the_table_names_the_modules_and_each_loads():
    assert [*MODULES.table] == [
        "none",
        "direct_edit",
        "infer_edit",
        "contrastive",
        "tom",
        "induction",
        "probe_tom",
    ]
    assert MODULES.group == "community.modules"
    for name in MODULES.table:
        assert wrap(name)[0].belief is None


def test_only_memory_shows_the_newcomer_its_past():
    assert [name for name in MODULES.table if wrap(name)[0].recollection is not None] == ["none"]


def test_an_unknown_module_names_the_nearest():
    with pytest.raises(UnknownIdError, match="did you mean 'contrastive'"):
        find_module("contrastiv")


def test_options_may_be_text_as_on_the_command_line():
    options = read_module_options("tom", {"second_order": "true", "window": "3"})

    assert options.model_dump() == {"window": 3, "second_order": True, "confidence": False}


def test_every_wrong_option_is_reported_with_the_nearest_known_one():
    with pytest.raises(UserError) as caught:
        read_module_options("tom", {"second_ordr": True, "window": 0, "confidence": "perhaps"})

    message = str(caught.value)
    assert message.startswith("module 'tom': ")
    assert "option 'second_ordr' is not known; did you mean 'second_order'?" in message
    assert "option window: input should be greater than or equal to 1 (got 0)" in message
    assert "option confidence" in message
    assert "\n" not in message


def test_a_module_can_be_a_class_of_a_package():
    assert find_module("community.modules.none:MemoryOnly") is MemoryOnly


def test_a_module_can_be_a_class_in_a_file(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text(FILE)

    assert find_module(f"{file}:Mine").__name__ == "Mine"
    assert getattr(wrap(f"{file}:Mine")[0], "colour", None) == "blue"
    sys.modules.pop("community_file_mine")


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("absent.py:Mine", UserError, "there is no file 'absent.py'"),
        ("community.modules.none:Absent", PluginError, "Absent"),
        ("no.such.package:Mine", PluginError, "no.such.package"),
        ("community.modules.observation:Round", PluginError, "not a subclass"),
        ("community.modules.observation:render", PluginError, "not a subclass"),
    ],
)
def test_a_module_that_cannot_be_had_is_one_clear_line(name: str, error: type[Exception], words: str):
    with pytest.raises(error, match=words) as caught:
        find_module(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("code", "error", "words"),
    [
        ("1 / 0", PluginError, "ZeroDivisionError"),
        ("x = 1", UserError, "there is no 'Mine' in '.*broken.py'; it defines nothing"),
        ("class Mien: ...", UserError, "there is no 'Mine' in '.*broken.py'; did you mean 'Mien'?"),
    ],
)
def test_a_broken_file_is_attributed_to_the_module(
    tmp_path: Path, code: str, error: type[Exception], words: str
):
    file = tmp_path / "broken.py"
    file.write_text(code)

    with pytest.raises(error, match=words):
        find_module(f"{file}:Mine")
    sys.modules.pop("community_file_broken")


def test_a_prompt_can_be_replaced_by_a_folder(tmp_path: Path):
    own = "# system\n{answer_format} {word_limit} {transcripts}\n# user\n{candidate}\n"
    (tmp_path / "direct_edit.md").write_text(own)

    book = load_module_prompts(tmp_path)

    assert book["direct_edit"].source == own
    assert book["tom_edit"].digest == load_module_prompts()["tom_edit"].digest
