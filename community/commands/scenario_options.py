"""The options of `community scenarios run`; each names the field of the configuration that it sets."""

from typing import Annotated, Any

import typer

from community.commands import shared_options
from community.commands.completing import complete_scenarios
from community.commands.help import setting

_WHAT, _WHO, _HOW = "Scenarios", "Models", "Protocol"


def _option(*names: str, of: str, **others: Any) -> typer.models.OptionInfo:
    """As `setting`, of a field of the configuration of a run of scenarios."""
    return setting(*names, of=f"scenarios.{of}", **others)


Dataset = Annotated[
    str | None,
    _option(
        "--dataset",
        of="dataset",
        metavar="SOURCE",
        default="builtin",
        heading=_WHAT,
        text="builtin, a folder of scenario files, PATH.jsonl as LoSoNA publishes it, or hf:OWNER/NAME[@REVISION].",
    ),
]
Scenarios = Annotated[
    list[str] | None,
    _option(
        "--scenario",
        of="scenarios",
        metavar="ID|FILE",
        default="all that pass the filters",
        heading=_WHAT,
        complete=complete_scenarios,
        text="A scenario of the data set (`community scenarios list`); repeat it for several.",
    ),
]
Norms = Annotated[
    list[str] | None,
    _option(
        "--norm",
        of="norms",
        metavar="ID",
        default="any",
        heading=_WHAT,
        text="Only scenarios with this hidden norm; repeat it for several.",
    ),
]
Events = Annotated[
    list[str] | None,
    _option(
        "--event",
        of="events",
        metavar="ID",
        default="any",
        heading=_WHAT,
        text="Only scenarios of this occasion; repeat it for several.",
    ),
]
Venues = Annotated[
    list[str] | None,
    _option(
        "--venue",
        of="venues",
        metavar="NAME",
        default="any",
        heading=_WHAT,
        text="Only scenarios of this venue: workplace or other.",
    ),
]
Subject = Annotated[
    str | None,
    _option(
        "--subject",
        of="subject",
        metavar="SPEC",
        default="sim:novice",
        heading=_WHO,
        text="Model that replies, for example ollama:gemma3:4b or openai:gpt-5-nano.",
    ),
]
Judge = Annotated[
    str | None,
    _option(
        "--judge",
        of="judge",
        metavar="SPEC",
        default="sim:expert",
        heading=_WHO,
        text="Model that decides whether a reply keeps the norm; the same for all that you compare.",
    ),
]
Module = Annotated[str | None, shared_options.module("scenarios.", heading=_WHO, around="the subject")]
ModuleOptions = Annotated[list[str] | None, shared_options.module_options("scenarios.", heading=_WHO)]
ModuleModel = Annotated[str | None, shared_options.module_model("scenarios.", heading=_WHO)]
Conditions = Annotated[
    list[str] | None,
    _option(
        "--condition",
        of="conditions",
        metavar="NAME|all",
        default="all",
        heading=_HOW,
        text="What the subject is told about the earlier chat: naive, elicitor_only, style_adaptation, "
        "norm_informed (these four are all) or oracle; repeat it for several.",
    ),
]
Trials = Annotated[
    int | None,
    _option(
        "-k",
        "--trials",
        of="trials",
        metavar="K",
        default="3",
        heading=_HOW,
        text="Replies to each scenario under each condition.",
    ),
]
Seed = Annotated[int | None, shared_options.seed("scenarios.", heading=_HOW)]
Prompts = Annotated[str | None, shared_options.prompts("scenarios.", heading=_HOW)]
Others = Annotated[
    list[str] | None,
    shared_options.others("scenarios.", heading=_HOW, example="subject_options.temperature=0.7"),
]
