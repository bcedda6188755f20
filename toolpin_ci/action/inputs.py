"""Reads the action's inputs: all optional, all checked, unknown values named with the allowed ones."""

from collections.abc import Mapping

from toolpin_ci.canon.wording import listed, quoted, suggestion
from toolpin_ci.commands.plan import SHARDS
from toolpin_ci.errors import UsageError
from toolpin_ci.publish import CommentMode
from toolpin_ci.values import dataclass, field

MODES = ("check", "plan", "report")
_DIGITS = 9
_TRUTH = {"true": True, "false": False}

FLAGS: Mapping[str, str] = {
    "config": "--config",
    "timeout": "--timeout",
    "enforcement": "--enforcement",
    "unknown": "--unknown",
    "unavailable": "--unavailable",
    "fail-on": "--fail-on",
}
"""Inputs that are flags of `toolpin-ci check` by another name."""

LISTS: Mapping[str, str] = {"lockfile": "--lockfile", "servers": "--server"}
"""Inputs that have one value a line."""

OWN = (
    "base",
    "mode",
    "shards",
    "results",
    "plan",
    "offline",
    "comment",
    "check-run",
    "check-name",
    "report-id",
    "report-dir",
    "sarif-file",
)
HIDDEN = ("github-token", "matrix")
INPUTS = (*FLAGS, *LISTS, *OWN, *HIDDEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """What the workflow asks for."""

    argv: tuple[str, ...] = ()
    """The call of `toolpin-ci check` that says the same."""
    base: str = ""
    """A revision that replaces the event's base."""
    mode: str = ""
    shards: int = SHARDS
    results: tuple[str, ...] = ()
    plan: str = ""
    """What the job in mode `plan` printed."""
    comment: CommentMode = CommentMode.ON_DRIFT
    check_run: bool = True
    check_name: str = "ToolPin"
    report_id: str = ""
    report_dir: str = ""
    sarif_file: str = ""
    matrix: str = ""
    token: str = field(default="", repr=False)


def plain_inputs(environ: Mapping[str, str]) -> Inputs:
    """Read the inputs in which nothing can be wrong, to say where the others are wrong."""
    given = _given(environ)
    return Inputs(
        report_id=given["report-id"],
        report_dir=given["report-dir"],
        check_name=given["check-name"] or "ToolPin",
        matrix=given["matrix"],
        token=given["github-token"],
    )


def _given(environ: Mapping[str, str]) -> Mapping[str, str]:
    return {name: environ.get(f"INPUT_{name.upper()}", "").strip() for name in INPUTS}


def read_inputs(environ: Mapping[str, str]) -> Inputs:
    """Read `INPUT_…`; the runner keeps dashes and writes an input that was not given as empty text."""
    given = _given(environ)
    return Inputs(
        argv=_argv(given),
        base=given["base"],
        mode=_one_of(given, "mode", MODES) or "",
        shards=_number(given, "shards", SHARDS),
        results=tuple(_lines(given["results"])),
        plan=given["plan"],
        comment=CommentMode(_one_of(given, "comment", tuple(CommentMode)) or "on-drift"),
        check_run=_truth(given, "check-run", default=True),
        check_name=given["check-name"] or "ToolPin",
        report_id=given["report-id"],
        report_dir=given["report-dir"],
        sarif_file=given["sarif-file"],
        matrix=given["matrix"],
        token=given["github-token"],
    )


def _argv(given: Mapping[str, str]) -> tuple[str, ...]:
    single = [f"{flag}={given[name]}" for name, flag in FLAGS.items() if given[name]]
    several = [f"{flag}={line}" for name, flag in LISTS.items() for line in _lines(given[name])]
    return (*single, *several, *(["--offline"] if _truth(given, "offline", default=False) else []))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _one_of(given: Mapping[str, str], name: str, allowed: tuple[str, ...]) -> str:
    value = given[name]
    if value and value not in allowed:
        message = f"the input {name} is {quoted(value)}; allowed: {listed(allowed)}"
        raise UsageError(message, advice=suggestion(value, allowed))
    return value


def _number(given: Mapping[str, str], name: str, default: int) -> int:
    value = given[name]
    if value and not (value.isascii() and value.isdecimal() and len(value) <= _DIGITS):
        raise UsageError(f"the input {name} is {quoted(value)}; allowed: a whole number, like {default}")
    return int(value) if value else default


def _truth(given: Mapping[str, str], name: str, *, default: bool) -> bool:
    value = _one_of({name: given[name].lower()}, name, tuple(_TRUTH))
    return _TRUTH.get(value, default)
