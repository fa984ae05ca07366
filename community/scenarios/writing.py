"""Scenario files as they are written: YAML with the keys in their usual order, and a schema for the editor."""

import json
from pathlib import Path
from typing import Any

import yaml

from community.errors import UserError
from community.scenarios.scenario import Scenario

_WIDTH = 120


def schema_text() -> str:
    """The JSON Schema of a scenario file, as it is written to disk."""
    return json.dumps(Scenario.model_json_schema(), ensure_ascii=False, indent=2) + "\n"


def scenario_text(scenario: Scenario) -> str:
    """A scenario as YAML; what stands at its default is left out."""
    data = scenario.model_dump(mode="json", exclude_defaults=True)
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH)


def write_scenario(scenario: Scenario, folder: Path) -> Path:
    """Write `folder/ID.yaml`.

    Raises:
        UserError: the file is there already, or the folder cannot be written.
    """
    path = folder / f"{scenario.id}.yaml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(scenario_text(scenario))
    except FileExistsError as error:
        raise UserError(f"{path} exists and is left as it is") from error
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}") from error
    return path


class _Dumper(yaml.SafeDumper):
    """Lists stand under their key, further in, as people write them."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:
        return super().increase_indent(flow, False)
