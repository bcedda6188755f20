"""Text that makes the model call a tool whatever the user asked for."""

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.ideas import ideas
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
    START CALL ~2 me/it/this/tool/IDENT ~4 start/beginning/end/outset of ~1 every/each ~2 TURN
    no other ~1 tool/tools/function/functions ~2 may/can/must/should/shall ~3
        CALL/run/start/work/proceed ~4 until/before/unless
    until ~3 tool/one/this ~2 has/been/is ~2 called/run/executed | ~3 no/other
    after/before every/each ~1 message/turn/reply/response/prompt ~5 CALL ~2 this/it/tool/IDENT
    mandatory/required/obligatory/compulsory/necessary to CALL ~4 prior/before/ahead ~2 EVERY ~1
        other/tool/tools/answer/response/reply
    EVERY ~1 single ~1 TURN must/has/have/shall/should ~2 go/pass/run/be ~2 through/via/by
    EVERY ~1 request/requests/message/messages must/has/have/shall ~2 go/pass/run/routed ~2 through/via
    CALL ~4 after/before EVERY ~4 tool/function ~1 call/calls/use/invocation
    must/required/has/should/shall ~2 CALL ~3 before ~1 it/you ~1
        read/reads/think/thinks/answer/answers/respond/see/sees ~4 message/user/user's/answer/anything
    when/whenever/EVERY ~1 any/other/another tool/tools/function ~6 used/called/invoked/runs ~3 CALL
    START CALL ~2 before/after/with every/each ~1 answer/reply/response/message/turn
    CALL ~10 no matter/regardless/irrespective/independent ~5 asked/asks/request/requested/task/
        question/wants
    CALL ~8 whatever ~1 task/request/question/user
    CALL ~4 before/ahead ~1 anything/everything else
    failure to CALL ~3 first/before ~8 error/errors/failure/loss/corruption
    NEG ~1 answer/respond/reply/speak ~4 until/before ~4 called/CALL
    CALL ~4 even when/if ~3 irrelevant/unnecessary/unrelated/unneeded
    EVERY ~1 TURN ~4 has/must/should/have ~2 be ~1 preceded/followed/accompanied/started by ~2
        call/tool/CALL
    prior/before ~2 using/calling/invoking other/another/any/every ~2 tool/tools ~6
        obliged/must/required/forced ~3 CALL/this
    START CALL ~2 with/for/on all/every/any ~1 request/requests/TURN ~3 whether/regardless/even
    without being asked ~6 CALL
    CALL ~12 without being asked
    """,
    unless="""
    before ~5 TOOL ~1 works/work/can/will/return/returns
    unless ~8 user/already
    if ~4 not/no ~6 CALL
    """,
)
_IDEAS = ideas(
    """

    call! ahead each turns @9 -game -plan -of
    call! each turns even/always/regardless/nobody/mandatory/you/must/assistant/agent/model @12
        -game -plan
    call this/tool/it/me before/ahead/prior/first anything/everything else @9
    call! before/ahead/prior anything/everything else/do @8
    call! ahead each/other/any tool/tools/function other/every/regardless/matter @10 -need -needs
        -works -work -return
    call! no/regardless/irrespective/even matter/what/nobody/asked/requested asked/requested/
        request/asks/want/wants @12
    must/has/have first call/tool/action any/each/every turns @10 -if
    ahead each answer/reply/response/message/answers/replies give!/call!/pass! @8
    call! \ue000ident immediately/away/instantly must/you/without @8 -if
    agent oblige call each/answers/ahead @12 -if
    agent call! stealth/also/always/too @8
    receive/see/get call! immediately/once/instantly without/confirmation/\ue000ident @10
    begin!/start!/open! each session/chat/conversation/reply/answer call/calling/\ue000ident @9 -browser
    call! \ue000ident after/then/also quiet/silent/this keep/and/every @9 -status
    each/every/new chat/conversation/session call! first/user's/with @9
    """
)

RULE = ScanRule(
    id="text-forced-order",
    title="Forces itself into every turn",
    severity=Severity.RISKY,
    message="the text makes the model call a tool whatever the user asked: {words}",
    why="A tool that runs on every turn sees everything and can act when nobody asked it to.",
    aliases=("agent_forced_tool_order",),
    check=phrase_check(_PHRASES, _IDEAS),
)
