"""Treatment integrity: did insiders really follow the norm, and was a violation really refused, by whom?"""

from collections import Counter
from collections.abc import Sequence
from typing import get_args

from community.debate.records import Compliance, ExchangeEvent, MessageEvent
from community.records import Record


class AgentIntegrity(Record):
    """What one background agent did over a run."""

    agent: str
    messages: int
    complied: int
    """Messages that satisfy every enforced norm, whatever it took."""
    how: dict[Compliance, int]
    """How they came to comply with all the agent was told: at first, re-asked, by `enact`, or never."""
    violations: int
    """Exchanges in which the newcomer's message broke the norm (or there was none)."""
    violations_refused: int
    followed: int
    """Exchanges in which the newcomer's message followed the norm."""
    followed_refused: int


class DebateIntegrity(Record):
    """Whether the treatment was what the condition says.

    Attributes:
        insider_compliance: share of background messages that satisfy every enforced norm; None without any.
        unaided_compliance: share that obeyed all instructions before any re-ask or repair; None without any.
        violations_refused: share of violations that were refused; None when there was no violation.
        false_refusals: share of norm-following messages that were refused; None when there was none.
        agents: the counts behind these, for each background agent.
    """

    insider_compliance: float | None
    unaided_compliance: float | None
    violations_refused: float | None
    false_refusals: float | None
    agents: tuple[AgentIntegrity, ...]


def debate_integrity(messages: Sequence[MessageEvent], exchanges: Sequence[ExchangeEvent]) -> DebateIntegrity:
    """Fold the background agents' messages and exchanges."""
    names = sorted({message.agent for message in messages}, key=lambda name: (len(name), name))
    agents = tuple(_agent(name, messages, exchanges) for name in names)
    total = sum(agent.messages for agent in agents)
    violations = sum(agent.violations for agent in agents)
    followed = sum(agent.followed for agent in agents)
    return DebateIntegrity(
        insider_compliance=_ratio(sum(agent.complied for agent in agents), total),
        unaided_compliance=_ratio(sum(agent.how.get("first", 0) for agent in agents), total),
        violations_refused=_ratio(sum(agent.violations_refused for agent in agents), violations),
        false_refusals=_ratio(sum(agent.followed_refused for agent in agents), followed),
        agents=agents,
    )


def _agent(name: str, messages: Sequence[MessageEvent], exchanges: Sequence[ExchangeEvent]) -> AgentIntegrity:
    own = [message for message in messages if message.agent == name]
    acts = [exchange for exchange in exchanges if exchange.agent == name and exchange.outcome != "observed"]
    violations = [act for act in acts if not act.complied]
    followed = [act for act in acts if act.complied]
    ways = Counter(message.insider for message in own)
    return AgentIntegrity(
        agent=name,
        messages=len(own),
        complied=sum(message.complies is True for message in own),
        how={way: ways[way] for way in get_args(Compliance) if ways[way]},
        violations=len(violations),
        violations_refused=sum(act.outcome == "refused" for act in violations),
        followed=len(followed),
        followed_refused=sum(act.outcome == "refused" for act in followed),
    )


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
