"""The rule that a Python function decides, for what no predicate can say; its code is loaded when a text is judged."""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ClassVar, Literal, Self

from pydantic import Field, PrivateAttr, ValidationInfo, model_validator

from community.errors import PluginError, UnloadableError, boundary
from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.text import Text
from community.plugins import load_file, load_object

_TARGET = r"^[^:]+:[A-Za-z_]\w*$"


class PythonRule(Predicate):
    """`{kind: python, function: "rhymes.py:rhymes"}`; the file is looked for beside the norm's own file."""

    summary: ClassVar[str] = "a Python function decides"

    kind: Literal["python"] = "python"
    function: str = Field(pattern=_TARGET)
    """`package.module:function` or `file.py:function`, called with (text, question), where question may be None.

    It returns a bool, or a bool and a sentence that says why."""
    enacted_by: str | None = Field(default=None, pattern=_TARGET)
    """The same for a function of (text, question, rng) that returns the text made to comply."""

    _folder: Path = PrivateAttr(default=Path())

    @model_validator(mode="after")
    def _beside_its_norm(self, info: ValidationInfo) -> Self:
        if isinstance(info.context, Path):
            self._folder = info.context.resolve()
        return self

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        with boundary(self._named(self.function)):
            answer = self._function(self.function)(text.raw, question)
        match answer:
            case bool():
                return Verdict(answer, (), f"{self.function} says {'yes' if answer else 'no'}")
            case (bool() as complies, str() as detail):
                return Verdict(complies, (), detail)
            case _:
                raise PluginError(
                    f"{self._named(self.function)} returned {answer!r}; a bool or (bool, str) is allowed"
                )

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        if self.enacted_by is None:
            raise CannotEnactError(
                f"{self._named(self.function)} has no 'enacted_by' that makes a text comply"
            )
        with boundary(self._named(self.enacted_by)):
            enacted = self._function(self.enacted_by)(text, question, rng)
        if not isinstance(enacted, str):
            raise PluginError(f"{self._named(self.enacted_by)} returned {enacted!r}; a str is allowed")
        return enacted

    def describe(self) -> str:
        return f"Pass the test of the function {self.function}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        return None

    @property
    def code(self) -> str:
        """The text of the files that it names; that of packages is left to their versions."""
        files = (self._file(target) for target in (self.function, self.enacted_by) if target)
        return "\n".join(file.read_text(encoding="utf-8") for file in files if file and file.is_file())

    def _file(self, target: str) -> Path | None:
        file = target.partition(":")[0]
        return self._folder.joinpath(Path(file).expanduser()).resolve() if file.endswith(".py") else None

    def _function(self, target: str) -> Callable[..., object]:
        file = self._file(target)
        path = f"{file}:{target.partition(':')[2]}" if file else target
        return _loaded(path, self._named(target))

    @staticmethod
    def _named(target: str) -> str:
        return f"function {target!r} of a norm"


@cache
def _loaded(target: str, what: str) -> Callable[..., object]:
    """The function behind a path, its code run once.

    Raises:
        UserError: there is no such file.
        PluginError: the code fails, or what it names cannot be called.
    """
    found = load_file(target, what) if ".py:" in target else load_object(target, what)
    if not callable(found):
        raise UnloadableError(f"{what} cannot be called: it is {found!r}")
    return found
