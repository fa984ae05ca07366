"""Calendar and clock."""

from calendar import isleap, monthrange
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations
from math import lcm
from random import Random

from community.tasks.procedural.item import Item, is_natural, number_item
from community.tasks.procedural.wording import people

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_ORDINALS = ("first", "second", "third", "fourth")


def day_and_month(day: date) -> str:
    """A date as "3 March 2024", in English whatever the locale."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _with_weekday(ordinal: Fraction) -> str:
    day = date.fromordinal(int(ordinal))
    return f"{_DAYS[day.weekday()]}, {day_and_month(day)}"


def _clock(minutes: Fraction) -> str:
    hours, rest = divmod(int(minutes) % (24 * 60), 60)
    return f"{hours:02d}:{rest:02d}"


def _random_day(rng: Random) -> date:
    return date(1990, 1, 1) + timedelta(days=rng.randrange(60 * 365))


def later_date(rng: Random) -> Item:
    """The date and weekday some days later."""
    start, days = _random_day(rng), rng.randint(40, 400)
    right = start.toordinal() + days
    text = (
        f"A parcel is sent on {_with_weekday(Fraction(start.toordinal()))}, and arrives {days} days later. "
        "On which day does it arrive?"
    )
    months, rest = divmod(days, 30)
    slips = (
        right - 1,
        right + 1,
        _months_later(start, months).toordinal() + rest,
        right - 2,
        right + 2,
        right - 7,
        right + 7,
        start.toordinal() + 365,
    )
    return number_item(rng, text, right, slips, show=_with_weekday)


def _months_later(day: date, months: int) -> date:
    years, month = divmod(day.month - 1 + months, 12)
    return date(day.year + years, month + 1, min(day.day, 28))


def days_between(rng: Random) -> Item:
    """The number of days between two dates."""
    start, days = _random_day(rng), rng.randint(50, 700)
    end = start + timedelta(days=days)
    event = rng.choice(("exhibition", "voyage", "strike", "drought", "course", "siege"))
    text = f"An {event}" if event[0] in "aeiou" else f"A {event}"
    text += (
        f" begins on {day_and_month(start)} and ends on {day_and_month(end)}. "
        "How many days after its first day is its last day?"
    )
    thirties = (end.year - start.year) * 360 + (end.month - start.month) * 30 + end.day - start.day
    slips = (days + 1, days - 1, thirties, days + 2, days - 2, thirties + 1, days + 30, days - 30, days + 7)
    return number_item(rng, text, days, slips)


def arrival(rng: Random) -> Item:
    """The local time of arrival across time zones."""
    vehicle = rng.choice(("plane", "train", "ship", "coach"))
    leaves, takes = rng.randrange(24 * 60), rng.randint(125, 860)
    zone = rng.choice([number for number in range(-8, 10) if number])
    hours = f"{abs(zone)} hour{'s' if abs(zone) > 1 else ''}"
    text = (
        f"A {vehicle} leaves at {_clock(Fraction(leaves))} local time and is under way for {takes // 60} h "
        f"{takes % 60} min. At its destination clocks are {hours} {'ahead' if zone > 0 else 'behind'}. "
        "What is the local time on arrival?"
    )
    right = leaves + takes + 60 * zone
    slips = (
        leaves + takes,
        leaves + takes - 60 * zone,
        right + 60,
        right - 60,
        right + 40,
        right - 40,
        right + 12 * 60,
        leaves + 60 * zone,
        leaves - takes,
    )
    return number_item(rng, text, right, slips, show=_clock, fits=lambda _: True, step=10)


def nth_weekday(rng: Random) -> Item:
    """The date of, say, the third Friday of a month."""
    first = _random_day(rng).replace(day=1)
    nth, weekday = rng.randrange(4), rng.randrange(7)
    event = rng.choice(("market", "meeting", "rehearsal", "lesson", "check-up", "flea market"))
    right = 1 + (weekday - first.weekday()) % 7 + 7 * nth
    month, length = _MONTHS[first.month - 1], monthrange(first.year, first.month)[1]
    text = (
        f"A {event} takes place on the {_ORDINALS[nth]} {_DAYS[weekday]} of each month. 1 {month} {first.year} is a "
        f"{_DAYS[first.weekday()]}. On which date is the {event} that month?"
    )
    slips = (
        right + 7,
        right - 7,
        right + 1,
        right - 1,
        right + 14,
        right - 14,
        1 + 7 * (nth + 1),
        right + 6,
        right - 6,
    )
    return number_item(rng, text, right, slips, show=lambda day: f"{day} {month}", fits=_up_to(length))


def _up_to(most: int) -> Callable[[Fraction], bool]:
    return lambda value: is_natural(value) and value <= most


_LENGTHS = (6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 24, 25, 28, 30, 35, 36, 40, 45, 48, 60)
_INTERVALS = [every for every in combinations(_LENGTHS, 3) if every[-1] < lcm(*every) <= 720]


def together(rng: Random) -> Item:
    """When things that repeat at different intervals coincide again."""
    kind = rng.choice(("buses", "ferries", "trams", "alarms", "bells", "shuttles"))
    start = 5 * rng.randint(48, 120)
    every = rng.choice(_INTERVALS)
    verb = "ring" if kind in ("alarms", "bells") else "leave"
    text = (
        f"Three {kind} {verb} together at {_clock(Fraction(start))}, and from then on every {every[0]}, every "
        f"{every[1]} and every {every[2]} minutes. At what time do all three next {verb} together?"
    )
    gap = lcm(*every)
    slips = (
        start + sum(every),
        start + lcm(*every[:2]),
        start + lcm(*every[1:]),
        start + lcm(every[0], every[2]),
        start + 2 * gap,
        start + every[2],
        start + gap + 60,
        start + gap - 60,
        start + gap // 2,
    )
    return number_item(rng, text, start + gap, slips, show=_clock, fits=_up_to(10**6), step=10)


def leap_years(rng: Random) -> Item:
    """How many leap years lie in a span that may hold whole centuries."""
    (name,) = people(rng, 1)
    start = rng.randint(1583, 2180)
    end = start + rng.randint(60, 320)
    right = sum(map(isleap, range(start, end + 1)))
    text = (
        f"{name} counts the leap years of the Gregorian calendar from {start} to {end}, both included. "
        "How many are there?"
    )
    fourths = end // 4 - (start - 1) // 4
    slips = (
        fourths,
        fourths - (end // 100 - (start - 1) // 100),
        (end - start) // 4,
        right + 1,
        right - 1,
        fourths + 1,
        (end - start + 1) // 4,
        right + 2,
        right - 2,
    )
    return number_item(rng, text, right, slips)


TEMPLATES = (later_date, days_between, arrival, nth_weekday, together, leap_years)
