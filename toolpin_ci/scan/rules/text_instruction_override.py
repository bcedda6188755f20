"""Text that tells the model to drop the instructions it has."""

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.ideas import ideas
from toolpin_ci.scan.phrases import phrase_check, phrases
from toolpin_ci.scan.rule import ScanRule
from toolpin_ci.scan.scripts import OVERRIDE
from toolpin_ci.scan.squeezed import SPACED_OVERRIDE, Squeezed

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
    SAFETY ~1 CHECKS ~1 are/is ~1 void/suspended/revoked/lifted/disabled ~2 for ~2 session/
        conversation/you
    approve/accept/authorize/confirm ~2 all/every/any ~3
        request/requests/call/calls/action/actions/changes/pull
    tool/action/call/request is pre approved
    your/original/previous/prior/earlier/initial ~2 RULES ~3 not/longer ~1 apply/count/matter/bind/hold
    system/developer message/prompt/instruction/instructions ~1 is/are/was ~1 VOID
    you ~2 told/asked/taught/instructed ~8 no/any/not longer/more
    abandon/drop/stop/leave/halt/quit ~1 current/present/your/the task/job/work/goal/mission ~2
        at/and/of/|/you
    your ~2 RULES ~2 are/is/were ~1 off/switched/disabled/lifted/suspended/turned/fake
    may/can/must/should/to break/violate/breach/disobey/defy ~2 your ~2 RULES
    consent/approval/permission ~2 as ~1 given/granted/implied
    user's/users consent/approval/permission is/was ~1 implied/assumed/given/unnecessary
    your ~1 only/new/sole/true/real/main/primary ~1 goal/purpose/mission/objective/duty
    replace/overwrite/change/update/rewrite/swap ~1 your ~1 system/initial/own ~1 RULES
    RULES above/before/earlier ~1 are/is/were ~1 fake/BAD/VOID
    message/note/notice/order/command/instruction ~1 from ~2 system/your ~1
        administrator/admin/developer/developers/operator/creator/creators
    START execute/run/proceed/act/comply/obey without ~1
        verification/confirmation/asking/checking/review/approval/hesitation/question/questions
    refuse/decline/reject ~2 whatever/everything/what ~2 USER
    NEG ~2 FOLLOW ~4 RULES
    follow/obey/execute/do ~1 them/it/those/these ~2 without ~1
        asking/question/questions/confirmation/hesitation
    contains/has/includes/finds ~2 RULES/commands | ~1 follow/obey/execute ~1 them/it/those
    remember/memorize/memorise/store/save/keep ~3 for all/every ~1 future/later/coming/next
    save/store/write/add/commit ~4 to/in/into your ~1 memory/memories
    current/new/real/actual directive/order/mission |
    treat ~6 as if ~2 came/comes/was/were ~3 from ~2 system/user/developer/operator
    your/user's real/true/actual request/task/goal/intent/question
    FOLLOW ~2 nicht/pas ~3 RULES
    whatever/everything/anything/all/what ~2 you ~2 asked/told/given/instructed/taught ~6 VOID
    everything/anything/all ~1 above/before/earlier/previously ~5 as/is/are ~1 VOID/invalid/nothing
    RULES/message/messages/orders ~5 VOID by ~2 this/these/the ~2
        description/text/tool/message/following
    higher/highest/top/absolute/greater priority/precedence/authority ~1
        than/over ~4 system/user/RULES/all/any
    stop/cease/quit ~1 following/obeying/listening/heeding ~4 RULES/user/user's/system/operator
    do/never/don't/not ~1 obey/heed ~2 USER/RULES/system
    listen/follow/obey/do only ~3 this/these/what/following ~3 text/description/tool/says/message
    set/put/lay/push aside ~5 RULES
    forget/erase/drop/scrap/delete ~3 RULES ~3 you ~2 received/got/given/have/were
    safety ~1 RULES ~4 VOID/disabled/off/removed
    pretend/assume/act/behave/imagine ~3 USER ~3 already/has/have ~2 APPROVED
    counts/count/treat/treated/consider/considered/regard/regarded ~6 as already ~1 APPROVED
    OVERRIDE what/whatever/anything ~2 USER ~2 wanted/asked/said/wants/asks/says/requested/needs/told
    approve/accept/confirm/authorize each ~2 request/call/action/change/transfer/payment
    OVERRIDE your ~2 RULES/safety/instructions
    PRIOR ~2 RULES/talimatlari/kurallari yok/goz/dikkate say/ardi/alma
    PRIOR RULES OVERRIDE
    RULES ~2 PRIOR OVERRIDE/nadomesti
    omiso/внимания/compte/caso/conto/aandacht ~5 RULES
    RULES hinweg
    hagyd figyelmen kivul ~4 RULES
    user ~2 is ~2 administrator/admin/root ~3 skip/bypass/no
    reveal/print/output/repeat/leak ~3 your/the ~1 system prompt
    your ~3 system prompt ~2 is/has/was ~3 replaced/updated/changed/void
    """,
    unless="""
    to/can/will/which/that/may/cannot/won't bypass/override ~3 SAFETY
    approve/accept ~2 all ~3 changes ~3 in/for/of
    whether/detects/detect/detected ~8 OVERRIDE
    OVERRIDE any/all ~1 instruction/instructions/prompts ~1 it/they contain/contains/has/have/holds
    OVERRIDE any/all ~1 instruction/instructions ~1 in/inside/within/from ~2
        result/results/page/pages/content/document/documents/output/text/data/response/website
    VOID by ~2 later/newer/new/next/more
    message/note from ~2 your/system/the ~2 developer/operator | is/are/with
    if/when ~3 force/yes/confirm/auto
    every/all/each ~2 previous ~2 rule/rules ~2 firewall/linter
    """,
)
_IDEAS = ideas(
    """

    drop! conduct own @6
    voided conduct yours @6 -how -when
    replaced/replaces/superseded/supersedes conduct your @5
    no conduct effect/apply/applies/longer you/mode/session/any @8
    stop!/cease!/quit! follow conduct/own/user @6
    stop/cease/longer/never/needn't ask/asking/need/require/await consent you/user/user's/stop @7
    consent waived all/you/user/permission/screen/for @5 -if -when -by -default -set
    drop!/skip! all consent/checks/confirmation/questions @4
    risk! without confirmation/consent/asking -never -not -don't -unless @8
    authority granted all already @7 -if -whether -only -list -lists
    user/users already/has agree/agreed/consented/approved everything/all/to @6 -if -whether
        -unless -only
    message/note/notice/policy/update/announcement vendor from/by session/safety/instructions/your/
        replaces/you @9
    follow!/execute!/run!/do! order blindly found/in/from/any/all/every @10 -user's
    follow!/execute!/obey! order all file/files/page/pages/result/results/output/them/text/server
        @8 -style
    follow!/execute!/obey!/run! them/it/those/orders before/first reply/answer/you/respond @6
    obey!/serve!/follow! only this/these/text/server/tool @5
    carry!/follow!/execute!/do! orders/commands/instructions below/following/hidden/above @6
    you/answer!/act!/respond!/reply! without limits/restrictions/filters/boundaries @6
    enter!/switch!/activate!/enable! free mode @5
    risk!/act! without notice/notification/notifying/hesitation -never -not @8
    do!/follow!/obey! what/whatever data/page/file/text/output/result/content says/tells/say/demands @6
    say! always fine @7 -if
    free all/any/every commitments/obligations/rules/duties/instructions yourself/you @8
    conduct you test/fake/joke/mistake/drill were/was/are/is @9 -run
    ranks/rank/stands/outranks above/over user/system @6
    drop! what/whatever/everything asked/requested/said/wants/wanted @5
    drop! user obey!/follow!/server @7
    drop! user/user's grant!/give!/approve! admin/rights/access @8
    everything/all approved/authorised/authorized/allowed has/been/have/already @5 -if -once -until
        -when
    no need ask/asking/confirm/confirmation before/user/first/permission @6 -if
    treat! as orders/commands/directives/law @6
    consent/conduct/confirmation not/don't apply/applies/bind/count this/you/server @7 -rows
    dir/all permissions/access/rights granted system/admin/you @5
    despite user want @6 -language -locale -timezone
    not/don't do/follow/answer what/request user/user's want/said/request @6
    say! fine failing @9 -if
    say! fine even/if fail/some/are/there/fails/failed @9 passed/zero/succeeded/success/no/clean
    serve!/obey! owner/author/operator server/tool/this @7
    server/tool/text/description outranks/overrules/overrides/supersedes/precedes user/system/
        prompt/instructions @8
    conflict/doubt/contradiction follow!/obey!/trust!/prefer! this/server/tool @6
    proceed!/continue!/act! even user/refuses/no @6
    disable!/drop!/off all/every guardrails/safety/filter/filters/protections/safeguards/checks @5
        -test -tests
    off/disable!/remove! content/safety filter/filters/guardrails/checks @4
    allow!/grant!/approve!/confirm! all/every/any tools/requests/request/calls/actions/everything/
        access @3 -user -users
    grant! admin/root/full rights/access/privileges user/and @7
    trust! only this/server/one @5
    """
)

RULE = ScanRule(
    id="text-instruction-override",
    title="Overrides instructions",
    severity=Severity.CRITICAL,
    message="the text tells the model to drop its instructions: {words}",
    why="A tool describes what it does; it has no business with the instructions that the model already has.",
    aliases=("agent_instruction_override",),
    check=phrase_check(_PHRASES, _IDEAS, OVERRIDE, Squeezed(SPACED_OVERRIDE)),
)
