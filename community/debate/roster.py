"""The names that agents go by in prompts and records."""

NEWCOMER = "Newcomer"


def agent_name(position: int) -> str:
    """The name of the background agent at a place in the roster, counted from 0."""
    return f"Agent {position + 1}"
