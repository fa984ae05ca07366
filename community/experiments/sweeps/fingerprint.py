"""What makes a cell the cell it is: every setting that can change its results, as one hash."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from community.digests import digest
from community.experiments.runs.manifest import Ingredients

VERSION = 1
"""Of the way in which a fingerprint is made; fingerprints of different versions cannot be compared."""
WITHOUT_EFFECT = frozenset({"prompts"})
"""Fields of a run that cannot change its results: of a folder of prompts, the prompts' hashes count, not its path."""
SPEED = frozenset({"timeout", "parallel", "keep_alive", "threads", "api_key_env"})
"""Options of a model that change how fast its replies come, or who pays for them."""


def identity(config: Mapping[str, Any], ingredients: Ingredients) -> dict[str, Any]:
    """All that can change the results of a cell with this dumped configuration."""
    kept = {
        name: _without_speed(value) if name.endswith("_options") else value
        for name, value in config.items()
        if name not in WITHOUT_EFFECT
    }
    return {**kept, "ingredients": asdict(ingredients)}


def fingerprint(identity: Mapping[str, Any]) -> str:
    """The hash of an identity, equal in every process."""
    text = json.dumps([VERSION, identity], sort_keys=True, ensure_ascii=False, default=str)
    return digest(text)


def _without_speed(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in SPEED}
