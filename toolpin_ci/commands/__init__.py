"""The commands of the command line: one file each, listed here."""

from collections.abc import Mapping

from toolpin_ci.commands.call import Call, Command
from toolpin_ci.values import dataclass

__all__ = ["COMMANDS", "Call", "Command", "Listed"]


@dataclass(frozen=True, slots=True)
class Listed:
    """Where a command is and what it does, known without importing it."""

    module: str
    summary: str


COMMANDS: Mapping[str, Listed] = {
    "check": Listed("check", "the main job: probe, compare, verify, judge, report"),
    "lock": Listed("lock", "write the lockfile from the live servers"),
    "probe": Listed("probe", "print what a live server offers, as JSON"),
    "diff": Listed("diff", "compare two lockfiles, probe outputs or surfaces"),
    "verify": Listed("verify", "the pins and the lockfile's integrity alone"),
    "scan": Listed("scan", "find suspicious text in a surface; advisory"),
    "accept": Listed("accept", "judge a tool bundle by the Registry Spec's nine steps"),
    "digest": Listed("digest", "compute one digest in any system's scheme"),
    "sign": Listed("sign", "write a detached signature of the lockfile"),
    "verify-signature": Listed("verify_signature", "verify a detached signature of the lockfile"),
    "plan": Listed("plan", "the servers as a job matrix, in shards"),
    "report": Listed("report", "merge results that other jobs made"),
    "init": Listed("init", "write the workflow, the configuration and the first lockfile"),
    "rules": Listed("rules", "list what is checked"),
    "explain": Listed("explain", "teach one rule"),
}
