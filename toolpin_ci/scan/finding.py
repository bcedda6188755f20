"""What the scanner says of one text."""

from toolpin_ci.model.finding import Area, Severity
from toolpin_ci.model.message import Message
from toolpin_ci.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanFinding:
    """One suspicious text: which rule, whose text, and where it stands in the definition."""

    rule: str
    severity: Severity
    area: Area
    subject: str
    """The item's key; empty for what the server says of itself."""
    pointer: str
    """JSON Pointer into the definition, or into the header for the server's own words."""
    message: Message
    text: str = field(default="", repr=False)
    """The whole text that was judged, so that a caller can tell new text from old."""
