"""A prompt was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-added",
    title="A prompt was added",
    severity=Severity.SAFE,
    area=Area.PROMPT,
    action=Action.ADDED,
    message="added",
    why="Users are offered one more prompt; nothing that worked stops working.",
    check=on("item", area=Area.PROMPT, actions=(Action.ADDED,)),
)
