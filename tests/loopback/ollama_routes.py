"""The Ollama protocol of the loopback server."""

from collections.abc import Callable, Mapping

from tests.loopback.handler import Handler
from tests.loopback.script import OLLAMA_CHAT, Fault, Json, Served, tokens


class OllamaRoutes(Handler):
    """`/api/chat` and what tells of models."""

    def routes(self) -> Mapping[str, Callable[[], None]]:
        mine = {
            "/api/version": lambda: self.send({"version": "0.99.0"}),
            "/api/tags": self._ollama_tags,
            "/api/show": self._ollama_show,
            "/api/ps": self._ollama_ps,
            OLLAMA_CHAT: self._ollama_load_or_chat,
        }
        return {**super().routes(), **mine}

    def _ollama_tags(self) -> None:
        names = self.script.models.items()
        self.send({"models": [{"name": n, "model": n, "digest": m.digest} for n, m in names]})

    def _ollama_ps(self) -> None:
        loaded: list[Json] = [
            {"name": name, "model": name, "digest": model.digest, "size": 1, "context_length": model.loaded}
            for name, model in self.script.models.items()
            if model.loaded is not None
        ]
        for model in loaded:
            if self.script.models[model["name"]].silent:
                del model["context_length"]
        self.send({"models": loaded})

    def _known(self) -> Served | None:
        name = self.seen.body.get("model", "")
        model = self.script.models.get(name)
        if model is None:
            self.error(404, f"model '{name}' not found")
        return model

    def _ollama_show(self) -> None:
        model = self._known()
        if model is not None:
            info = {"general.architecture": "loop", "loop.context_length": model.context}
            details = {"family": "loop", "parameter_size": "1M", "quantization_level": "F16"}
            self.send({"details": details, "model_info": info, "capabilities": list(model.capabilities)})

    def _ollama_load_or_chat(self) -> None:
        if self.seen.body.get("messages"):
            self.chat(self._ollama_chat)
            return
        model = self._known()
        if model is not None:
            self._load(model)
            message = {"role": "assistant", "content": ""}
            self.send({**self._stamp(), "message": message, "done": True, "done_reason": "load"})

    def _load(self, model: Served) -> int:
        asked = (self.seen.body.get("options") or {}).get("num_ctx", 4096)
        model.loaded = model.forced or min(asked, model.context)
        return model.loaded

    def _stamp(self) -> Json:
        return {"model": self.seen.body["model"], "created_at": "2026-01-01T00:00:00Z"}

    def _ollama_chat(self, fault: Fault | None) -> None:
        model = self._known()
        if model is None:
            return
        body, window = self.seen.body, self._load(model)
        prompt = tokens(body["messages"])
        if prompt > window and body.get("truncate", True) is False and not self.script.cuts_anyway:
            self.error(400, "the input length exceeds the context length")
            return
        options, form = body.get("options") or {}, body.get("format")
        schema = form if isinstance(form, dict) else None
        content, thinking, finish = self.words(fault, schema, options.get("num_predict"))
        message: Json = {"role": "assistant", "content": content}
        if thinking and body.get("think") is not False:
            message["thinking"] = thinking
        spoken = tokens([{"content": content}, {"content": thinking}]) - 8
        read = self.script.counted or min(prompt, window)
        counts = {"prompt_eval_count": read, "eval_count": spoken, "eval_duration": 10_000_000}
        self.send({**self._stamp(), "message": message, "done": True, "done_reason": finish, **counts})
