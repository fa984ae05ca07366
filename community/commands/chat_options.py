"""The options of `community chat`; each names the field of the configuration that it sets."""

from typing import Annotated

from community.commands import shared_options
from community.commands.completing import complete_norms
from community.commands.help import setting

_COMMUNITY, _NEWCOMERS, _TALK, _RUN = "Community", "Newcomers", "Talk", "Run"

Norms = Annotated[
    list[str] | None,
    setting(
        "--norm",
        of="chat.phases",
        metavar="ID|FILE",
        default="none, one is required",
        heading=_COMMUNITY,
        complete=complete_norms,
        text="A norm that is enforced from the first turn: an id (`community norms list`) or a YAML file. "
        "Repeat it for several.",
    ),
]
Switches = Annotated[
    list[str] | None,
    setting(
        "--switch",
        of="chat.phases",
        metavar="TURN=NORM",
        default="none",
        heading=_COMMUNITY,
        text="From this turn on this norm is enforced in place of those before; repeat it for further turns, "
        "or for several norms.",
    ),
]
Members = Annotated[
    int | None,
    setting(
        "--members",
        of="chat.members",
        metavar="K",
        default="3",
        heading=_COMMUNITY,
        text="How many background agents there are.",
    ),
]
Member = Annotated[
    list[str] | None,
    setting(
        "--member",
        of="chat.member",
        metavar="SPEC",
        default="sim:expert",
        heading=_COMMUNITY,
        text="Model of the members; repeat it, or write SPEC*K, for several that they have in turn.",
    ),
]
Habits = Annotated[
    list[str] | None,
    setting(
        "--habit",
        of="chat.habits",
        metavar="ID|FILE",
        default="none",
        heading=_COMMUNITY,
        complete=complete_norms,
        text="A behaviour that nobody enforces; the first is the first member's, and so on.",
    ),
]
Sanction = Annotated[
    str | None,
    setting(
        "--sanction",
        of="chat.sanction",
        metavar="STYLE",
        default="correction",
        heading=_COMMUNITY,
        text="How members meet a breach: silence, topic_change, tease, correction or exclusion.",
    ),
]
Judge = Annotated[str | None, shared_options.judge("chat.", heading=_COMMUNITY)]
Newcomers = Annotated[
    int | None,
    setting(
        "--newcomers",
        of="chat.newcomers",
        metavar="N",
        default="1",
        heading=_NEWCOMERS,
        text="How many newcomers join.",
    ),
]
Newcomer = Annotated[
    list[str] | None,
    setting(
        "--newcomer",
        of="chat.newcomer",
        metavar="SPEC",
        default="sim:novice",
        heading=_NEWCOMERS,
        text="Model of the newcomers, for example ollama:gemma3:4b; repeat it for several that they have in turn.",
    ),
]
Module = Annotated[str | None, shared_options.module("chat.", heading=_NEWCOMERS, around="each newcomer")]
ModuleOptions = Annotated[list[str] | None, shared_options.module_options("chat.", heading=_NEWCOMERS)]
ModuleModel = Annotated[str | None, shared_options.module_model("chat.", heading=_NEWCOMERS)]
WordCap = Annotated[int | None, shared_options.word_cap("chat.", heading=_NEWCOMERS)]
Chats = Annotated[
    int | None,
    setting(
        "--chats",
        of="chat.chats",
        metavar="N",
        default="1",
        heading=_TALK,
        text="How many chats, one after the other; newcomers keep what they have learned.",
    ),
]
Turns = Annotated[
    int | None,
    setting(
        "--turns",
        of="chat.turns",
        metavar="N",
        default="60",
        heading=_TALK,
        text="Messages of a chat.",
    ),
]
Joins = Annotated[
    int | None,
    setting(
        "--joins",
        of="chat.joins",
        metavar="N",
        default="6",
        heading=_TALK,
        text="Turns that the newcomers only read before they may speak.",
    ),
]
Order = Annotated[
    str | None,
    setting(
        "--order",
        of="chat.order",
        metavar="RULE",
        default="round_robin",
        heading=_TALK,
        text="Who speaks next: round_robin, addressed_next, random or model.",
    ),
]
Chair = Annotated[
    str | None,
    setting(
        "--chair",
        of="chat.chair",
        metavar="SPEC",
        default="sim:expert",
        heading=_TALK,
        text="Model that chooses who speaks next; only the order `model` asks it.",
    ),
]
Demonstrations = Annotated[
    bool | None,
    setting(
        "--demonstrations/--no-demonstrations",
        of="chat.demonstrations",
        metavar="",
        default="yes",
        heading=_TALK,
        text="Members show the norm before the newcomers' first messages; without, they are told it only then.",
    ),
]
TopicEvery = Annotated[
    int | None,
    setting(
        "--topic-every",
        of="chat.topic_every",
        metavar="N",
        default="12",
        heading=_TALK,
        text="A new topic comes up every so many turns.",
    ),
]
Topics = Annotated[
    str | None,
    setting(
        "--topics",
        of="chat.topics",
        metavar="FILE",
        default="ours",
        heading=_TALK,
        text="A YAML file of topics.",
    ),
]
History = Annotated[
    int | None,
    setting(
        "--history",
        of="chat.history",
        metavar="N",
        default="30",
        heading=_TALK,
        text="So many of the latest messages stand in a prompt.",
    ),
]
Seed = Annotated[int | None, shared_options.seed("chat.", heading=_RUN)]
Prompts = Annotated[str | None, shared_options.prompts("chat.", heading=_RUN)]
Others = Annotated[
    list[str] | None, shared_options.others("chat.", heading=_RUN, example="sanction.probability=0.8")
]
