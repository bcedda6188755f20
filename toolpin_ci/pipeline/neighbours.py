"""Knows which tools belong to which server of a run, so that one can be told from another's."""

from collections import Counter
from collections.abc import Mapping

_FEW = 500  # servers; with more of them only names that two servers share are looked for


class Neighbours:
    """The names of all tools, by server; what belongs to the others is worked out when it is asked for."""

    def __init__(self, tools: Mapping[str, frozenset[str]]) -> None:
        """Keep the names; nothing is counted yet."""
        self._tools = tools
        self._counts: Counter[str] | None = None

    def of_others(self, server: str) -> frozenset[str]:
        """Give the tools that at least one other server has."""
        if self._counts is None:
            self._counts = Counter(name for names in self._tools.values() for name in names)
        own = self._tools.get(server, frozenset())
        shared = frozenset(name for name in own if self._counts[name] > 1)
        if len(self._tools) > _FEW:
            return shared
        return frozenset(self._counts.keys() - own) | shared
