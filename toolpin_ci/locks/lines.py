"""Finds the line of a lockfile that a finding is about, reading the text only once for each list."""

from bisect import bisect_right
from functools import lru_cache

from toolpin_ci.canon.locate import Member, after_space, members
from toolpin_ci.canon.pointer import join, split


class LockLines:
    """Lines of one text by JSON Pointer; what does not exist has the line of what is around it."""

    def __init__(self, text: str) -> None:
        """`text` must be valid JSON."""
        self._text = text
        self._starts: list[int] = []
        self._children: dict[int, dict[str, Member]] = {}

    def line(self, pointer: str) -> int:
        """Give the line, from 1."""
        index = start = after_space(self._text, 0)
        for token in split(pointer):
            found = self._members(start).get(token)
            if found is None:
                break
            index, start = found.key_start, found.start
        return self._line(index)

    def _members(self, start: int) -> dict[str, Member]:
        if start >= len(self._text) or self._text[start] not in "{[":
            return {}
        if start not in self._children:
            self._children[start] = {member.key: member for member in members(self._text, start)}
        return self._children[start]

    def _line(self, index: int) -> int:
        if not self._starts:
            self._starts.append(0)
            at = self._text.find("\n")
            while at >= 0:
                self._starts.append(at + 1)
                at = self._text.find("\n", at + 1)
        return bisect_right(self._starts, index)


@lru_cache(maxsize=4)
def lock_lines(text: str) -> LockLines:
    """Give the lines of a text; what was found out about it is kept, since many findings share a file."""
    return LockLines(text)


def surface_pointer(entry_key: str, list_name: str, subject: str, pointer: str) -> str:
    """Point from the root of a lockfile at a place in a definition of its surface."""
    base = join("servers", entry_key, "capabilityManifest", "surface")
    return base + (join(list_name, subject, "definition") if list_name else "") + pointer
