import pytest

from community.errors import UserError
from community.models import ModelOptions, connect
from community.models.windows import demand_one_window

HERE, THERE = "ollama:tiny@http://127.0.0.1:1", "ollama:tiny@http://127.0.0.1:2"


def ask(newcomer: str, module: str, num_ctx: int | None) -> None:
    demand_one_window(
        [
            ("newcomer_options", connect(newcomer, ModelOptions(num_ctx=16384))),
            ("module_options", connect(module, ModelOptions(num_ctx=num_ctx))),
        ]
    )


@pytest.mark.parametrize(("num_ctx", "named"), [(4096, "4096"), (None, "8192")])
def test_two_windows_of_one_model_are_refused_with_both_options(num_ctx: int | None, named: str) -> None:
    with pytest.raises(UserError) as caught:
        ask(HERE, HERE, num_ctx)

    assert str(caught.value) == (
        f"{HERE} has one window in memory, but newcomer_options.num_ctx is 16384 and "
        f"module_options.num_ctx is {named}; give both the same"
    )


def test_one_window_or_two_models_or_two_servers_are_fine() -> None:
    ask(HERE, HERE, 16384)
    ask(HERE, THERE, 4096)
    ask(HERE, HERE.replace("tiny", "small"), 4096)
    ask(HERE, "openai:tiny@http://127.0.0.1:1/v1", None)
