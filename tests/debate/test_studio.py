import json
from pathlib import Path

from community.debate.studio import make_graph, small_community
from community.plugins import load_object

ROOT = Path(__file__).parents[2]


async def test_studio_graph_plays_a_debate() -> None:
    state = await make_graph().ainvoke({"debate": 0}, {"recursion_limit": 20})

    assert state["round"] == small_community().config.rounds + 1
    assert list(state["messages"]) == ["Newcomer", "Agent 1", "Agent 2"]
    assert all(state["messages"][name].complies for name in ("Agent 1", "Agent 2"))


def test_langgraph_json_points_at_the_graph() -> None:
    described = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))

    file, _, name = described["graphs"]["debate"].partition(":")

    assert (ROOT / file).is_file()
    assert load_object(f"community.debate.studio:{name}", "graph") is make_graph
