"""Scenarios in the manner of LoSoNA: one reply to the last turn of a group chat, judged by a norm that only shows."""

from community.scenarios.catalogue import list_broken, list_scenarios, load_scenario
from community.scenarios.config import ScenarioConfig
from community.scenarios.records import Event, ReplyEvent, read_event
from community.scenarios.scenario import LabelledReply, Member, Scenario, Turn
from community.scenarios.taxonomy import NormExample, SocialEvent, SocialNorm, Taxonomy, load_taxonomy

__all__ = [
    "Event",
    "LabelledReply",
    "Member",
    "NormExample",
    "ReplyEvent",
    "Scenario",
    "ScenarioConfig",
    "SocialEvent",
    "SocialNorm",
    "Taxonomy",
    "Turn",
    "list_broken",
    "list_scenarios",
    "load_scenario",
    "load_taxonomy",
    "read_event",
]
