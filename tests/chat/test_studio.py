import json
from pathlib import Path

from community.chat.graph import recursion_limit
from community.chat.studio import make_graph
from community.plugins import load_object

ROOT = Path(__file__).parents[2]


async def test_studio_graph_plays_a_chat() -> None:
    state = await make_graph().ainvoke({"chat": 0}, {"recursion_limit": recursion_limit(24)})

    assert [turn.turn for turn in state["log"]] == list(range(1, 25))
    assert {turn.speaker for turn in state["log"]} == {"Mara", "Theo", "Ines", "Kim"}


def test_langgraph_json_points_at_the_graph() -> None:
    described = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))

    file, _, name = described["graphs"]["chat"].partition(":")

    assert (ROOT / file).is_file()
    assert load_object(f"community.chat.studio:{name}", "graph") is make_graph
