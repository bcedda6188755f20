"""Text that makes the model carry the conversation or its results somewhere else."""

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.ideas import ideas
from toolpin_ci.scan.phrases import phrase_check, phrases
from toolpin_ci.scan.rule import ScanRule

_PHRASES = phrases(
    """
    START GIVE ~8 to/at/via ~3 SINK
    also/additionally/automatically/always ~2 GIVEN ~3 to ~2 SINK
    is/are/be/gets/being also ~1 GIVEN ~6 to/at/via ~3 SINK/us/our/external/remote/third
    GIVE ~3 WHOLE ~3 LOOSE ~8 INTO ~3 SLOT/SINK/this
    GIVE ~3 WHOLE ~2 system prompt ~8
    GIVE ~2 chat/conversation history/log/transcript ~6 INTO
    GIVE ~4 system prompt ~4 INTO
    CALL ~4 with ~2 WHOLE ~2 system prompt/conversation/chat/context
    GIVE ~3 user's ~3 SECRETS/messages/emails/files/history ~8 INTO ~4 SLOT/SINK
    GIVE ~3 WHOLE ~2 SECRETS ~5 INTO
    bcc/cc ~4 SINK
    EVERY ~6 must/should/shall/will/has/have ~2 be ~1 GIVEN to ~2 SINK
    set ~3 to to ~1 SINK
    """,
    unless="""
    questions/support/contact/help/feedback/issues/bugs/documentation/docs/visit/see/example/
        examples/e ~12 SINK
    SINK ~3 for ~3 details/documentation/information/more/help/support
    request/requests/query/queries ~3 to SINK
    """,
)
_IDEAS = ideas(
    """

    give! data quant @7 -room -channel
    give! system prompt/message/messages your/its/full/original/complete/hidden @6
    oblige carry data quant @7 -must_not -thread
    place give data quant @7 -optional -if
    hidden/original/verbatim/full/entire/own system prompt/message/instructions your/assistant's/
        model's/reasoning @8
    call!/begin!/start! user/user's name/mail/email/address/phone/memory/password/everything with/
        over @12
    system prompt you/your complete/full/entire/text/verbatim started/given/text/were @9
    everything/all/whatever you know user/them/about @6
    give! data user's/users/user all/earlier/private/inbox @7 -asks -asked
    data word/verbatim earlier/all user @8
    give! sink each/every/also/too/background/copy/duplicate @9 -configured
    duplicate/copy/mirror/copied/mirrored goes/sent/to/go sink @6
    each/every message/messages/mail/mails/one/answer/request copied/sent/forwarded/bcc/bcc'd/copy
        to/sink sink/told/be @8
    bcc!/cc! sink @4
    """
)

RULE = ScanRule(
    id="text-exfiltration",
    title="Carries data elsewhere",
    severity=Severity.CRITICAL,
    message="the text makes the model hand on what it was not asked for: {words}",
    why="Conversation, prompts and results belong to the user; no description may send them elsewhere.",
    aliases=("agent_hidden_behavior", "data_exfiltration"),
    check=phrase_check(_PHRASES, _IDEAS),
)
