"""Everything that can go wrong, by who has to act on it.

CommunityError
├── UserError                the person at the keyboard: bad input, bad configuration    (exit 2)
│   ├── UnknownIdError       a name that is not known; carries the nearest ones
│   ├── MissingExtraError    an optional dependency that is not installed
│   ├── InUseError           another process is at work in the directory
│   └── FileFaultsError      every fault of one file, with line and path
├── ModelCallError           a call to a model
│   ├── EndpointError        the endpoint cannot be used: unreachable, model missing    (exit 3)
│   ├── TransientError       an infrastructure fault that may pass: retried, with a bound
│   ├── ContextOverflowError the prompt does not fit the model's window
│   └── RejectedError        the endpoint refuses this request for good
├── PluginError              code of a plug-in failed, attributed to the plug-in
│   └── UnloadableError      it cannot even be loaded, so nothing ran                    (exit 2)
├── RecordError              a record on disk cannot be read or contradicts the run
└── Interrupted              the person stopped the run; all that was finished is on disk (exit 130)
"""

import difflib
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate

_MOST_LISTED = 24
_MOST_CHARACTERS = 400
"""Of a list of names; ids can be long."""


class CommunityError(Exception):
    """The root of the tree; its text is one line a person can act on."""

    exit_code = 1


class UserError(CommunityError):
    """The input or the configuration is wrong; nothing ran."""

    exit_code = 2


class UnknownIdError(UserError):
    """A name that no table knows, with the nearest known ones; `see` is a command that lists all."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, see: str = "") -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"known: {_named(names, see)}"
        super().__init__(f"unknown {kind} {name!r}; {hint}")
        self.name = name
        self.near = near


class MissingExtraError(UserError):
    """An optional dependency is asked for and not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs {package!r}; install it with: pip install 'community[{extra}]'")


class InUseError(UserError):
    """Another process is at work in a directory, or was a moment ago."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a file: where, and what is allowed there."""

    path: str
    message: str
    line: int | None = None

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.path}: {self.message}" if self.path else f"{place}{self.message}"


class FileFaultsError(UserError):
    """All faults of one file in one report, on one line."""

    def __init__(self, file: str, faults: Iterable[Fault]) -> None:
        self.file = file
        self.faults = tuple(faults)
        super().__init__(f"{file}: " + _listed(list(map(str, self.faults)), "; "))


def _named(names: Sequence[str], see: str) -> str:
    """As many names as can be read at a glance, and where the others are."""
    ends = accumulate(len(name) + 2 for name in names)
    shown = names[: max(1, sum(end <= _MOST_CHARACTERS for end in ends))][:_MOST_LISTED]
    if len(shown) == len(names):
        return ", ".join(names)
    return f"{', '.join(shown)}, ... ({len(names)} in all)" + (f"; `{see}` lists them" if see else "")


def _listed(items: Sequence[str], separator: str) -> str:
    """The items on one line that can still be read: a long list is cut, and says how many there are."""
    shown = separator.join(items[:_MOST_LISTED])
    return shown if len(items) <= _MOST_LISTED else f"{shown}{separator}... ({len(items)} in all)"


class ModelCallError(CommunityError):
    """A call to a model failed."""


class EndpointError(ModelCallError):
    """The endpoint cannot be used at all."""

    exit_code = 3
    spec: str | None = None
    """The model that was to be asked there, once that is known."""


class TransientError(ModelCallError):
    """An infrastructure fault: connection, time-out, 429 or 5xx."""

    def __init__(self, message: str, *, retry_after: float | None = None, status: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.status = status


class ContextOverflowError(ModelCallError):
    """The prompt is larger than the model's window; it is never cut silently."""

    exit_code = 2


class RejectedError(ModelCallError):
    """The endpoint answered that this request is not acceptable."""

    exit_code = 3


class PluginError(CommunityError):
    """A plug-in's code raised; the message names the plug-in."""


class UnloadableError(PluginError):
    """What was named as a plug-in cannot be loaded, or is none."""

    exit_code = 2


class RecordError(CommunityError):
    """A record on disk is unreadable, or contradicts what the run does."""


class Interrupted(CommunityError):  # noqa: N818 - a request that was obeyed, not a fault
    """The run was stopped by its user after everything finished was saved."""

    exit_code = 130


EPISODE_FAULTS = (ContextOverflowError, RejectedError, PluginError, UserError)
"""What breaks one episode of a run and no more: it is a failed one, with the reason on record."""


@contextmanager
def boundary(what: str, kind: type[PluginError] = PluginError) -> Generator[None]:
    """Attribute whatever foreign code raises to `what`; our own errors pass through.

    Raises:
        PluginError: of this kind; the wrapped code raised something that is not ours.
    """
    try:
        yield
    except CommunityError:
        raise
    except Exception as error:
        raise kind(f"{what} failed: {type(error).__name__}: {error}") from error
