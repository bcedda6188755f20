"""Where a change stands: which item, and which place in its definition."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from toolpin_ci.canon.pointer import escape
from toolpin_ci.model.finding import ABSENT, Absent, Action, Area, Change
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.values import dataclass, replace

Value: TypeAlias = "Json | Absent"
Compare = Callable[["Spot", Value, Value], Iterator[Change]]
"""Compares the two values of one member; either may be absent, and they differ."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One place in one item."""

    area: Area
    subject: str
    pointer: str = ""

    def at(self, token: str | int) -> "Spot":
        """Go one member down."""
        return replace(self, pointer=f"{self.pointer}/{escape(token)}")

    def change(self, aspect: str, old: Value, new: Value, **facts: Json) -> Change:
        """Say that something was added, removed or changed here."""
        return Change(
            area=self.area,
            action=action_of(old, new),
            aspect=aspect,
            subject=self.subject,
            pointer=self.pointer,
            old=old,
            new=new,
            facts=facts,
        )


def action_of(old: Value, new: Value) -> Action:
    """Tell what happened from which side is there."""
    if isinstance(old, Absent):
        return Action.ADDED
    return Action.REMOVED if isinstance(new, Absent) else Action.CHANGED


__all__ = ["ABSENT", "Compare", "Spot", "Value", "action_of"]
