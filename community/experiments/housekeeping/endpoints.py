"""The endpoints that a person has configured, each tried with a few short calls; keys are never told."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from community.errors import FileFaultsError, UserError
from community.experiments.runs.config import RunSettings
from community.experiments.runs.setting import SETTINGS, setting_named
from community.experiments.runs.settle import settle
from community.models import ModelOptions, is_simulated
from community.models.options import holds_secret
from community.models.probe import NAMES, Check, ProbeReport, probe
from community.models.spec import parse_spec

_SHORTEST = 6
"""Values of fewer characters are not taken for keys: hiding them would hide ordinary words."""


@dataclass(frozen=True)
class Endpoint:
    """A model and its settings, as some configuration has them."""

    spec: str
    options: ModelOptions = field(default_factory=ModelOptions)


def configured() -> list[Endpoint]:
    """The endpoints that files and variables give to runs of any setting; scripted people have none.

    Raises:
        UserError: a file or a variable is wrong.
    """
    found: list[Endpoint] = []
    for name in SETTINGS:
        for place in _settled(setting_named(name).config_type).places.values():
            endpoint = Endpoint(place.spec, place.options)
            if not is_simulated(endpoint.spec) and endpoint not in found:
                found.append(endpoint)
    return found


async def try_out(endpoint: Endpoint) -> ProbeReport:
    """Probe an endpoint; one that cannot even be connected to, for want of a key or a package, is reported as well.

    Raises:
        UserError: the spec is none.
    """
    parse_spec(endpoint.spec)
    try:
        report = await probe(endpoint.spec, endpoint.options)
    except UserError as error:
        report = _unconnected(endpoint.spec, str(error))
    return ProbeReport.model_validate_json(without_secrets(report.model_dump_json()))


def keys(endpoints: Sequence[Endpoint]) -> Iterator[Check]:
    """For each variable that may hold a key, whether it is set: the usual one, and those that options name."""
    names = {"OPENAI_API_KEY", *(each.options.api_key_env for each in endpoints if each.options.api_key_env)}
    for name in sorted(names):
        yield Check(name=f"key {name}", status="ok", detail="set" if os.environ.get(name) else "not set")


def without_secrets(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """The text with passwords in addresses, and the values of variables that hold secrets, struck out."""
    for name, value in environment.items():
        if (holds_secret(name) or name.endswith(("_KEY", "_TOKEN"))) and len(value) >= _SHORTEST:
            text = text.replace(value, "***")
    return re.sub(r"://[^/@\s\"]+@", "://***@", text)


def _settled(kind: type[RunSettings]) -> RunSettings:
    """The configuration from files and variables, required fields that they leave open filled in."""
    try:
        return settle(kind, {})
    except FileFaultsError as error:
        if any(fault.path not in kind.stand_ins or fault.message != "is required" for fault in error.faults):
            raise
        return settle(kind, kind.stand_ins)


def _unconnected(spec: str, reason: str) -> ProbeReport:
    rest = (Check(name=name, status="unknown", detail="not tried") for name in NAMES[1:])
    first = Check(name=NAMES[0], status="no", detail=reason, fix="see the message")
    return ProbeReport(spec=spec, endpoint="", model="", server="", checks=(first, *rest))
