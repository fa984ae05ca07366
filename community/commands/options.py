"""The options of `community run`; each names the field of the configuration that it sets."""

from pathlib import Path
from typing import Annotated

import typer

from community.commands import shared_options
from community.commands.completing import complete_norms, complete_runs, complete_tasks
from community.commands.help import setting

_COMMUNITY, _NEWCOMER, _TALK, _RUN, _OUTPUT = "Community", "Newcomer", "Talk", "Run", "Output"

Norms = Annotated[
    list[str] | None,
    setting(
        "--norm",
        of="norms",
        metavar="ID|FILE",
        default="none, one is required",
        heading=_COMMUNITY,
        complete=complete_norms,
        text="A norm that is enforced: an id (`community norms list`) or a YAML file. Repeat it for several at once.",
    ),
]
Background = Annotated[
    list[str] | None,
    setting(
        "--background",
        of="background",
        metavar="SPEC",
        default="sim:expert*2",
        heading=_COMMUNITY,
        text="Model of a background agent; repeat it, or write SPEC*K for K of the same.",
    ),
]
Idiosyncratic = Annotated[
    str | None,
    setting(
        "--idiosyncratic",
        of="idiosyncratic",
        metavar="N|IDS",
        default="0",
        heading=_COMMUNITY,
        complete=complete_norms,
        text="Habits of background agents that are not enforced: how many to draw, or norm ids with commas between.",
    ),
]
Costly = Annotated[
    bool | None,
    setting(
        "--costly/--no-costly",
        of="costly",
        metavar="",
        default="no",
        heading=_COMMUNITY,
        text="Draw the habits from those that cost many words; brings a word cap of 200.",
    ),
]
Judge = Annotated[str | None, shared_options.judge(heading=_COMMUNITY)]
Sanction = Annotated[
    str | None,
    setting(
        "--sanction",
        of="sanction",
        metavar="STYLE",
        default="refusal",
        heading=_COMMUNITY,
        text="What a newcomer that is not admitted hears: refusal, silence or off_topic.",
    ),
]
Newcomer = Annotated[
    str | None,
    setting(
        "--newcomer",
        of="newcomer",
        metavar="SPEC",
        default="sim:novice",
        heading=_NEWCOMER,
        text="Model of the newcomer, for example ollama:gemma3:4b, openai:gpt-5-nano, "
        "openai:NAME@http://host:8000/v1, local:/path/x.gguf.",
    ),
]
Module = Annotated[str | None, shared_options.module(heading=_NEWCOMER, around="the newcomer")]
ModuleOptions = Annotated[list[str] | None, shared_options.module_options(heading=_NEWCOMER)]
ModuleModel = Annotated[str | None, shared_options.module_model(heading=_NEWCOMER)]
WordCap = Annotated[int | None, shared_options.word_cap(heading=_NEWCOMER)]
Task = Annotated[
    str | None,
    setting(
        "--task",
        of="task",
        metavar="TASK",
        default="procedural",
        heading=_TALK,
        complete=complete_tasks,
        text="Where questions come from: procedural, mmlu_pro[:PATH] or file:PATH (`community tasks list`).",
    ),
]
Questions = Annotated[
    int | None,
    setting(
        "--questions",
        of="questions",
        metavar="N",
        default="50",
        heading=_TALK,
        text="How many questions, one debate each.",
    ),
]
Rounds = Annotated[
    int | None,
    setting(
        "--rounds",
        of="rounds",
        metavar="T",
        default="3",
        heading=_TALK,
        text="Discussion rounds between the initial answers and the final round.",
    ),
]
Condition = Annotated[
    str | None,
    setting(
        "--condition",
        of="condition",
        metavar="NAME",
        default="gated",
        heading=_TALK,
        text="gated (the experiment), open (sharing without condition), alone (no community), told (knows the norm).",
    ),
]
Exchange = Annotated[
    str | None,
    setting(
        "--exchange",
        of="exchange",
        metavar="NAME",
        default="mutual",
        heading=_TALK,
        text="mutual: an admitted newcomer is heard by the community; one_way: it never is.",
    ),
]
Schedule = Annotated[
    str | None,
    setting(
        "--schedule",
        of="schedule",
        metavar="NAME",
        default="exponential",
        heading=_TALK,
        text="How the newcomer goes from observing to taking part: exponential, linear or constant.",
    ),
]
Seed = Annotated[int | None, shared_options.seed(heading=_RUN)]
Prompts = Annotated[str | None, shared_options.prompts(heading=_RUN)]
Others = Annotated[
    list[str] | None, shared_options.others(heading=_RUN, example="newcomer_options.num_ctx=8192")
]
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        envvar="COMMUNITY_CONFIG",
        metavar="FILE",
        rich_help_panel=_RUN,
        help="YAML file, or the config.json of an earlier run. Flags and COMMUNITY_ variables go before it; it goes "
        "before ./community.yaml.",
    ),
]
Expected = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        rich_help_panel=_RUN,
        help="Refuse the run if it was started with other options than this file and the COMMUNITY_ variables give; "
        "those that differ are named.",
    ),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        rich_help_panel=_RUN,
        help="Only estimate calls and tokens; no endpoint is contacted, nothing is written.",
    ),
]
NoCache = Annotated[
    bool,
    typer.Option(
        "--no-cache",
        envvar="COMMUNITY_NO_CACHE",
        rich_help_panel=_RUN,
        help="Pay for every call anew instead of taking equal ones from earlier runs.",
    ),
]
Out = Annotated[
    Path,
    typer.Option(
        "--out",
        envvar="COMMUNITY_OUT",
        metavar="DIR",
        rich_help_panel=_OUTPUT,
        help="Where run directories are.",
        show_default=True,
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json", rich_help_panel=_OUTPUT, help="One JSON document on standard output, nothing else there."
    ),
]
Assertions = Annotated[
    list[str] | None,
    typer.Option(
        "--assert",
        metavar="'NAME>=X'",
        rich_help_panel=_OUTPUT,
        help="Leave with code 4 unless this holds at the end, for example 'follow_rate>=0.5'; repeat it.",
    ),
]
MaxFailed = Annotated[
    float,
    typer.Option(
        "--max-failed",
        envvar="COMMUNITY_MAX_FAILED",
        metavar="SHARE",
        min=0,
        max=1,
        rich_help_panel=_OUTPUT,
        help="Leave with code 1 when a larger share of debates, replies or chats failed.",
        show_default=True,
    ),
]
Run = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        autocompletion=complete_runs,
        help="A run directory, or `latest` for the newest in --out.",
    ),
]
