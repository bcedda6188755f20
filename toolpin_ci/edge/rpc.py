"""The rules of a JSON-RPC conversation, the same for every transport."""

import os
from collections.abc import Callable, Mapping

from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.limits import SERVER_REQUESTS
from toolpin_ci.model.surface import Note
from toolpin_ci.ports import Answer, RpcError

_METHOD_NOT_FOUND = -32601
_FOR_THE_USER = ("elicitation/create", "sampling/createMessage")
Send = Callable[[JsonObject], None]


class Conversation:
    """Numbers requests so that answers cannot be guessed, and sorts what comes back."""

    def __init__(self, answer: Answer) -> None:
        """`answer` is asked for what the server requests from us."""
        self._answer = answer
        self._number = int.from_bytes(os.urandom(4), "big")
        self._served = 0
        self.strays = 0
        self.notes: list[Note] = []

    def next_id(self) -> int:
        """Give the number of the next request."""
        self._number += 1
        return self._number

    def take(self, message: JsonObject, number: int, method: str, send: Send) -> tuple[bool, JsonObject]:
        """Sort one message: (True, result) for the answer that we wait for, (False, {}) for all others."""
        if message.get("jsonrpc") != "2.0":
            shown = message.get("jsonrpc")
            raise ProbeError(
                "jsonrpc-version", f"while waiting for {method}: a message of jsonrpc version {shown!r}"
            )
        if "method" in message:
            self._serve(message, send)
            return False, {}
        if not _same_id(message.get("id"), number):
            self._stray(message, method)
            return False, {}
        return True, _result(message, method)

    def _serve(self, message: JsonObject, send: Send) -> None:
        if "id" not in message:
            self._hear(message)
            return
        self._served += 1
        if self._served > SERVER_REQUESTS:
            raise ProbeError(
                "too-many-requests",
                f"the server sent more than {SERVER_REQUESTS:,} requests to us",
                limit="SERVER_REQUESTS",
            )
        method = message["method"]
        if method in _FOR_THE_USER:
            self._note("asked-the-user", f"the server sent {method} while it was asked; it was refused")
        reply = self._answer(method, message.get("params")) if isinstance(method, str) else _unknown()
        if isinstance(reply, RpcError):
            send(
                {
                    "jsonrpc": "2.0",
                    "id": message["id"],
                    "error": {"code": reply.code, "message": reply.message},
                }
            )
        else:
            send({"jsonrpc": "2.0", "id": message["id"], "result": reply})

    def _hear(self, message: JsonObject) -> None:
        method = message["method"]
        if isinstance(method, str) and method.endswith("/list_changed"):
            self._note("list-changed", "the server announced a changed list while it was asked")

    def _stray(self, message: JsonObject, method: str) -> None:
        if message.get("id") is None and "error" in message:
            raise ProbeError("null-id", f"while waiting for {method}: an error without an id")
        self.strays += 1
        self._note("wrong-id", "the server sent an answer that nobody had asked for; it was not used")

    def _note(self, code: str, message: str) -> None:
        note = Note(code, message)
        if note not in self.notes:
            self.notes.append(note)


def _same_id(found: Json, number: int) -> bool:
    return isinstance(found, int) and not isinstance(found, bool) and found == number


def _unknown() -> RpcError:
    return RpcError(_METHOD_NOT_FOUND, "Method not found")


def _result(message: JsonObject, method: str) -> JsonObject:
    if "error" in message and "result" in message:
        raise ProbeError("result-and-error", f"the answer to {method} has both a result and an error")
    if "error" in message:
        raise _rpc_error(message["error"], method)
    result = message.get("result")
    if not isinstance(result, Mapping):
        raise ProbeError("no-result", f"the answer to {method} has no result object")
    return result


def _rpc_error(error: Json, method: str) -> RpcError | ProbeError:
    if isinstance(error, Mapping):
        code, words = error.get("code"), error.get("message")
        if isinstance(code, int) and not isinstance(code, bool):
            return RpcError(code, words if isinstance(words, str) else "")
    return ProbeError("invalid-error", f"the error that answers {method} has no whole code")
