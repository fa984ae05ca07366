"""Generated reasoning questions: ten options each, answers computed, wrong options from typical slips."""

from functools import lru_cache

from community.seeds import stream
from community.tasks.procedural import algebra, arithmetic, dates, logic, probability, sequences, units
from community.tasks.task import LETTERS, Question, Task

TEMPLATES = {
    "algebra": algebra.TEMPLATES,
    "arithmetic": arithmetic.TEMPLATES,
    "dates": dates.TEMPLATES,
    "logic": logic.TEMPLATES,
    "probability": probability.TEMPLATES,
    "sequences": sequences.TEMPLATES,
    "units": units.TEMPLATES,
}


class ProceduralTask(Task):
    """As many questions as asked for, in equal shares from seven categories; no two are the same."""

    def questions(self, seed: int, n: int) -> list[Question]:
        """The first `n` questions of a seed; a larger `n` only adds to them."""
        return list(_questions(seed, n))


@lru_cache(maxsize=64)
def _questions(seed: int, n: int) -> tuple[Question, ...]:
    """Kept, since the runs of a sweep ask for the same ones again and again."""
    made: dict[str, Question] = {}
    while len(made) < n:
        question = _question(seed, len(made), made)
        made[question.text] = question
    return tuple(made.values())


def _question(seed: int, index: int, taken: dict[str, Question]) -> Question:
    """The question at a position; it is drawn again while it repeats an earlier one."""
    category, attempt = _category(seed, index), 0
    while True:
        rng = stream(seed, "procedural", index, attempt)
        item = rng.choice(TEMPLATES[category])(rng)
        if item.text not in taken:
            break
        attempt += 1
    options = tuple(rng.sample(item.options, len(item.options)))
    answer = LETTERS[options.index(item.options[0])]
    return Question(f"procedural-{seed}-{index}", item.text, options, answer, category)


def _category(seed: int, index: int) -> str:
    """Categories come in blocks of seven, each block in its own order."""
    block, place = divmod(index, len(TEMPLATES))
    return stream(seed, "procedural", "block", block).sample(sorted(TEMPLATES), len(TEMPLATES))[place]
