import json
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.models.lenient import read_object

WRITTEN: dict[str, tuple[str, dict[str, Any]]] = {
    "strict": ('{"a": 1, "b": [true, null, -2.5e3]}', {"a": 1, "b": [True, None, -2500.0]}),
    "trailing commas": ('{"a": [1, 2,], "b": {},}', {"a": [1, 2], "b": {}}),
    "single quotes": ("{'a': 'it's \"fine\"', 'b': ['x']}", {"a": 'it\'s "fine"', "b": ["x"]}),
    "typographic quotes": ("{“a”: “say ‘x’”}", {"a": "say ‘x’"}),
    "backticks": ("{`a`: `b`}", {"a": "b"}),
    "unquoted keys": ("{a: 1, b_c: 'x', d e: 2}", {"a": 1, "b_c": "x", "d e": 2}),
    "unquoted values": ("{a: use a star, b: yes}", {"a": "use a star", "b": "yes"}),
    "Python literals": ("{'a': True, 'b': False, 'c': None}", {"a": True, "b": False, "c": None}),
    "no numbers": ('{"a": NaN, "b": Infinity, "c": undefined}', {"a": None, "b": None, "c": None}),
    "missing brackets": ('{"a": {"b": [1, {"c": 2', {"a": {"b": [1, {"c": 2}]}}),
    "wrong bracket": ('{"a": [1, 2}', {"a": [1, 2]}),
    "cut in a string": ('{"a": "x", "b": "it was cu', {"a": "x", "b": "it was cu"}),
    "cut after a key": ('{"a": 1, "b":', {"a": 1, "b": None}),
    "line comments": ('{"a": 1, // one\n "b": 2 # two\n}', {"a": 1, "b": 2}),
    "block comments": ('{/* first */ "a": /* one */ 1}', {"a": 1}),
    "comment after a word": ('{"a": true // sure\n}', {"a": True}),
    "an address is no comment": ("{a: http://x.org/y}", {"a": "http://x.org/y"}),
    "quotes inside": ('{"a": "the "star" rule", "b": 1}', {"a": 'the "star" rule', "b": 1}),
    "missing commas": ('{"a": "x"\n "b": 2\n "c": [1\n 2]}', {"a": "x", "b": 2, "c": [1, 2]}),
    "line breaks in strings": ('{"a": "one\ntwo"}', {"a": "one\ntwo"}),
    "escapes": (r'{"a": "\"\n\t\\\u00e9\ud83d\ude00\q"}', {"a": '"\n\t\\é😀q'}),
    "missing value": ('{"a": , "b": 1}', {"a": None, "b": 1}),
    "text before and after": ('Sure! {"a": 1} Hope it helps {x}', {"a": 1}),
    "empty": ("{}", {}),
}


@pytest.mark.parametrize(("text", "value"), WRITTEN.values(), ids=WRITTEN)
def test_reads(text: str, value: dict[str, Any]) -> None:
    assert read_object(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no object",
        "[1, 2]",
        "{A} or {B}",
        "{just some words}",
        '{"a" 1}',
        "{" * 100,
        '{"a":' * 100,
        "{(}",
    ],
)
def test_gives_up_on(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_object(text)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text("abc é😀,]}"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), JSON, max_size=4), st.sampled_from([None, 2]))
def test_reads_what_is_strict_as_the_strict_reader_does(value: dict[str, Any], indent: int | None) -> None:
    assert read_object(json.dumps(value, indent=indent)) == value


@given(st.text(st.sampled_from("{}[]\"':,\\/*# \n`u0aé“”\ud800")))
def test_reads_or_gives_up_on_anything(text: str) -> None:
    try:
        value = read_object("{" + text)
    except ValueError:
        return
    assert isinstance(value, dict)


@pytest.mark.parametrize(
    "unit", ['"', "{", "[", "\\", '" "', "/*", "a:", '{"a":"', "'", "\n", '",', "# ", "“"]
)
def test_takes_time_in_proportion_to_length(unit: str) -> None:
    text = '{"a": ' + unit * (200_000 // len(unit))
    start = time.process_time()
    with suppress(ValueError):
        read_object(text)
    assert time.process_time() - start < 2
