"""`community chat`: group chats with newcomers."""

from collections.abc import Sequence
from typing import Any

from community.commands import chat_options as of_chats
from community.commands import options
from community.commands.playing import MAX_FAILED, RUNS, carry_out, given_flags
from community.errors import UserError


def chat(
    *,
    norms: of_chats.Norms = None,
    switches: of_chats.Switches = None,
    members: of_chats.Members = None,
    member: of_chats.Member = None,
    habits: of_chats.Habits = None,
    sanction: of_chats.Sanction = None,
    judge: of_chats.Judge = None,
    newcomers: of_chats.Newcomers = None,
    newcomer: of_chats.Newcomer = None,
    module: of_chats.Module = None,
    option: of_chats.ModuleOptions = None,
    module_model: of_chats.ModuleModel = None,
    word_cap: of_chats.WordCap = None,
    chats: of_chats.Chats = None,
    turns: of_chats.Turns = None,
    joins: of_chats.Joins = None,
    order: of_chats.Order = None,
    chair: of_chats.Chair = None,
    demonstrations: of_chats.Demonstrations = None,
    topic_every: of_chats.TopicEvery = None,
    topics: of_chats.Topics = None,
    history: of_chats.History = None,
    seed: of_chats.Seed = None,
    prompts: of_chats.Prompts = None,
    others: of_chats.Others = None,
    config: options.ConfigFile = None,
    dry_run: options.DryRun = False,
    no_cache: options.NoCache = False,
    out: options.Out = RUNS,
    json: options.Json = False,
    assertions: options.Assertions = None,
    max_failed: options.MaxFailed = MAX_FAILED,
) -> None:
    """Play group chats whose members meet breaches of a norm with social sanctions, into a run directory."""
    given: dict[str, Any] = {
        "phases": _phases(norms or [], switches or []),
        "members": members,
        "member": member,
        "habits": habits,
        "sanction": sanction,
        "judge": judge,
        "newcomers": newcomers,
        "newcomer": newcomer,
        "module": module,
        "module_model": module_model,
        "word_cap": word_cap,
        "chats": chats,
        "turns": turns,
        "joins": joins,
        "order": order,
        "chair": chair,
        "demonstrations": demonstrations,
        "topic_every": topic_every,
        "topics": topics,
        "history": history,
        "seed": seed,
        "prompts": prompts,
    }
    carry_out(
        "chat",
        given_flags(given, option, others),
        config,
        dry_run=dry_run,
        no_cache=no_cache,
        out=out,
        json=json,
        assertions=assertions,
        max_failed=max_failed,
    )


def _phases(norms: Sequence[str], switches: Sequence[str]) -> list[dict[str, Any]]:
    """What is enforced from which turn on; nothing where the configuration is to say it."""
    later: dict[int, list[str]] = {}
    for text in switches:
        turn, _, norm = text.partition("=")
        if not norm or not turn.isdecimal():
            raise UserError(f"--switch takes TURN=NORM, for example 31=rp_farewell; got {text!r}")
        later.setdefault(int(turn), []).append(norm)
    if later and not norms:
        raise UserError("--switch changes what --norm begins with; give --norm too")
    first = [{"norms": list(norms)}] if norms else []
    return [*first, *({"from_turn": turn, "norms": later[turn]} for turn in sorted(later))]
