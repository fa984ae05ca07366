"""What is talked about: where questions come from, and how an answer is read and graded."""

from importlib.util import find_spec

from community.errors import UnloadableError, UserError, boundary
from community.plugins import Registry
from community.tasks.task import Question, Task, TaskConfig

__all__ = ["TASKS", "Question", "Task", "TaskConfig", "load_task"]

TASKS = Registry(
    room="task",
    table={
        "procedural": "community.tasks.procedural:ProceduralTask",
        "mmlu_pro": "community.tasks.bank.mmlu_pro:MMLUProTask",
        "file": "community.tasks.bank.file:FileTask",
    },
    group="community.tasks",
)


def load_task(spec: str) -> Task:
    """The task that a spec string names.

    Args:
        spec: an id, "id:PATH" for a task that reads a file or folder, "package.module:Class", or
            "path/to/file.py:Class".

    Raises:
        UnknownIdError: no such task.
        UserError: a path is missing, or given to a task that takes none; no such file.
        PluginError: a third party's task cannot be loaded.
    """
    name, _, path = spec.partition(":")
    if name not in TASKS.ids() and (".py:" in spec or _is_import_path(spec)):
        name, path = spec, ""
    found = TASKS.load(name)
    if not (isinstance(found, type) and issubclass(found, Task)):
        raise UnloadableError(f"task {name!r} is not a subclass of community.tasks.Task")
    with boundary(f"task {name!r}"):
        return found(_config(found, name, path))


def _is_import_path(spec: str) -> bool:
    module, _, attribute = spec.partition(":")
    root = module.partition(".")[0]
    return attribute.isidentifier() and root.isidentifier() and find_spec(root) is not None


def _config(task: type[Task], name: str, path: str) -> TaskConfig:
    field = task.Config.model_fields.get("path")
    if path and field is None:
        raise UserError(f"task {name!r} takes no path (got {path!r}); write just {name!r}")
    if not path and field is not None and field.is_required():
        raise UserError(f"task {name!r} needs a path; write {name + ':PATH'!r}")
    return task.Config.model_validate({"path": path} if path else {})
