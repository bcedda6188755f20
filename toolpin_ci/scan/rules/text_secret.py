"""Text that looks like a real credential."""

import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject

_SECRET = re.compile(
    r"\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{50,255}|glpat-[\w-]{20,64}|A[KS]IA[A-Z0-9]{16}"
    r"|xox[abposr]-[\w-]{20,200}|sk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,200}|npm_[A-Za-z0-9]{36}|pypi-[\w-]{50,255}"
    r"|AIza[\w-]{35}|eyJ[\w-]{16,2000}\.eyJ[\w-]{16,2000}\.[\w-]{16,500})"
    r"|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s{0,4}[A-Za-z0-9+/=]{40}"
)
_PLACEHOLDER = re.compile(r"example|placeholder|x{6}|your|0{6}|1234567|abcdef|\*{3}", re.IGNORECASE)
_VARIETY = 10
_HINTS = (
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat",
    "AKIA",
    "ASIA",
    "xox",
    "sk-",
    "npm_",
    "pypi-",
    "AIza",
    "eyJ",
    "PRIVATE KEY",
)


def _check(subject: Subject) -> Iterator[Hit]:
    if not any(hint in subject.joined for hint in _HINTS):
        return
    for text in subject.texts:
        for found in _SECRET.finditer(text.value):
            if len(set(found[0])) >= _VARIETY and not _PLACEHOLDER.search(found[0]):
                yield Hit(text=text, args={"start": found[0][:6], "length": len(found[0])})
                break


RULE = ScanRule(
    id="text-secret",
    title="Looks like a credential",
    severity=Severity.RISKY,
    message="{length} characters that start with {start} look like a credential",
    why="A credential in a definition is known to every client that lists the tools.",
    aliases=("secret_shape",),
    check=_check,
)
