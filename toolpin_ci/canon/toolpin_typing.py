"""Tells JSON types apart as JavaScript's `typeof` does after parsing."""

import math

from toolpin_ci.canon.ecmascript import double
from toolpin_ci.errors import LockfileError
from toolpin_ci.model.jsonvalue import Json, Number


def is_number(value: Json) -> bool:
    """Tell a number from everything else; `true` is none."""
    return isinstance(value, (int, Number)) and not isinstance(value, bool)


def is_finite(value: Json) -> bool:
    """Tell a number that a double can hold."""
    return isinstance(value, (int, Number)) and not isinstance(value, bool) and math.isfinite(double(value))


def refused(key: str, what: str) -> LockfileError:
    """Name an entry that ToolPin does not parse, in its words."""
    return LockfileError(f"Invalid lockfile entry {key}: {what}")
