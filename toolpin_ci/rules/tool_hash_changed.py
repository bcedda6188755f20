"""Only hashes of the tools are locked, and the tools hash to something else."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="tool-hash-changed",
    title="Only hashes of the tools are locked, and they changed",
    severity=Severity.RISKY,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{hashes} changed: {what}",
    why="Something that a model reads is not what was locked, and a hash cannot say what.",
    aliases=("toolDescriptionHash", "toolManifestHash", "toolSurfaceHash"),
)
