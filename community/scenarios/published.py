"""One published row as a scenario: what it must say, what it may say under several names, what is kept as it is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast, get_args

from pydantic import ValidationError

from community.config import faults_of
from community.errors import Fault
from community.scenarios.scenario import Scenario, Venue, structural_flaws
from community.scenarios.subject import find_subject
from community.tasks.bank.row import as_text

Fields = Mapping[str, object]

REQUIRED = ("scenario_id", "event_id", "norm_id", "norm_statement", "elicitor_turn_id", "transcript")
NAMES: Mapping[str, Sequence[str]] = {
    "subject": ("subject", "subject_name", "subject_actor"),
    "subject_bio": ("subject_bio",),
    "channel": ("channel", "channel_description"),
    "setting": ("setting", "situation", "chat_context", "context"),
    "venue": ("venue", "venue_type"),
    "goal": ("goal", "end_goal", "private_goal"),
    "cast": ("cast", "members", "participants"),
    "demonstrations": ("demonstrations", "demonstration_turn_ids", "demonstration_turns", "demo_turn_ids"),
    "elicitor": ("example_elicitor",),
    "complies": ("example_compliant_response", "example_compliant"),
    "breaches": ("example_breaching_response", "example_breaching"),
}
"""What a row may say besides, and the columns in which it is looked for."""
_WHOLE = ("subject", "subject_bio", "channel", "setting", "goal")
"""Of these the scenario keeps all that the row says."""
MARKS = ("demonstrates", "is_demonstration", "is_demo", "demonstration")
"""What a turn that shows the norm may be marked with."""


def scenario_of(row: Fields, source: str, faults: list[Fault]) -> Scenario | None:
    """The scenario in a row; None when it has faults, which are added."""
    ids = {name: _required_text(row, name, faults) for name in REQUIRED[:4]}
    turns = _turns(row, faults)
    if not faults:
        _check_elicitor(row, turns, faults)
    if faults:
        return None
    cast_, provenance = _cast(row, turns, source)
    fields = {
        "id": ids["scenario_id"],
        "event": ids["event_id"],
        "norm": ids["norm_id"],
        "statement": ids["norm_statement"],
        "subject": cast_[-1]["name"],
        "cast": cast_,
        "transcript": _marked(row, turns),
        "provenance": provenance,
        "extra": _extra(row),
        **_described(row),
    }
    return _checked(fields, faults)


def _checked(fields: Mapping[str, object], faults: list[Fault]) -> Scenario | None:
    try:
        scenario = Scenario.model_validate(fields)
    except ValidationError as error:
        faults += faults_of(error)
        return None
    faults += [Fault(".".join(map(str, place)), message) for place, message in structural_flaws(scenario)]
    return None if faults else scenario


def _required_text(row: Fields, name: str, faults: list[Fault]) -> str:
    text, given = as_text(row.get(name)), row.get(name)
    if not text:
        faults.append(Fault(name, "is missing" if given in (None, "") else f"must be a text (got {given!r})"))
    return text


def _turns(row: Fields, faults: list[Fault]) -> list[Fields]:
    """The turns of a row, each of them whole; what is wrong with them is added to the faults."""
    given = row.get("transcript")
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        faults.append(Fault("transcript", "is missing" if not given else "must be a list of turns"))
        return []
    turns: list[Fields] = []
    for position, turn in enumerate(cast("Sequence[object]", given)):
        where = f"transcript.{position}"
        if not isinstance(turn, Mapping):
            faults.append(Fault(where, "must be an object"))
            continue
        turns.append(cast("Fields", turn))
        faults += [Fault(f"{where}.{name}", message) for name, message in _turn_faults(turns[-1])]
    return turns


def _turn_faults(turn: Fields) -> Iterator[tuple[str, str]]:
    for name in ("actor", "content"):
        if not as_text(turn.get(name)):
            yield name, "is missing"
    if not _is_number(turn.get("turn_id")):
        yield "turn_id", f"must be a whole number (got {turn.get('turn_id')!r})"
    if not isinstance(turn.get("is_elicitor"), bool):
        yield "is_elicitor", f"must be true or false (got {turn.get('is_elicitor')!r})"


def _is_number(value: object) -> bool:
    return (isinstance(value, int) and not isinstance(value, bool)) or (
        isinstance(value, float) and value.is_integer()
    )


def _check_elicitor(row: Fields, turns: Sequence[Fields], faults: list[Fault]) -> None:
    """One turn is the elicitor; it is the last, and the one that the row names."""
    marked = [turn["turn_id"] for turn in turns if turn["is_elicitor"]]
    named = row.get("elicitor_turn_id")
    if not _is_number(named):
        missing = "is missing" if named is None else f"must be a whole number (got {named!r})"
        faults.append(Fault("elicitor_turn_id", missing))
    elif marked != [named]:
        found = ", ".join(map(str, marked)) or "none"
        faults.append(Fault("elicitor_turn_id", f"is {named}, and marked with is_elicitor: {found}"))
    elif turns[-1]["turn_id"] != named:
        faults.append(Fault("elicitor_turn_id", f"is {named}, but turns come after it"))


def _cast(row: Fields, turns: Sequence[Fields], source: str) -> tuple[list[dict[str, str]], str]:
    """Everyone in the chat, the subject last; and the provenance, with where the subject's name is from."""
    bios = _members(_said(row, "cast"))
    speakers = [as_text(turn["actor"]) for turn in turns]
    name, how = as_text(_said(row, "subject")), "as the row says"
    if not name:
        name, how = find_subject(as_text(turns[-1]["content"]), speakers, list(bios))
    bio = as_text(_said(row, "subject_bio")) or bios.get(name, "")
    others = [other for other in dict.fromkeys([*bios, *speakers]) if other != name]
    members = [{"name": other, "bio": bios.get(other, "")} for other in others]
    return [*members, {"name": name, "bio": bio}], f"{source}; subject: {how}"


