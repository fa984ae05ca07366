"""Do 95 % intervals hold the truth in 95 % of repetitions? The page on statistics says where they do and where not."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import expit, logit

from community.statistics.bootstrap import draw_samples, percentile_limits, resampled_means
from community.statistics.clustered import clustered_mean, clustered_share
from community.statistics.limits import Limits, share_limits, t_limits
from community.statistics.moments import one_way, two_way
from community.statistics.observations import Observation

Floats = NDArray[np.float64]
Sums = Callable[[np.random.Generator, Floats], Floats]
"""The sums of clusters of these sizes, for all repetitions at once."""

PAGE = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")
REPETITIONS = 8000
"""The Monte-Carlo error of a coverage of 95 % is then 0.24 points; 0.34 with half as many for the bootstrap."""


def scores(rng: np.random.Generator, sizes: Floats, *, icc: float) -> Floats:
    """Normal values with a true mean of 0."""
    shared, own = rng.normal(size=(2, REPETITIONS, len(sizes)))
    return sizes * np.sqrt(icc) * shared + np.sqrt(sizes * (1 - icc)) * own


def successes(rng: np.random.Generator, sizes: Floats, *, share: float, icc: float) -> Floats:
    """Values of 0 and 1; each cluster has a probability of its own, beta distributed."""
    precision = (1 - icc) / icc
    own = rng.beta(share * precision, (1 - share) * precision, size=(REPETITIONS, len(sizes)))
    return rng.binomial(sizes.astype(int), own).astype(float)


def logits(
    rng: np.random.Generator, *shapes: tuple[int, ...], at: float | Floats, sd: Sequence[float]
) -> Floats:
    """Probabilities that vary in log odds by a normal term of each shape."""
    terms = (deviation * rng.normal(size=shape) for shape, deviation in zip(shapes, sd, strict=True))
    return expit(logit(at) + sum(terms))


def covered(limits: Limits, truth: float) -> float:
    return 100 * float(np.mean((limits.low <= truth) & (truth <= limits.high)))


def by_t(rng: np.random.Generator, *, sizes: Floats, sums: Sums, truth: float = 0) -> float:
    return covered(t_limits(one_way(sums(rng, sizes), sizes)), truth)


def by_share(rng: np.random.Generator, *, sizes: Floats, sums: Sums, truth: float) -> float:
    return covered(share_limits(one_way(sums(rng, sizes), sizes), len(sizes)), truth)


def by_percentile(rng: np.random.Generator, *, sizes: Floats, sums: Sums, truth: float = 0) -> float:
    values = sums(rng, sizes)[: REPETITIONS // 2, :, None]
    samples = draw_samples(rng, len(sizes), 1, draws=800)
    return covered(percentile_limits(resampled_means(values, sizes[:, None], samples)), truth)


def of_curves(rng: np.random.Generator, *, runs: int, debates: int = 20) -> float:
    """Whole runs, in which the share of successes rises from 0.2 to 0.9."""
    rising = expit(np.linspace(logit(0.2), logit(0.9), debates))
    truth = float(logits(rng, (100_000, 1), at=rising, sd=[0.8]).mean())
    chance = logits(rng, (REPETITIONS, runs, 1), at=rising, sd=[0.8])
    sums = (rng.random(chance.shape) < chance).sum(-1).astype(float)
    return covered(share_limits(one_way(sums, np.full(runs, float(debates))), runs), truth)


def of_points(rng: np.random.Generator, *, runs: int, share: float, rounds: int) -> float:
    """One debate of each run, whose value is a share of its rounds."""
    truth = float(logits(rng, (100_000,), at=share, sd=[0.8]).mean())
    values = rng.binomial(rounds, logits(rng, (REPETITIONS, runs), at=share, sd=[0.8])) / rounds
    return covered(share_limits(one_way(values, np.ones(runs)), runs), truth)


def of_differences(rng: np.random.Generator, *, clusters: int, shares: tuple[float, float]) -> float:
    """Pairs of 0 and 1, 20 a cluster; a cluster moves both arms together, and each a little by itself."""

    def chances(*shape: int) -> Floats:
        return logits(
            rng, (1, *shape), (2, *shape), at=np.reshape(shares, (2, *[1] * len(shape))), sd=[0.8, 0.4]
        )

    first, second = chances(100_000)
    truth = float((second - first).mean())
    first, second = rng.binomial(20, chances(REPETITIONS, clusters))
    return covered(t_limits(one_way((second - first).astype(float), np.full(clusters, 20.0))), truth)


def of_crossed_scores(rng: np.random.Generator, *, runs: int, icc: tuple[float, float]) -> float:
    """Scores of 20 questions, with a part of the run and a part of the question."""
    of_run, of_question = np.sqrt(icc)
    values = np.sqrt(1 - sum(icc)) * rng.normal(size=(REPETITIONS, runs, 20))
    values += of_run * rng.normal(size=(REPETITIONS, runs, 1)) + of_question * rng.normal(
        size=(REPETITIONS, 1, 20)
    )
    return covered(t_limits(two_way(values, np.ones((runs, 20)))), 0)


def of_crossed_shares(rng: np.random.Generator, *, runs: int, share: float) -> float:
    """Values of 0 and 1 of 20 questions; runs and questions differ as much."""
    truth = float(logits(rng, (100_000,), (100_000,), at=share, sd=[0.8, 0.8]).mean())
    chance = logits(rng, (REPETITIONS, runs, 1), (REPETITIONS, 1, 20), at=share, sd=[0.8, 0.8])
    moments = two_way((rng.random(chance.shape) < chance).astype(float), np.ones((runs, 20)))
    return covered(share_limits(moments, min(runs, 20)), truth)


def sizes_of(clusters: int, text: str) -> Floats:
    """`20`, or `2 to 60`: as many small clusters as large ones on a logarithmic scale."""
    smallest, _, largest = text.partition(" to ")
    return np.geomspace(float(smallest), float(largest or smallest), clusters).round()


DESIGNS: dict[str, Callable[[np.random.Generator], float]] = {
    **{
        f"t: {n} clusters of {sizes} scores, ICC {icc}": partial(
            by_t, sizes=sizes_of(n, sizes), sums=partial(scores, icc=icc)
        )
        for n, sizes in (
            (3, "20"),
            (5, "20"),
            (10, "20"),
            (40, "20"),
            (5, "5 to 60"),
            (8, "2 to 60"),
            (40, "2 to 60"),
        )
        for icc in (0.05, 0.3)
    },
    **{
        f"logit: {n} clusters of {sizes}, share {share}, ICC {icc}": partial(
            by_share, sizes=sizes_of(n, sizes), sums=partial(successes, share=share, icc=icc), truth=share
        )
        for n, sizes in ((5, "20"), (8, "5 to 60"), (10, "20"), (20, "3 to 40"), (40, "20"))
        for share, icc in ((0.5, 0.05), (0.5, 0.2), (0.8, 0.05), (0.8, 0.2), (0.9, 0.2))
    },
    **{
        f"logit: {n} clusters of 20, share {share}, ICC 0.2": partial(
            by_share, sizes=sizes_of(n, "20"), sums=partial(successes, share=share, icc=0.2), truth=share
        )
        for n, share in ((3, 0.9), (5, 0.95), (10, 0.95), (20, 0.95))
    },
    **{
        f"t: {n} clusters of 20, share 0.9, ICC 0.2": partial(
            by_t, sizes=sizes_of(n, "20"), sums=partial(successes, share=0.9, icc=0.2), truth=0.9
        )
        for n in (5, 10, 20)
    },
    **{f"logit: {runs} learning runs of 20 debates": partial(of_curves, runs=runs) for runs in (5, 10, 20)},
    **{
        f"logit: one debate of {runs} runs, rounds: {rounds}, share {share}": partial(
            of_points, runs=runs, share=share, rounds=rounds
        )
        for runs in (10, 20)
        for rounds, share in ((5, 0.5), (5, 0.8), (1, 0.5))
    },
    **{
        f"t: {n} clusters of 20 differences, shares {low} and {high}": partial(
            of_differences, clusters=n, shares=(low, high)
        )
        for n in (5, 10, 20)
        for low, high in ((0.3, 0.7), (0.5, 0.55), (0.9, 0.95))
    },
    **{
        f"t, two keys: {runs} runs x 20 questions, ICC {icc[0]} and {icc[1]}": partial(
            of_crossed_scores, runs=runs, icc=icc
        )
        for runs, icc in (
            (3, (0.2, 0.2)),
            (5, (0.2, 0.2)),
            (20, (0.2, 0.2)),
            (20, (0.02, 0.02)),
            (10, (0.0, 0.0)),
        )
    },
    **{
        f"logit, two keys: {runs} runs x 20 questions, share {share}": partial(
            of_crossed_shares, runs=runs, share=share
        )
        for runs in (5, 10, 20)
        for share in (0.5, 0.9)
    },
    **{
        f"percentile: {n} clusters of 20 scores, ICC 0.3": partial(
            by_percentile, sizes=sizes_of(n, "20"), sums=partial(scores, icc=0.3)
        )
        for n in (5, 10, 40)
    },
    **{
        f"percentile: 38 scenarios, share {share}": partial(
            by_percentile, sizes=np.ones(38), sums=partial(successes, share=share, icc=0.1), truth=share
        )
        for share in (0.1, 0.3)
    },
}


def stated(section: str) -> dict[str, float]:
    """Coverage by design, from the table of a section of the page."""
    text = PAGE.partition(f"### {section}\n")[2].partition("\n#")[0]
    return {
        name: float(value) for name, value in re.findall(r"^\| `(.+?)` \| ([\d.]+) \|$", text, re.MULTILINE)
    }


HOLD, FAIL = stated("Where they hold"), stated("Where they do not")


def measured(name: str) -> float:
    return DESIGNS[name](np.random.default_rng(list(name.encode())))


@pytest.mark.parametrize("name", HOLD)
def test_intervals_cover(name: str):
    coverage = measured(name)

    assert 93 < coverage < 97
    assert coverage == pytest.approx(HOLD[name], abs=0.8)


@pytest.mark.parametrize("name", FAIL)
def test_where_intervals_do_not_cover_the_page_says_so(name: str):
    coverage = measured(name)

    assert not 93 < coverage < 97
    assert coverage == pytest.approx(FAIL[name], abs=0.8)


def test_page_tells_of_every_design():
    assert HOLD.keys() | FAIL.keys() == DESIGNS.keys()


def test_what_is_simulated_is_what_is_computed():
    sizes, rng = sizes_of(8, "2 to 60"), np.random.default_rng(1)
    sums = successes(rng, sizes, share=0.7, icc=0.2)[:20]
    plain, share = t_limits(one_way(sums, sizes)), share_limits(one_way(sums, sizes), len(sizes))

    for row in range(20):
        sample = [
            Observation(float(number < sums[row, cluster]), cluster)
            for cluster, size in enumerate(sizes)
            for number in range(int(size))
        ]
        for found, limits in ((clustered_mean(sample), plain), (clustered_share(sample), share)):
            assert found.interval is not None
            assert found.interval.low == pytest.approx(limits.low[row])
            assert found.interval.high == pytest.approx(limits.high[row])
