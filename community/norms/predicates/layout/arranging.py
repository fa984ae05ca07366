"""A reply's own sentences as a list: the first one leads in, the final answer follows, remarks fill what is missing."""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from community.norms.predicates.layout.items import Marker, roman, unmarked
from community.norms.predicates.reply import Reply, take_apart
from community.norms.predicates.wording import grammar
from community.norms.text import Text

Renderer = Callable[[Sequence[str], int, random.Random], str]

_FIRST_YEAR, _LAST_YEAR = 1480, 2015
_MONTHS = ("January", "March", "April", "May", "June", "August", "September", "October", "November")


def arrange(text: str, marker: Marker, *, low: int, high: int | None, rng: random.Random) -> str:
    """`text` as a list of at least `low` items, at most `high`, ahead of its closing."""
    reply = take_apart(text)
    lead, own = _outline(reply, marker)
    number = max(low, min(len(own), high or len(own)))
    return _stacked(lead, _RENDERERS[marker](own, number, rng), reply.closing)


def put_ahead(text: str, marker: Marker, *, low: int, rng: random.Random) -> str:
    """A list of `low` remarks, and then `text` as it is."""
    return _stacked("", _RENDERERS[marker]((), low, rng), text)


def _outline(reply: Reply, marker: Marker) -> tuple[str, list[str]]:
    """The lead-in, if there is enough left without it, and the sentences that become items."""
    own = [unmarked(sentence, marker) for sentence in reply.body]
    leads = len(own) > 1 and own[0] == " ".join(reply.body[0].split())
    lead = reply.head + reply.body[0] if leads else reply.head
    return lead, [item for item in own[leads:] if Text(item).word_count]


def _stacked(lead: str, block: str, closing: str) -> str:
    opening = f"{lead.rstrip()}\n\n{block}" if lead.strip() else block
    return f"{opening}\n\n{closing}" if closing else opening


def _filled(own: Sequence[str], number: int, extra: Sequence[str], rng: random.Random) -> list[str]:
    """`number` items: own sentences in their order, grouped when they are more, among extras when they are fewer."""
    if len(own) >= number:
        cuts = [len(own) * turn // number for turn in range(number + 1)]
        return [" ".join(own[start:end]) for start, end in pairwise(cuts)]
    places = set(rng.sample(range(number), len(own)))
    ours, others = iter(own), iter(extra)
    return [next(ours) if place in places else next(others) for place in range(number)]


def _remarks(own: Sequence[str], number: int, rng: random.Random) -> list[str]:
    return _filled(own, number, grammar("filler").several("start", number, rng), rng)


def _bullets(own: Sequence[str], number: int, rng: random.Random) -> str:
    sign = rng.choice("-*•")
    return "\n".join(f"{sign} {item}" for item in _remarks(own, number, rng))


def _checked(own: Sequence[str], number: int, rng: random.Random) -> str:
    box = rng.choice(("- [x]", "* [x]", "[x]"))
    return "\n".join(f"{box} {item}" for item in _remarks(own, number, rng))


def _numbered(own: Sequence[str], number: int, rng: random.Random) -> str:
    stop = rng.choice(".):")
    return "\n".join(f"{turn}{stop} {item}" for turn, item in enumerate(_remarks(own, number, rng), start=1))


def _sections(own: Sequence[str], number: int, rng: random.Random) -> str:
    return _titled([f"Section {turn + 1}" for turn in range(number)], own, rng.choice((":", " -")), rng)


def _roman(own: Sequence[str], number: int, rng: random.Random) -> str:
    return _titled([roman(turn + 1) for turn in range(number)], own, rng.choice((".", ")", " -")), rng)


def _titled(labels: Sequence[str], own: Sequence[str], stop: str, rng: random.Random) -> str:
    """Labelled sections with titles, their text beside or under the label."""
    bodies = _remarks(own, len(labels), rng)
    joint, between = rng.choice(((". ", "\n"), ("\n", "\n\n")))
    titled = zip(labels, _titles(len(labels), rng), bodies, strict=True)
    return between.join(f"{label}{stop} {title}{joint}{body}" for label, title, body in titled)


def _titles(number: int, rng: random.Random) -> list[str]:
    headings = grammar("headings")
    inner = headings.several("middle", max(number - 2, 0), rng)
    return [headings.say("opening", rng), *inner, headings.say("closing", rng)][-number:]


def _dated(own: Sequence[str], number: int, rng: random.Random) -> str:
    entries = _filled(own, number, grammar("timeline").several("start", number, rng), rng)
    years = sorted(rng.choices(range(_FIRST_YEAR, _LAST_YEAR), k=number))
    sign, monthly = rng.choice(("", "- ")), rng.random() < 0.5
    dates = [f"{rng.choice(_MONTHS)} {year}" if monthly else f"{year}" for year in years]
    return "\n".join(f"{sign}{date}: {entry}" for date, entry in zip(dates, entries, strict=True))


def _dialogue(own: Sequence[str], number: int, rng: random.Random) -> str:
    lines = grammar("dialogue")
    asked = [f"{ask} | {reply}" for ask, reply in zip(lines.several("ask", len(own), rng), own, strict=True)]
    pairs = _filled(asked, number, lines.several("pair", number, rng), rng)
    between = rng.choice(("\n", "\n\n"))
    return between.join("Q: {}\nA: {}".format(*pair.split(" | ", 1)) for pair in pairs)


_RENDERERS: Mapping[Marker, Renderer] = {
    "bullet": _bullets,
    "checked": _checked,
    "numbered": _numbered,
    "roman": _roman,
    "section": _sections,
    "dated": _dated,
    "qa": _dialogue,
}
