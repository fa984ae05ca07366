"""Date questions, solved again by counting days, minutes and years one by one."""

import calendar
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta

MONTHS = list(calendar.month_name)
DAYS = list(calendar.day_name)


def parse(day: str) -> date:
    number, month, year = day.split()
    return date(int(year), MONTHS.index(month), int(number))


def next_day(day: date) -> date:
    if day.day < calendar.monthrange(day.year, day.month)[1]:
        return day.replace(day=day.day + 1)
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def later_date(weekday: str, start: str, days: str) -> str:
    day = parse(start)
    assert DAYS[day.weekday()] == weekday
    for _ in range(int(days)):
        day = next_day(day)
    return f"{DAYS[day.weekday()]}, {day.day} {MONTHS[day.month]} {day.year}"


def days_between(start: str, end: str) -> str:
    day, count = parse(start), 0
    while day != parse(end):
        day, count = next_day(day), count + 1
    return str(count)


def arrival(leaves: str, hours: str, minutes: str, zone: str, way: str) -> str:
    start = datetime.strptime(f"2024-05-10 {leaves}", "%Y-%m-%d %H:%M")
    shift = timedelta(hours=int(zone)) if way == "ahead" else -timedelta(hours=int(zone))
    return (start + timedelta(hours=int(hours), minutes=int(minutes)) + shift).strftime("%H:%M")


def nth_weekday(nth: str, weekday: str, month: str, year: str, first: str) -> str:
    number = MONTHS.index(month)
    assert DAYS[date(int(year), number, 1).weekday()] == first
    weeks = calendar.monthcalendar(int(year), number)
    dates = [week[DAYS.index(weekday)] for week in weeks if week[DAYS.index(weekday)]]
    return f"{dates[['first', 'second', 'third', 'fourth'].index(nth)]} {month}"


def together(start: str, x: str, y: str, z: str) -> str:
    minute = 1
    while any(minute % int(every) for every in (x, y, z)):
        minute += 1
    first = datetime.strptime(f"2024-05-10 {start}", "%Y-%m-%d %H:%M")
    return (first + timedelta(minutes=minute)).strftime("%H:%M")


def has_leap_day(year: int) -> bool:
    try:
        date(year, 2, 29)
    except ValueError:
        return False
    return True


def leap_years(start: str, end: str) -> str:
    return str(sum(map(has_leap_day, range(int(start), int(end) + 1))))


SOLVERS: Mapping[str, Callable[..., str]] = {
    r"A parcel is sent on (\w+), (\d+ \w+ \d+), and arrives (\d+) days later. "
    r"On which day does it arrive\?": later_date,
    r"An? \w+ begins on (\d+ \w+ \d+) and ends on (\d+ \w+ \d+). "
    r"How many days after its first day is its last day\?": days_between,
    r"A \w+ leaves at (\d\d:\d\d) local time and is under way for (\d+) h (\d+) min. At its destination clocks are "
    r"(\d+) hours? (ahead|behind). What is the local time on arrival\?": arrival,
    r"A [\w -]+ takes place on the (\w+) (\w+) of each month. 1 (\w+) (\d+) is a (\w+). "
    r"On which date is the [\w -]+ that month\?": nth_weekday,
    r"Three \w+ \w+ together at (\d\d:\d\d), and from then on every (\d+), every (\d+) and every (\d+) minutes. "
    r"At what time do all three next \w+ together\?": together,
    r"\w+ counts the leap years of the Gregorian calendar from (\d+) to (\d+), both included. "
    r"How many are there\?": leap_years,
}


def test_dates_answers_agree_with_an_independent_solution(
    verify: Callable[[str, Mapping[str, Callable[..., str]]], None],
):
    verify("dates", SOLVERS)
