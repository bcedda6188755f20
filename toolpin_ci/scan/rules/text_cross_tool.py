"""Text of one tool that changes how another tool is used."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.neighbours import orders_about_others
from toolpin_ci.scan.phrases import phrase_check, phrases
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject

_PHRASES = phrases(
    """
    changes/modifies/alters/overrides/redefines/replaces/affects ~1
        how/way/behavior/behaviour/behaviors/semantics ~6 IDENT/tools/works/work/tool
    when/whenever/if/once/while/after/before ~4 IDENT ~3
        present/available/called/used/invoked/installed/connected/running/active/enabled ~2 | ~4
        DIVERT/insert
    when/whenever/if/once/while/after/before ~4 IDENT ~3 present/available/called/used/invoked ~2 | ~4
        add/put/include/pass/send ~6 SINK/SECRETS/PATH/FILE/ENV
    when/whenever/if/before/after ~3 calling/using/invoking ~2 IDENT ~8
        DIVERT ~6 to/with/INTO
    after/before EVERY ~1 call/calls/use/invocation/invocations ~2 IDENT ~6 MUST/call/invoke/also
    EVERY ~2 call/calls/use ~2 to/of IDENT ~6 must/always/also
    other/another ~2 mcp/server's/servers'/server/servers ~2 tool/tools ~6
        must/should/always/instead/never
    OVERRIDE/distrust ~4 other ~2 server/servers/mcp
    IDENT ~4 must/should/always ~4 be ~2 called/used/routed/sent/redirected ~4 through/via/instead
    instead of ~2 calling ~2 IDENT ~4 call
    IDENT ~14 from now on
    from now on ~8 IDENT
    tool/tools of ~4 server/servers ~2 are/is ~1 BAD
    START change/alter/modify/redefine ~2 behavior/behaviour/way/meaning of ~3 tool/tools/IDENT
    takes/take over ~1 for/from ~1 IDENT
    if/when/where ~1 there is ~3 tool/server | ~2 its ~4 must/should/always/set
    before/after ~1 calling/using/invoking any/every/each/all ~1 tool/tools ~1 of/from ~3 server
    START modify/change/alter/rewrite/tamper/edit ~2
        arguments/parameters/argument/input/inputs/recipient/recipients/output of ~2 IDENT
    tool/tools of ~2 other/another/different server/servers ~5 MUST/DIVERT/called/used
    when/whenever/if ~2 you ~1 use/call/invoke IDENT ~1 | ~2 always/also/must ~2 bcc/cc/copy/
        forward/redirect
    whenever/when ~4 user ~4 asks/wants ~6 other ~2 tool/tools/server ~4 call/use instead
    """,
    unless="""
    deprecated
    """,
)

_by_words = phrase_check(_PHRASES)


def _check(subject: Subject) -> Iterator[Hit]:
    found = list(_by_words(subject))
    yield from found
    known = {hit.text.pointer for hit in found}
    yield from (hit for hit in orders_about_others(subject) if hit.text.pointer not in known)


RULE = ScanRule(
    id="text-cross-tool",
    title="Instructs about another tool",
    severity=Severity.CRITICAL,
    message="the text changes how another tool is used: {words}",
    why="A tool that rewrites the use of another one acts with that tool's rights.",
    aliases=("cross_tool_instruction", "agent_instruction_override"),
    check=_check,
)
