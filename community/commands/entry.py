"""Where the command line begins and ends: every failure becomes one line on standard error and an exit code."""

import os
import re
import shlex
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn, cast

import typer

from community.commands.streams import close_quietly, open_closed, say, tolerate_encodings
from community.errors import CommunityError, Interrupted

_USAGE = cast("type[Exception]", typer.BadParameter.__mro__[2])
"""The base of typer's errors of usage; the module it stands in differs from release to release."""

_NOT_READ = re.compile(r"Input should be a valid (\w+), unable to parse string as an? .*")
"""How typer says that a value is no number."""


def enter(app: typer.Typer, arguments: Sequence[str] | None) -> NoReturn:
    """Run the command line and leave with its exit code."""
    open_closed()
    tolerate_encodings()
    code = _run(app, sys.argv[1:] if arguments is None else arguments)
    close_quietly()
    sys.exit(code)


def _run(app: typer.Typer, arguments: Sequence[str]) -> int:
    try:
        # commands that name themselves find what was given as the object of their context
        given = shlex.join(["community", *arguments])
        return app(list(arguments), prog_name="community", standalone_mode=False, obj=given) or 0
    except KeyboardInterrupt:
        return _explain(Interrupted("interrupted"))
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # typer's way to say that nobody reads its help
            return 0
        raise
    except Exception as error:
        return _explain(error, _command(app, arguments))


def _command(app: typer.Typer, arguments: Sequence[str]) -> str:
    """The command that is called, with all words of its name."""
    command, words = typer.main.get_command(app), ["community"]
    for word in arguments:
        command = getattr(command, "commands", {}).get(word)
        if command is None:
            break
        words.append(word)
    return " ".join(words)


def _explain(error: Exception, command: str = "community") -> int:
    """Say what happened, and give the exit code."""
    if isinstance(error, Interrupted):
        say(str(error))
        return error.exit_code
    if _debugging():
        traceback.print_exc()
    code, message = _judged(error, command)
    say("error: " + " ".join(message.split()))
    return code


def _judged(error: Exception, command: str) -> tuple[int, str]:
    if isinstance(error, CommunityError):
        return error.exit_code, str(error)
    if isinstance(error, _USAGE):
        context = getattr(error, "ctx", None)
        path = context.command_path if context else command
        return 2, f"{_sentence(error)}; see `{path} --help`"
    hint = "" if _debugging() else " (COMMUNITY_DEBUG=1 shows the traceback)"
    return 1, f"unexpected {type(error).__name__}: {error}{hint}"


def _sentence(error: BaseException) -> str:
    """What typer says, in the form of our own messages."""
    text = str(getattr(error, "format_message", error.__str__)()).strip().rstrip(".")
    text = _NOT_READ.sub(
        lambda match: f"must be a {'whole number' if match[1] == 'integer' else match[1]}", text
    )
    return text[:1].lower() + text[1:]


def _debugging() -> bool:
    return bool(os.environ.get("COMMUNITY_DEBUG"))
