"""The first line of our comment, by which it is found again and told from all others."""

import re
from hashlib import sha256

from toolpin_ci.values import dataclass

_MARKER = re.compile(
    r"<!-- toolpin-ci v1 id=([0-9a-f]{12}) run=(\d{1,15})\.(\d{1,9}) sha=([0-9a-f]{0,40}) -->"
)
_RUN = re.compile(r" run=\d+\.\d+ ")
_FOOTER = re.compile(r"\n<sub>[^\n]*</sub>\s*\Z")
_ID_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Marker:
    """Which report a comment belongs to, and which run wrote it."""

    report_id: str
    run: tuple[int, int] = (0, 0)
    sha: str = ""

    def __str__(self) -> str:
        """Write the line."""
        return (
            f"<!-- toolpin-ci v1 id={self.report_id} run={self.run[0]}.{self.run[1]} sha={self.sha[:40]} -->"
        )


def report_id(*parts: str) -> str:
    """Name a report after what makes it one of its own: workflow, job, matrix leg."""
    return sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:_ID_DIGITS]


def read_marker(body: object) -> Marker | None:
    """Read the marker of a comment; it counts on the first line only."""
    if not isinstance(body, str):
        return None
    found = _MARKER.fullmatch(re.split(r"\r?\n", body, maxsplit=1)[0].rstrip())
    if found is None:
        return None
    return Marker(found[1], (int(found[2]), int(found[3])), found[4])


def same_content(old: object, new: str) -> bool:
    """Tell whether a comment says the same: the run and its links may differ, the commit may not."""
    return isinstance(old, str) and _content(old) == _content(new)


def _content(body: str) -> str:
    return _FOOTER.sub("", _RUN.sub(" ", body.replace("\r\n", "\n"), count=1)).rstrip()
