"""A server that writes, answers and judges as a test says: the chat of `sound`, unless a stage is told otherwise."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.loopback import Json, Replies
from tests.scenarios.sound import CAST, replies, turns
from tests.scenarios.staging import judgement

_SIGNS = {
    "plan": "Plan one such chat",
    "chat": "You write a group chat",
    "elicitor": "You write the last message",
    "replies": "You write replies",
    "leak": "You check a written group chat",
    "judge": "You decide whether one reply",
}
"""How the prompt of each stage begins, or what it says."""


def stage_of(messages: Sequence[Json]) -> str:
    """Whose turn it is; whatever is no stage is the subject's."""
    return next((stage for stage, sign in _SIGNS.items() if sign in messages[0]["content"]), "subject")


def usual() -> dict[str, Any]:
    """What is said at each stage when all goes well: objects as JSON, the subject's in prose."""
    complying, *breaching = replies()
    *chat, elicitor = turns()
    return {
        "plan": {
            "slug": "Pump house!",
            "channel": "#pump-house",
            "setting": "A storm is due on Friday.",
            "goal": "Keep the cellar dry.",
            "cast": [{"name": name, "bio": f"{name} minds a pump."} for name in CAST],
            "subject": "Dora",
        },
        "chat": {"turns": chat},
        "elicitor": {"actor": elicitor["actor"], "text": elicitor["text"]},
        "replies": {
            "complies": {name: complying[name] for name in ("text", "reason")},
            "breaches": [{name: reply[name] for name in ("text", "kind", "reason")} for reply in breaching],
        },
        "leak": {"quote": "", "states_norm": False},
        "judge": json.loads(judgement(complies=False)),
        "subject": "Let me check that for you!",
    }


def writer(told: Mapping[str, Any]) -> Replies:
    """What the server answers; `told` replaces stages of `usual`."""
    said = {**usual(), **told}

    def answer(messages: Sequence[Json]) -> str:
        words = said[stage_of(messages)]
        return words if isinstance(words, str) else json.dumps(words)

    return answer
