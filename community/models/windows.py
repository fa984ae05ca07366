"""Ollama keeps a model in memory once, with one context window, so seats that share a model must share the window."""

from collections.abc import Iterable

from community.errors import UserError
from community.models.chat import ChatModel
from community.models.spec import parse_spec


def demand_one_window(seats: Iterable[tuple[str, ChatModel]]) -> None:
    """Refuse seats that would make a server load the same model anew at every turn.

    Args:
        seats: the field of the configuration that holds a seat's options, such as "newcomer_options", and its model.

    Raises:
        UserError: two seats ask one model of one server for different windows.
    """
    first: dict[tuple[str, str], tuple[str, object]] = {}
    for seat, model in seats:
        spec = parse_spec(model.spec)
        if spec.provider != "ollama":
            continue
        other, window = first.setdefault((model.endpoint, spec.name), (seat, model.settings["num_ctx"]))
        if window != model.settings["num_ctx"]:
            raise UserError(
                f"{model.spec} has one window in memory, but {other}.num_ctx is {window} and "
                f"{seat}.num_ctx is {model.settings['num_ctx']}; give both the same"
            )
