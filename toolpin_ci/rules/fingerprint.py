"""Names a finding by what it is about, so that a waiver outlives every edit of wording or severity."""

from hashlib import sha256
from typing import TypeAlias

from toolpin_ci.canon.text import canonical
from toolpin_ci.model.finding import Absent
from toolpin_ci.model.jsonvalue import Json

Value: TypeAlias = "Json | Absent"


def fingerprint(rule: str, server: str, subject: str, pointer: str, value: Value) -> str:
    """Digest rule, server, subject, place and value: the new value, or the old one where it was removed."""
    bare = "" if isinstance(value, Absent) else canonical(value)
    parts: list[Json] = [rule, server, subject, pointer, sha256(bare.encode("utf-8")).hexdigest()]
    return sha256(canonical(parts).encode("utf-8")).hexdigest()
