"""Rows in the schema of the published set: its 38 ids, and texts of our own."""

import json
from pathlib import Path
from typing import Any

IDS = (Path(__file__).parent / "published_ids.txt").read_text(encoding="utf-8").split()


def row(name: str, **columns: Any) -> dict[str, Any]:
    event, norm = name.split("__")[:2]
    turns = [
        {"turn_id": 1, "actor": "Ada", "content": "Who has the key?", "is_elicitor": False},
        {"turn_id": 2, "actor": "Ben", "content": "Not me.", "is_elicitor": False},
        {"turn_id": 3, "actor": "Ada", "content": "@Cleo is it with you?", "is_elicitor": True},
    ]
    return {
        "scenario_id": name,
        "event_id": event,
        "norm_id": norm,
        "norm_statement": f"Our own words for {norm}.",
        "elicitor_turn_id": 3,
        "transcript": turns,
        **columns,
    }


def without(columns: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in columns.items() if key != name}


def write(path: Path, rows: list[Any]) -> str:
    path.write_text("".join(json.dumps(item) + "\n" for item in rows), encoding="utf-8")
    return str(path)
