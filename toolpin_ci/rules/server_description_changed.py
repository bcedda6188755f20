"""The server describes itself in other words."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="server-description-changed",
    title="The server describes itself in other words",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="description of the server changed",
    why="Clients may show it to the model when it picks a server.",
    check=on("description", area=Area.SERVER),
)
