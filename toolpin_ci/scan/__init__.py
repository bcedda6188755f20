"""Reads every text that a model gets from a server, and says what in it hides, commands or deceives."""

from toolpin_ci.scan.finding import ScanFinding
from toolpin_ci.scan.reader import scan
from toolpin_ci.scan.registry import RULES
from toolpin_ci.scan.rule import ScanRule

__all__ = ["RULES", "ScanFinding", "ScanRule", "scan"]
