import subprocess
import sys
from pathlib import Path

import pytest

from community.errors import RecordError
from community.records import JsonlFile, read_json, read_jsonl, write_json


def test_jsonl_file_appends_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    file = JsonlFile(path)

    file.append('{"a":1}')
    file.append('{"a":2}')
    file.close()

    assert list(read_jsonl(path)) == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize("torn", ['{"a":', "x", '{"a":3}', "é" * 70000])
def test_jsonl_file_cuts_off_a_torn_tail(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"a":1}\n' + torn, encoding="utf-8")

    assert list(read_jsonl(path)) == [{"a": 1}]
    file = JsonlFile(path)
    file.append('{"a":2}')
    file.close()

    assert list(read_jsonl(path)) == [{"a": 1}, {"a": 2}]


def test_jsonl_file_on_a_full_disk_stays_whole(tmp_path: Path) -> None:
    script = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from community.errors import RecordError; from community.records import JsonlFile\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))\n"
        "file = JsonlFile(Path(sys.argv[1])); file.append('{\"a\":1}')\n"
        "for _ in range(2):\n"
        '    try: file.append(\'{"a":"much too long for it"}\')\n'
        "    except RecordError as error: print(error)\n"
        "file.append('{\"a\":2}')\n"
    )
    path = tmp_path / "log.jsonl"

    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )

    assert done.stdout.count("cannot be written") == 2
    assert list(read_jsonl(path)) == [{"a": 1}, {"a": 2}]


def test_jsonl_file_with_nothing_but_a_torn_line_starts_empty(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"a"', encoding="utf-8")

    JsonlFile(path).close()

    assert path.read_bytes() == b""


def test_read_jsonl_names_a_broken_line(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"a":1}\nnonsense\n{"a":2}\n', encoding="utf-8")

    with pytest.raises(RecordError, match="line 2"):
        list(read_jsonl(path))


def test_write_json_replaces_at_once_and_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "x.json"

    write_json(path, {"a": "★"})
    write_json(path, {"a": "≈"})

    assert read_json(path) == {"a": "≈"}
    assert [item.name for item in tmp_path.iterdir()] == ["x.json"]


def test_write_json_into_no_folder_is_a_record_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        write_json(tmp_path / "missing" / "x.json", {})


def test_write_json_leaves_nothing_behind_when_it_fails(tmp_path: Path) -> None:
    (tmp_path / "x.json").mkdir()

    with pytest.raises(RecordError, match="cannot be written"):
        write_json(tmp_path / "x.json", {})
    assert [item.name for item in tmp_path.iterdir()] == ["x.json"]


def test_write_json_of_half_a_character_is_a_record_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="surrogates not allowed"):
        write_json(tmp_path / "x.json", {"a": "\ud800"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["[" * 100_000, "{", "\ufeff", ""])
def test_what_is_no_json_is_a_record_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text + "\n", encoding="utf-8")

    with pytest.raises(RecordError, match="cannot be read"):
        read_json(tmp_path / "x.json")
    with pytest.raises(RecordError, match="line 1 is not JSON"):
        list(read_jsonl(tmp_path / "x.json"))


def test_read_json_of_a_list_is_a_record_error(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[]", encoding="utf-8")

    with pytest.raises(RecordError, match="not a JSON object"):
        read_json(tmp_path / "x.json")


def test_a_folder_in_the_place_of_a_file_is_a_record_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_jsonl(tmp_path))
    with pytest.raises(RecordError, match="cannot be written"):
        JsonlFile(tmp_path)
