"""The OpenAI protocol of the loopback server."""

from collections.abc import Callable, Mapping

from tests.loopback.handler import Handler
from tests.loopback.script import OPENAI_CHAT, Fault, Json, tokens


class OpenAIRoutes(Handler):
    """`/v1/models` and `/v1/chat/completions`."""

    def routes(self) -> Mapping[str, Callable[[], None]]:
        mine = {"/v1/models": self._openai_models, OPENAI_CHAT: lambda: self.chat(self._openai_chat)}
        return {**super().routes(), **mine}

    def _openai_models(self) -> None:
        data = [
            {
                "id": name,
                "object": "model",
                "created": 0,
                "owned_by": "loopback",
                "max_model_len": model.context,
            }
            for name, model in self.script.models.items()
        ]
        self.send({"object": "list", "data": data})

    def _openai_chat(self, fault: Fault | None) -> None:
        body = self.seen.body
        model = self.script.models.get(body["model"])
        refused = next((field for field in self.script.refused if field in body), None)
        prompt = tokens(body["messages"])
        if model is None:
            message = f"The model `{body['model']}` does not exist"
            self.error(404, message, code="model_not_found")
        elif refused is not None:
            self.error(400, self.script.refused[refused], code="unsupported_parameter")
        elif prompt > model.context:
            message = f"This model's maximum context length is {model.context} tokens; you sent {prompt}."
            self.error(400, message, code="context_length_exceeded")
        else:
            self.send(
                self._completion(fault, prompt) if self.script.malformed is None else self.script.malformed
            )

    def _completion(self, fault: Fault | None, prompt: int) -> Json:
        body = self.seen.body
        form = body.get("response_format") or {}
        schema = form["json_schema"]["schema"] if form.get("type") == "json_schema" else None
        limit = body.get("max_completion_tokens") or body.get("max_tokens")
        content, thinking, finish = self.words(fault, schema, limit)
        spoken = tokens([{"content": content}, {"content": thinking}]) - 8
        message: Json = {"role": "assistant", "content": content}
        if thinking:
            message[self.script.reasoning_field] = thinking
        return {
            "id": "chatcmpl-loopback",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "system_fingerprint": "fp_loopback",
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
            "usage": {"prompt_tokens": prompt, "completion_tokens": spoken, "total_tokens": prompt + spoken},
        }
