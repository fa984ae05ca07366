from tests.commands.conftest import Command
from tests.loopback import Loopback


def test_check_of_a_model_that_can_be_used(community: Command, loopback: Loopback) -> None:
    spec = f"openai:tiny@{loopback.openai_url}"

    report = community("models", "check", spec, "--json")
    table = community("models", "check", spec, "--set", "temperature=0")

    assert report.code == table.code == 0
    assert report.json["schema_version"] == 1
    assert report.json["usable"] is True
    assert "usable" in table.out
    for check in report.json["checks"]:
        assert check["name"] in table.out


def test_check_of_a_dead_endpoint_leaves_with_3(community: Command) -> None:
    outcome = community("models", "check", "openai:tiny@http://127.0.0.1:9/v1", "--json")

    assert outcome.code == 3
    assert outcome.json["usable"] is False


def test_check_of_scripted_people(community: Command) -> None:
    assert "simulated" in community("models", "check", "sim:expert").out
    assert community("models", "check", "sim:expert", "--json").json["simulated"] is True
