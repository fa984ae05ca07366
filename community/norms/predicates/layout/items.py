"""What the items of a list look like, marker by marker."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from community.norms.text import Text, Token

Marker = Literal["bullet", "checked", "numbered", "roman", "section", "dated", "qa"]
MARKERS: tuple[Marker, ...] = ("bullet", "checked", "numbered", "roman", "section", "dated", "qa")

_INNER_START = re.compile(r"[.!?;:] ")
_INNER = frozenset({"numbered", "roman", "section", "qa"})
"""Markers that also count within a line, where a sentence or a clause has ended."""
_OPEN = r"[>#*_ \t]*"
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
_YEAR = r"(?:ad )?(?:\d{3,4}s?(?:[-–]\d{2,4})?(?: ?(?:bce?|ad|ce))?|\d{1,2} ?(?:bce?|ad|ce))"
_DAY = r"\d\d?(?:st|nd|rd|th)?"
_DATE = (
    r"(?:\d{4}-\d\d(?:-\d\d)?|\d\d?/\d\d?/\d{2,4}"
    rf"|(?:{_DAY} {_MONTH},? |{_MONTH} (?:{_DAY},? )?)?{_YEAR})"
)
_DATE_STOP = r"[*_\])]*(?: ?:[*_]* ?(?=\S)|(?:[,.]| ?[-–—])[*_]* (?=[^\W\d]|[\"'(*_]))"
_PATTERNS: Mapping[Marker, re.Pattern[str]] = {
    "bullet": re.compile(r"[> \t]*[-*+•‣▪◦●–—][ \t]+(?!\[[ xX✓✔]\]|[-*_ \t]+$)", re.MULTILINE),
    "checked": re.compile(r"[> \t]*(?:[-*+•] +|\d{1,3}[.)] +)?(?:\[[xX✓✔]\]|[☑✅✓✔])[ \t]*(?=\S)"),
    "numbered": re.compile(rf"{_OPEN}(?:step (\d+) ?[-–—.):]|(\d+)[.):])[*_]*(?=\s)", re.IGNORECASE),
    "roman": re.compile(rf"{_OPEN}(?:(?i:section|part) ([IVXL]+)\b[.):]?|\(?([IVXL]+)(?:[.):]| [-–—]))"),
    "section": re.compile(rf"{_OPEN}section (\d+)\b[.):]?", re.IGNORECASE),
    "dated": re.compile(
        rf"[># \t]*(?:[-*+•] +)?[*_\[(]*(?:in {_DATE}\b|(?:by |around |circa |c\. ?)?{_DATE}{_DATE_STOP})",
        re.IGNORECASE,
    ),
    "qa": re.compile(rf"{_OPEN}(?:(q(?:uestion)?)|a(?:nswer)?) ?\d*[*_]*[.:)][*_]*(?!\S)", re.IGNORECASE),
}
_ROMAN = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def items(text: Text, marker: Marker) -> list[Token]:
    """The markers of the items, in order; numbers have to run on from 1, questions to be followed by an answer."""
    pattern = _PATTERNS[marker]
    matches = (match for start in _starts(text, marker) if (match := pattern.match(text.clean, start)))
    if marker == "qa":
        return list(_pairs(matches))
    if marker in _INNER:
        matches = _in_order(matches, marker)
    return [Token(match.group(), *match.span()) for match in matches]


def _starts(text: Text, marker: Marker) -> list[int]:
    starts = [line.start for line in text.lines]
    if marker not in _INNER:
        return starts
    return sorted({*starts, *(match.end() for match in _INNER_START.finditer(text.clean))})


def is_item(line: str) -> bool:
    """Whether a line starts like an item of any list."""
    return any(pattern.match(line) for pattern in _PATTERNS.values())


def unmarked(sentence: str, marker: Marker) -> str:
    """A sentence on one line, ready to be an item: without old markers, and without emphasis at its ends."""
    line = " ".join(sentence.split())
    for known, pattern in _PATTERNS.items():
        match = pattern.match(line) if known != "dated" or marker == "dated" else None
        line = line[match.end() :] if match else line
    return line.strip("*_#> ")


def roman(number: int) -> str:
    """A number below 90 as a Roman numeral."""
    numeral = ""
    for value, letters in _ROMAN:
        numeral += letters * (number // value)
        number %= value
    return numeral


def _in_order(matches: Iterator[re.Match[str]], marker: Marker) -> Iterator[re.Match[str]]:
    expected = 1
    for match in matches:
        number = next(group for group in match.groups() if group)
        if number == (roman(expected) if marker == "roman" else str(expected)):
            yield match
            expected += 1


def _pairs(matches: Iterator[re.Match[str]]) -> Iterator[Token]:
    """From each question's marker to the one of the answer that follows it."""
    asked: re.Match[str] | None = None
    for match in matches:
        if match[1]:
            asked = match
        elif asked:
            yield Token(match.string[asked.start() : match.end()], asked.start(), match.end())
            asked = None
