"""Shows in Markdown what changed in one thing: its words in place, its values line by line."""

import re
from collections.abc import Iterator, Sequence

from toolpin_ci.canon.words import Kind, Piece
from toolpin_ci.model.finding import Finding, Severity
from toolpin_ci.render.options import RenderOptions
from toolpin_ci.render.order import Group
from toolpin_ci.render.quote import code, fence, html_code, line_ends, pre, words_of
from toolpin_ci.render.rows import ICONS, message
from toolpin_ci.render.view import view

_WIDTH = 96
_BLANK_LINE = re.compile(r"\n(?=\n)")  # a block must not look finished where a text has an empty line
_SHOWN_FINDINGS = 12
_TAGS = {Kind.OLD: ("<del>", "</del>"), Kind.NEW: ("<ins><b>", "</b></ins>")}


def has_detail(group: Group) -> bool:
    """Tell whether there is more to show than the table says."""
    return any(view(finding) for finding in group.findings)


def detail(group: Group, options: RenderOptions) -> str:
    """Write one folded block; what is critical and undeclared stands open."""
    unfolded = " open" if group.severity is Severity.CRITICAL and not group.declared else ""
    where = f" in {html_code(words_of(group.server))}" if group.server not in ("", group.subject) else ""
    subject = html_code(words_of(group.subject)) if group.subject != group.area else "itself"
    head = f"{ICONS[group.severity]} {group.area} {subject}{where}"
    more = len(group.findings) - _SHOWN_FINDINGS
    blocks = [_finding(finding, options) for finding in group.findings[:_SHOWN_FINDINGS]]
    if more > 0:
        blocks.append(f"… and {more:,} more findings about it, in {code(options.report_name)}.")
    body = "\n\n".join(blocks)
    return f"<details{unfolded}><summary>{head} · {group.action}</summary>\n\n{body}\n\n</details>"


def _finding(finding: Finding, options: RenderOptions) -> str:
    rule = options.rules.get(finding.rule)
    name = f"[{finding.rule}]({rule.url})" if rule and rule.url else code(finding.rule)
    pointer = f" at {code(words_of(finding.pointer))}" if finding.pointer else ""
    why = f"<br>{rule.why}" if rule and rule.why and finding.severity is Severity.CRITICAL else ""
    head = f"**{finding.severity}**: {message(finding)}{pointer} · {name}{why}"
    return "\n\n".join([head, *_views(finding)])


def _views(finding: Finding) -> Iterator[str]:
    seen = view(finding)
    if seen.pieces:
        yield word_block(seen.pieces)
    if seen.lines:
        signs = {Kind.OLD: "-", Kind.NEW: "+"}
        yield fence("\n".join(f"{signs[kind]} {line}" for kind, line in seen.lines), "diff")


def word_block(pieces: Sequence[Piece]) -> str:
    """Show words in place: struck out what went, underlined what came; long lines are folded."""
    column = 0
    parts: list[str] = []
    for piece in pieces:
        text, column = _flowed(_text(piece), column)
        opening, closing = _TAGS.get(piece.kind, ("", ""))
        parts.append(f"{opening}{pre(text)}{closing}")
    return "<pre>" + _BLANK_LINE.sub("\n ", "".join(parts)) + "</pre>"


def _text(piece: Piece) -> str:
    if piece.kind is Kind.GAP:
        return f" […{len(piece.text):,} characters…] "
    return piece.text if piece.kind is Kind.SAME else line_ends(piece.text)


def _flowed(text: str, column: int) -> tuple[str, int]:
    """Fold at spaces, because `pre` does not; give the column where the text ends."""
    words: list[str] = []
    for number, word in enumerate(text.split(" ")):
        first = word.split("\n", 1)[0]
        if number and column + 1 + len(first) > _WIDTH:
            words.append("\n")
            column = 0
        elif number:
            words.append(" ")
            column += 1
        words.append(word)
        column = len(word) - word.rfind("\n") - 1 if "\n" in word else column + len(word)
    return "".join(words), column
