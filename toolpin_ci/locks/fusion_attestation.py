"""Verifies the HMAC attestation of a mcp-fusion or vurb server."""

import hmac

from toolpin_ci.canon.fusion import PREFIX, stored_digest, tools_digest
from toolpin_ci.locks.base import Lock
from toolpin_ci.model.jsonvalue import Json


def sign(digest: str, secret: str) -> str:
    """Sign a server's tool digest, bare hex, as the framework does."""
    return hmac.new(secret.encode(), digest.encode(), "sha256").hexdigest()


def is_attested(digest: str, signature: str, secret: str) -> bool:
    """Compare in constant time; case and prefixes count."""
    return hmac.compare_digest(sign(digest, secret).encode(), signature.encode())


def signed_digest(lock: Lock) -> str:
    """Give what an attestation of this lock signs: the tools alone, prompts are not covered."""
    capabilities = lock.document["capabilities"]
    tools: Json = capabilities["tools"] if isinstance(capabilities, dict) else {}
    entries = tools if isinstance(tools, dict) else {}
    return tools_digest({name: stored_digest(name, entry) for name, entry in entries.items()}).removeprefix(
        PREFIX
    )