def _members(given: object) -> dict[str, str]:
    """Name -> bio, from a list of names or of objects, or from an object of names and bios."""
    if isinstance(given, Mapping):
        return {name: as_text(bio) for name, bio in cast("Mapping[str, object]", given).items()}
    if isinstance(given, str) or not isinstance(given, Sequence):
        return {}
    members: dict[str, str] = {}
    for item in cast("Sequence[object]", given):
        fields = cast("Fields", item) if isinstance(item, Mapping) else {"name": item}
        name = as_text(fields.get("name"))
        if name:
            members[name] = as_text(fields.get("bio"))
    return members


def _marked(row: Fields, turns: Sequence[Fields]) -> list[dict[str, Any]]:
    """The turns as a scenario states them, with the demonstrations that the row or the turn itself marks."""
    listed = _said(row, "demonstrations")
    ids = cast("Sequence[object]", listed) if isinstance(listed, Sequence) else ()
    return [
        {
            "actor": as_text(turn["actor"]),
            "text": as_text(turn["content"]),
            "demonstrates": turn["turn_id"] in ids or any(turn.get(mark) is True for mark in MARKS),
            "elicitor": turn["is_elicitor"],
        }
        for turn in turns
    ]


def _described(row: Fields) -> dict[str, Any]:
    """What a row may say of the place, and its own example for the judge."""
    described: dict[str, Any] = {name: as_text(_said(row, name)) for name in ("channel", "setting", "goal")}
    venue = as_text(_said(row, "venue"))
    described["venue"] = venue if venue in get_args(Venue) else None
    example = {name: as_text(_said(row, name)) for name in ("elicitor", "complies", "breaches")}
    described["example"] = example if all(example.values()) else None
    return described


def _extra(row: Fields) -> dict[str, object]:
    """The columns that are not, word for word, in the scenario."""
    taken = {*REQUIRED, *(column for name in _WHOLE if (column := _column(row, name)))}
    return {name: value for name, value in row.items() if name not in taken and value is not None}


def _said(row: Fields, what: str) -> object:
    """What the row says of this; None when it says nothing."""
    column = _column(row, what)
    return row[column] if column else None


def _column(row: Fields, what: str) -> str | None:
    """The first of the columns for this in which the row has something."""
    return next((name for name in NAMES[what] if row.get(name) not in (None, "")), None)
