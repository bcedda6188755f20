"""Finds sentences that give orders about a tool of another server."""

import re
from collections.abc import Iterator

from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.rule import Hit
from toolpin_ci.scan.texts import Subject
from toolpin_ci.scan.words import word_set

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+")
"""Names that are no ordinary word: `search` alone says nothing about another server."""
_ORDERS = word_set(
    """
    must always never instead whenever set replace redirect append forward required only change modify
    override
    """
)


def orders_about_others(subject: Subject) -> Iterator[Hit]:
    """Give a hit for every text that tells how another server's tool has to be used."""
    if not subject.others:
        return
    for prose in subject.prose:
        named = subject.others.intersection(_NAME.findall(prose.text.value)) - {subject.key}
        if named:
            told = [one for one in prose.sentences if any(name in one.text for name in named)]
            order = next((one for one in told if not _ORDERS.isdisjoint(one.rough)), None)
            if order is not None:
                yield Hit(text=prose.text, args={"words": quoted(order.shown)})
