"""Paths that stay inside the workspace, and names that people can see."""

import re

from toolpin_ci.canon.wording import quoted

_NAME_CHARS = 200
_PATH_CHARS = 1024


def name_problem(name: str) -> str:
    """Say why a server cannot be called that; empty where it can."""
    if name and name == name.strip() and name.isprintable() and len(name) <= _NAME_CHARS:
        return ""
    return f"a server's name must be 1 to {_NAME_CHARS} visible characters, and this is {quoted(name)}"


def path_problem(path: str) -> str:
    """Say why a path is not one inside the workspace; empty where it is."""
    parts = path.split("/")
    checks = (
        (len(path) > _PATH_CHARS, f"is longer than {_PATH_CHARS} characters"),
        (not path.isprintable(), "holds a character that cannot be seen"),
        ("\\" in path, "holds a backslash; write / between folders"),
        (
            path.startswith("/") or re.match(r"[A-Za-z]:", path) is not None,
            "is absolute; it must be relative",
        ),
        (path.startswith("~"), "starts with ~, which nothing fills in"),
        (".." in parts, "holds .. and could leave the workspace"),
        (any(part.lower() == ".git" for part in parts), "lies inside .git"),
        ("*" in path or "?" in path, "holds * or ?, and patterns are not filled in"),
    )
    return next((why for wrong, why in checks if wrong), "")


def inside(path: str) -> str:
    """Write a path that has no problem in its plain form; empty for the workspace itself."""
    return "/".join(part for part in path.split("/") if part not in ("", "."))
