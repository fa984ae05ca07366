"""The chat models of a process: one object, one client and one proof for each, however many runs ask for it."""

import asyncio
from collections.abc import Iterable
from typing import Self

from community.errors import EndpointError
from community.models.chat import ChatModel, Served
from community.models.options import ModelOptions
from community.models.spec import connect
from community.parallel import together


class ModelPool:
    """Connects models when they are first asked for and proves each of them once; use it as a context."""

    def __init__(self) -> None:
        self._models: dict[tuple[str, str], ChatModel] = {}
        self._proofs: dict[int, asyncio.Task[Served]] = {}

    def model(self, spec: str, options: ModelOptions) -> ChatModel:
        """The model of a spec under these options; nothing is contacted yet.

        Raises:
            UserError: the spec, an option or an extra is wrong or missing.
        """
        key = (spec, options.model_dump_json())
        if key not in self._models:
            self._models[key] = connect(spec, options)
        return self._models[key]

    async def prove(self, models: Iterable[ChatModel]) -> None:
        """Prove that every endpoint can be used; one that has been proven is not asked again.

        Raises:
            EndpointError: one cannot be used.
        """
        await together(self._proven(model) for model in models)

    async def _proven(self, model: ChatModel) -> None:
        proof = self._proofs.get(id(model))
        if proof is None or (proof.done() and (proof.cancelled() or proof.exception())):
            proof = self._proofs[id(model)] = asyncio.create_task(model.prepare())
        try:
            await asyncio.shield(proof)
        except EndpointError as error:
            error.spec = model.spec
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Release all connections."""
        for proof in self._proofs.values():
            proof.cancel()
        for model in self._models.values():
            await model.aclose()
