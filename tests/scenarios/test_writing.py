from pathlib import Path

import pytest

from community.errors import UserError
from community.scenarios import load_scenario
from community.scenarios.catalogue import read_scenario
from community.scenarios.writing import scenario_text, write_scenario
from tests.scenarios.staging import IDS


@pytest.mark.parametrize("name", IDS[::11])
def test_what_is_written_reads_as_it_was(name: str, tmp_path: Path) -> None:
    scenario = load_scenario(name)

    path = write_scenario(scenario, tmp_path / "new")

    assert read_scenario(path) == scenario
    assert scenario_text(scenario).startswith(f"id: {name}\n")


def test_files_that_are_there_stay_as_they_are(tmp_path: Path) -> None:
    scenario = load_scenario(IDS[0])
    write_scenario(scenario, tmp_path)

    with pytest.raises(UserError, match="exists and is left as it is"):
        write_scenario(scenario, tmp_path)
