"""A tool of another system's lockfile is gone."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-tool-removed",
    title="A tool of another system's lockfile is gone",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="is in {file} alone",
    why="A call that worked stops working, or the tool is no longer held to what was reviewed.",
)
