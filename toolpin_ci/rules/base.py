"""What every rule is: data, and the changes that it speaks of."""

from string import Formatter

from toolpin_ci.model.finding import Absent, Action, Area, Change, Severity
from toolpin_ci.values import dataclass

HELP = "docs/rules.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class On:
    """Picks changes: any of these aspects, and the area and the action where they are given."""

    aspects: tuple[str, ...]
    area: Area | None = None
    actions: tuple[Action, ...] = ()

    def fits(self, change: Change) -> bool:
        """Tell whether a change of one of these aspects is meant."""
        return (self.area is None or self.area is change.area) and (
            not self.actions or change.action in self.actions
        )


def on(*aspects: str, area: Area | None = None, actions: tuple[Action, ...] = ()) -> On:
    """Pick changes by aspect, and by area and action where several rules share the aspect."""
    return On(aspects=aspects, area=area, actions=actions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One thing that we tell a reviewer: its id is its file's name, its severity can be moved by policy."""

    id: str
    title: str
    severity: Severity
    area: Area | None
    """What it is about; None where it speaks of every area."""
    action: Action
    message: str
    """Our words, with named gaps for the words of others."""
    when_added: str = ""
    """The same where there is no old value."""
    when_removed: str = ""
    """The same where there is no new value."""
    why: str
    """Why it matters to an agent."""
    check: On | None = None
    """The changes that it speaks of; None where another stage finds it."""
    aliases: tuple[str, ...] = ()
    """The names under which other systems know it."""
    deprecated: bool = False
    replaced_by: str = ""

    @property
    def help(self) -> str:
        """Give the place where it is explained."""
        return f"{HELP}#{self.id}"

    def words_for(self, change: Change) -> str:
        """Give the message that fits what happened."""
        if isinstance(change.old, Absent) and not isinstance(change.new, Absent):
            return self.when_added or self.message
        if isinstance(change.new, Absent) and not isinstance(change.old, Absent):
            return self.when_removed or self.message
        return self.message


def gaps(message: str) -> tuple[str, ...]:
    """Give the names of the gaps in a message."""
    return tuple(name for _, name, _, _ in Formatter().parse(message) if name)
