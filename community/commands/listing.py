"""`community modules list` and `tasks list`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from community.commands.help import group
from community.commands.streams import emit_json, emit_rich, stdout_console
from community.errors import CommunityError

if TYPE_CHECKING:
    from community.config import Config
    from community.plugins import Registry

SCHEMA_VERSION = 1

modules = group("modules", "Normative modules, which wrap a newcomer.")
tasks = group("tasks", "Where questions come from.")

Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]


@modules.callback()
def _modules() -> None:
    """Normative modules, which wrap a newcomer."""


@tasks.callback()
def _tasks() -> None:
    """Where questions come from."""


@modules.command("list")
def list_modules(*, json: Json = False) -> None:
    """All modules, those of installed plug-ins included, with their options."""
    from community.modules import MODULES, find_module

    _list("modules", MODULES, find_module, json=json)


@tasks.command("list")
def list_tasks(*, json: Json = False) -> None:
    """All tasks, those of installed plug-ins included."""
    from community.tasks import TASKS

    _list("tasks", TASKS, TASKS.load, json=json)


def _list(room: str, registry: "Registry", load: Callable[[str], Any], *, json: bool) -> None:
    """Print a room's implementations; one that cannot be loaded is listed with the reason."""
    rows = [_row(name, load) for name in registry.ids()]
    if json:
        emit_json({"schema_version": SCHEMA_VERSION, room: rows})
        return
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("id", no_wrap=True)
    table.add_column("what it is")
    table.add_column("options")
    for row in rows:
        options = ", ".join(_written(name, option) for name, option in row["options"].items())
        table.add_row(
            row["id"], row["summary"] if row["error"] is None else f"broken: {row['error']}", options
        )
    emit_rich(stdout_console(), table)


def _row(name: str, load: Callable[[str], Any]) -> dict[str, Any]:
    try:
        found = load(name)
    except CommunityError as error:
        return {"id": name, "summary": "", "options": {}, "error": str(error)}
    summary = (found.__doc__ or "").strip().partition("\n")[0]
    return {"id": name, "summary": summary, "options": _options(found.Config), "error": None}


def _options(config: "type[Config]") -> dict[str, Any]:
    return {
        name: {
            "required": field.is_required(),
            "default": None if field.is_required() else field.get_default(call_default_factory=True),
            "text": field.description,
        }
        for name, field in config.model_fields.items()
    }


def _written(name: str, option: dict[str, Any]) -> str:
    return f"{name} (required)" if option["required"] else f"{name}={option['default']}"
