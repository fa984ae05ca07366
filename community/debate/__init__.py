"""The community debate: a newcomer among background agents who follow and enforce a norm (paper section 3.2)."""

from community.debate.config import DebateConfig, SanctionConfig, ScheduleConfig
from community.debate.records import (
    BeliefEvent,
    DebateEvent,
    Event,
    ExchangeEvent,
    MessageEvent,
    QuestionEvent,
    read_event,
)

__all__ = [
    "BeliefEvent",
    "DebateConfig",
    "DebateEvent",
    "Event",
    "ExchangeEvent",
    "MessageEvent",
    "QuestionEvent",
    "SanctionConfig",
    "ScheduleConfig",
    "read_event",
]
