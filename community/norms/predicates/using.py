"""How a reply is made to use something more often, less often, or at one of its ends."""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from community.config import read_yaml, validate
from community.norms.predicates.base import CannotEnactError
from community.norms.predicates.lexicon import lexicons
from community.norms.predicates.placing import (
    before_stop,
    capitalised,
    inside,
    opened,
    put_inside,
    put_sentence,
    put_sign,
    replace_region,
    take_out,
)
from community.norms.predicates.scope import region
from community.norms.predicates.vocabulary import is_pseudoword
from community.norms.text import Text, key_of

if TYPE_CHECKING:
    from community.norms.predicates.boundary import Boundary
    from community.norms.predicates.contains import Contains
    from community.norms.predicates.sought import Sought

_PATIENCE = 24
_TYPICAL = 5
_WORDS = Path(__file__).parent / "words"


def use_more(rule: "Contains", text: str, times: int, rng: random.Random) -> str:
    """`text` with so many more matches of `rule`, each brought in by a phrase of its own.

    Raises:
        CannotEnactError: the text does not take them.
    """
    for _ in range(times):
        text = _once_more(rule, text, rng)
        if rule.allows(len(rule.matches(Text(text)))):
            break
    return text


def _once_more(rule: "Contains", text: str, rng: random.Random) -> str:
    before = len(rule.matches(Text(text)))
    for attempt in range(_PATIENCE):
        longer = _put(rule, text, rng, plainly=attempt > _PATIENCE // 2)
        gained = len(rule.matches(Text(longer))) - before
        if gained == 1 or (gained > 1 and rule.high is None):
            return longer
    raise CannotEnactError(f"nothing put into this text makes it follow: {rule.describe()}")


def _put(rule: "Contains", text: str, rng: random.Random, *, plainly: bool) -> str:
    if rule.within != "text":
        return _put_within(rule, text, rng)
    item = _item(rule, rng)
    if rule.one_of and not plainly:
        return put_sentence(text, item, rng) if Text(item).words else put_sign(text, item, rng)
    if plainly:
        return f"{capitalised(item)}. {text.lstrip()}" if Text(item).words else put_sign(text, item, rng)
    return _put_item(text, item, rng)


def _item(rule: "Sought", rng: random.Random) -> str:
    if rule.one_of:
        return rng.choice(lexicons()[rule.one_of].said)
    return rng.choice(rule.words or rule.characters)


def _put_item(text: str, item: str, rng: random.Random) -> str:
    given = Text(item)
    own = item if item in usage() else key_of(item)
    if own in usage():
        return _put_phrase(own, item, text, rng)
    if not given.words:
        return put_sign(text, item, rng) if rng.random() < 0.8 else _put_phrase("sign", item, text, rng)
    if given.word_count > 1:
        return _put_phrase("phrase", item, text, rng)
    if not is_pseudoword(key_of(item)):
        return _put_phrase("word", item, text, rng)
    set_off = put_inside(text, item, rng) if rng.random() < 0.6 else None
    return set_off or _put_phrase("pseudoword", item, text, rng)


def _put_phrase(kind: str, item: str, text: str, rng: random.Random) -> str:
    return put_sentence(text, _phrase(kind, item, text, rng), rng)


def _phrase(kind: str, item: str, text: str, rng: random.Random) -> str:
    """A sentence with the item in it, one that the text does not have yet where possible."""
    phrases = [phrase.replace("{it}", item).replace("{It}", capitalised(item)) for phrase in usage()[kind]]
    return rng.choice([phrase for phrase in phrases if phrase not in text] or phrases)


def _put_within(rule: "Contains", text: str, rng: random.Random) -> str:
    """With one of the things themselves, as a whole sentence could move the place's bounds."""
    item = rng.choice([*rule.wanted_words[:_TYPICAL], *rule.wanted_characters[:_TYPICAL]])
    place = region(Text(text), rule.within)
    if place is None:
        return f"{capitalised(item)} indeed. {text.lstrip()}".rstrip()
    given = Text(text).span(place.start, place.end).text
    changed = inside(given, item, rng) if Text(item).words else before_stop(given, f" {item}")
    return replace_region(text, place.start, place.end, changed)


def use_less(rule: "Contains", text: str, rng: random.Random) -> str:
    """`text` with as few matches of `rule` as it allows; words give way to plain stand-ins.

    Raises:
        CannotEnactError: what remains still matches.
    """
    for _ in range(len(text) + 1):
        tokens = rule.matches(Text(text))
        if rule.allows(len(tokens)):
            return text
        token = tokens[-1] if rule.high == 0 else rng.choice(tokens)
        stand_in = instead().get(key_of(token.text))
        if stand_in:
            text = replace_region(text, token.start, token.end, like(token.text, stand_in))
        else:
            text = take_out(text, Text(text).span(token.start, token.end))
    raise CannotEnactError(f"what is left of this text still breaks: {rule.describe()}")


def like(model: str, word: str) -> str:
    """`word` in the case of `model`."""
    if len(model) > 1 and model.isupper():
        return word.upper() if model.isalpha() and len(word) > 3 else word
    return capitalised(word) if model[:1].isupper() else word


def open_with(rule: "Boundary", text: str, rng: random.Random) -> str:
    """`text` after what the rule wants at the start."""
    item = _item(rule, rng)
    if rule.one_of or rule.characters:
        return f"{item} {text.lstrip()}".rstrip()
    return opened(text, capitalised(item) + rng.choice([",", ",", ":", "!", ".", " –"]))


def close_with(rule: "Boundary", text: str, rng: random.Random) -> str:
    """`text` before what the rule wants at the end."""
    item = _item(rule, rng)
    if rule.one_of or rule.characters:
        return f"{text.rstrip()} {item}".lstrip()
    closer = rng.choice([f"{capitalised(item)}.", f"{capitalised(item)}!", item, f"– {item}", f"{item}."])
    return f"{text.rstrip()} {closer}".lstrip()


@cache
def usage() -> Mapping[str, Sequence[str]]:
    """Short sentences that bring in a word or sign, and general ones."""
    return validate(read_yaml(_WORDS / "usage.yaml"), dict[str, list[str]])


@cache
def instead() -> Mapping[str, str]:
    """Plain stand-ins for words."""
    return validate(read_yaml(_WORDS / "instead.yaml"), dict[str, str])
