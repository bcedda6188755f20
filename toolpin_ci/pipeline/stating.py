"""Makes findings, and loads the rules only when there is something to say: most checks find nothing."""

from collections.abc import Callable, Iterable, Mapping

from toolpin_ci.model.finding import ABSENT, Absent, Finding
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.surface import Surface
from toolpin_ci.values import replace


def state(  # noqa: PLR0913 - all are named, and most are left out
    rule_id: str,
    *,
    server: str = "",
    subject: str = "",
    pointer: str = "",
    old: Json | Absent = ABSENT,
    new: Json | Absent = ABSENT,
    args: Mapping[str, Json] | None = None,
) -> Finding:
    """Make a finding that a stage came to, in the words of its rule."""
    from toolpin_ci import rules

    return rules.state(rule_id, server=server, subject=subject, pointer=pointer, old=old, new=new, args=args)


def graded(
    server: str,
    old: Surface,
    new: Surface,
    *,
    declared: bool,
    others: Callable[[], frozenset[str]] = frozenset,
) -> Iterable[Finding]:
    """Say what changed between two surfaces and how much it matters."""
    if old.digest and old.digest == new.digest:
        return ()
    from toolpin_ci import rules
    from toolpin_ci.diff import compare
    from toolpin_ci.pipeline.scanning import new_texts

    changes = rules.grade(compare(old, new), server=server, declared=declared)
    scanned = new_texts(server, old, new, changes, others())
    return (*changes, *(replace(found, declared=declared) for found in scanned))
