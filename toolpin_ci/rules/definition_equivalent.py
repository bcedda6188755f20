"""A definition is written differently and means the same."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="definition-equivalent",
    title="A definition is written differently and means the same",
    severity=Severity.INFO,
    area=None,
    action=Action.CHANGED,
    message="{pointer}: written differently, the same in meaning",
    why="The protocol's default was spelled out or left out.",
    check=on("equivalent"),
)
