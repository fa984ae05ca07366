"""What a model's client costs by itself: calls that wait for nothing but the limit, without cache and records."""

import time

from community.models import ModelOptions, connect
from community.models.calls import Caller, CallKey
from community.parallel import together
from tests.models.script import request


async def bare_seconds(spec: str, calls: int, *, limit: int) -> float:
    """How long so many calls take, at most `limit` of them at once."""
    model, caller = connect(spec, ModelOptions(parallel=limit)), Caller()
    started = time.perf_counter()
    await together(caller.call(model, request(), CallKey("bare", "nobody", "none", n)) for n in range(calls))
    took = time.perf_counter() - started
    await model.aclose()
    return took
