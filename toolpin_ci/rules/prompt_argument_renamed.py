"""A prompt's argument has another name."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-argument-renamed",
    title="A prompt's argument has another name",
    severity=Severity.BREAKING,
    area=Area.PROMPT,
    action=Action.RENAMED,
    message="argument {old} is now called {new}",
    why="What sends the old name is refused, or it is silently ignored.",
    check=on("argument", actions=(Action.RENAMED,)),
)
