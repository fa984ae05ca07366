import json
from pathlib import Path

from community.plugins import load_object
from community.scenarios.studio import make_graph, small_evaluation

ROOT = Path(__file__).parents[2]


async def test_studio_graph_plays_a_reply() -> None:
    state = await make_graph().ainvoke({"item": 1})

    assert state["draft"].text == state["candidate"].text != ""
    assert state["judge"].complies is not None
    assert len(small_evaluation().items) == 15


def test_langgraph_json_points_at_the_graph() -> None:
    described = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))

    file, _, name = described["graphs"]["scenario"].partition(":")

    assert (ROOT / file).is_file()
    assert load_object(f"community.scenarios.studio:{name}", "graph") is make_graph
