"""Which option letter a reply settles on, read from prose that may discuss, reject, quote and revise several.

Every place where an option is meant is a `Mention`; the words around it say how much it weighs, and the last of the
weightiest is the answer.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from community.tasks.extraction.finding import mentions_from_end
from community.tasks.extraction.mention import Mention
from community.tasks.extraction.typography import plain

_DECIDED, _MARKED, _BARE, _ASCRIBED, _REJECTED = 4, 3, 2, 1, 0


def extract_letter(reply: str, n_options: int) -> str | None:
    """The letter of the option a reply settles on.

    Args:
        reply: prose in any layout; Markdown, LaTeX, full-width and curly characters are read through.
        n_options: how many options the question has; letters beyond them are ignored.

    Returns:
        A capital letter, or None when the reply names no option, rejects all it names, or leaves several open.
    """
    text = plain(reply)
    letter, best = None, _REJECTED
    for mention in _settled(mentions_from_end(text, n_options), text):
        weight = _weight(mention, text)
        if weight > best:
            letter, best = mention.letter, weight
        if weight == _DECIDED:
            break
    return letter


_LINK = re.compile(
    r"\s*(?:,?\s*(?:and|or|vs\.?|versus|to|through|nor|&)|[/–-]|,)\s*(?:options?\s+|choices?\s+)?"
)
_SINGULAR = re.compile(r"\s*(?:is|was|has|fails|ignores|would|gives|looks|seems|does|needs|only|being)\b")


def _settled(mentions: Iterable[Mention], text: str) -> Iterator[Mention]:
    """The mentions, last one first, that are not one of several put side by side, as in "(A) or (C)"."""
    chain: list[Mention] = []
    for mention in mentions:
        if chain and not _LINK.fullmatch(text, mention.end, chain[-1].start):
            yield from _alternatives(chain, text)
            chain = []
        chain.append(mention)
    yield from _alternatives(chain, text)


def _alternatives(chain: list[Mention], text: str) -> list[Mention]:
    """What a chain of linked mentions settles: all of it when its links are no real ones, else nothing."""
    links = [text[left.end : right.start].strip() for right, left in pairwise(chain)]
    if chain and chain[-1].rejected:
        return chain[:-1] if links == ["to"] else []
    if not links or links == [","] or _SINGULAR.match(chain[0].after):
        return chain
    return chain if len({mention.letter for mention in chain}) == 1 else []


_SENTENCE_CLOSES = re.compile(r"[^\w\s]*\s*(?:\w+\b)?\s*(?:$|[^\w\s])")


def _weight(mention: Mention, text: str) -> int:
    """How much a mention says about the answer; one that closes the reply counts as a decision."""
    if mention.rejected:
        return _REJECTED
    if mention.ascribed:
        return _ASCRIBED
    if mention.announced or mention.affirmed:
        return _DECIDED
    if mention.lower or not (mention.marked or mention.named):
        return _BARE
    return _DECIDED if _closes(text[mention.end :]) else _MARKED


def _closes(tail: str) -> bool:
    """Whether at most one more word of the sentence, and then a farewell or a tag, follows."""
    return len(tail) < 200 and len(tail.split()) <= 9 and _SENTENCE_CLOSES.match(tail) is not None
