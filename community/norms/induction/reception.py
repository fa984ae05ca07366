"""Was a message taken up or refused? Judged from the reply alone, without knowing what refusals look like."""

import re
from collections import Counter
from collections.abc import Collection, Iterable

from community.norms.text import Text

_LETTER = re.compile(r"\([A-Z]\)|\b(?:answer|option|choice)\b[^.\n]{0,20}\b[A-J]\b")
_CONTENT_LETTERS = 5
_REASONS = 12
"""From so many words on, a reply can take up a question by reasons alone."""
_COMMON_GROUND = 2


def taken_up(reply: str, question: str, stock: Collection[str] = ()) -> bool:
    """Whether a reply goes into the question: it names an option, or gives reasons in the question's own words.

    Args:
        reply: what was heard; empty for silence.
        question: what the conversation is about.
        stock: phrases without an option that were heard again and again, whatever was said.
    """
    if _LETTER.search(reply):
        return True
    if not reply.strip() or reply.strip() in stock:
        return False
    said = Text(reply)
    return said.word_count >= _REASONS and len(_content(said) & _content(Text(question))) >= _COMMON_GROUND


def stock_phrases(replies: Iterable[str]) -> frozenset[str]:
    """Replies that came word for word more than once: nobody reasons twice in the same words."""
    counts = Counter(reply.strip() for reply in replies)
    return frozenset(reply for reply, count in counts.items() if count > 1 and reply)


def _content(text: Text) -> set[str]:
    return {key for key in text.index if len(key) >= _CONTENT_LETTERS or key.isdigit()}
