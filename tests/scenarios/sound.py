"""A scenario that passes the review, to be spoilt in one place at a time."""

from pathlib import Path
from typing import Any

import yaml

ID = "bug_report__binary_answer_norm__pump_house"
CAST = ("Ada", "Ben", "Cleo", "Dora")
TALK = "The pump on the east side hums again and the float hangs by a thread number"
SHOWN = {4: ("Ben", "yes"), 11: ("Ada", "No."), 17: ("Ben", "nope")}


def turns() -> list[dict[str, Any]]:
    """22 turns: small talk of three, in which a question gets one word three times."""
    made: list[dict[str, Any]] = []
    for position in range(21):
        if position in SHOWN:
            actor, text = SHOWN[position]
            made.append({"actor": actor, "text": text, "demonstrates": True})
        else:
            made.append({"actor": "Cleo", "text": f"{TALK} {position}."})
    return [*made, {"actor": "Cleo", "text": "@Dora is the valve shut?", "elicitor": True}]


def replies() -> list[dict[str, Any]]:
    return [
        {"text": "Yes.", "complies": True, "reason": "The bare word."},
        {"text": "Yes, I checked! Anything else?", "complies": False, "kind": "generic_assistant", "reason": "More."},
        {"text": "No, it sticks.", "complies": False, "kind": "reason_added", "reason": "A reason."},
        {"text": "Depends on the valve.", "complies": False, "kind": "evasion", "reason": "No answer."},
    ]  # fmt: skip


def sound(**changes: Any) -> dict[str, Any]:
    return {
        "id": ID,
        "event": "bug_report",
        "norm": "binary_answer_norm",
        "venue": "other",
        "channel": "#pump-house",
        "setting": "A storm is due on Friday.",
        "subject": "Dora",
        "cast": [{"name": name, "bio": f"{name} minds a pump."} for name in CAST],
        "goal": "Keep the cellar dry.",
        "transcript": turns(),
        "replies": replies(),
        **changes,
    }


def write(content: dict[str, Any], folder: Path, name: str = ID) -> Path:
    file = folder / f"{name}.yaml"
    file.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return file
