"""Telling the article "a" from an option letter, a variable and a part of "a.m."."""

import re
from collections.abc import Sequence

from community.norms.text import Text, Token

# What makes "a" an article is the word that follows after plain space: "a train", "a **big** one", 'a "b"'.
_FOLLOWED = re.compile(r"[*_`]*[^\S\n]*(?:\n[^\S\n]*)?[\"'*_`(]*([^\W_][\w'-]*)")
_GLUED = re.compile(r"[*_`]*(?:\s+|$)")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;…\n]|--|[–—])[\s\"'(*_`>#•-]*$")
_OPTION_BEFORE = re.compile(
    r"(?i:\b(?:options?|answers?|choices?|letters?|alternatives?|candidates?|cases?|picks?|plans?|parts?|vitamin|type))[\s\"'*_`(:]*$"
)
_AFTER_LETTER = frozenset({
    "is", "and", "or", "was", "because", "since", "as", "has", "would", "fits", "matches", "works",
    "seems", "looks", "gives", "follows", "remains", "stands", "wins", "holds", "satisfies", "agrees",
    "cannot", "can", "does", "will", "must", "should", "but", "for", "it", "if", "then", "so", "not",
    "over", "with", "to", "in",
})  # fmt: skip


def uses(word: str, text: Text) -> Sequence[Token]:
    """Where a word is used; for "a", only where it is the article."""
    tokens = text.find(word)
    return tokens if word.lower() != "a" else [token for token in tokens if is_article(text, token)]


def is_article(text: Text, token: Token) -> bool:
    """Whether this "a" is the article.

    An option letter such as "(A)", "A)" or "option A" is not, nor is a variable or the "a" of "a.m.".
    """
    following = _FOLLOWED.match(text.clean, token.end)
    if len(token.text) > 1 or not _GLUED.match(text.clean, token.end) or following is None:
        return False
    before = text.clean[max(0, token.start - 40) : token.start]
    if before[-1:] in {"(", "[", "-", "/", "="} or _OPTION_BEFORE.search(before):
        return before[-1:] == "(" and token.text == "a"
    if token.text == "a":
        return True
    shouted = len(following[1]) > 1 and following[1].isupper()
    starts = bool(_SENTENCE_START.search(before))
    return shouted or (starts and following[1].lower() not in _AFTER_LETTER)
