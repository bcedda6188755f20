"""A server says different things when it is asked twice."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="surface-unsteady",
    title="A server says different things when it is asked twice",
    severity=Severity.CRITICAL,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{reason}",
    why=(
        "What was reviewed is not what an agent gets: a server that changes its words from call to call can "
        "show a reviewer one thing and an agent another."
    ),
    aliases=("nondeterministic", "nondeterministic_surface"),
)
