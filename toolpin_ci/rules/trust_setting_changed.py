"""A setting that protects the check changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="trust-setting-changed",
    title="A setting that protects the check changed",
    severity=Severity.CRITICAL,
    area=Area.POLICY,
    action=Action.CHANGED,
    message="{path} was {old} and is {new}",
    when_added="{path} is now {new}",
    when_removed="{path} {old} removed",
    why=(
        "Such a setting decides what a probed server may reach and what this check lets pass: a change "
        "of it takes effect only after the merge, and somebody should want it."
    ),
)
