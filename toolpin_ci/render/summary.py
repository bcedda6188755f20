"""Says in a few words what a server offers and what that costs."""

from collections.abc import Iterable, Mapping

from toolpin_ci.model.report import ServerReport
from toolpin_ci.render.order import plural

_WORDS = {"tools": "tool", "prompts": "prompt", "resources": "resource", "resourceTemplates": "template"}


def counted(counts: Mapping[str, int]) -> str:
    """Count what a server lists."""
    return ", ".join(plural(counts[name], word) for name, word in _WORDS.items() if counts.get(name))


def cost(tokens: Mapping[str, int]) -> str:
    """Say what the surface costs in front of a model, before and after."""
    before, after = tokens.get("before"), tokens.get("after")
    if after is None:
        return ""
    if before is None or before == after:
        return f"about {after:,} tokens of context"
    share = f", {100 * (after - before) / before:+.0f} %" if before else ""
    return f"about {before:,} → {after:,} tokens of context ({after - before:+,}{share})"


def total_tokens(servers: Iterable[ServerReport]) -> Mapping[str, int]:
    """Add up the cost of all servers whose cost is known on both sides."""
    known = [server.tokens for server in servers if "after" in server.tokens]
    if not known:
        return {}
    after = sum(tokens["after"] for tokens in known)
    return {"before": sum(tokens.get("before", 0) for tokens in known), "after": after}
