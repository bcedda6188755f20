"""Values in a `server.json`: fixed, by default, or to be asked of a user that CI does not have."""

import re
from collections.abc import Iterable, Mapping

from toolpin_ci.discover.view import View
from toolpin_ci.values import dataclass

_VARIABLE = re.compile(r"\{([^{}]+)\}")
_ASKING = ("valueHint", "value_hint", "placeholder", "choices", "format", "isSecret", "is_secret")


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Arguments or variables that have values, and the names of the required ones that have none."""

    words: tuple[str, ...] = ()
    values: Mapping[str, str]
    missing: tuple[str, ...] = ()


def arguments(view: View, *names: str) -> Given:
    """Read a list of arguments in their order; those that are optional and have no value are left out."""
    words: list[str] = []
    missing: list[str] = []
    for item in _entries(view, *names):
        if isinstance(item, str):
            words.append(item)
            continue
        value = value_of(item)
        is_named = item.text("type") == "named"
        flag = item.text("name") if is_named else ""
        if value is not None:
            words += _named(flag, value) if is_named else (value,)
        elif is_required(item):
            if is_named and not any(item.get(key) is not None for key in _ASKING):
                words.append(flag)
            else:
                missing.append(flag or item.text("valueHint", "value_hint", "name") or "an argument")
    return Given(words=tuple(words), values={}, missing=tuple(missing))


def variables(view: View, *names: str) -> Given:
    """Read variables or headers by name."""
    values: dict[str, str] = {}
    missing: list[str] = []
    for item in view.items(*names):
        name = item.text("name")
        value = value_of(item)
        if value is not None:
            values[name] = value
        elif is_required(item):
            missing.append(name)
    return Given(values=values, missing=tuple(missing))


def value_of(view: View) -> str | None:
    """Give the fixed or default value with its `{variables}` filled in; None where a user would be asked."""
    text = view.text("value") or view.text("default")
    if not text:
        return None
    inner = view.view("variables")
    filled = fill_curly(text, inner)
    return None if any(name in inner.value for name in _VARIABLE.findall(filled)) else filled


def fill_curly(text: str, variables_: View) -> str:
    """Fill `{name}` from the variables that have values; braces that name no variable stay."""

    def one(match: re.Match[str]) -> str:
        if match[1] not in variables_.value:
            return match[0]
        inner = variables_.view(match[1])
        return inner.text("value") or inner.text("default") or match[0]

    return _VARIABLE.sub(one, text)


def is_required(view: View) -> bool:
    """Tell whether a value must be there."""
    return bool(view.flag("isRequired", "is_required"))


def _entries(view: View, *names: str) -> Iterable[View | str]:
    found = view.get(*names)
    if isinstance(found, list) and found and all(isinstance(item, str) for item in found):
        return view.texts(*names)
    return view.items(*names)


def _named(flag: str, value: str) -> tuple[str, ...]:
    """Write long flags as one word and short ones as two, as real entries mean them."""
    return (f"{flag}={value}",) if flag.startswith("--") else (flag, value)
