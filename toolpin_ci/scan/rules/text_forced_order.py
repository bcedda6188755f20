"""Text that makes the model call a tool whatever the user asked for."""

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import phrase_check, phrases
from toolpin_ci.scan.rule import ScanRule

_PHRASES = phrases(
    """
    MUST ~4 CALL ~8 before ~2 EVERY ~2
        tool/tools/other/action/actions/request/response/reply/answer/function
    MUST ~4 CALL ~5 first | before ~3 EVERY
    before ~3 EVERY other ~1 tool/tools ~6 MUST ~3 CALL
    before EVERY ~2 tool/tools/response/answer/message/request ~4 MUST/you/please ~3 CALL
    EVERY ~1 TURN ~4 MUST/you ~3 CALL
    MUST ~3 CALL ~10 EVERY ~1
        turn/turns/message/messages/conversation/response/reply/interaction/prompt
    CALL ~3 tool/server/IDENT ~6 on/at/in/for/with/after/before EVERY ~1
        turn/message/response/reply/prompt/interaction
    you must ~1 CALL ~8 before ~2 ANSWERING
    MUST ~2 call/invoke ~6 before ~1 answering/responding/replying ~2 USER/|
    MUST ~6 CALL ~12 regardless ~3 what/of ~5 user/asked/request/task
    no matter what ~3 user ~8 CALL/ACT
    CALL ~4 no matter what ~3 user
    whatever ~2 user ~6 MUST/first ~4 CALL
    start/beginning of ~1 every/each ~1 TURN ~6 CALL
    ROLE | ~2 MUST ~2 CALL
    | ROLE | ~3 also ~2 CALL
    after EVERY ~3 call/calls/tool/use ~6 MUST/you ~3 CALL
    """,
    unless="""
    unless ~8 user/already
    if ~4 not/no ~6 CALL
    """,
)

RULE = ScanRule(
    id="text-forced-order",
    title="Forces itself into every turn",
    severity=Severity.RISKY,
    message="the text makes the model call a tool whatever the user asked: {words}",
    why="A tool that runs on every turn sees everything and can act when nobody asked it to.",
    aliases=("agent_forced_tool_order",),
    check=phrase_check(_PHRASES),
)
