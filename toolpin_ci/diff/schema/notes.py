"""Compares what a schema says beside its limits, and the form of its strings."""

from toolpin_ci.diff.leaves import leaf_changes
from toolpin_ci.diff.schema.walk import Effect, Pair, Walk, values
from toolpin_ci.diff.text import text_change
from toolpin_ci.model.finding import Absent

_FORMS = ("pattern", "format")
_CONTENT = ("contentEncoding", "contentMediaType")
_PLAIN = {
    "$anchor": "schema.comment",
    "$comment": "schema.comment",
    "$id": "schema.comment",
    "$schema": "schema.comment",
    "deprecated": "schema.deprecated",
    "examples": "schema.examples",
    "example": "schema.examples",
}
NOTES = ("title", "description", "default", *_PLAIN)
FORMS = (*_FORMS, *_CONTENT)


def notes(pair: Pair, walk: Walk) -> None:
    """Compare texts, defaults, examples and remarks."""
    for keyword, aspect in (("title", "schema.title"), ("description", f"{walk.side}.description")):
        if pair.differs(keyword):
            two = pair.two(keyword)
            change = text_change(walk.spot_of(two), aspect, *values(two))
            facts = {"place": pair.place or walk.side, **change.facts}
            walk.add(walk.spot_of(two).change(change.aspect, *values(two), **facts))
    for keyword, aspect in _PLAIN.items():
        if pair.differs(keyword):
            walk.note(pair, aspect, pair.two(keyword), keyword=keyword)
    if pair.differs("default"):
        _default(pair, walk)


def _default(pair: Pair, walk: Walk) -> None:
    """A default that appears or goes is nothing where it is null: that is what leaving it out means."""
    two = pair.two("default")
    is_null = {None if isinstance(value, Absent) else value is None for value in values(two)} == {None, True}
    walk.note(pair, "schema.default.null" if is_null else "schema.default", two)


def forms(pair: Pair, walk: Walk) -> None:
    """Compare the form of strings: a pattern, a format, an encoding."""
    for keyword in _FORMS:
        if pair.differs(keyword):
            old, new = two = pair.two(keyword)
            effect = Effect.NARROWED if old is None else Effect.WIDENED if new is None else Effect.CHANGED
            walk.say(pair, keyword, effect, two)
    for keyword in _CONTENT:
        if pair.differs(keyword):
            walk.say(pair, "content", Effect.CHANGED, pair.two(keyword), keyword=keyword)


def unknown_keyword(pair: Pair, walk: Walk, keyword: str) -> None:
    """Show every leaf of a keyword that we do not know."""
    two = pair.two(keyword)
    for change in leaf_changes(walk.spot_of(two), "schema.keyword", *values(two)):
        spot = walk.spot_of(two)
        facts = {"place": pair.place or walk.side, "keyword": keyword}
        walk.add(
            type(spot)(spot.area, spot.subject, change.pointer).change(
                change.aspect, change.old, change.new, **facts
            )
        )
