from pathlib import Path
from typing import Literal

import pytest
from pydantic import Field, TypeAdapter

from community.config import Config, parse_yaml, read_yaml, validate
from community.errors import FileFaultsError, UserError


class Leaf(Config):
    kind: Literal["leaf"]
    size: int = Field(ge=1)


class Tree(Config):
    name: str
    leaves: tuple[Leaf, ...] = ()


def test_validate_reads_a_whole_document() -> None:
    document = parse_yaml("name: oak\nleaves:\n  - {kind: leaf, size: 2}\n", "tree.yaml")

    tree = validate(document, Tree)

    assert tree == Tree(name="oak", leaves=(Leaf(kind="leaf", size=2),))


def test_validate_reports_every_fault_with_line_and_path() -> None:
    text = "nam: oak\nleaves:\n  - kind: leaf\n    size: 0\n  - kind: leaf\n    size: big\n"

    with pytest.raises(FileFaultsError) as caught:
        validate(parse_yaml(text, "tree.yaml"), Tree)

    message = str(caught.value)
    assert message.startswith("tree.yaml: ")
    assert "\n" not in message
    assert {(fault.path, fault.line) for fault in caught.value.faults} == {
        ("name", 1),
        ("nam", 1),
        ("leaves.0.size", 4),
        ("leaves.1.size", 6),
    }


def test_validate_suggests_the_nearest_key() -> None:
    with pytest.raises(FileFaultsError, match=r"nam: .*did you mean 'name'"):
        validate(parse_yaml("nam: oak\nname: elm\n", "tree.yaml"), Tree)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name: [oak\nleaves: 1\n", 2),
        ("name: 'oak\n", 1),
        ("name: [oak\n\n", 1),
        ("a: b: c\n", 1),
        ("name: oak\nname: elm\n", 2),
    ],
)
def test_parse_yaml_names_the_line_of_broken_yaml(text: str, line: int) -> None:
    with pytest.raises(FileFaultsError) as caught:
        parse_yaml(text, "tree.yaml")

    assert caught.value.faults[0].line == line


def test_parse_yaml_builds_no_objects() -> None:
    with pytest.raises(FileFaultsError):
        parse_yaml("!!python/object/apply:os.system ['true']", "evil.yaml")


def test_parse_yaml_survives_deep_nesting() -> None:
    with pytest.raises(FileFaultsError):
        parse_yaml("[" * 5000, "deep.yaml")


def test_parse_yaml_refuses_what_aliases_blow_up() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]

    with pytest.raises(FileFaultsError, match=r"bomb\.yaml: holds more than 200,000 values"):
        parse_yaml("\n".join(lines), "bomb.yaml")


def test_parse_yaml_reports_a_sign_that_yaml_forbids_in_one_line() -> None:
    with pytest.raises(FileFaultsError) as caught:
        parse_yaml("name: a\0b", "tree.yaml")

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", ["x" * 1_000_000, "0x" + "f" * 5000])
def test_validate_shows_no_more_of_a_wrong_value_than_can_be_read(value: str) -> None:
    with pytest.raises(FileFaultsError) as caught:
        validate(parse_yaml(f"name: oak\nleaves: {value}\n", "tree.yaml"), Tree)

    assert len(str(caught.value)) < 400


def test_validate_cuts_a_list_of_a_thousand_faults() -> None:
    text = "name: oak\n" + "".join(f"key{number}: 1\n" for number in range(1000))

    with pytest.raises(FileFaultsError, match=r"\(1000 in all\)") as caught:
        validate(parse_yaml(text, "tree.yaml"), Tree)

    assert len(caught.value.faults) == 1000
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("{kind: leav, size: 1}", r"part: unknown kind 'leav'; did you mean 'leaf'\?"),
        ("{size: 1}", "part: needs the key 'kind'"),
        ("5", r"part: must be a mapping of keys to values \(got 5\)"),
    ],
)
def test_validate_says_in_words_of_the_file_what_is_wrong_with_a_choice(part: str, message: str) -> None:
    class Stone(Config):
        kind: Literal["stone"]

    class Thing(Config):
        part: Leaf | Stone = Field(discriminator="kind")

    with pytest.raises(FileFaultsError, match=message):
        validate(parse_yaml(f"part: {part}\n", "thing.yaml"), Thing)


def test_read_yaml_of_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        read_yaml(tmp_path / "none.yaml")


def test_validate_takes_union_members_out_of_the_path() -> None:
    class Bark(Config):
        kind: Literal["bark"]
        colour: str

    class Wood(Config):
        part: Leaf | Bark = Field(discriminator="kind")

    with pytest.raises(FileFaultsError) as caught:
        validate(parse_yaml("part:\n  kind: leaf\n  size: 0\n", "wood.yaml"), TypeAdapter(Wood))

    assert [(fault.path, fault.line) for fault in caught.value.faults] == [("part.size", 3)]


@pytest.mark.parametrize("text", ["base: &b {x: *b}", "axes: &a [*a]"])
def test_parse_yaml_refuses_an_alias_within_what_it_names(text: str) -> None:
    with pytest.raises(FileFaultsError, match="an alias stands within what it names"):
        parse_yaml(text, "study.yaml")
