"""How far two raters agree on the same things: a judge with a person, a predicate with a judge."""

from collections import Counter
from collections.abc import Sequence

from community.records import Record


class Agreement(Record):
    """Two raters' labels compared.

    Attributes:
        n: things that both have labelled; the numbers below are over these.
        accuracy: share of them with the same label; None without any.
        kappa: Cohen's (1960) kappa, agreement beyond that of raters who label at random as often as these do; None when
            such raters could not disagree.
        confusion: how often the first rater said the outer label and the second the inner one.
        missing_first: things that only the first rater has not labelled.
        missing_second: things that only the second has not.
        missing_both: things that neither has.
        reason: why a number is None.
    """

    n: int
    accuracy: float | None
    kappa: float | None
    confusion: dict[str, dict[str, int]]
    missing_first: int
    missing_second: int
    missing_both: int
    reason: str | None = None


def agreement(first: Sequence[str | None], second: Sequence[str | None]) -> Agreement:
    """Compare the labels that two raters gave to the same things, in the same order; None is no label.

    Raises:
        ValueError: the raters have not the same number of things.
    """
    pairs = Counter(zip(first, second, strict=True))
    labels = sorted({label for pair in pairs if None not in pair for label in pair if label is not None})
    table = {row: {column: pairs[row, column] for column in labels} for row in labels}
    n = sum(map(sum, (row.values() for row in table.values())))
    accuracy = sum(table[label][label] for label in labels) / n if n else None
    kappa = _kappa(accuracy, table, n) if accuracy is not None else None
    return Agreement(
        n=n,
        accuracy=accuracy,
        kappa=kappa,
        confusion=table,
        missing_first=sum(pairs[None, label] for label in set(second) - {None}),
        missing_second=sum(pairs[label, None] for label in set(first) - {None}),
        missing_both=pairs[None, None],
        reason=_reason(n, kappa),
    )


def _kappa(accuracy: float, table: dict[str, dict[str, int]], n: int) -> float | None:
    by_second = {label: sum(row[label] for row in table.values()) for label in table}
    chance = sum(sum(table[label].values()) * by_second[label] for label in table) / n**2
    return (accuracy - chance) / (1 - chance) if len(table) > 1 else None


def _reason(n: int, kappa: float | None) -> str | None:
    if n == 0:
        return "nothing was labelled by both"
    return "both raters use one and the same label only" if kappa is None else None
