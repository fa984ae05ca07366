"""Messages as scripted people write them, with norms enacted on them, for tests of those who read them."""

import random
from pathlib import Path

from community.norms import Norm
from community.seeds import derive
from community.simulation.answering import Opinion
from community.simulation.composing import compose
from community.simulation.reading import read_choice

_FILE = Path(__file__).parent / "practice.txt"
QUESTIONS = [line.replace(" / ", "\n") for line in _FILE.read_text(encoding="utf-8").splitlines()]


def message(name: str, *norms: Norm, question: str) -> str:
    rng = random.Random(derive(0, name, question))
    text = compose(read_choice(question), Opinion(rng.choice("ABCDE")), rng)
    for norm in norms:
        text = norm.enact(text, question, rng)
    return text
