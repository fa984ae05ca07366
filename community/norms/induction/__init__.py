"""Learning norms from evidence: what members write, and how the newcomer's own messages are received."""

from community.norms.induction.engine import Inducer
from community.norms.induction.evidence import Episode, Said, Trial
from community.norms.induction.ordinary import base_rate, plain_replies
from community.norms.induction.posterior import Account, Hypothesis, Posterior
from community.norms.induction.reception import stock_phrases, taken_up

__all__ = [
    "Account",
    "Episode",
    "Hypothesis",
    "Inducer",
    "Posterior",
    "Said",
    "Trial",
    "base_rate",
    "plain_replies",
    "stock_phrases",
    "taken_up",
]
