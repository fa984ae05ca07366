"""The page on kinds of rules (`docs/predicates.md`), made from what the kinds say about themselves."""

from collections.abc import Iterator

from pydantic import TypeAdapter

from community.config import parse_yaml, validate
from community.norms.kinds import Kind, kinds
from community.norms.norm import AnyRule
from community.norms.predicates.lexicon import lexicons
from community.norms.predicates.tongues import tongues

_OPENING = """\
# Kinds of rules

A norm's `check` is one rule. This page is made by `community.norms.manual.page()` and compared with it by a test;
`community norms predicates` prints the same in a terminal, and `community norms schema` gives it to an editor.

Every rule but `python` and `judged` decides without a model or code of yours, shows the stretches of a message that
decided, and says why in a sentence. It can make a message comply by a small edit (`enact`), or says that it cannot. The
canonical English in the last column reads back as the same rule. Bounds are `min`, `max` or `exactly`; without any of
them, one is enough.

| kind | about | in YAML | in English |
|---|---|---|---|"""
_NAMES = """\

## Names that some fields take

`one_of` takes a named kind of words or signs: {lexicons}.

`language` tells these apart, by common words or by a script of their own: {tongues}. A text of a few words may tell
nothing. `enact` does not translate: it says stock remarks in that language and names the same answer.
"""


def page() -> str:
    """The whole page in Markdown."""
    known = kinds()
    names = _NAMES.format(
        lexicons=", ".join(f"`{name}`" for name in lexicons()), tongues=", ".join(tongues())
    )
    return "\n".join([_OPENING, *map(_row, known), "", "## Their fields", *_fields(known), names])


def _row(kind: Kind) -> str:
    rule = validate(parse_yaml(kind.example, kind.kind), TypeAdapter[AnyRule](AnyRule))
    return f"| `{kind.kind}` | {kind.summary} | {_code(kind.example)} | {_cell(rule.describe())} |"


def _fields(known: list[Kind]) -> Iterator[str]:
    for kind in known:
        yield f"\n### `{kind.kind}`\n\n| field | takes | meaning |\n|---|---|---|"
        for field in kind.fields:
            needed = " (required)" if field.required else ""
            yield f"| `{field.name}` | {field.allowed.replace(' | ', ', ')}{needed} | {_cell(field.text)} |"


def _code(text: str) -> str:
    return f"`{text.replace('|', chr(92) + '|')}`"


def _cell(text: str) -> str:
    """Text in which Markdown sees nothing but text."""
    for sign in ("\\", "|", "*", "<", ">", "[", "]"):
        text = text.replace(sign, f"\\{sign}")
    return text
