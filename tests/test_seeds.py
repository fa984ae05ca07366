import subprocess
import sys

from community.seeds import derive, stream


def test_stream_is_the_same_for_the_same_names() -> None:
    assert [stream(1, "a", 2).random() for _ in range(2)] == [stream(1, "a", 2).random()] * 2


def test_derive_tells_names_apart() -> None:
    seeds = {derive(0, "a", "b"), derive(0, "ab"), derive(0, "b", "a"), derive(1, "a", "b"), derive(0, "a")}

    assert len(seeds) == 5
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_derive_does_not_depend_on_the_process() -> None:
    code = "from community.seeds import derive; print(derive(7, 'x', 3))"

    printed = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONHASHSEED": "99"}, capture_output=True, text=True, check=True
    )

    assert int(printed.stdout) == derive(7, "x", 3)
