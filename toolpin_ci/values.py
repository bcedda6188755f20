"""Frozen value classes, as `dataclasses` makes them, at a tenth of its cost when a short command starts.

Type checkers see the standard library's own names. What differs is when the work is done: an initialiser is
compiled when the first value of its class is made, and the other methods are shared by all classes.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

_FIELDS = "__value_fields__"
_MISSING = object()


class _Field:
    """How one field starts, and what it takes part in."""

    __slots__ = ("counts", "default", "factory", "is_shown")

    def __init__(
        self, default: object, factory: "Callable[[], object] | None" = None, *, counts: bool, is_shown: bool
    ) -> None:
        self.default = default
        self.factory = factory
        self.counts = counts
        self.is_shown = is_shown


def _field(
    *,
    default: object = _MISSING,
    default_factory: "Callable[[], object] | None" = None,
    compare: bool = True,
    repr: bool = True,  # noqa: A002 - the standard library's name
) -> Any:  # noqa: ANN401 - stands for a value of any type, as in the standard library
    return _Field(default, default_factory, counts=compare, is_shown=repr)


def _dataclass(*, frozen: bool, slots: bool, kw_only: bool = False) -> Callable[[type[T]], type[T]]:
    if not (frozen and slots):
        raise TypeError("a value is frozen and slotted: take the standard library's dataclass instead")

    def made(cls: type[T]) -> type[T]:
        own = {name: _as_field(vars(cls).get(name, _MISSING)) for name in vars(cls).get(_ANNOTATED, ())}
        inherited = {name: found for base in reversed(cls.__bases__) for name, found in _fields(base).items()}
        fields = {**inherited, **own}
        space = {
            name: value for name, value in vars(cls).items() if name not in own and name not in _UNSLOTTED
        }
        space = {**_METHODS, **space, _FIELDS: fields, "__match_args__": () if kw_only else tuple(fields)}
        space["__slots__"] = tuple(name for name in own if name not in inherited)
        value_class: Any = type(cls)
        value_class = value_class(cls.__name__, cls.__bases__, space)
        value_class.__init__ = _first_init(value_class, fields, kw_only=kw_only)
        found: type[T] = value_class
        return found

    return made


def _fields(cls: type) -> Mapping[str, _Field]:
    found: Mapping[str, _Field] = getattr(cls, _FIELDS, {})
    return found


def _as_field(value: object) -> _Field:
    return value if isinstance(value, _Field) else _Field(value, counts=True, is_shown=True)


def _first_init(cls: Any, fields: Mapping[str, _Field], *, kw_only: bool) -> Callable[..., None]:  # noqa: ANN401
    """Give an initialiser that compiles the real one, puts it into its own place and calls it."""

    def first(self: object, *given: object, **named: object) -> None:
        cls.__init__ = _compiled(cls, fields, kw_only=kw_only)
        cls.__init__(self, *given, **named)

    return first


def _compiled(cls: type, fields: Mapping[str, _Field], *, kw_only: bool) -> Callable[..., None]:
    names: dict[str, Any] = {"_set": object.__setattr__, "_missing": _MISSING}
    taken, lines = ["self", *(["*"] if kw_only and fields else [])], []
    for name, field in fields.items():
        value = name
        if field.factory is not None:
            names[f"_make_{name}"] = field.factory
            value = f"_make_{name}() if {name} is _missing else {name}"
            taken.append(f"{name}=_missing")
        elif field.default is _MISSING:
            taken.append(name)
        else:
            names[f"_default_{name}"] = field.default
            taken.append(f"{name}=_default_{name}")
        lines.append(f"    _set(self, {name!r}, {value})\n")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()\n")
    exec(f"def __init__({', '.join(taken)}):\n{''.join(lines) or '    pass'}", names)  # noqa: S102 - our own fields
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _equal(self: object, other: object) -> object:
    if type(other) is not type(self):
        return NotImplemented
    counting = (name for name, field in _fields(type(self)).items() if field.counts)
    return all(getattr(self, name) == getattr(other, name) for name in counting)


def _hashed(self: object) -> int:
    return hash(tuple([getattr(self, name) for name, field in _fields(type(self)).items() if field.counts]))


def _shown(self: object) -> str:
    fields = _fields(type(self)).items()
    words = (f"{name}={getattr(self, name)!r}" for name, field in fields if field.is_shown)
    return f"{type(self).__qualname__}({', '.join(words)})"


def _refuse_set(_self: object, name: str, _value: object) -> None:
    raise AttributeError(f"cannot assign to field {name!r}")


def _refuse_delete(_self: object, name: str) -> None:
    raise AttributeError(f"cannot delete field {name!r}")


def _state(self: object) -> tuple[object, ...]:
    return tuple([getattr(self, name) for name in _fields(type(self))])


def _restore(self: object, state: tuple[object, ...]) -> None:
    for name, value in zip(_fields(type(self)), state, strict=True):
        object.__setattr__(self, name, value)


class _StandardFields:
    """Describes the fields to `dataclasses.replace`, `asdict` and their like, when one of them asks."""

    def __get__(self, value: object, cls: type) -> Mapping[str, Any]:
        """Let the standard library make a class of the same fields, and give what it notes of them."""
        import dataclasses  # noqa: PLC0415 - what this module saves

        twin = dataclasses.make_dataclass(cls.__name__, [(name, object) for name in _fields(cls)])
        return {found.name: found for found in dataclasses.fields(twin)}


_ANNOTATED = "__annotations__"
_UNSLOTTED = frozenset(("__dict__", "__weakref__"))
_METHODS: Mapping[str, Any] = {
    "__eq__": _equal,
    "__hash__": _hashed,
    "__repr__": _shown,
    "__setattr__": _refuse_set,
    "__delattr__": _refuse_delete,
    "__getstate__": _state,
    "__setstate__": _restore,
    "__dataclass_fields__": _StandardFields(),
}


def _replace(value: T, /, **changes: object) -> T:
    kept = {name: getattr(value, name) for name in _fields(type(value)) if name not in changes}
    return type(value)(**kept, **changes)


if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    dataclass, field, replace = _dataclass, _field, _replace

__all__ = ["dataclass", "field", "replace"]
