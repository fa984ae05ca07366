"""Options that several settings have; `section` is the key, with a dot, under which their fields stand in a file."""

from typing import Any

from community.commands.completing import complete_modules
from community.commands.help import setting


def judge(section: str = "", *, heading: str) -> Any:
    """The judge of norms."""
    return setting(
        "--judge",
        of=f"{section}judge",
        metavar="SPEC",
        default="none",
        heading=heading,
        text="Model that decides norms of `kind: judged`; no other norm needs one.",
    )


def module(section: str = "", *, heading: str, around: str) -> Any:
    """A module, and whom it is around."""
    return setting(
        "--module",
        of=f"{section}module",
        metavar="ID",
        default="none",
        heading=heading,
        complete=complete_modules,
        text=f"Normative module around {around}: an id (`community modules list`), package.module:Class "
        "or file.py:Class.",
    )


def module_options(section: str = "", *, heading: str) -> Any:
    """What the module is told."""
    return setting(
        "--option",
        "-o",
        of=f"{section}module.options.KEY",
        metavar="KEY=VALUE",
        default="none",
        heading=heading,
        text="An option of the module, for example second_order=true; repeat it.",
    )


def module_model(section: str = "", *, heading: str) -> Any:
    """The model behind the module."""
    return setting(
        "--module-model",
        of=f"{section}module_model",
        metavar="SPEC",
        default="sim:module",
        heading=heading,
        text="Model that the module asks.",
    )


def word_cap(section: str = "", *, heading: str) -> Any:
    """How much newcomers may write."""
    return setting(
        "--word-cap",
        of=f"{section}word_cap",
        metavar="N",
        default="no cap",
        heading=heading,
        text="A newcomer's message is cut after so many words.",
    )


def seed(section: str = "", *, heading: str) -> Any:
    """The seed of a run."""
    return setting(
        "--seed",
        of=f"{section}seed",
        metavar="N",
        default="0",
        heading=heading,
        text="Everything that is drawn comes from it.",
    )


def prompts(section: str = "", *, heading: str) -> Any:
    """The user's own prompts."""
    return setting(
        "--prompts",
        of=f"{section}prompts",
        metavar="DIR",
        default="none",
        heading=heading,
        text="A folder whose .md files take the place of prompts of the same name.",
    )


def others(section: str = "", *, heading: str, example: str) -> Any:
    """Fields that have no option of their own."""
    return setting(
        "--set",
        of=f"{section}KEY",
        metavar="KEY=VALUE",
        default="none",
        heading=heading,
        text=f"Any other field of the configuration, dotted, the value as YAML, for example {example}; repeat it.",
    )
