"""Text that talks the model out of using anything else."""

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.ideas import ideas
from toolpin_ci.scan.phrases import phrase_check, phrases
from toolpin_ci.scan.rule import ScanRule

_PHRASES = phrases(
    """
    prefer/use/choose/select/pick/favor/favour ~4 over/instead/rather ~2 all/any/every ~3
        TOOL/alternatives/options/others
    other/competing/alternative/all ~4 TOOL ~3 are/is ~3 BAD
    other/competing/alternative ~3 TOOL | which are ~1 BAD
    never/not/don't ~1 use/call/trust/choose/select ~2 other/another/competing/alternative ~2 TOOL
    always prefer/choose/select/pick ~1 this ~1 TOOL
    only ~1 trusted/official/approved/safe/authorized/legitimate ~2 TOOL
    all ~2 their ~1 results/answers/outputs ~1 are ~1 BAD
    best/fastest/safest ~8 TOOL ~2 prefer/always/choose ~6 other/all/any
    replaces/supersedes all ~2 other ~2 TOOL
    use/select/choose/pick/call ~3 even if/when/though ~4 other/another/better/different
    never/not/don't ~1 use/call/trust/choose/select/pick ~2 different ~2 TOOL
    trust only ~1 this
    only trust this
    other/competing/alternative/all ~3 TOOL ~1 return/returns/give/gives/produce/deliver ~2 BAD
    superior/preferable/better to/than ~1 every/any/all ~2 alternative/alternatives/other/tool/tools
    OVERRIDE other ~2 tool/tools ~4 BAD/slow
    must not/never ~1 be ~1 used ~3 other ~1 TOOL
    """,
)
_IDEAS = ideas(
    """

    pick! always/must/only/every/everything/first this/it/tool alternative/alternatives/other/
        others/competing/similar/case/everything @14 -if -when -files
    other/others/alternative/alternatives/competing/similar/every othertools bad @8 -if
    other/others/similar/competing/alternative othertools shun! @9
    other/others/similar/competing/alternative othertools shun agent/you/leak/leaks/they/wrong @12
    no/never/not pick/call other/another/any othertools server/servers/provider/vendors @8 -until
        -before -without
    best pick/must/always/should other/others/every/any/competing/alternative tool/tools/case/it/
        this @16 -if
    no/never/not pick other/another othertools this/than/one @9 -if
    user asks/wants/names/ask other/another server/tool use!/pick! this/one/own @14
    oblige pick/selected/chosen over/instead/rather other/others/any/every/all @10 -if
    instead any/every/all/competing/other tool/tools/server pick!/should/always @8
    tool/tools bad use!/pick!/trust! this/everything/\ue000ident/only @12
    only trustworthy/trusted/safe/legitimate tool/server/one @5
    """
)

RULE = ScanRule(
    id="text-preference",
    title="Talks down other tools",
    severity=Severity.RISKY,
    message="the text steers the model away from everything else: {words}",
    why="Which tool fits is for the user to choose; praise of itself wins calls that belong elsewhere.",
    aliases=("preference_manipulation",),
    check=phrase_check(_PHRASES, _IDEAS),
)
