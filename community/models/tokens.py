"""Estimates of token counts, for planning and for where a provider does not count; never used as a measurement."""

import math
import re
from collections.abc import Sequence

from community.prompts import Message

_PIECE = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_", re.UNICODE)
PER_MESSAGE = 4
"""Tokens of a chat template around one message, roughly."""
LEAST = 0.6
"""A prompt has at least this share of its estimate: what exceeds a window even so can be refused unsent."""


def estimate_tokens(text: str) -> int:
    """About how many tokens a text has: words by length, digits by twos, other scripts and signs by bytes."""
    return sum(map(_piece, _PIECE.findall(text)))


def _piece(piece: str) -> int:
    if piece.isascii():
        return math.ceil(len(piece) / (2 if piece.isdigit() else 6))
    return math.ceil(len(piece.encode()) / (3 if piece.isalpha() else 2))


def estimate_prompt(messages: Sequence[Message]) -> int:
    """About how many tokens a prompt has, with the chat template around its messages."""
    return sum(estimate_tokens(message.text) + PER_MESSAGE for message in messages)
