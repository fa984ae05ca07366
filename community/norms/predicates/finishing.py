"""The last look at an enacted text: it follows the rule, and the answer letter is the one it had."""

from community.norms.predicates.base import CannotEnactError, Predicate
from community.norms.predicates.reply import final_letter
from community.norms.text import Text


def finished(rule: Predicate, before: str, after: str, question: str | None = None) -> str:
    """`after`, when it is a way to make `before` follow the rule.

    Raises:
        CannotEnactError: it does not follow the rule, or it answers with another letter.
    """
    if not rule.judge(Text(after), question).complies:
        raise CannotEnactError(f"no small edit makes this text follow: {rule.describe()}")
    letter = final_letter(before)
    if letter is not None and final_letter(after) != letter:
        raise CannotEnactError(f"this text cannot keep its answer ({letter}) and follow: {rule.describe()}")
    return after
