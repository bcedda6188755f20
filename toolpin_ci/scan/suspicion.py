"""Judges a text that was found inside another one with the rules for plain words."""

from toolpin_ci.model.finding import Area
from toolpin_ci.scan.rules import (
    text_concealment,
    text_cross_tool,
    text_exfiltration,
    text_forced_order,
    text_instruction_override,
    text_sensitive_source,
)
from toolpin_ci.scan.texts import Subject

_RULES = (
    text_instruction_override.RULE,
    text_concealment.RULE,
    text_sensitive_source.RULE,
    text_exfiltration.RULE,
    text_forced_order.RULE,
    text_cross_tool.RULE,
)


def says_something(words: str) -> bool:
    """Tell whether any rule would object to these words if they stood in the open."""
    subject = Subject(area=Area.TOOL, key="", definition={"description": words})
    return any(next(rule.check(subject), None) is not None for rule in _RULES)
