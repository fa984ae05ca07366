"""Logic questions, solved again by reading the clues and trying every possibility."""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, permutations


def words(listed: str) -> list[str]:
    return re.split(r", | and ", listed)


def sentences(text: str) -> list[str]:
    return re.findall(r'[^."]+(?:"[^"]+")?\.?', text.strip())


def written(names: Iterable[str]) -> str:
    *most, last = list(names) or ["none of them"]
    return f"{', '.join(most)} and {last}" if most else last


def subsets(names: list[str]) -> list[list[str]]:
    return [list(group) for size in range(len(names) + 1) for group in combinations(names, size)]


def order(names: str, clues: str) -> str:
    def holds(clue: str, finish: tuple[str, ...]) -> bool:
        place = {name: position for position, name in enumerate(finish)}
        if match := re.fullmatch(r"(\w+) finishes before (\w+)\.", clue):
            return place[match[1]] < place[match[2]]
        if match := re.fullmatch(r"(\w+) finishes right behind (\w+)\.", clue):
            return place[match[1]] - place[match[2]] == 1
        if match := re.fullmatch(r"Exactly one runner finishes between (\w+) and (\w+)\.", clue):
            return abs(place[match[1]] - place[match[2]]) == 2
        match = re.fullmatch(r"(\w+) is neither first nor last\.", clue)
        assert match, clue
        return 0 < place[match[1]] < 4

    given = [clue.strip() for clue in sentences(clues)]
    (right,) = [finish for finish in permutations(words(names)) if all(holds(clue, finish) for clue in given)]
    return ", ".join(right)


def truth_tellers(names: str, statements: str) -> str:
    def is_so(claim: str, honest: list[str]) -> bool:
        if match := re.fullmatch(r"(\w+) lies\.", claim):
            return match[1] not in honest
        if match := re.fullmatch(r"(\w+) and (\w+) both tell the truth\.", claim):
            return match[1] in honest and match[2] in honest
        match = re.fullmatch(r"Exactly (\d) of us four tells? the truth\.", claim)
        assert match, claim
        return len(honest) == int(match[1])

    said = re.findall(r'(\w+) says: "([^"]+)"', statements)
    assert " ".join(f'{who} says: "{claim}"' for who, claim in said) == statements
    (right,) = [
        honest
        for honest in subsets(words(names))
        if all((who in honest) == is_so(claim, honest) for who, claim in said)
    ]
    return written(right)


def switches(devices: str, rules: str) -> str:
    def holds(rule: str, on: list[str]) -> bool:
        if match := re.fullmatch(r"If the (\w+) is on, the (\w+) is on\.", rule):
            return not (match[1] in on and match[2] not in on)
        if match := re.fullmatch(r"The (\w+) is on exactly when the (\w+) is off\.", rule):
            return len({match[1], match[2]} & set(on)) == 1
        if match := re.fullmatch(r"The (\w+) and the (\w+) are not both on\.", rule):
            return len({match[1], match[2]} & set(on)) < 2
        if match := re.fullmatch(r"At least one of the (\w+) and the (\w+) is on\.", rule):
            return len({match[1], match[2]} & set(on)) > 0
        match = re.fullmatch(r"Exactly (\d) of the five devices are on\.", rule)
        assert match, rule
        return len(on) == int(match[1])

    given = [rule.strip() for rule in sentences(rules)]
    (right,) = [on for on in subsets(words(devices)) if all(holds(rule, on) for rule in given)]
    return written(right)


def code(tries: str) -> str:
    shown = re.findall(r"The try (\d{3}) shows (\d) in the right place and (\d) in another place\.", tries)
    assert len(shown) == tries.count(".")

    def holds(guess: str, right: int, elsewhere: int, secret: str) -> bool:
        in_place = sum(guess[i] == secret[i] for i in range(3))
        return in_place == right and len(set(guess) & set(secret)) - in_place == elsewhere

    codes = [code for code in map(str, range(1000)) if len(set(code)) == 3 and not set(code) & set("0789")]
    (found,) = [
        secret
        for secret in codes
        if all(holds(guess, int(right), int(elsewhere), secret) for guess, right, elsewhere in shown)
    ]
    return found


def overlap(n: str, a: str, b: str, neither: str) -> str:
    total, first, second = int(n), int(a), int(b)
    (both,) = [
        x for x in range(min(first, second) + 1) if (first - x) + (second - x) + x + int(neither) == total
    ]
    return str(both)


def way(first: str, rest: str) -> str:
    facing, here = 1j, int(first) * 1j
    for turn, leg in re.findall(r", turns (left|right) and walks (\d+) m", rest):
        facing *= 1j if turn == "left" else -1j
        here += facing * int(leg)
    east = f"{abs(here.real):.0f} m {'east' if here.real > 0 else 'west'}"
    return f"{east} and {abs(here.imag):.0f} m {'north' if here.imag > 0 else 'south'}"


TRUE_OR_FALSE = (
    r"Each of ([\w, ]+) either always tells the truth or always lies. (.+) Which of them tell the truth\?"
)
SOLVERS: Mapping[str, Callable[..., str]] = {
    r"([\w, ]+) run a race, and no two of them finish at the same time. (.+) "
    r"In which order do they finish, from first to last\?": order,
    TRUE_OR_FALSE: truth_tellers,
    r"A room holds five devices: ([\w, ]+). Each of them is on or off. (.+) Which of the devices are on\?": switches,
    r"A lock opens with a code of three different digits from 1 to 6. Each try shows how many of its digits "
    r"are in the code and in the right place, and how many are in the code but in another place. "
    r"(.+) What is the code\?": code,
    r"Of (\d+) [\w ]+, (\d+) [\w ]+, (\d+) [\w ]+, and (\d+) \w+ neither. "
    r"How many \w+ both\?": overlap,
    r"\w+ faces north and walks (\d+) m(.+)\. Where is \w+ then, seen from the start\?": way,
}


def test_logic_answers_agree_with_an_independent_solution(
    verify: Callable[[str, Mapping[str, Callable[..., str]]], None],
):
    verify("logic", SOLVERS)
