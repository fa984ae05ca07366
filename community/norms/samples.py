"""What norms do to ordinary replies: how often one holds there by chance, and what enacting makes of a few of them."""

from collections.abc import Iterator, Sequence
from functools import cache

from community.errors import UserError
from community.norms.induction.ordinary import PlainReply, plain_replies
from community.norms.norm import Norm, enact_all
from community.norms.predicates.base import CannotEnactError
from community.seeds import stream

FEW = 6


def chance_rate(norm: Norm) -> float:
    """The share of several hundred plain replies that follow a norm by chance.

    Raises:
        UserError: the norm is judged by a model.
        PluginError: the function of a Python rule failed.
    """
    if norm.is_judged:
        raise UserError(f"norm {norm.id!r} is judged by a model; its base rate is not known without one")
    sample = plain_replies()
    return sum(norm.predicate.judge(text, question).complies for text, question in sample) / len(sample)


@cache
def few_replies(count: int = FEW) -> Sequence[PlainReply]:
    """Some of the plain replies, evenly from the whole sample; the same ones every time."""
    sample = plain_replies()
    return [sample[len(sample) * (2 * position + 1) // (2 * count)] for position in range(count)]


def enacted(
    norms: Sequence[Norm], replies: Sequence[PlainReply]
) -> Iterator[tuple[str, str] | CannotEnactError]:
    """Each reply made to follow norms, with its question; or why it cannot be made to."""
    for number, (text, question) in enumerate(replies):
        rng = stream(number, "samples", *(norm.id for norm in norms))
        try:
            yield enact_all(norms, text.raw, question, rng), question
        except CannotEnactError as error:
            yield error
