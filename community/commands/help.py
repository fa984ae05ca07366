"""How `--help` looks: plain and quick to make, options under headings, every default and variable named."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import typer
from typer.core import TyperCommand

from community.errors import UserError

EXIT_CODES = """\b
Exit codes:
  0    done
  1    finished, but too many episodes failed; or an unexpected error
  2    bad usage, input or configuration; nothing ran
  3    a model endpoint cannot be used
  4    finished, but a threshold of --assert was missed
  130  interrupted (143: terminated); what was finished is saved, and the line
       that resumes the run is printed"""

_EXAMPLES = "\b\nExamples:"
HELP_NAMES = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class Headed(TyperCommand):
    """A command whose options stand under the headings they name as `rich_help_panel`."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                default = "Arguments" if parameter.param_type_name == "argument" else "Other"
                sections[getattr(parameter, "rich_help_panel", None) or default].append(record)
        for heading, records in sections.items():
            with formatter.section(heading):
                formatter.write_dl(records)


def illustrate(app: typer.Typer, examples: Mapping[str, Sequence[str]], path: str = "") -> None:
    """Give every command its options under headings, and its examples unless it brings its own.

    Args:
        app: the tree of commands.
        examples: the words of a command -> lines that show how it is used.
        path: the words that lead to `app`, a space after each.
    """
    for command in app.registered_commands:
        name = command.name or getattr(command.callback, "__name__", "")
        command.cls = Headed
        if f"{path}{name}" in examples:
            shown = "\n  ".join((_EXAMPLES, *examples[f"{path}{name}"]))
            command.epilog = "\n\n".join(filter(None, (shown, command.epilog)))
    for inner in app.registered_groups:
        if inner.typer_instance is not None:
            illustrate(inner.typer_instance, examples, f"{path}{inner.typer_instance.info.name} ")


def group(name: str, text: str) -> typer.Typer:
    """A group of commands."""
    return typer.Typer(name=name, help=text, rich_markup_mode=None, context_settings=HELP_NAMES)


def setting(
    *names: str,
    of: str,
    text: str,
    default: str,
    metavar: str,
    heading: str,
    complete: Callable[[str], list[str]] | None = None,
) -> Any:
    """An option that sets the field `of` of the run's configuration; left out, it leaves all other sources be."""
    variable = "COMMUNITY_" + of.upper().replace(".", "__")
    return typer.Option(
        *names,
        metavar=metavar,
        help=f"{text} [default: {default}; env: {variable}]",
        rich_help_panel=heading,
        show_default=False,
        autocompletion=complete,
    )


def pairs(option: str, items: list[str] | None) -> dict[str, Any]:
    """`KEY=VALUE` items with values read as YAML.

    Raises:
        UserError: an item has no `=`, or its value is not YAML.
    """
    import yaml

    found: dict[str, Any] = {}
    for item in items or []:
        key, sign, value = item.partition("=")
        if not key or not sign:
            raise UserError(f"{option} takes KEY=VALUE, got {item!r}")
        try:
            found[key] = yaml.safe_load(value)
        except yaml.YAMLError as error:
            raise UserError(f"{option} {key}: {value!r} is not a YAML value") from error
    return found
