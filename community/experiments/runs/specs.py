"""How a configuration names models: several of a kind at once, and a judge that can judge."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator

from community.models import is_simulated

MOST = 64
"""Models of one kind."""


def _expand(value: object) -> object:
    specs = [value] if isinstance(value, str) else value
    if not isinstance(specs, list | tuple):
        return value
    return tuple(one for spec in specs for one in _expanded(str(spec)))  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _expanded(spec: str) -> list[str]:
    """`SPEC*3` as three specs."""
    name, star, count = spec.rpartition("*")
    if not star:
        return [spec]
    if not count.isdecimal() or not 1 <= int(count) <= MOST:
        raise ValueError(f"{spec!r}: after `*` comes a number from 1 to {MOST}")
    return [name] * int(count)


def _can_judge(spec: str) -> str:
    if is_simulated(spec):
        raise ValueError("scripted people cannot judge; name a model")
    return spec


Specs = Annotated[tuple[str, ...], BeforeValidator(_expand)]
"""One spec or a list; `SPEC*K` stands for K of the same."""
JudgeSpec = Annotated[str, AfterValidator(_can_judge)]
"""A model that decides norms of `kind: judged`."""
