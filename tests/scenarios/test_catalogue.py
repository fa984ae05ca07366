import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from community.errors import FileFaultsError, UnknownIdError, UserError
from community.scenarios import list_broken, list_scenarios, load_scenario, load_taxonomy
from tests.scenarios.sound import ID, sound, write

SHIPPED = list_scenarios()


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "scenarios"
    folder.mkdir()
    return folder


def test_two_scenarios_are_shipped_for_every_norm():
    assert [scenario.id for scenario in SHIPPED] == sorted(scenario.id for scenario in SHIPPED)
    for norm in load_taxonomy().norms:
        assert len(list_scenarios(norm=norm)) == 2


def test_shipped_scenario_is_had_by_id_and_the_list_can_be_narrowed():
    assert load_scenario(SHIPPED[0].id) == SHIPPED[0]
    assert {scenario.event for scenario in list_scenarios(event="standup")} == {"standup"}


def test_own_folder_is_found_beside_the_shipped_ones(own):
    file = write(sound(), own)

    assert load_scenario(ID) == load_scenario(str(file)) == list_scenarios()[-1]
    assert list_broken() == []


def test_own_scenario_may_not_take_a_known_id(own):
    taken = SHIPPED[0]
    write({**sound(), "id": taken.id}, own, "mine")

    assert load_scenario(taken.id) == taken
    assert f"{taken.id!r} is taken by" in str(list_broken()[0].error)


def test_file_that_cannot_be_played_is_listed_as_broken(own):
    write(sound(subject="Zoe", event="bug_reports"), own)

    assert ID not in {scenario.id for scenario in list_scenarios()}
    with pytest.raises(
        FileFaultsError,
        match=r"line 2: event: unknown event 'bug_reports'; did you mean 'bug_report'.*line 7: subject: 'Zoe'",
    ):
        load_scenario(ID)


def test_unknown_id_and_missing_file_are_one_clear_line(own):
    with pytest.raises(UnknownIdError, match="unknown scenario 'no_such'"):
        load_scenario("no_such")
    with pytest.raises(UserError, match="cannot be read"):
        load_scenario("nowhere.yaml")


def test_package_brings_scenarios(own, tmp_path, monkeypatch):
    package = tmp_path / "site" / "pump_scenarios"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    write(sound(), package)
    write(sound(id="worse", subject="Zoe"), package, "worse")
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.delitem(sys.modules, "pump_scenarios", raising=False)
    point = EntryPoint("pumps", "pump_scenarios", "community.scenarios")
    monkeypatch.setattr(
        "community.packages.entry_points",
        lambda *, group: [point] if group == "community.scenarios" else entry_points(group=group),
    )

    assert load_scenario(ID).subject == "Dora"
    assert [Path(broken.source).name for broken in list_broken()] == ["worse.yaml"]
