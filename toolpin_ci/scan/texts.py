"""Finds every text in a definition that a model or a reviewer may read, with its place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.visible import is_plain
from toolpin_ci.model.finding import Area
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.scan.tokens import Sentence, quick_words, sentences

Path: TypeAlias = "tuple[Path, str | int] | None"
"""The way to a place, last step first: most texts are never reported, so pointers are made late."""

KEY = "a key"
"""The role of a text that is itself the name of a member."""
_SHORTEST = 8
_PLAIN_KEY = 40
_BY_NAME = frozenset(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "env"))


@dataclass(frozen=True, slots=True)
class Text:
    """One string of a definition."""

    value: str
    path: Path
    role: str
    """The member that holds it: `description`, `enum`, …, or `KEY`."""
    owner: str = ""
    """The schema property that it belongs to."""
    about: JsonObject = field(default_factory=dict, repr=False)
    """The object that it is a member of."""

    @property
    def pointer(self) -> str:
        """Write the place as a JSON Pointer."""
        steps: list[str | int] = []
        path = self.path
        while path is not None:
            path, step = path
            steps.append(step)
        return join(*reversed(steps))


@dataclass(frozen=True)
class Prose:
    """A text that is read for its meaning."""

    text: Text

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentences, in every way in which it can be read."""
        value = self.text.value
        return sentences(value.replace("_", " ") if self.text.role == KEY else value)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words without order."""
        return quick_words(self.text.value)


@dataclass(frozen=True)
class Subject:
    """One item, or the server's own header, with the names that surround it."""

    area: Area
    key: str
    definition: JsonObject
    others: frozenset[str] = frozenset()
    """Tools of the other servers in the same configuration."""
    siblings: frozenset[str] = frozenset()
    """Tools of the same server."""
    alike: str = ""
    """Another tool whose name looks the same."""
    twins: int = 0
    """How many further items have the same key."""

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """Every string in it, keys of free choice included."""
        return tuple(_walk(self.definition))

    @cached_property
    def odd_texts(self) -> tuple[Text, ...]:
        """Those with anything but printable ASCII."""
        if is_plain(self.joined) and "\r" not in self.joined:
            return ()
        return tuple(text for text in self.texts if not is_plain(text.value) or "\r" in text.value)

    @cached_property
    def joined(self) -> str:
        """All texts in one, for quick looks."""
        return "\n".join([text.value for text in self.texts])

    @cached_property
    def prose(self) -> tuple["Prose", ...]:
        """The texts that can say something to a model."""
        return tuple(Prose(text) for text in self.texts if _can_speak(text))

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of all texts, without order."""
        return quick_words(self.joined)

    def with_role(self, *roles: str) -> Iterator[Text]:
        """Give the texts that stand in these members."""
        return (text for text in self.texts if text.role in roles)


def _walk(definition: JsonObject) -> Iterator[Text]:
    """Go through a definition without recursion, in order."""
    waiting: list[tuple[Json, Path, str, str, JsonObject]] = [(definition, None, "", "", definition)]
    while waiting:
        value, path, role, owner, about = waiting.pop()
        if isinstance(value, str):
            yield Text(value, path, role, owner, about)
        elif isinstance(value, Mapping):
            named = role in _BY_NAME
            for key in value:
                if named or _is_free(key):
                    yield Text(key, (path, key), KEY, key, value)
            below = [
                (child, (path, key), "" if named else key, key if named else owner, value)
                for key, child in value.items()
            ]
            waiting.extend(reversed(below))
        elif isinstance(value, (list, tuple)):
            waiting.extend(
                (value[number], (path, number), role, owner, about)
                for number in range(len(value) - 1, -1, -1)
            )


def _can_speak(text: Text) -> bool:
    value = text.value
    if not value.isascii():
        return True
    return len(value) >= _SHORTEST and (" " in value or "_" in value or "/" in value)


def _is_free(key: str) -> bool:
    """Tell a member name that somebody made up as a sentence from a plain one."""
    return len(key) > _PLAIN_KEY or " " in key or not key.isascii()
