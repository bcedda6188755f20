"""An entry of the lockfile got another name under its old key."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-entry-renamed",
    title="An entry of the lockfile got another name under its old key",
    severity=Severity.BREAKING,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} now holds {found}",
    why="Tools that look an entry up by its key no longer find this server, and check nothing for it.",
)
