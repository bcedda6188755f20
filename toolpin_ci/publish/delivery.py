"""What a publisher is given, and what it says about its delivery."""

from collections.abc import Mapping
from enum import StrEnum

from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.ports import Forge, Outlet
from toolpin_ci.values import dataclass, field


class State(StrEnum):
    """How a delivery ended."""

    DONE = "done"
    UNCHANGED = "unchanged"
    """What is there already says the same."""
    UNNEEDED = "unneeded"
    """There was nothing to say, or nobody asked for it."""
    SKIPPED = "skipped"
    """It could not be delivered; the verdict stands, and the report is in the summary and in the files."""


class CommentMode(StrEnum):
    """When a pull request gets a comment."""

    ON_DRIFT = "on-drift"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One publisher's account of what it did."""

    surface: str
    state: State
    detail: str = ""
    """Why, for people; may carry words of the server's answer."""
    permission: str = ""
    """What the token would need, as it is written in a workflow."""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where the report belongs on GitHub."""

    pull_request: int = 0
    """0: there is none."""
    head_sha: str = ""
    report_id: str = ""
    run: tuple[int, int] = (0, 0)
    """The workflow's run number and attempt: a newer run is never overwritten."""
    details_url: str = ""
    check_name: str = "ToolPin"
    comment: CommentMode = CommentMode.ON_DRIFT
    check_run: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One report, rendered for every surface."""

    target: Target
    outlet: Outlet
    forge: Forge | None = None
    is_clean: bool = False
    marker: str = ""
    comment: str = ""
    resolved: str = ""
    summary: str = ""
    check_run: JsonObject = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    """Texts by path."""
    summary_file: str = ""
    output_file: str = ""
    outputs: Mapping[str, str] = field(default_factory=dict)
