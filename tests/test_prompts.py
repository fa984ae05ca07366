from pathlib import Path

import pytest

from community.errors import UserError
from community.prompts import Message, Prompt, load_prompts

PROMPT = Prompt("p", "# system\nBe {mood}.\n# user\nSay {word} and {mood}.\n", "p.md")


def test_fill_makes_one_message_per_heading() -> None:
    assert PROMPT.fill(mood="calm", word="yes") == (
        Message("system", "Be calm."),
        Message("user", "Say yes and calm."),
    )


def test_fill_leaves_braces_and_headings_in_values_alone() -> None:
    messages = PROMPT.fill(mood="{word}", word="{mood}\n# user\n{{x}} {0}")

    assert messages[0].text == "Be {word}."
    assert messages[1].text == "Say {mood}\n# user\n{{x}} {0} and {word}."


def test_fill_without_heading_is_one_user_message() -> None:
    assert Prompt("p", "Hello {name}\n", "p.md").fill(name="you") == (Message("user", "Hello you"),)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"mood": "x"}, "no value for word"),
        ({"mood": "x", "word": "y", "more": "z"}, "no placeholder for more"),
    ],
)
def test_fill_refuses_missing_and_unused_values(values: dict[str, str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        PROMPT.fill(**values)


def test_load_prompts_takes_the_users_file_and_changes_its_hash(tmp_path: Path) -> None:
    room, own = tmp_path / "room", tmp_path / "own"
    room.mkdir()
    own.mkdir()
    (room / "a.md").write_text("Ask {x}.", encoding="utf-8")
    (room / "b.md").write_text("Tell {x}.", encoding="utf-8")
    (own / "a.md").write_text("Please: {x}!", encoding="utf-8")

    plain, changed = load_prompts(room), load_prompts(room, own)

    assert changed["a"].fill(x="1") == (Message("user", "Please: 1!"),)
    assert changed.digests()["a"] != plain.digests()["a"]
    assert changed.digests()["b"] == plain.digests()["b"]


def test_load_prompts_finds_the_first_heading_behind_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("\ufeff# system\nBe kind.\n# user\nAsk.\n", encoding="utf-8")

    assert load_prompts(tmp_path)["a"].fill() == (Message("system", "Be kind."), Message("user", "Ask."))


@pytest.mark.parametrize("text", ["No placeholder at all.", "{x} and {y}"])
def test_load_prompts_refuses_other_placeholders(tmp_path: Path, text: str) -> None:
    room, own = tmp_path / "room", tmp_path / "own"
    room.mkdir()
    own.mkdir()
    (room / "a.md").write_text("Ask {x}.", encoding="utf-8")
    (own / "a.md").write_text(text, encoding="utf-8")

    with pytest.raises(UserError, match=r"exactly these placeholders: \{x\}"):
        load_prompts(room, own)


def test_load_prompts_refuses_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="does not exist"):
        load_prompts(tmp_path, tmp_path / "none")
