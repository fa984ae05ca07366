"""A table as data, and how it reads in Markdown and in LaTeX."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TypeAlias

from community.experiments.reports.number import Count, Number


@dataclass(frozen=True)
class Cited:
    """A published number, with its standard error or the ends of its interval where there is one."""

    value: float
    se: float | None = None
    ends: tuple[float, float] | None = None


Cell: TypeAlias = str | int | Number | Count | Cited | None


@dataclass(frozen=True)
class Table:
    """One table.

    Attributes:
        id: its file name and label.
        title: what it holds.
        columns: headings; the first column names the row.
        rows: one cell for each column.
        note: what has to be known to read it.
        simulated: scripted people took part.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    simulated: bool = False

    @property
    def numbers(self) -> list[Number]:
        """All numbers in it."""
        return [cell for row in self.rows for cell in row if isinstance(cell, Number)]

    @property
    def heading(self) -> str:
        """The title, marked when simulated."""
        return f"{self.title} (simulated)" if self.simulated else self.title


def shown(cell: Cell) -> str:
    """A cell as plain text."""
    match cell:
        case Number():
            text = _number(cell)
        case Count():
            text = _count(cell)
        case Cited():
            text = _cited(cell)
        case int():
            text = f"{cell:,}"
        case _:
            text = "–" if cell is None else cell
    return text


def _number(number: Number) -> str:
    if number.value is None:
        return "n/a"
    if number.ends is None:
        return f"{number.value:.2f}"
    low, high = number.ends
    return f"{number.value:.2f} [{low:.2f}, {high:.2f}]"


def _cited(cited: Cited) -> str:
    if cited.ends is not None:
        return f"{cited.value:.3f} [{cited.ends[0]:.3f}, {cited.ends[1]:.3f}]"
    return f"{cited.value:.3f}" + (f" ± {cited.se:.3f}" if cited.se is not None else "")


def _count(count: Count) -> str:
    if count.whole is None:
        return f"{count.part:,}"
    return f"{count.part / count.whole:.2f} ({count.part:,} of {count.whole:,})" if count.whole else "–"


def markdown(table: Table) -> str:
    """The table in GitHub's Markdown."""
    lines = [f"**{_plain(table.heading)}**", ""]
    lines += (
        _markdown_row(table.columns),
        "|" + "".join("---|" if text else "---:|" for text in _texts(table)),
    )
    lines += [_markdown_row([shown(cell) for cell in row]) for row in table.rows]
    return "\n".join([*lines, *(["", _plain(table.note)] if table.note else [])])


def latex(table: Table) -> str:
    """The table for LaTeX with booktabs, shrunk to the line when it is wider; a long one breaks over pages instead."""
    long = len(table.rows) > _PAGE
    spec = "".join("l" if text else "r" for text in _texts(table))
    caption = f"\\caption{{{escaped(' '.join(filter(None, (table.heading + '.', table.note))))}}}"
    label = f"\\label{{tab:{table.id.replace('_', '-')}}}"
    head = _latex_row(map(_stacked, table.columns, spec))
    body = [_latex_row(map(_latex_cell, row)) for row in table.rows]
    return "\n".join(
        _long(spec, caption, label, head, body) if long else _short(spec, caption, label, head, body)
    )


_PAGE = 50
"""Rows that fit on a page in small print."""
_HEADING = 16
"""Characters in a line of a heading."""
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "–": "--",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "`": r"\textasciigrave{}",
}


def escaped(text: str) -> str:
    """A text that LaTeX sets as it stands, without the controls in it, which would stop LaTeX."""
    return "".join(_SPECIAL.get(sign, sign) for sign in " ".join(text.split()) if sign.isprintable())


def _short(spec: str, caption: str, label: str, head: str, body: Sequence[str]) -> Iterator[str]:
    yield "% needs \\usepackage{booktabs,graphicx}"
    yield from (r"\begin{table}", r"\centering\footnotesize\setlength{\tabcolsep}{4pt}", caption, label)
    yield r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
    yield from (rf"\begin{{tabular}}{{{spec}}}", r"\toprule", head, r"\midrule", *body, r"\bottomrule")
    yield from (r"\end{tabular}}", r"\end{table}")


def _long(spec: str, caption: str, label: str, head: str, body: Sequence[str]) -> Iterator[str]:
    yield "% needs \\usepackage{booktabs,longtable}"
    yield from (
        r"\begingroup\footnotesize\setlength{\tabcolsep}{4pt}",
        rf"\begin{{longtable}}{{{spec}}}",
        rf"{caption}{label}\\",
    )
    yield from (r"\toprule", head, r"\midrule\endhead", r"\bottomrule\endfoot", *body)
    yield from (r"\end{longtable}", r"\endgroup")


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_cell(cell: Cell) -> str:
    """A cell; what stands beside a number is in small print."""
    if not isinstance(cell, Number | Count | Cited):
        return escaped(shown(cell))
    number, *beside = (escaped(part) for part in shown(cell).split(" ", 1))
    return number + "".join(rf" {{\scriptsize {part}}}" for part in beside)


def _stacked(heading: str, align: str) -> str:
    """A heading, in several lines when it is long."""
    lines = r"\\".join(map(escaped, wrap(heading, _HEADING, break_long_words=False)))
    return rf"\shortstack[{align}]{{{lines}}}"


def _texts(table: Table) -> list[bool]:
    """For each column whether it holds words."""
    return [all(isinstance(row[place], str) for row in table.rows) for place in range(len(table.columns))]


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_plain, cells)) + " |"


def _plain(text: str) -> str:
    """A text that Markdown sets as it stands."""
    return "".join(f"\\{sign}" if sign in r"\|*_`<>[]#" else sign for sign in " ".join(text.split()))
