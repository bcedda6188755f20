"""Our words and somebody else's words, kept apart until a renderer quotes them."""

from collections.abc import Callable, Mapping
from string import Formatter

from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of ours with named gaps, and the untrusted values that go into them."""

    template: str
    args: Mapping[str, Json] = field(default_factory=dict)

    def fill(self, quote: Callable[[Json], str], words: Callable[[str], str] = str) -> str:
        """Join both, passing every value through `quote` and our own words through `words`."""
        parts = []
        for literal, name, _, _ in Formatter().parse(self.template):
            parts.append(words(literal))
            if name is not None:
                parts.append(quote(self.args[name]))
        return "".join(parts)
