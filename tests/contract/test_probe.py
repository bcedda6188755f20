"""What the probe asks, and what it never does."""

import json
from typing import Any

from tests.sim.workspace import SURFACE, Workspace


def _received(workspace: Workspace, **wire: Any) -> list[dict[str, Any]]:
    """Every message that a server got during one check."""
    log = workspace.root / "log.jsonl"
    log.touch()
    log.chmod(0o666)
    workspace.serve({**SURFACE, "_serve": {"log": str(log), **wire}})
    workspace.check("--timeout", "10")
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def test_a_check_lists_and_never_calls(workspace: Workspace) -> None:
    methods = [message["method"] for message in _received(workspace) if "method" in message]
    assert methods[0] == "initialize"
    assert {"tools/list", "prompts/list"} <= set(methods)
    assert set(methods) <= {
        *("initialize", "notifications/initialized", "tools/list", "prompts/list"),
        "notifications/cancelled",
    }


def test_the_handshake_offers_one_version_identity_and_set_of_capabilities(workspace: Workspace) -> None:
    first = _received(workspace)[0]["params"]
    assert first["protocolVersion"] == "2025-11-25"
    assert {"roots", "sampling", "elicitation"} <= set(first["capabilities"])
    assert first["clientInfo"]["name"] == "toolpin-ci"
    assert _received(workspace)[0]["params"] == first


def test_roots_are_answered_with_none_and_the_rest_is_refused(workspace: Workspace) -> None:
    asked = ["roots/list", "sampling/createMessage", "elicitation/create"]
    answers = {
        message["id"]: message for message in _received(workspace, askClient=asked) if "method" not in message
    }
    assert answers["srv-1"]["result"] == {"roots": []}
    assert "error" in answers["srv-2"]
    assert "error" in answers["srv-3"]


def test_discovery_is_asked_for_only_where_the_handshake_is_refused(workspace: Workspace) -> None:
    assert "server/discover" not in {message.get("method") for message in _received(workspace)}
    refused = _received(workspace, discover=True, errors={"initialize": -32601})
    assert "server/discover" in {message.get("method") for message in refused}
