"""Whether this machine is fit to play: packages, folders, configuration, endpoints; each problem with its fix."""

import locale
import platform
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TextIO

from community.errors import CommunityError, UserError
from community.experiments.housekeeping.endpoints import Endpoint, configured, keys, try_out, without_secrets
from community.experiments.housekeeping.places import places
from community.experiments.runs.versions import part_versions
from community.models import is_simulated
from community.models.probe import Check, ProbeReport
from community.norms.sentences import split
from community.records import SCHEMA_VERSION, Record

_OLDEST = (3, 11)
_DEVELOPMENT = "dev"
_TWO_SENTENCES = "It is said, e.g. by Dr. Ames, that it rained. She stayed in."
_EXTRA = re.compile(r"([\w.-]+).*;.*\bextra == ['\"]([\w-]+)['\"]")


class Diagnosis(Record):
    """What `community doctor --json` prints."""

    schema_version: int = SCHEMA_VERSION
    exit_code: int
    """2: the configuration is faulty; 3: a configured endpoint cannot be used; else 0."""
    checks: tuple[Check, ...]
    """`no` is a problem, `unknown` something to know."""
    endpoints: tuple[ProbeReport, ...]


async def diagnose(out: Path, specs: Sequence[str], stdout: TextIO) -> Diagnosis:
    """Check everything; endpoints last, for they may be slow.

    Args:
        out: the folder of runs.
        specs: models to try besides those that are configured.
        stdout: where results are printed.

    Raises:
        UserError: one of `specs` is none.
    """
    asked = [Endpoint(spec) for spec in specs if not is_simulated(spec)]
    checks = [*_python(), *_extras(), _sentences(), *_folders(out), _terminal(stdout)]
    try:
        found, fault = configured(), None
    except UserError as error:
        found, fault = [], error
    endpoints = [*found, *(each for each in asked if each not in found)]
    checks += [_configuration(fault, len(found)), *keys(endpoints)]
    reports = [await try_out(each) for each in endpoints]
    unusable = any(not report.usable for report in reports)
    return Diagnosis(
        exit_code=2 if fault else 3 if unusable else 0, checks=tuple(checks), endpoints=tuple(reports)
    )


def _python() -> Iterator[Check]:
    good = sys.version_info >= _OLDEST
    yield Check(
        name="python",
        status="ok" if good else "no",
        detail=f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        fix="" if good else f"install Python {'.'.join(map(str, _OLDEST))} or newer",
    )
    parts = (f"{part} {found}" for part, found in part_versions().items() if part != "python")
    yield Check(name="packages", status="ok", detail=", ".join(parts))


def _extras() -> Iterator[Check]:
    """Each optional part, by what the installed package says of itself."""
    for extra, packages in sorted(extras().items()):
        missing = [package for package in packages if _version(package) is None]
        have = ", ".join(f"{package} {_version(package)}" for package in packages if package not in missing)
        yield Check(
            name=f"extra {extra}",
            status="unknown" if missing else "ok",
            detail=f"not installed: {', '.join(missing)}" if missing else have,
            fix=f"if you want it: pip install 'community[{extra}]'" if missing else "",
        )


def extras() -> dict[str, list[str]]:
    """Extra -> its packages, those for development left out; empty where the package is not installed."""
    try:
        stated = requires("community") or []
    except PackageNotFoundError:
        return {}
    found: dict[str, list[str]] = {}
    for match in filter(None, map(_EXTRA.match, stated)):
        if match[2] != _DEVELOPMENT:
            found.setdefault(match[2], []).append(match[1])
    return found


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _sentences() -> Check:
    """The part of spaCy that norms on sentences rest on; it needs no download."""
    try:
        good = len(list(split(_TWO_SENTENCES, 0, len(_TWO_SENTENCES)))) == 2
    except Exception as error:  # whatever a broken installation raises is what is to be told
        return Check(
            name="spacy",
            status="no",
            detail=f"{type(error).__name__}: {error}",
            fix="pip install 'spacy>=3.8'",
        )
    detail = "blank English pipeline, splits sentences as norms expect"
    return Check(
        name="spacy",
        status="ok" if good else "no",
        detail=detail if good else "sentences are split otherwise than norms expect",
        fix="" if good else "pip install --upgrade 'spacy>=3.8'",
    )


def _folders(out: Path) -> Iterator[Check]:
    variables = {
        "runs": "name another one with --out or COMMUNITY_OUT",
        "cache": "name another one in COMMUNITY_CACHE_DIR, or use --no-cache",
        "config": "needed only to keep defaults of your own",
    }
    for place in places(out).places:
        if place.name in variables:
            state = "" if place.exists else " (made when it is needed)"
            good = place.is_writable
            yield Check(
                name=f"folder {place.name}",
                status="ok" if good else "no",
                detail=f"{place.path}{state}" if good else f"{place.path} cannot be written",
                fix="" if good else variables[place.name],
            )


def _terminal(stdout: TextIO) -> Check:
    encoding = stdout.encoding or locale.getpreferredencoding(do_setlocale=False)
    good = encoding.lower().replace("-", "") == "utf8"
    return Check(
        name="terminal",
        status="ok" if good else "unknown",
        detail=f"{encoding}, {'a terminal' if stdout.isatty() else 'no terminal'}",
        fix="" if good else "signs that it lacks show as ?; set PYTHONIOENCODING=utf-8",
    )


def _configuration(fault: CommunityError | None, endpoints: int) -> Check:
    if fault is not None:
        return Check(
            name="configuration",
            status="no",
            detail=without_secrets(str(fault)),
            fix="correct the file or the variable that it names",
        )
    count = f"{endpoints} configured endpoint{'' if endpoints == 1 else 's'}"
    only = "; scripted people alone, who need none" if not endpoints else ""
    return Check(name="configuration", status="ok", detail=count + only)
