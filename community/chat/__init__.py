"""The group chat: members who follow norms and meet breaches with social sanctions, newcomers who have to find out."""

from community.chat.config import ChatConfig, Phase, SocialSanctionConfig
from community.chat.records import (
    BeliefEvent,
    ChatEvent,
    Event,
    OpeningEvent,
    PhaseEvent,
    Reception,
    TopicEvent,
    TurnEvent,
    read_event,
)

__all__ = [
    "BeliefEvent",
    "ChatConfig",
    "ChatEvent",
    "Event",
    "OpeningEvent",
    "Phase",
    "PhaseEvent",
    "Reception",
    "SocialSanctionConfig",
    "TopicEvent",
    "TurnEvent",
    "read_event",
]
