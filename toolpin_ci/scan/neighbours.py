"""Finds sentences that give orders about another tool, of this server or of another one."""

import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Area
from toolpin_ci.scan.ideas import ideas
from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.rule import Hit
from toolpin_ci.scan.texts import Subject
from toolpin_ci.scan.tokens import Sentence
from toolpin_ci.scan.words import word_set

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+")
"""Names that are no ordinary word: `search` alone says nothing about another server."""
_CALLED = re.compile(
    r"\b(?:when|whenever|if|once|before|after|following|with|to|of|on|any|every|each) ([a-z]\w{2,30})"
    r"(?= (?:is|are|was|runs|you|must|should|results|has|call|posts|sends)\b|[,:])"
    r"|\b([a-z]\w{2,30})(?= (?:must|should|has to|results|calls|is|are|needs)\b)",
    re.IGNORECASE,
)
"""An ordinary word that is used as the name of a tool."""
_FOREIGN = re.compile(
    r"\b(?:the|your|any|through|of)\s(?!(?:this|other|same|new|given|next|right|first|following|mcp|remote|local|language|"
    r"web|main|build|test|search|default|current|admin)\b)([a-z][\w-]{2,30})(?:'s)?\s(?:mcp\s)?(?:server|tool|connector|plugin|integration)\b",
    re.IGNORECASE,
)
_ORDERS = word_set(
    """
    must always never instead whenever set replace redirect append forward required only change modify
    override
    """
)
_DIVERTED = ideas(
    """
    event change!/replace!/redirect!/rewrite!/swap!/round!/substitute!/reroute!/bcc!/cc!/tamper!/
        modify! @16 -error
    event set!/add!/append!/insert!/send!/include!/run!/deploy!/run/use! aim @16 -id -ids
    event must/always/should run!/deploy!/call!/use!/run force/skip/secrets/admin/aim @16
    call/calls must/should/always use!/have!/carry!/set! instead/aim/root/account @10
    duty given/routed/handed/sorted/sent/redirected/run/copied aim/now/instead/before/copy/so @12
        -first -id -cursor
    written/sent/made/created get/gets/receive sink/copy @12
    shall/must/should carry/have/get sink/bcc @10
    not/don't/never call/use bad/manipulated/wrong call!/use! instead/this @14
    always/must called/used/run instead/with requested/number/asked/user @12
    from now on @3
    bad use!/route!/call!/trust!/pick! this/everything/all/only @16 -if -when
    bad use!/route!/instead argument/output/path/this @16 -if -when
    not/don't/never/stop use/call/using any more/everything/instead/compromised @12
    deprecated/voided administrator/admin/operator/policy route!/use!/all @14
    """
)


def orders_about_others(subject: Subject) -> Iterator[Hit]:
    """Give a hit for every text that tells how another tool has to be used."""
    if subject.area is Area.SERVER:
        return
    for prose in subject.prose:
        order = next((one for one in prose.sentences if _orders(subject, one)), None)
        if order is not None:
            yield Hit(text=prose.text, args={"words": quoted(order.shown)})


def _orders(subject: Subject, sentence: Sentence) -> bool:
    named = set(_NAME.findall(sentence.text)) - {subject.key}
    if named & subject.others and not _ORDERS.isdisjoint(sentence.rough):
        return True
    if not _DIVERTED.may_be_said(sentence):
        return False
    return bool(named & subject.siblings or _is_about_a_neighbour(subject, sentence)) and _DIVERTED.is_said(
        sentence
    )


def _is_about_a_neighbour(subject: Subject, sentence: Sentence) -> bool:
    called = {word for found in _CALLED.findall(sentence.text) for word in found}
    if called & (subject.siblings - {subject.key}):
        return True
    found = _FOREIGN.search(sentence.text)
    return found is not None and found[1].lower() not in subject.key.lower()
