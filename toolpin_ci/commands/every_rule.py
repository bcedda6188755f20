"""Every rule that may speak in a report: those of changes and those of texts."""

from collections.abc import Mapping

from toolpin_ci.render.options import RuleText
from toolpin_ci.rules import RULES
from toolpin_ci.rules.base import Rule
from toolpin_ci.scan import RULES as SCAN_RULES
from toolpin_ci.scan import ScanRule

EVERY_RULE: tuple[Rule | ScanRule, ...] = (*RULES, *SCAN_RULES)
EVERY_ID = frozenset(rule.id for rule in EVERY_RULE)


def rule_texts() -> Mapping[str, RuleText]:
    """Give what the rules say of themselves, for formats that explain their findings."""
    return {rule.id: RuleText(title=rule.title, why=rule.why) for rule in EVERY_RULE}
