"""Where a value comes from: flag > COMMUNITY_* variable > --config > ./community.yaml > user file > default.

A file has the options of debates at its top and those of another setting under its name (`chat:`); a variable
likewise (`COMMUNITY_SEED`, `COMMUNITY_CHAT__SEED`). A file that names its setting, as a `config.json` does, is of that
alone.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import platformdirs
import yaml
from pydantic import TypeAdapter, ValidationError

from community.config import Document, faults_of, read_yaml
from community.errors import FileFaultsError, UserError
from community.experiments.runs.config import RunSettings
from community.experiments.runs.setting import DEFAULT, SETTINGS

PREFIX = "COMMUNITY_"
C = TypeVar("C", bound=RunSettings)


def user_config_file() -> Path:
    """The user's own defaults."""
    return Path(platformdirs.user_config_dir("community", appauthor=False)) / "community.yaml"


def project_config_file(folder: Path | None = None) -> Path:
    """The defaults of a folder, by default the one that one works in."""
    return (folder or Path()) / "community.yaml"


def settle(
    kind: type[C],
    flags: Mapping[str, Any],
    *,
    config_file: Path | None = None,
    folder: Path | None = None,
) -> C:
    """The configuration of a run from all its sources; a flag that was not given is absent from `flags`.

    Keys of `flags` are field names, dotted for nested fields ("schedule.kind").

    Raises:
        FileFaultsError: a file or a value is wrong; everything that is wrong is named.
        UserError: a file cannot be read.
    """
    files = [path for path in (user_config_file(), project_config_file(folder)) if path.is_file()]
    merged: dict[str, Any] = {}
    for path in [*files, *([config_file] if config_file else [])]:
        merge(merged, _checked(kind, _section(kind, read_yaml(path))))
    merge(merged, _from_environment(kind))
    for name, value in flags.items():
        merge(merged, nested(name.split("."), value))
    try:
        return kind.model_validate(merged)
    except ValidationError as error:
        raise FileFaultsError("configuration", faults_of(error, TypeAdapter(kind))) from error


def _name(kind: type[RunSettings]) -> str:
    return kind.model_fields["setting"].default


def _section(kind: type[RunSettings], document: Document) -> Document:
    """The part of a file that speaks of this kind of run, with its lines."""
    if document.data is None:
        return Document({}, {}, document.file)
    if not isinstance(document.data, dict):
        raise UserError(f"{document.file}: must be a mapping of option names to values")
    data: dict[str, Any] = document.data  # pyright: ignore[reportUnknownVariableType]
    name = _name(kind)
    if data.get("setting") == name:
        return document
    if name == DEFAULT:
        return Document(
            {key: data[key] for key in data if key not in SETTINGS}, document.lines, document.file
        )
    lines = {where[1:]: line for where, line in document.lines.items() if where[:1] == (name,)}
    return Document(data.get(name) or {}, lines, document.file)


def _checked(kind: type[RunSettings], document: Document) -> dict[str, Any]:
    """The mapping in a file, each of its faults reported with its line."""
    if not isinstance(document.data, dict):
        raise UserError(f"{document.file}: {_name(kind)}: must be a mapping of option names to values")
    data: dict[str, Any] = document.data  # pyright: ignore[reportUnknownVariableType]
    try:
        kind.model_validate({**kind.stand_ins, **data})
    except ValidationError as error:
        raise FileFaultsError(document.file, faults_of(error, TypeAdapter(kind), document)) from error
    return data


def _from_environment(kind: type[RunSettings]) -> dict[str, Any]:
    """COMMUNITY_<FIELD> for every field, values read as YAML; a double underscore reaches into a nested field."""
    found: dict[str, Any] = {}
    prefix = PREFIX if _name(kind) == DEFAULT else f"{PREFIX}{_name(kind).upper()}__"
    for variable, text in sorted(os.environ.items()):
        path = variable.removeprefix(prefix).lower().split("__")
        if variable.startswith(prefix) and path[0] in kind.model_fields:
            try:
                merge(found, nested(path, yaml.safe_load(text)))
            except yaml.YAMLError as error:
                raise UserError(f"{variable}: {text!r} is not a YAML value") from error
    return found


def nested(path: list[str], value: object) -> dict[str, Any]:
    """A value under a path of keys."""
    return {path[0]: nested(path[1:], value) if len(path) > 1 else value}


def merge(into: dict[str, Any], new: Mapping[str, Any]) -> None:
    """Put `new` over `into`; nested mappings are merged, a name such as `module: tom` replaces what was there."""
    for key, value in new.items():
        old = into.get(key)
        if key in NAMED and isinstance(value, Mapping) and isinstance(old, str):
            old = {NAMED[key]: old}
        if isinstance(old, dict) and isinstance(value, Mapping):
            combined: dict[str, Any] = dict(old)  # pyright: ignore[reportUnknownArgumentType]
            merge(combined, value)  # pyright: ignore[reportUnknownArgumentType]
            into[key] = combined
        else:
            into[key] = value


NAMED = {"module": "id", "schedule": "kind", "sanction": "style"}
"""Fields that may be given by a bare name, and what the name stands for."""
