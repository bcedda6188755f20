"""Judges a registry's entry from its raw text: trust, verdict, manifest, target, configuration."""

from datetime import UTC, datetime

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.canon.toolpin import CLIENTS
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.toolpin.client_config import client_config
from toolpin_ci.toolpin.entry import capability_manifest, launch_target, server_of
from toolpin_ci.toolpin.trust import trust_report, verdict


def judged(text: str | bytes) -> JsonObject:
    """Give all that ToolPin derives from an entry; proofs are as fresh as they are now."""
    server, now = server_of(parse(text)), datetime.now(UTC)
    report = trust_report(server, now)
    stamp = now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    found: dict[str, Json] = {
        "installable": server.is_installable,
        "trust": report,
        "verdict": verdict(report, now),
        "capabilityManifest": capability_manifest(server, stamp),
        "launch": launch_target(server),
    }
    return {name: value for name, value in found.items() if value is not None}


def configured(text: str | bytes, client: str) -> JsonObject:
    """Give one client's configuration with ToolPin's notes."""
    if client not in CLIENTS:
        raise UsageError(f"ToolPin has no client {client!r}", advice=f"it has: {', '.join(CLIENTS)}")
    found = client_config(server_of(parse(text)), client)
    return {"config": found.config, "notes": list(found.notes)}
