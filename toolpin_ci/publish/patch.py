"""Writes a change of one file as a patch that `git apply` takes."""

from collections.abc import Iterator, Sequence

_CONTEXT = 3
_NO_NEWLINE = "\\ No newline at end of file\n"


def patch_text(path: str, old: str | None, new: str) -> str:
    """Give the patch from one text to the other; None: there was no file. Empty where nothing changes."""
    body = "".join(_ended(_hunks([] if old is None else _lines(old), _lines(new))))
    if not body:
        return ""
    source = "/dev/null" if old is None else f"a/{path}"
    mode = "new file mode 100644\n" if old is None else ""
    return f"diff --git a/{path} b/{path}\n{mode}--- {source}\n+++ b/{path}\n{body}"


def _hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Write the changes with a few lines around each, as git and patch know them."""
    from toolpin_ci.publish.line_match import LineMatcher  # noqa: PLC0415 - only a drifted run pays for it

    for group in LineMatcher(old, new).get_grouped_opcodes(_CONTEXT):
        first, last = group[0], group[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
        for tag, start, end, begin, stop in group:
            if tag == "equal":
                yield from (" " + line for line in old[start:end])
                continue
            yield from ("-" + line for line in old[start:end])
            yield from ("+" + line for line in new[begin:stop])


def _range(start: int, end: int) -> str:
    """Write a range of lines; an empty one is named by the line before it."""
    length = end - start
    return f"{start + 1}" if length == 1 else f"{start + 1 if length else start},{length}"


def _lines(text: str) -> list[str]:
    """Split as git does: at line feeds only."""
    parts = text.split("\n")
    return [*(part + "\n" for part in parts[:-1]), *filter(None, parts[-1:])]


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}"
