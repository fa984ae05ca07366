"""The probe says what an endpoint can do, and is quick about a dead one."""

import itertools
import time

import pytest

from community.errors import UserError
from community.models import ModelOptions
from community.models.probe import NAMES, ProbeReport, probe
from tests.loopback import SCHEMA_IGNORED, Loopback, failed

FORM = '{"colour": "blue", "even": true}'


def statuses(report: ProbeReport) -> dict[str, str]:
    return {check.name: check.status for check in report.checks}


@pytest.mark.parametrize("protocol", ["ollama", "openai"])
async def test_probe_of_a_good_endpoint(loopback: Loopback, protocol: str):
    address = loopback.url if protocol == "ollama" else loopback.openai_url

    report = await probe(f"{protocol}:tiny@{address}")

    assert report.usable
    assert statuses(report) == dict.fromkeys(NAMES, "ok")
    assert "native" in report.checks[5].detail
    assert ProbeReport.model_validate_json(report.model_dump_json()) == report


async def test_probe_sees_json_on_request_thinking_and_a_seed_that_is_not_honoured(loopback: Loopback):
    count = itertools.count()
    loopback.replies = lambda messages: f"<think>{next(count)}</think>Sure: {FORM}"
    loopback.faults.extend([None, None, failed(400, "response_format is not supported")])

    report = await probe(f"openai:tiny@{loopback.openai_url}")

    assert statuses(report)["seed"] == "no"
    assert "thinks" in report.checks[6].detail
    assert "prompted" in report.checks[5].detail


async def test_probe_sees_thinking_that_cannot_be_switched_off(loopback: Loopback):
    loopback.thinking = "hmm"

    report = await probe(f"openai:tiny@{loopback.openai_url}", ModelOptions(reasoning="off"))

    assert loopback.chats[0]["reasoning_effort"] == "none"
    assert statuses(report)["thinking"] == "no"


async def test_probe_sees_that_json_is_beyond_a_model(loopback: Loopback):
    loopback.faults.extend([None, None, SCHEMA_IGNORED])

    report = await probe(f"openai:tiny@{loopback.openai_url}")

    assert statuses(report)["json"] == "no"
    assert report.checks[5].fix


@pytest.mark.parametrize("spec", ["ollama:tiny@http://127.0.0.1:9", "openai:tiny@http://127.0.0.1:9/v1"])
async def test_probe_of_a_dead_endpoint_is_a_quick_report(spec: str):
    start = time.monotonic()

    report = await probe(spec)

    assert time.monotonic() - start < 10
    assert not report.usable
    assert statuses(report) == {"reachable": "no"} | dict.fromkeys(NAMES[1:], "unknown")
    assert report.checks[0].fix


@pytest.mark.parametrize("protocol", ["ollama", "openai"])
async def test_probe_of_a_missing_model(loopback: Loopback, protocol: str):
    address = loopback.url if protocol == "ollama" else loopback.openai_url

    report = await probe(f"{protocol}:tinny@{address}")

    assert (statuses(report)["reachable"], statuses(report)["model"]) == ("ok", "no")
    assert not report.usable


async def test_probe_does_not_wait_for_a_model_that_hangs(loopback: Loopback):
    loopback.latency = 0.5

    report = await probe(f"openai:tiny@{loopback.openai_url}", patience=0.1)

    assert "no reply within 0.1 s" in report.checks[1].detail


async def test_probe_of_a_wrong_setting_is_the_users_to_mend():
    with pytest.raises(UserError, match="num_ctx"):
        await probe("openai:m@http://h/v1", ModelOptions(num_ctx=4096))
