"""A small chat of scripted people, so that the graph opens in LangGraph Studio with no model at hand.

`langgraph dev --allow-blocking` serves it, see `langgraph.json`: scripted people read files as they go.
"""

from community.chat.cast import Cast, Newcomer, assemble_chat, module_services
from community.chat.config import ChatConfig, Phase
from community.chat.graph import ChatGraph, build_graph
from community.chat.roster import member_name, module_name, newcomer_name
from community.models.calls import Caller
from community.models.seat import Seat
from community.modules import load_module, load_module_prompts
from community.norms import load_norm
from community.simulation import scripted

SEED = 0


def make_graph() -> ChatGraph:
    """The graph of a chat in which three members want a star in every message; invoke it with `{"chat": 0}`."""
    return build_graph(small_cast())


def small_cast() -> Cast:
    """Three scripted members and a newcomer."""
    config = ChatConfig(phases=(Phase(norms=("sy_star",)),), turns=24)
    norm = load_norm("sy_star")
    caller = Caller()

    def seat(name: str, spec: str) -> Seat:
        return Seat(name, scripted(spec, seed=SEED, answers={}, norms=[norm]), caller, SEED)

    name = newcomer_name(0)
    services = module_services(
        config, seat=seat(module_name(name), "sim:module"), prompts=load_module_prompts(), seed=SEED
    )
    return assemble_chat(
        config,
        seed=SEED,
        members=[seat(member_name(position), "sim:expert") for position in range(3)],
        newcomers=[Newcomer(seat(name, "sim:novice"), load_module("contrastive", {}, services))],
    )
