"""Writes a change of one file as a patch that `git apply` takes."""

from collections.abc import Iterator

_NO_NEWLINE = "\\ No newline at end of file\n"


def patch_text(path: str, old: str | None, new: str) -> str:
    """Give the patch from one text to the other; None: there was no file. Empty where nothing changes."""
    from difflib import unified_diff  # noqa: PLC0415 - only a drifted run pays for it

    before = [] if old is None else _lines(old)
    source = "/dev/null" if old is None else f"a/{path}"
    lines = unified_diff(before, _lines(new), source, f"b/{path}", n=3)
    body = "".join(_ended(lines))
    if not body:
        return ""
    mode = "new file mode 100644\n" if old is None else ""
    return f"diff --git a/{path} b/{path}\n{mode}{body}"


def _lines(text: str) -> list[str]:
    """Split as git does: at line feeds only."""
    parts = text.split("\n")
    return [*(part + "\n" for part in parts[:-1]), *filter(None, parts[-1:])]


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}"
