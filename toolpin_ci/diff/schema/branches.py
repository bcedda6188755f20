"""Compares what is composed of other schemas: alternatives, further demands, exclusions."""

from collections import deque
from collections.abc import Iterator, Sequence

from toolpin_ci.canon.text import canonical
from toolpin_ci.diff.schema.view import View
from toolpin_ci.diff.schema.walk import Effect, Pair, Two, Walk
from toolpin_ci.model.jsonvalue import Json, same

ALTERNATIVES = ("anyOf", "oneOf")
_KINDS = ("$ref", "const", "enum", "type", "title", "format")

Views = Sequence[View]


def alternatives(pair: Pair, walk: Walk) -> None:
    """Compare `anyOf` and `oneOf`: a lost branch narrows, a new one widens."""
    any_of, one_of = (pair.two(name) for name in ALTERNATIVES)
    switched = _switched(any_of, one_of)
    if switched is not None:
        to_any = switched[1] is any_of[1]
        effect, keyword = (Effect.WIDENED, "anyOf") if to_any else (Effect.NARROWED, "oneOf")
        walk.say(pair, "composition", effect, switched, keyword=keyword)
        match(pair, walk, _views(walk, switched), keyword)
        return
    for name, two in zip(ALTERNATIVES, (any_of, one_of), strict=True):
        _list(pair, walk, two, name)


def _switched(any_of: Two, one_of: Two) -> Two | None:
    """Give the two lists where one side says `anyOf` and the other `oneOf`."""
    if any_of[0] and one_of[1] and not any_of[1] and not one_of[0]:
        return any_of[0], one_of[1]
    if one_of[0] and any_of[1] and not one_of[1] and not any_of[0]:
        return one_of[0], any_of[1]
    return None


def demands(pair: Pair, walk: Walk) -> None:
    """Compare `allOf`: a new branch narrows, a lost one widens."""
    _list(pair, walk, pair.two("allOf"), "allOf")


def _list(pair: Pair, walk: Walk, two: Two, keyword: str) -> None:
    old, new = two
    if old is None and new is None:
        return
    if any(node is not None and not isinstance(node.value, (list, tuple)) for node in two):
        if pair.differs(keyword):
            walk.note(pair, "schema.keyword", two, keyword=keyword)
        return
    if keyword != "allOf" and (old is None or new is None):
        walk.say(
            pair, "alternatives", Effect.NARROWED if old is None else Effect.OPENED, two, keyword=keyword
        )
        return
    if not match(pair, walk, _views(walk, two), keyword) and pair.differs(keyword):
        walk.note(pair, "schema.equivalent", two, keyword=keyword)


def _views(walk: Walk, two: Two) -> tuple[Views, Views]:
    old, new = two
    left = [walk.old.view(row) for row in old.rows()] if old else []
    return left, [walk.new.view(row) for row in new.rows()] if new else []


def match(pair: Pair, walk: Walk, both: tuple[Views, Views], keyword: str) -> bool:
    """Compare branches that belong together and report the rest; tell whether there was anything to say."""
    left, right = both
    matched = list(_matches(left, right))
    for one, other in matched:
        walk.plan(Pair(left[one], right[other], pair.place, pair.is_clear))
    group, narrows = ("demand", 1) if keyword == "allOf" else ("alternative", 0)
    effects = (Effect.NARROWED, Effect.WIDENED)
    kept, known = {one for one, _ in matched}, {other for _, other in matched}
    lost = [view.node for number, view in enumerate(left) if number not in kept]
    gained = [view.node for number, view in enumerate(right) if number not in known]
    for node in lost:
        walk.say(pair, group, effects[narrows], (node, None), keyword=keyword)
    for node in gained:
        walk.say(pair, group, effects[1 - narrows], (None, node), keyword=keyword)
    differs = any(not same(left[one].node.value, right[other].node.value) for one, other in matched)
    return bool(lost or gained or differs)


def _matches(left: Views, right: Views) -> Iterator[tuple[int, int]]:
    """Pair equal branches, then those of one kind, then the rest in order."""
    one, other = dict.fromkeys(range(len(left))), dict.fromkeys(range(len(right)))
    for sign in (_whole, _kind, _any):
        waiting: dict[str, deque[int]] = {}
        for number in other:
            waiting.setdefault(sign(right[number]), deque()).append(number)
        for number in tuple(one):
            found = waiting.get(sign(left[number]))
            if found:
                partner = found.popleft()
                del one[number], other[partner]
                yield number, partner


def _whole(view: View) -> str:
    return canonical(view.node.value)


def _kind(view: View) -> str:
    found: list[Json] = [[name, view.keywords[name].value] for name in _KINDS[:4] if name in view.keywords]
    return canonical(found or [view.node.at])


def _any(_: View) -> str:
    return ""


def exclusion(pair: Pair, walk: Walk) -> None:
    """Compare `not`: what is shut out narrows; inside it every direction is unclear."""
    old, new = two = pair.two("not")
    if old is not None and new is not None:
        walk.go(pair, old, new, "", is_clear=False)
    elif old is not None or new is not None:
        walk.say(pair, "exclusion", Effect.NARROWED if old is None else Effect.WIDENED, two, keyword="not")
