"""Normative modules: what wraps a newcomer. One short file per module, its prompts beside it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from community.config import faults_of, nearest
from community.errors import UnloadableError, UserError, boundary
from community.plugins import Registry
from community.prompts import PromptBook, load_prompts

if TYPE_CHECKING:
    from community.modules.module import ModuleConfig, NormativeModule, Services

__all__ = ["MODULES", "find_module", "load_module", "load_module_prompts", "read_module_options"]

MODULES = Registry(
    "module",
    {
        "none": "community.modules.none:MemoryOnly",
        "direct_edit": "community.modules.direct_edit:DirectEdit",
        "infer_edit": "community.modules.infer_edit:InferEdit",
        "contrastive": "community.modules.contrastive:Contrastive",
        "tom": "community.modules.tom:TheoryOfMind",
        "induction": "community.modules.induction:Induction",
        "probe_tom": "community.modules.probe_tom:ProbeTheoryOfMind",
    },
    "community.modules",
)


def load_module(name: str, options: Mapping[str, object], services: "Services") -> "NormativeModule":
    """Make the module that wraps a newcomer.

    Args:
        name: an id, "package.module:Class" or "path/to/file.py:Class".
        options: of the module, as YAML values or as text ("true", "3").
        services: what the module works with.

    Raises:
        UserError: an unknown id or option, with the nearest known one, or a value that is not allowed.
        PluginError: the code behind the name cannot be loaded, is not a module, or fails.
    """
    kind = find_module(name)
    config = _read_options(kind, name, options)
    with boundary(f"module {name!r}"):
        return kind(config, services)


def read_module_options(name: str, options: Mapping[str, object]) -> "ModuleConfig":
    """The options of a module, checked; every fault is reported at once.

    Raises:
        UserError, PluginError: as `load_module`.
    """
    return _read_options(find_module(name), name, options)


def find_module(name: str) -> "type[NormativeModule]":
    """The class behind a name.

    Raises:
        UserError, PluginError: as `load_module`.
    """
    from community.modules.module import NormativeModule  # noqa: PLC0415 - listing modules stays cheap

    found = MODULES.load(name)
    if not (isinstance(found, type) and issubclass(found, NormativeModule)):
        raise UnloadableError(
            f"module {name!r} is not a subclass of community.modules.module.NormativeModule"
        )
    return found


def load_module_prompts(override: Path | None = None) -> PromptBook:
    """The prompts of this room, each replaced by the file of the same name in `override` where there is one."""
    return load_prompts(Path(__file__).parent / "prompts", override)


def _read_options(kind: "type[NormativeModule]", name: str, options: Mapping[str, object]) -> "ModuleConfig":
    shape = kind.Config
    try:
        return shape.model_validate(dict(options))
    except ValidationError as error:
        known = list(shape.model_fields)
        faults = [
            f"option {fault.path!r} is not known; {nearest(fault.path, known)}"
            if fault.path in options.keys() - known
            else f"option {fault}"
            for fault in faults_of(error)
        ]
        raise UserError(f"module {name!r}: {'; '.join(faults)}") from error
