"""The server names another website."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="server-website-changed",
    title="The server names another website",
    severity=Severity.INFO,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="website was {old} and is {new}",
    when_added="website is now {new}",
    when_removed="website {old} removed",
    why="It is for people; an agent does not open it.",
    check=on("website"),
)
