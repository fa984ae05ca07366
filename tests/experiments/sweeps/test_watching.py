import io
from pathlib import Path

from rich.console import Console

from community.experiments.sweeps.watching import LiveSweepView
from tests.experiments.sweeps.studies import planned


def test_a_live_view_counts_the_episodes_of_cells_that_are_under_way(tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system=None)
    cells = planned(tmp_path).cells

    with LiveSweepView(console) as view:
        view.began("A study", cells, before=0)
        for cell in cells[:3]:
            view.episode_ended(cell, replayed=False)
        with console.capture() as capture:
            console.print(view.picture())

    rows = {line.split()[0]: line for line in capture.get().splitlines() if line.strip()}
    assert "0 of 4" in rows["cells"]
    assert "3 of 8" in rows["episodes"]
