"""Which idiosyncratic behaviour each background agent has: given by id, or drawn so that all can live together."""

from collections.abc import Sequence

from community.errors import UserError
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.norms import compatible, refuse_unfit_habits
from community.norms import Norm, list_norms, load_norm
from community.seeds import stream

COSTLY_WORD_CAP = 200


def settle_habits(config: DebateRunConfig, norms: Sequence[Norm]) -> DebateRunConfig:
    """The configuration with drawn habits replaced by their ids, and with the word cap that costly ones bring.

    Raises:
        UserError: a habit is an enforced norm or contradicts one, or too few can be drawn.
    """
    habits = _drawn(config, norms) if isinstance(config.idiosyncratic, int) else config.idiosyncratic
    refuse_unfit_habits([load_norm(habit) for habit in habits], norms)
    cap = COSTLY_WORD_CAP if config.costly and config.word_cap is None else config.word_cap
    return config.model_copy(update={"idiosyncratic": tuple(habits), "word_cap": cap})


def _drawn(config: DebateRunConfig, norms: Sequence[Norm]) -> tuple[str, ...]:
    """Distinct habits from the catalogue, none of the family of an enforced norm, each compatible with the norms."""
    wanted = config.idiosyncratic
    assert isinstance(wanted, int)
    if not wanted:
        return ()
    families = {norm.family for norm in norms}
    pool = [
        norm for norm in list_norms(set="costly" if config.costly else "core") if norm.family not in families
    ]
    stream(config.seed, "habits").shuffle(pool)
    drawn: list[str] = []
    for norm in pool:
        if len(drawn) == wanted:
            break
        if compatible([*norms, norm]):
            drawn.append(norm.id)
    if len(drawn) < wanted:
        raise UserError(
            f"only {len(drawn)} of {wanted} habits fit the enforced norm; name them by id instead"
        )
    return tuple(drawn)


def habits_of(config: DebateRunConfig) -> list[tuple[Norm, ...]]:
    """One sequence per background agent: the i-th habit is agent i's."""
    ids = config.idiosyncratic if isinstance(config.idiosyncratic, tuple) else ()
    return [(load_norm(ids[i]),) if i < len(ids) else () for i in range(len(config.background))]
