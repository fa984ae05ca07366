from pathlib import Path

import pytest

from community.errors import FileFaultsError
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.settle import settle


@pytest.fixture(autouse=True)
def _empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


def test_settle_prefers_flag_then_variable_then_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = tmp_path / "given.yaml"
    given.write_text("norms: sy_star\nrounds: 5\nquestions: 7\nseed: 1\n", encoding="utf-8")
    (tmp_path / "community.yaml").write_text(
        "rounds: 9\nquestions: 9\nseed: 9\nword_cap: 99\n", encoding="utf-8"
    )
    monkeypatch.setenv("COMMUNITY_QUESTIONS", "6")
    monkeypatch.setenv("COMMUNITY_SEED", "6")

    config = settle(DebateRunConfig, {"seed": 4}, config_file=given, folder=tmp_path)

    assert (config.seed, config.questions, config.rounds, config.word_cap) == (4, 6, 5, 99)


def test_settle_takes_names_and_merges_nested_fields(tmp_path: Path) -> None:
    (tmp_path / "community.yaml").write_text(
        "norms: [sy_star]\nmodule: {id: contrastive, options: {window: 3}}\nschedule: linear\n",
        encoding="utf-8",
    )

    kept = settle(DebateRunConfig, {"schedule.epsilon": 0.2}, folder=tmp_path)
    replaced = settle(
        DebateRunConfig, {"module": "tom", "module.options.second_order": "true"}, folder=tmp_path
    )

    assert (kept.schedule.kind, kept.schedule.epsilon) == ("linear", 0.2)
    assert kept.module.options == {"window": 3}
    assert (replaced.module.id, replaced.module.options) == ("tom", {"second_order": "true"})


def test_settle_reads_nested_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMUNITY_NEWCOMER_OPTIONS__NUM_CTX", "4096")

    assert settle(DebateRunConfig, {"norms": ["sy_star"]}, folder=tmp_path).newcomer_options.num_ctx == 4096


def test_settle_reports_every_fault_of_a_file(tmp_path: Path) -> None:
    given = tmp_path / "given.yaml"
    given.write_text("norms: sy_star\nrouns: 5\nquestions: none\n", encoding="utf-8")

    with pytest.raises(FileFaultsError) as caught:
        settle(DebateRunConfig, {}, config_file=given, folder=tmp_path)

    message = str(caught.value)
    assert f"{given}: " in message
    assert "line 2: rouns: is not a known key; did you mean 'rounds'?" in message
    assert "line 3: questions: " in message


def test_settle_expands_background_and_names_a_wrong_flag(tmp_path: Path) -> None:
    config = settle(
        DebateRunConfig, {"norms": ["sy_star"], "background": ["sim:expert*3", "sim:novice"]}, folder=tmp_path
    )

    assert config.background == ("sim:expert", "sim:expert", "sim:expert", "sim:novice")
    with pytest.raises(FileFaultsError, match=r"condition: .*'gated', 'open', 'alone' or 'told'"):
        settle(DebateRunConfig, {"norms": ["sy_star"], "condition": "closed"}, folder=tmp_path)
    with pytest.raises(FileFaultsError, match="norms: is required"):
        settle(DebateRunConfig, {}, folder=tmp_path)
