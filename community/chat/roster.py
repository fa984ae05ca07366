"""The names that people go by in prompts and records; none is a part of another."""

_MEMBERS = ("Mara", "Theo", "Ines", "Jonas", "Lena", "Oskar", "Vera", "Piet", "Nora", "Emil", "Rosa", "Hugo")
_NEWCOMERS = ("Kim", "Alex", "Robin", "Sascha", "Toni", "Andrea")

CHAIR = "Chair"
"""The model that chooses who speaks next."""


def member_name(position: int) -> str:
    """The name of the background agent at a place in the roster, counted from 0."""
    return _name(_MEMBERS, position)


def newcomer_name(position: int) -> str:
    """The name of a newcomer, counted from 0."""
    return _name(_NEWCOMERS, position)


def module_name(newcomer: str) -> str:
    """Who the calls of a newcomer's module are made by."""
    return f"Module of {newcomer}"


def _name(names: tuple[str, ...], position: int) -> str:
    lap, place = divmod(position, len(names))
    return names[place] if lap == 0 else f"{names[place]}{lap + 1}"
