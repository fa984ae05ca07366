"""What is demanded of norms and habits: somebody who can judge them, and that they can live together."""

import random
from collections.abc import Iterable, Sequence

from community.errors import UserError
from community.norms import CannotEnactError, Norm, enact_all

_QUESTION = (
    "Two numbers, five and seven, are added and the sum is then halved. Which value results?\n(A) 12\n(C) 6"
)
_SAMPLE = (
    "Adding the two numbers first gives twelve, and half of that is six. The other options forget to halve it, "
    "so I am settling on this one. (C)"
)


def demand_judge(norms: Iterable[Norm], judge: str | None) -> None:
    """Norms that a model decides need one.

    Raises:
        UserError: `judge` is None, and a norm or a habit is judged.
    """
    judged = [norm.id for norm in norms if norm.is_judged]
    if judged and judge is None:
        raise UserError(
            f"norm {judged[0]!r} is judged by a model; name one, for example --judge openai:gpt-5-nano"
        )


def refuse_unfit_habits(habits: Iterable[Norm], norms: Sequence[Norm]) -> None:
    """Each habit must be another than the norms, and possible beside them.

    Raises:
        UserError: one is not.
    """
    for habit in habits:
        if habit.id in {norm.id for norm in norms}:
            raise UserError(f"habit {habit.id!r} is an enforced norm; choose another")
        if not compatible([*norms, habit]):
            raise UserError(
                f"habit {habit.id!r} cannot be shown together with the enforced norm; choose another"
            )


def compatible(norms: Sequence[Norm]) -> bool:
    """Whether one ordinary message can satisfy all of them at once, as far as no model is needed to judge."""
    try:
        enact_all([norm for norm in norms if not norm.is_judged], _SAMPLE, _QUESTION, random.Random(0))
    except CannotEnactError:
        return False
    return True
