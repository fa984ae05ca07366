"""How what a rule looks for is brought into a reply: by a phrase of its own, or at one of the ends."""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from community.config import read_yaml, validate
from community.norms.predicates.lexicon import lexicons
from community.norms.predicates.placing import capitalised, opened, put_inside, put_sentence, put_sign
from community.norms.predicates.sought import Sought
from community.norms.predicates.vocabulary import is_pseudoword
from community.norms.text import Text, key_of

_WORDS = Path(__file__).parent / "words"


def use(rule: Sought, text: str, rng: random.Random, *, plainly: bool = False) -> str:
    """`text` with something that the rule looks for, in a phrase of its own; `plainly` where no phrase would do."""
    item = _item(rule, rng)
    if plainly:
        return f"{capitalised(item)}. {text.lstrip()}" if Text(item).words else put_sign(text, item, rng)
    if rule.one_of:
        return put_sentence(text, item, rng) if Text(item).words else put_sign(text, item, rng)
    return _put_item(text, item, rng)


def open_with(rule: Sought, text: str, rng: random.Random) -> str:
    """`text` after what the rule wants at the start."""
    item = _item(rule, rng)
    if rule.one_of or rule.characters:
        return f"{item} {text.lstrip()}".rstrip()
    return opened(text, capitalised(item) + rng.choice([",", ",", ":", "!", ".", " –"]))


def close_with(rule: Sought, text: str, rng: random.Random) -> str:
    """`text` before what the rule wants at the end."""
    item = _item(rule, rng)
    if rule.one_of or rule.characters:
        return f"{text.rstrip()} {item}".lstrip()
    closer = rng.choice([f"{capitalised(item)}.", f"{capitalised(item)}!", item, f"– {item}", f"{item}."])
    return f"{text.rstrip()} {closer}".lstrip()


def like(model: str, word: str) -> str:
    """`word` in the case of `model`."""
    if len(model) > 1 and model.isupper():
        return word.upper() if model.isalpha() and len(word) > 3 else word
    return capitalised(word) if model[:1].isupper() else word


def _item(rule: Sought, rng: random.Random) -> str:
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


@cache
def usage() -> Mapping[str, Sequence[str]]:
    """Short sentences that bring in a word or sign, and general ones."""
    return validate(read_yaml(_WORDS / "usage.yaml"), dict[str, list[str]])


@cache
def instead() -> Mapping[str, str]:
    """Plain stand-ins for words."""
    return validate(read_yaml(_WORDS / "instead.yaml"), dict[str, str])
