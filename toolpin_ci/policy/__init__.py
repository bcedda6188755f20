"""Says what findings mean for the merge."""

from toolpin_ci.policy.judge import Verdict, judge
from toolpin_ci.policy.waive import settle

__all__ = ["Verdict", "judge", "settle"]
