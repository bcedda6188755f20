"""Colours and word-level differences on a terminal."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from toolpin_ci.model.finding import Finding, Severity
from toolpin_ci.render.quote import line_ends, shown

if TYPE_CHECKING:
    from toolpin_ci.canon.words import Piece

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "magenta": "35", "blue": "34"}
_SEVERITY_COLOURS = {
    Severity.CRITICAL: "red",
    Severity.BREAKING: "magenta",
    Severity.RISKY: "yellow",
    Severity.SAFE: "green",
    Severity.INFO: "blue",
}
_WIDEST = max(map(len, Severity))


class Paint:
    """Adds colour to our own words, or nothing where none is wanted."""

    def __init__(self, *, on: bool) -> None:
        """Colour only where it was asked for."""
        self.on = on

    def __call__(self, text: str, *styles: str) -> str:
        """Wrap a text in styles."""
        codes = ";".join(_CODES[style] for style in styles)
        return f"\x1b[{codes}m{text}\x1b[0m" if self.on and codes else text

    def severity(self, severity: Severity) -> str:
        """Write a severity in its colour, all in the same width."""
        return self(f"{severity:<{_WIDEST}}", _SEVERITY_COLOURS[severity])


def shown_view(finding: Finding, paint: Paint) -> Iterator[str]:
    """Show what changed: words in place, values one line each."""
    from toolpin_ci.canon.words import Kind
    from toolpin_ci.render.view import view

    seen = view(finding)
    if seen.pieces:
        yield from "".join(_piece(piece, paint) for piece in seen.pieces).split("\n")
    for kind, line in seen.lines:
        sign, colour = ("-", "red") if kind is Kind.OLD else ("+", "green")
        yield paint(f"{sign} {shown(line)}", colour)


def _piece(piece: "Piece", paint: Paint) -> str:
    from toolpin_ci.canon.words import Kind

    if piece.kind is Kind.SAME:
        return shown(piece.text)
    if piece.kind is Kind.GAP:
        return paint(f" […{len(piece.text):,} characters…] ", "dim")
    text = line_ends(shown(piece.text))
    if paint.on:
        colour = "red" if piece.kind is Kind.OLD else "green"
        return "\n".join(paint(line, colour) for line in text.split("\n"))
    return f"[-{text}-]" if piece.kind is Kind.OLD else f"{{+{text}+}}"


def indented(lines: Iterable[str], prefix: str) -> Iterator[str]:
    """Move lines to the right."""
    return (prefix + line for line in lines)
