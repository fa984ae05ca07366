"""How canonical English quotes what a rule is about, so that it can be read back without doubt."""

import json
import re
from collections.abc import Iterator, Sequence

QUOTED = r'"(?:[^"\\]|\\.)*"'
LIST = rf"{QUOTED}(?:, {QUOTED})*(?: or {QUOTED})?"


def quote(text: str) -> str:
    """A string in double quotes, escaped as in JSON."""
    return json.dumps(text, ensure_ascii=False)


def quote_list(items: Sequence[str]) -> str:
    """Strings in quotes as an English list: "a", "b" or "c"."""
    quoted = [quote(item) for item in items]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def unquote_list(text: str) -> tuple[str, ...]:
    """The strings that `quote_list` wrote."""
    return tuple(json.loads(item) for item in re.findall(QUOTED, text))


def unquote(text: str) -> str:
    """The string that `quote` wrote."""
    return unquote_list(text)[0]


def rule_of(pattern: str, sentence: str) -> re.Match[str] | None:
    """Match a whole sentence against the pattern of a canonical one; case and final stop aside."""
    return re.fullmatch(rf"\s*{pattern}\.?\s*", sentence, re.IGNORECASE)


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a text that may be canonical English: stops inside quotation marks end nothing.

    List markers and Markdown emphasis around a sentence are dropped.
    """
    for match in re.finditer(rf"(?:{QUOTED}|[^.\"\n]|\.(?=[^\s*_`]))+", text):
        yield match.group().strip(" \t\r-*•>#`_")


def bracketed(text: str) -> tuple[str, ...]:
    """The parts in square brackets at the outermost level, quoted strings skipped."""
    parts: list[str] = []
    depth, start = 0, 0
    for match in re.finditer(rf"{QUOTED}|\[|\]", text):
        if match.group() == "[":
            depth += 1
            start = match.end() if depth == 1 else start
        elif match.group() == "]":
            depth -= 1
            if depth == 0:
                parts.append(text[start : match.start()])
    return tuple(parts)
