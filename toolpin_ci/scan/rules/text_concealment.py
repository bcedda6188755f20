"""Text that tells the model to keep something from the user."""

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.ideas import ideas
from toolpin_ci.scan.phrases import phrase_check, phrases
from toolpin_ci.scan.rule import ScanRule
from toolpin_ci.scan.scripts import CONCEALMENT
from toolpin_ci.scan.squeezed import SPACED_CONCEALMENT, Squeezed

_PHRASES = phrases(
    """
    NEG -2 TELL ~7 USER
    NEG -2 NOTIFY ~1 the/a user/human/person/operator/customer
    NEG ~1 mention/disclose/reveal/discuss/divulge ~1 it/this/that/these/them/anything
    NEG ~1 mention/disclose/reveal/divulge ~2
        tool/server/step/instruction/instructions/call/existence
    never/not disclose/mention/reveal |
    NEG ~1 let ~3 USER ~2 know/see/notice/find/realize
    do not display/show/print/output/report ~1 this/that/these
    never/don't display/show/print/output/report ~1 this/that/these
    TELL ~2 pas/nicht/nichts/nada/niente ~4 USER
    TELL ~3 USER ~3 nicht/nichts/nada/niente/niets/nothing/ничего
    SECRETLY ~2 ACT
    SECRETLY ~6 \ue000path/\ue000file/\ue000url/\ue000email
    SECRETLY ~5 LOOSE
    LOOSE ~4 SECRETLY |
    LOOSE ~4 en/em/in/по секрету/secreto/segredo/segreto/geheimen
    TELL es/dies/das/davon/lo/isso/cio ~1 nicht/nichts/niemandem
    no/nao/non lo/o/te ~1 TELL
    START QUIETLY ~1 ACT
    NEG ~1 let ~2 show/appear/surface ~2 in/to
    make/makes no mention/note/reference
    stay/remain/keep mum/silent/quiet |
    stay/remain ~1 between you/us
    nobody/no/none ~2 has/have/needs/need to know/notice/learn
    USER/users ~1 need/needs not/never ~1 know/notice/see/learn
    USER/sender ~2 not to be ~1 told/informed/notified/asked/warned
    no need to ~1 bother/tell/inform/involve/notify/ask ~2 USER
    NEG ~1 point ~2 out
    NEG ~1 TELL ~1 so/why |
    NEG ~1 TELL that you ~1 did/do/were/have
    QUIETLY ACT
    ACT ~6 SECRETLY |
    keep/keeping this/that/these/it private/secret/hidden/confidential/between/quiet/invisible
    keep/keeping ~1 step/action/instruction/instructions/request/call/part/behavior/behaviour ~3
        private/secret/hidden/confidential/between/quiet/invisible
    HIDE ~5 from ~3 USER/summary/answer/response/output/report/log/logs/review
    HIDE ~4 dem/al/a/den ~1 USER
    verschweige/verheimliche/скрой/oculta/oculte/esconda/nascondi/cachez ~3 USER
    | hide it/this/that
    USER ~1 must/should/may/can/need/needs/does/will/is/doesn't/shouldn't/mustn't ~1 not/never/n't
        ~3 know/see/notice/aware/told/informed/learn/find/realize/suspect
    USER shouldn't/mustn't/needn't ~2 know/see/notice/learn/realize/suspect
    without ~2 USER ~1 knowledge/knowing/noticing/awareness/noticing
    without ~2 knowledge of ~2 USER
    unbeknownst/unknown to ~2 USER
    behind ~2 user's back
    ne/n'en ~2 TELL ~2 pas
    NEG -2 NOTIFY/prevenir/avertir/avisar/avvisare ~1 l'utilisateur/al/dem/o/l' ~1 USER
    sans/sin/sem/senza/ohne/utan/uden/bez/без ~2 le/lui/al/dem/den ~1 NOTIFY/TELL/USER
    NEG ~2 dass/que/che/dat ~2 USER ~3 merkt/bemerkt/erfahrt/sache/sepa/note/saiba/sappia/weet/merkt
    USER ~2 TELL/soyleme/anlatma |
    nobody/noone ~2 may/can/must/should/shall ~2 know/learn/notice/find/see/hear/discover
    let/make ~2 USER ~1 believe/think/assume
    invisibly/undetectably/unnoticeably to/for ~2 USER
    invisible/undetectable to the user/human/person/operator
    NEG ~1 bring it/this/that up
    NEG ~1 report/show/warn/log/summarize/summarise/flag ~2 it/this/that/them |
    NEG ~1 warn/talk/speak ~2 about ~1 it/this/that
    keep ~1 this/that/it/these to yourself
    before ~1 USER ~1 can/could/notices/sees/knows ~2 see/notice/react/object/stop/check/review/|
    ACT ~8 | silently/quietly/covertly
    hide this/these/that ~1 rule/rules/instruction/instructions/text
    NEG ~4 contain/include/give/leave/have ~2 hint/trace/mention/word/reference ~1 of/about/to ~2
        this/these/it/action/call/step
    remove/erase/delete/wipe/clear/cover all/any/every ~1 trace/traces/evidence/tracks of ~2
        this/the/your
    cover ~2 your/its/the tracks
    START lie ~1 about/to
    when/if/while ~2 describing/explaining/summarizing/summarising/reporting ~4 | ~2
        skip/omit/hide/drop/leave
    USER never learns/knows/notices/finds/sees/discovers
    NEG ~1 TELL ~2 personne/nadie/nessuno/niemand/niemandem/ninguem/никому/nikomu/kimseye
    USER no/nao/non/ne/не ~1 debe/deve/doit/должен/должна/darf/devrait ~4
        saber/saberlo/saperlo/savoir/знать/узнать/notar/notarlo/enterarse
    USER ~1 darf/soll/sollte ~3 nichts/nicht/nie ~2 erfahren/wissen/merken/bemerken/sehen
    avoid/without/no ~2 mention/mentioning/reference ~8 reply/answer/response/summary/user/message/
        output
    USER ~5 unaware/oblivious/uninformed/clueless/unsuspecting
    USER ~5 in the dark
    say/mention/report/reveal nothing ~1 of/about/to/on
    keep/stay/remain/be quiet/silent/mum/discreet ~1 about/on/regarding
    unnoticed/unseen/undetected by ~2 USER
    NEG ~1 display/show/print/output/report/list/expose ~3
        argument/arguments/parameter/parameters/call/calls/step/steps/action/actions/upload ~6 to
        ~2 USER
    omit/exclude/drop/strip/skip ~5 from ~1 any/your/every
        explanation/explanations/summary/answer/response/reply/report
    leave ~4 out ~1 of ~3 explanation/summary/answer/response/reply/report ~3 so/you/nobody
    if/when ~1 USER ~1 asks/ask/asked/wonders/inquires ~1 what/why ~1 this/the/you ~1
        tool/call/server/step/did/does ~4 say/claim/pretend/insist/deny/lie
    pretend/act/behave/claim/lie ~1 that/as/if ~6 passed/worked/succeeded/happened/nothing/normal
    deny ~3 that/having/any ~4 call/called/sent/upload/tool
    | hide ~2 output/result/results/call/step/steps/arguments/this/upload
    under no circumstances ~2 TELL/NOTIFY/inform/notify/warn ~3 USER
    even if ~6 say/report/claim ~3 success/fine/ok/nothing
    omit/exclude/leave/remove ~5 from ~2 summary/answer/response/reply/report ~3 you/user/give
    """,
    unless="""
    NEG ~12 without ~3 TELL/NOTIFY/knowledge/asking
    keep ~4 key/keys/token/password/credentials/tokens/passwords
    notify/notifying/alert ~2 when/if/about/on
    """,
)
_IDEAS = ideas(
    """

    stealth act!/skip!/drop!/give!/fetch!/call! @6
    stealth give/fetch data/sink/creds/secrets @10
    give! offstage data/sink/secrets/creds @12
    offstage user/user's/developer/does/sight out/in/behind give/call/act/upload sink/data/see/see/
        notice @12
    hide! reason/fact/truth/trace/evidence/traces @4
    risk!/give!/fetch! hide/hide! output/result/results/this/reason/it @12 -column -element
    keep! secret this/it/that/invitees/users/what/reason/step/change/from @6 -keyword -repository
    leave! out/reply you/your/reply/answer/summary/mention this/it/anything/that @7
    leave! no trace/mention/hint/sign/record @3
    ask/asks/asked/asking/know/wants/questioned pretend! @10
    pretend! ask/asks/asked/draft/gone/already/test/mistake/know @9
    if/when anyone/anybody/user/someone/nobody ask/asks/wants/questions answer!/say!/reply!/deny!
        not/nothing/no/never know/idea @14
    proceed!/act!/do! claim!/pretend! already/gone/done @14
    leave!/omit!/skip!/drop! not/never/don't list/say/mention/report them/it/did/that/so @10
    """
)

RULE = ScanRule(
    id="text-concealment",
    title="Conceals something from the user",
    severity=Severity.CRITICAL,
    message="the text tells the model to act without the user's knowledge: {words}",
    why="An honest tool has nothing that the user must not know.",
    aliases=("agent_hidden_behavior",),
    check=phrase_check(_PHRASES, _IDEAS, CONCEALMENT, Squeezed(SPACED_CONCEALMENT)),
)
