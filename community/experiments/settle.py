"""Where a value comes from: flag > COMMUNITY_* variable > --config > ./community.yaml > user file > default."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs
import yaml
from pydantic import TypeAdapter, ValidationError

from community.config import Document, faults_of, read_yaml
from community.errors import FileFaultsError, UserError
from community.experiments.config import RunConfig

PREFIX = "COMMUNITY_"
_ADAPTER = TypeAdapter(RunConfig)


def user_config_file() -> Path:
    """The user's own defaults."""
    return Path(platformdirs.user_config_dir("community", appauthor=False)) / "community.yaml"


def settle(
    flags: Mapping[str, Any], *, config_file: Path | None = None, folder: Path | None = None
) -> RunConfig:
    """The run's configuration from all its sources; a flag that was not given is absent from `flags`.

    Keys of `flags` are field names, dotted for nested fields ("schedule.kind").

    Raises:
        FileFaultsError: a file or a value is wrong; everything that is wrong is named.
        UserError: a file cannot be read.
    """
    project = (folder or Path()) / "community.yaml"
    files = [path for path in (user_config_file(), project) if path.is_file()]
    merged: dict[str, Any] = {}
    for path in [*files, *([config_file] if config_file else [])]:
        _merge(merged, _checked(read_yaml(path)))
    _merge(merged, _from_environment())
    for name, value in flags.items():
        _merge(merged, _nested(name.split("."), value))
    return _validated(merged)


def _checked(document: Document) -> dict[str, Any]:
    """The mapping in a file, each of its faults reported with its line."""
    if document.data is None:
        return {}
    if not isinstance(document.data, dict):
        raise UserError(f"{document.file}: must be a mapping of option names to values")
    data: dict[str, Any] = document.data  # pyright: ignore[reportUnknownVariableType]
    try:
        RunConfig.model_validate({"norms": ["any"], **data})
    except ValidationError as error:
        raise FileFaultsError(document.file, faults_of(error, _ADAPTER, document)) from error
    return data


def _from_environment() -> dict[str, Any]:
    """COMMUNITY_<FIELD> for every field, values read as YAML; a double underscore reaches into a nested field."""
    found: dict[str, Any] = {}
    for variable, text in sorted(os.environ.items()):
        path = variable.removeprefix(PREFIX).lower().split("__")
        if variable.startswith(PREFIX) and path[0] in RunConfig.model_fields:
            try:
                _merge(found, _nested(path, yaml.safe_load(text)))
            except yaml.YAMLError as error:
                raise UserError(f"{variable}: {text!r} is not a YAML value") from error
    return found


def _validated(merged: dict[str, Any]) -> RunConfig:
    try:
        return RunConfig.model_validate(merged)
    except ValidationError as error:
        raise FileFaultsError("configuration", faults_of(error, _ADAPTER)) from error


def _nested(path: list[str], value: object) -> dict[str, Any]:
    return {path[0]: _nested(path[1:], value) if len(path) > 1 else value}


def _merge(into: dict[str, Any], new: Mapping[str, Any]) -> None:
    """Put `new` over `into`; nested mappings are merged, a name such as `module: tom` replaces what was there."""
    for key, value in new.items():
        old = into.get(key)
        if key in _NAMED and isinstance(value, Mapping) and isinstance(old, str):
            old = {_NAMED[key]: old}
        if isinstance(old, dict) and isinstance(value, Mapping):
            combined: dict[str, Any] = dict(old)  # pyright: ignore[reportUnknownArgumentType]
            _merge(combined, value)  # pyright: ignore[reportUnknownArgumentType]
            into[key] = combined
        else:
            into[key] = value


_NAMED = {"module": "id", "schedule": "kind", "sanction": "style"}
"""Fields that may be given by a bare name, and what the name stands for."""
