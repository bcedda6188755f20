"""What a renderer may be told beside the report."""

from collections.abc import Mapping

from toolpin_ci.values import dataclass, field

COMMENT_CHARS = 65_000
"""A comment may have 65,536 characters; some stay free for what GitHub counts otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleText:
    """What a rule says of itself, for formats that explain their findings."""

    title: str
    why: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions:
    """How a document is wanted; everything has a default."""

    colour: bool = False
    budget: int = COMMENT_CHARS
    """Characters of a Markdown document."""
    marker: str = ""
    """The first line by which a comment is found again."""
    head: str = ""
    """The commit that was checked."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Addresses for the footer by their label; ours, never a server's."""
    rules: Mapping[str, RuleText] = field(default_factory=dict)
    report_name: str = "report.json"
    """Where everything is that a short document leaves out."""
    patch: str = ""
    """The path of a patch that accepts what is undeclared."""
    shard: int = 0
    """The leg of a plan that this is the result of; 0: none."""
    report_id: str = ""
    """Tells reports on the same commit apart."""
