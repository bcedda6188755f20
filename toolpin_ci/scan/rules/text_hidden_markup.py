"""Markup that a viewer does not show, or that calls home when it is shown."""

import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject

_CODE = re.compile(r"`[^`\n]{1,200}`")
_HIDDEN = re.compile(
    r"<!--(?=(?:[^\w<>]{0,9}\b\w+\b){3})[^>]{0,400}"
    r"|(?:^|\n)\s{0,3}\[[^\]\n]{1,40}\]:\s{0,3}(?:#|<>)\s{0,3}[(\"'][^\n]{1,300}"
    r"|<[a-z]{1,10}\b[^<>]{0,200}(?:display\s?:\s?none|visibility\s?:\s?hidden|opacity\s?:\s?0\b|font-size\s?:\s?0"
    r"|color\s?:\s?(?:white|transparent|#fff)|\shidden\b|aria-hidden)[^<>]{0,200}>"
    r"|!\[[^\]\n]{0,200}\]\(\s?https?://[^)\s]{1,300}[?{$][^)\n]{0,300}\)"
    r"|<img\b[^<>]{0,200}src\s?=\s?[\"']?https?://[^<>]{0,300}[?{$]"
    r"|<(?:script|iframe|object|embed|svg|style|form|meta|link)\b[^<>]{0,200}(?:>|$)"
    r"|\[\s?(https?://([\w.-]{1,100}))[^\]\n]{0,200}\]\(\s?https?://(?!\2)[^)\s]{1,300}\)",
    re.IGNORECASE,
)


def _check(subject: Subject) -> Iterator[Hit]:
    if "<" not in subject.joined and "[" not in subject.joined:
        return
    for text in subject.texts:
        found = _HIDDEN.search(_CODE.sub(" ", text.value)) if "<" in text.value or "[" in text.value else None
        if found is not None:
            yield Hit(text=text, args={"words": quoted(" ".join(found[0].split()))})


RULE = ScanRule(
    id="text-hidden-markup",
    title="Markup that is not shown",
    severity=Severity.CRITICAL,
    message="the text has markup that a viewer hides or that loads from elsewhere: {words}",
    why="Comments reach the model and not the reader; an image with a query carries data out.",
    aliases=("hidden_markup", "remote_image"),
    check=_check,
)
