"""What a digest recipe is."""

from collections.abc import Callable, Sequence

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.errors import ToolpinError, UsageError
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.values import dataclass

Text = str | bytes
Options = dict[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """One digest scheme: its id, what it takes, and how it is computed from raw text."""

    id: str
    title: str
    takes: str
    run: Callable[[Text, Options], str]
    options: tuple[str, ...] = ()

    def compute(self, text: Text, **options: Json) -> str:
        """Compute the digest as the system stores it; raise `ToolpinError` on what the system refuses."""
        unknown = sorted(set(options) - set(self.options))
        if unknown:
            allowed = ", ".join(self.options) or "none"
            raise UsageError(f"{self.id} has no option {unknown[0]!r} (it has: {allowed})")
        return self.run(text, options)


def tools_of(text: Text) -> Sequence[Json]:
    """Parse a tools array as JavaScript does."""
    value = parse(text)
    if isinstance(value, list):
        return value
    raise ToolpinError("not a JSON array of tools")
