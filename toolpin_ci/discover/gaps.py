"""Gaps in other clients' files: what the workspace itself fills, and what stays empty.

Only the headers of our own configuration are ever filled from the job's variables. A client's `${API_KEY}`,
`${env:X}`, `${input:x}` or `<TOKEN>` therefore stays open: a variable that needs one is left out (most
servers list their tools without it), while a command, an address or a header that needs one makes the server
unreachable, with the name.
"""

import re

from toolpin_ci.values import dataclass

_BRACES = r"\$\{(?P<braces>[^{}]*)\}"
_EXPRESSION = r"\$\{\{(?P<expression>[^{}]*)\}\}"
_BARE = r"\$(?P<bare>[A-Za-z_][A-Za-z0-9_]*)"
_CURLY = r"\{(?P<curly>(?:env|file):[^{}]*)\}"
_WHOLE = re.compile(r"<[A-Za-z0-9_.-]+>")
_DEFAULT = re.compile(r"(?:env:)?[A-Za-z_][A-Za-z0-9_]*:-(.*)", re.DOTALL)
_WORKSPACE = frozenset({"workspaceFolder", "workspaceRoot", "CLAUDE_PROJECT_DIR", "PWD", "cwd"})
_SEPARATOR = frozenset({"/", "pathSeparator"})

BRACES = re.compile(f"{_EXPRESSION}|{_BRACES}")
"""`${…}`: most clients."""

BRACES_AND_BARE = re.compile(f"{_EXPRESSION}|{_BRACES}|{_BARE}")
"""`${…}` and `$NAME`."""

CURLY = re.compile(f"{_EXPRESSION}|{_BRACES}|{_CURLY}")
"""`${…}`, `{env:…}` and `{file:…}`."""


@dataclass(frozen=True, slots=True)
class Filled:
    """Text with the gaps filled that the workspace can fill, and the names of the others."""

    text: str
    missing: tuple[str, ...] = ()


def fill(text: str, pattern: re.Pattern[str], workspace: str = ".") -> Filled:
    """Fill what the workspace knows; `workspace` is its path as seen from the server's folder."""
    missing: list[str] = []

    def one(match: re.Match[str]) -> str:
        name = next(found for found in match.groups() if found is not None).strip()
        known = _known(name, workspace)
        if known is None:
            missing.append(match[0])
        return match[0] if known is None else known

    if _WHOLE.fullmatch(text):
        return Filled(text, (text,))
    filled = pattern.sub(one, text)
    return Filled(filled, tuple(missing))


def _known(name: str, workspace: str) -> str | None:
    if name in _WORKSPACE:
        return workspace
    if name in _SEPARATOR:
        return "/"
    default = _DEFAULT.fullmatch(name)
    return default[1] if default else None
