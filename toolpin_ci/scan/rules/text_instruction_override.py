"""Text that tells the model to drop the instructions it has."""

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import phrase_check, phrases
from toolpin_ci.scan.rule import ScanRule
from toolpin_ci.scan.scripts import OVERRIDE

_PHRASES = phrases(
    """
    OVERRIDE ~3 PRIOR ~3 RULES
    OVERRIDE ~4 RULES ~3 above/before/earlier/previous/previously/given/received/got/PRIOR
    OVERRIDE ~4 RULES ~2 precedentes/precedenti/anteriores/previas/anterieures/precedente/sebelumnya
    OVERRIDE ~3 SAFETY ~1 CHECKS
    OVERRIDE ~2 user/user's/users ~2
        request/requests/instructions/question/wishes/other/message/preferences
    not/stop/don't ~1 follow/following/obey/obeying ~3 PRIOR ~3 RULES
    | new/updated/revised ~1 instruction/instructions/directive/directives |
    new/real/actual/true instructions/task/role/objective/goal is/are/|
    you are now ~5 FREE
    you are ~2 FREE ~1 agent/assistant/model/ai/mode
    you ~4 no/without/any restrictions/limits/limitations/rules/filters
    you ~3 granted/have ~2 FREE ~2 mode/access/rights/privileges/permissions
    god/dan/jailbreak mode ~3 enabled/activated/on/engaged
    you are now in ~1 developer/god/dan/debug/admin/jailbreak/sudo/maintenance/unrestricted mode
    enter/enable/activate ~2 developer/god/dan/jailbreak/admin mode
    you must/shall/will/should ~2 comply/obey ~8
        instruction/instructions/command/commands/order/orders
    follow/obey/execute ~3 every/all/any ~2 instruction/instructions/command/commands ~3
        found/in/from ~3 result/results/output/response
    treat ~6 as ~3 system/trusted/developer ~2 instruction/instructions/prompt/message/command
    act as ~3 FREE
    pretend ~3 you ~3 FREE/restrictions
    | ROLE | ~4 OVERRIDE/approve/obey/comply
    takes/take/has/have precedence/priority over ~3 PRIOR/USER ~2 RULES/system/user
    no longer ~2 bound/apply/restricted/valid ~4 RULES/you/|
    RULES ~4 no longer apply/valid/binding
    PRIOR ~1 RULES ~1 are/is ~1 void/suspended/revoked/cancelled/canceled/superseded/obsolete/null
    SAFETY ~1 CHECKS ~1 are/is ~1 void/suspended/revoked/lifted/disabled ~2 for ~2 session/conversation/you
    approve/accept/authorize/confirm ~2 all/every/any ~3
        request/requests/call/calls/action/actions/changes/pull
    tool/action/call/request is pre approved
    reveal/print/output/repeat/leak ~3 your/the ~1 system prompt
    your ~3 system prompt ~2 is/has/was ~3 replaced/updated/changed/void
    """,
    unless="""
    to/can/will/which/that/may/cannot/won't bypass/override ~3 SAFETY
    approve/accept ~2 all ~3 changes ~3 in/for/of
    """,
)

RULE = ScanRule(
    id="text-instruction-override",
    title="Overrides instructions",
    severity=Severity.CRITICAL,
    message="the text tells the model to drop its instructions: {words}",
    why="A tool describes what it does; it has no business with the instructions that the model already has.",
    aliases=("agent_instruction_override",),
    check=phrase_check(_PHRASES, OVERRIDE),
)
