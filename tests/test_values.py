"""Our value classes behave as the standard library's do, where a caller can tell."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from toolpin_ci import values


def _plain(module: Any) -> type:
    @module.dataclass(frozen=True, slots=True, kw_only=True)
    class Plain:
        """A value."""

        name: str
        size: int = 3
        words: dict[str, int] = module.field(default_factory=dict)
        secret: str = module.field(default="", repr=False)
        line: int = module.field(default=0, compare=False)

        @property
        def loud(self) -> str:
            return self.name.upper()

    return Plain


def _positional(module: Any) -> type:
    @module.dataclass(frozen=True, slots=True)
    class Positional:
        first: int
        second: tuple[int, ...] = ()

        def __post_init__(self) -> None:
            if self.first < 0:
                raise ValueError("first")

    return Positional


def _derived(module: Any) -> type:
    base = _positional(module)

    @module.dataclass(frozen=True, slots=True)
    class Derived(base):  # type: ignore[misc, valid-type]
        third: str = "x"

        def __repr__(self) -> str:
            return f"<{self.third}>"

    return Derived


def _empty(module: Any) -> type:
    @module.dataclass(frozen=True, slots=True, kw_only=True)
    class Empty:
        pass

    return Empty


CALLS: list[tuple[Callable[[Any], type], tuple[Any, ...], dict[str, Any]]] = [
    (_plain, (), {"name": "a"}),
    (_plain, (), {"name": "a", "size": 4, "words": {"x": 1}, "secret": "s", "line": 9}),
    (_plain, (), {}),
    (_plain, ("a",), {}),
    (_plain, (), {"name": "a", "other": 1}),
    (_positional, (1,), {}),
    (_positional, (1, (2,)), {}),
    (_positional, (), {"second": (2,), "first": 1}),
    (_positional, (-1,), {}),
    (_positional, (1, (), 3), {}),
    (_derived, (1, (2,), "y"), {}),
    (_derived, (1,), {"third": "z"}),
    (_empty, (), {}),
]


def _outcome(kind: type, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    try:
        value = kind(*given, **named)
    except (TypeError, ValueError) as error:
        return type(error)
    fields = [
        name for name in ("name", "size", "words", "line", "first", "second", "third") if hasattr(value, name)
    ]
    return repr(value).rpartition(".")[2], [getattr(value, name) for name in fields]


@pytest.mark.parametrize("call", CALLS)
def test_a_value_is_made_shown_or_refused_as_by_the_standard_library(call: Any) -> None:
    make, given, named = call
    assert _outcome(make(values), given, named) == _outcome(make(dataclasses), given, named)


@pytest.mark.parametrize("module", [values, dataclasses])
def test_what_counts_for_equality_and_hash(module: Any) -> None:
    kind, other = _positional(module), _positional(module)
    assert kind(1, (2,)) == kind(1, (2,))
    assert hash(kind(1, (2,))) == hash(kind(1, (2,)))
    assert kind(1) != kind(2)
    assert kind(1) != other(1)
    plain = _plain(module)
    assert plain(name="a", line=1) == plain(name="a", line=2)
    assert plain(name="a", secret="x") != plain(name="a", secret="y")


@pytest.mark.parametrize("module", [values, dataclasses])
def test_a_value_does_not_change(module: Any) -> None:
    value = _positional(module)(1)
    with pytest.raises(AttributeError):
        value.first = 2
    with pytest.raises(AttributeError):
        del value.first
    with pytest.raises((AttributeError, TypeError)):
        value.unheard_of = 2
    assert value.first == 1


@pytest.mark.parametrize("module", [values, dataclasses])
def test_a_changed_copy_keeps_the_rest(module: Any) -> None:
    value = _plain(module)(name="a", size=5, secret="s")
    changed = module.replace(value, name="b")
    assert (changed.name, changed.size, changed.secret, value.name) == ("b", 5, "s", "a")
    with pytest.raises(TypeError):
        module.replace(value, nothing=1)


@pytest.mark.parametrize("module", [values, dataclasses])
def test_factories_give_each_value_its_own(module: Any) -> None:
    kind = _plain(module)
    assert kind(name="a").words is not kind(name="a").words


@values.dataclass(frozen=True, slots=True)
class Kept:
    """A value that pickle can find."""

    first: int
    second: tuple[int, ...] = ()


def test_values_can_be_copied_pickled_and_matched() -> None:
    value = Kept(1, (2, 3))
    assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value
    match value:
        case Kept(first, (_, last)):
            assert (first, last) == (1, 3)
        case _:
            pytest.fail("a positional value matches by position")


def test_an_undecorated_subclass_is_still_compared_by_its_fields() -> None:
    class Sub(Kept):
        pass

    assert Sub(1) == Sub(1)
    assert Sub(1) != Sub(2)


def test_only_values_are_made() -> None:
    with pytest.raises(TypeError, match="frozen and slotted"):
        values.dataclass(frozen=False, slots=True)


def test_the_standard_library_takes_our_values() -> None:
    value = Kept(1, (2,))
    assert dataclasses.asdict(value) == {"first": 1, "second": (2,)}
    assert dataclasses.replace(value, first=3) == Kept(3, (2,))
    assert dataclasses.is_dataclass(value)
