"""How a call wants its document drawn."""

from toolpin_ci.commands.call import Call
from toolpin_ci.render.options import RenderOptions


def render_options(call: Call) -> RenderOptions:
    """Colour for people; for SARIF, what every rule says of itself."""
    if call.options.format != "sarif":
        return RenderOptions(colour=call.colour)
    from toolpin_ci.commands.every_rule import rule_texts

    return RenderOptions(rules=rule_texts())
