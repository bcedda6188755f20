"""One object of a file, read with checked types: the value, or an error that names file and line."""

import re
from collections.abc import Mapping

from toolpin_ci.canon.wording import quoted
from toolpin_ci.discover.document import Document
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass

_UNSENDABLE = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One object inside a document, read with checked types."""

    document: Document
    path: tuple[str, ...]
    value: JsonObject

    def get(self, *names: str) -> Json:
        """Give the first of these members that is there and not null; old and new spellings are both read."""
        return next((self.value[name] for name in names if self.value.get(name) is not None), None)

    def _name(self, *names: str) -> str:
        return next((name for name in names if self.value.get(name) is not None), names[0])

    def wrong(self, name: str, message: str) -> UsageError:
        """Say what is wrong with a member."""
        return self.document.wrong((*self.path, name), message)

    def text(self, *names: str) -> str:
        """Read text; empty where there is none."""
        found = self.get(*names)
        if found is None or isinstance(found, str):
            return _sendable(self, self._name(*names), found or "")
        raise self.wrong(self._name(*names), f"{names[0]} must be text")

    def texts(self, *names: str) -> tuple[str, ...]:
        """Read a list of text; empty where there is none."""
        found = self.get(*names)
        if found is None:
            return ()
        if isinstance(found, list) and all(isinstance(item, str) for item in found):
            return tuple(_sendable(self, self._name(*names), str(item)) for item in found)
        raise self.wrong(self._name(*names), f"{names[0]} must be a list of text")

    def flag(self, *names: str) -> bool | None:
        """Read true or false; None where neither is said."""
        found = self.get(*names)
        if found is None or isinstance(found, bool):
            return found
        raise self.wrong(self._name(*names), f"{names[0]} must be true or false")

    def values(self, *names: str) -> Mapping[str, str]:
        """Read text by name; numbers and truth values count as they are spelled in JSON."""
        inner = self.view(*names)
        return {key: _spelled(inner, key) for key in inner.value}

    def views(self) -> Mapping[str, "View"]:
        """Read every member as an object."""
        return {key: self._view((key,), value) for key, value in self.value.items()}

    def items(self, *names: str) -> tuple["View", ...]:
        """Read a list of objects."""
        found = self.get(*names)
        if found is None:
            return ()
        if not isinstance(found, list):
            raise self.wrong(self._name(*names), f"{names[0]} must be a list")
        name = self._name(*names)
        return tuple(self._view((name, str(number)), item) for number, item in enumerate(found))

    def view(self, *names: str) -> "View":
        """Read one object; an empty one where there is none."""
        found = self.get(*names)
        return self._view((self._name(*names),), {} if found is None else found)

    def _view(self, path: tuple[str, ...], value: Json) -> "View":
        whole = (*self.path, *path)
        if not isinstance(value, Mapping):
            raise self.document.wrong(whole, f"{quoted(path[-1])} must be an object")
        return View(document=self.document, path=whole, value=value)


def _sendable(view: View, name: str, text: str) -> str:
    if _UNSENDABLE.search(text):
        raise view.wrong(name, f"{quoted(name)} holds a character that no program can be given")
    return text


def _spelled(view: View, key: str) -> str:
    value = view.value[key]
    if isinstance(value, str):
        return _sendable(view, key, value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    raise view.wrong(key, f"{quoted(key)} must be text")


def root(document: Document) -> View:
    """View the whole document."""
    if not isinstance(document.value, Mapping):
        raise UsageError(f"{document.file}:1: must be an object")
    return View(document=document, path=(), value=document.value)
