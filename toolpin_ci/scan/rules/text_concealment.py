"""Text that tells the model to keep something from the user."""

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import phrase_check, phrases
from toolpin_ci.scan.rule import ScanRule
from toolpin_ci.scan.scripts import CONCEALMENT

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
    START QUIETLY ~1 ACT
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
    omit/exclude/leave/remove ~5 from ~2 summary/answer/response/reply/report ~3 you/user/give
    """,
    unless="""
    NEG ~12 without ~3 TELL/NOTIFY/knowledge/asking
    keep ~4 key/keys/token/password/credentials/tokens/passwords
    notify/notifying/alert ~2 when/if/about/on
    """,
)

RULE = ScanRule(
    id="text-concealment",
    title="Conceals something from the user",
    severity=Severity.CRITICAL,
    message="the text tells the model to act without the user's knowledge: {words}",
    why="An honest tool has nothing that the user must not know.",
    aliases=("agent_hidden_behavior",),
    check=phrase_check(_PHRASES, CONCEALMENT),
)
