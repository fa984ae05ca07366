import random

import pytest
from pydantic import ValidationError

from community.errors import PluginError, UserError
from community.norms import CannotEnactError, Norm, load_norm

CODE = """
LOADED = []

def shouts(text, question):
    LOADED.append(text)
    return text.isupper(), f"{sum(map(str.isupper, text))} capitals"

def shout(text, question, rng):
    return text.upper()

def plain(text, question):
    return question is not None

def broken(text, question):
    raise KeyError(text)

def vague(text, question):
    return "perhaps"

NUMBER = 3
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Writes a norm file beside a file of functions; the working folder is elsewhere."""
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "loud.py").write_text(CODE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def write(check: str) -> Norm:
        file = folder / "loud.yaml"
        file.write_text(f"id: loud\ntitle: Loud\ninstruction: Shout.\ncheck: {check}\n", encoding="utf-8")
        return load_norm(str(file))

    return write


def test_function_beside_the_norm_decides_and_explains(own):
    norm = own("{kind: python, function: 'loud.py:shouts'}")

    assert norm.check("HEY") == (True, (), "3 capitals")
    assert norm.check("Hey") == (False, (), "1 capitals")


def test_function_may_answer_with_a_bool_alone(own):
    norm = own("{kind: python, function: 'loud.py:plain'}")

    assert not norm.check("x").complies
    assert norm.check("x", "why?").complies
    assert "plain says no" in norm.check("x").detail


def test_function_of_a_package_is_found_by_its_path():
    norm = Norm.model_validate(
        {"id": "x", "title": "x", "instruction": "x", "check": {"kind": "python", "function": "operator:eq"}}
    )

    assert norm.check("same", "same").complies


def test_enacting_needs_a_function_of_its_own(own):
    rng = random.Random(0)

    assert (
        own("{kind: python, function: 'loud.py:shouts', enacted_by: 'loud.py:shout'}").enact("a", None, rng)
        == "A"
    )
    with pytest.raises(CannotEnactError, match="has no 'enacted_by'"):
        own("{kind: python, function: 'loud.py:shouts'}").enact("a", None, rng)


def test_reading_a_norm_does_not_run_its_code(own):
    norm = own("{kind: python, function: 'nowhere.py:f'}")

    with pytest.raises(UserError, match=r"there is no file .*nowhere\.py"):
        norm.check("x")


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("loud.py:broken", "function 'loud.py:broken' of a norm failed: KeyError"),
        ("loud.py:vague", "returned 'perhaps'; a bool or .bool, str. is allowed"),
        ("loud.py:NUMBER", "cannot be called"),
        ("no_such_package.module:f", "cannot be loaded"),
    ],
)
def test_faults_of_the_code_are_attributed_to_it(own, function, message):
    norm = own(f"{{kind: python, function: '{function}'}}")

    with pytest.raises(PluginError, match=message):
        norm.check("x")


def test_missing_function_is_named_with_those_there_are(own):
    norm = own("{kind: python, function: 'loud.py:shout_'}")

    with pytest.raises(UserError, match=r"there is no 'shout_' in .*loud\.py'; did you mean 'shouts?'"):
        norm.check("x")


def test_function_is_named_in_full():
    with pytest.raises(ValidationError, match="function"):
        Norm.model_validate(
            {"id": "x", "title": "x", "instruction": "x", "check": {"kind": "python", "function": "len"}}
        )


def test_definition_changes_with_the_code(own, tmp_path):
    norm = own("{kind: python, function: 'loud.py:shouts'}")
    before = norm.definition

    (tmp_path / "study" / "loud.py").write_text(CODE + "\n# changed\n", encoding="utf-8")

    assert before != norm.definition
    assert before.startswith(norm.model_dump_json())
