"""Classes of words for what a sentence is about, whatever the order of its words."""

from toolpin_ci.scan.inflection import forms, order_forms
from toolpin_ci.scan.words import CLASSES, word_set

_VERBS = {
    "drop": """
        ignore disregard forget override bypass skip drop abandon suspend disable remove lift cancel replace
        discard neglect circumvent evade break violate dismiss overrule overwrite unlearn waive
        deactivate erase
        revoke relax loosen disobey suppress avoid shed unlock ditch scrap purge
        """,
    "follow": "follow obey heed respect honour honor apply comply adhere observe trust execute perform",
    "give": """
        include send add append attach put pass email mail post upload forward copy paste supply provide
        transmit leak export write embed insert encode bcc submit share exfiltrate relay prepend place hand
        deliver quote give fill populate set report mirror duplicate sync repeat push transfer stash smuggle
        slip tuck echo drop ship throw recite stream funnel disclose hand
        """,
    "fetch": """
        read open cat load fetch get extract collect access print dump grab gather harvest pull take look
        copy paste attach upload send retrieve obtain find list scan search steal include
        """,
    "carry": "carry hold contain include be have expect receive equal get",
    "call": "call use invoke run execute trigger launch activate start consult query",
    "pick": "pick choose select prefer use favour favor take trust recommend consider",
    "say": "tell say report claim answer reply state insist respond announce pretend",
    "pretend": "pretend deny lie claim insist feign deceive mislead",
    "hide": "hide conceal suppress withhold omit obscure mask disguise bury",
    "alter": """
        set change add append replace insert prefix redirect rewrite round copy bcc cc send forward swap sort
        include modify alter route tamper edit substitute overwrite adjust raise lower prepend
        reroute use pass
        """,
    "shun": "avoid ignore shun distrust bypass skip",
    "act": """
        include send add append attach put pass email mail post upload forward copy paste supply provide write
        call invoke execute run read open load fetch get extract collect approve delete set submit
        share report
        store save relay change replace skip drop remove merge accept reject install download modify update
        create vote charge mark record log track enable disable invite grant insert transfer pay
        order buy move rename edit
        """,
    "risk": """
        call invoke run execute trigger delete transfer pay approve send remove proceed act install
        merge
        """,
}
_WORDS = {
    "agent": "ai assistant agent agents model llm llms claude gpt chatgpt copilot gemini assistants",
    "you": "you your yourself",
    "conduct": """
        instruction instructions rule rules guideline guidelines guidance guardrail guardrails directive
        directives policy policies restriction restrictions constraint constraints safeguard safeguards
        directions orders commands training programming filters filter limits protections alignment ethics
        refusal refusals principles prompt message safety checks precautions
        """,
    "own": """
        your safety system developer developer's vendor's operator's provider's moderation content alignment
        ethical earlier previous prior former above preceding previously original initial
        """,
    "yours": "your safety developer's operator's above former you guardrails",
    "voided": """
        void outdated obsolete cancelled canceled suspended disabled lifted revoked invalid
        inactive expired withdrawn waived longer overridden deactivated off irrelevant stale overruled
        """,
    "consent": """
        approval consent permission permissions confirmation confirmations authorization authorisation
        verification approvals
        """,
    "waived": """
        disabled off suspended waived unnecessary lifted skipped bypassed deactivated superfluous optional
        needless implied assumed redundant
        """,
    "all": "all every each any everything full whole entire whatever always",
    "authority": """
        administrator admin admins operator owner developer anthropic openai google microsoft user users
        vendor management it security compliance
        """,
    "granted": """
        granted authorised authorized approved agreed consented preapproved preauthorised preauthorized
        permitted cleared whitelisted
        """,
    "already": "already has have been pre hereby",
    "order": "order orders command commands instruction instructions directive directives request requests",
    "blindly": "without question questions blindly immediately unconditionally exactly",
    "despite": "regardless whatever irrespective contrary despite even matter",
    "user": """
        user user's users human human's customer developer operator person owner caller sender
        reviewer colleague client
        """,
    "want": """
        want wants wanted ask asks asked say says said request requests requested criteria wish wishes needs
        prefer prefers names named chose chooses typed gave instruction instructions objects refuses disagrees
        """,
    "failing": "fail fails failed failing red even although though despite",
    "fine": """
        passed succeeded success successful worked zero fine gone clean green standard no nothing
        approved safe
        """,
    "stealth": """
        secretly covertly stealthily surreptitiously discreetly clandestinely furtively unnoticed quietly
        silently invisibly unobtrusively inconspicuously imperceptibly
        """,
    "offstage": "background sight back radar scenes",
    "reason": "reason fact trace traces evidence truth origin tracks",
    "reply": "reply answer response summary report explanation output message description",
    "secret": "secret private hidden confidential undisclosed",
    "keyword": "key keys token tokens password passwords credentials",
    "data": """
        conversation conversations chat chats transcript transcripts messages history dialogue dialog memory
        memories prompts reasoning inbox contacts clipboard thoughts correspondence
        """,
    "quant": """
        all whole entire full complete every everything verbatim earlier previous current last hidden original
        your session far our recent word copy
        """,
    "place": "\ue000code here argument arguments field parameter parameters",
    "creds": "\ue000path \ue000file \ue000env",
    "keypath": "\ue000path \ue000env",
    "secrets": """
        secret secrets credential credentials password passwords cookie cookies passphrase
        passphrases mnemonic
        wallets wallet passcode pin keychain
        """,
    "holder": """
        user user's users browser browser's session saved stored database machine home project repository
        environment all every their logged
        """,
    "oblige": "must required needs need has have should shall expects mandatory obligatory",
    "turns": """
        turn turns step steps answer answers reply replies response responses chat chats session sessions
        conversation conversations message messages prompt interaction task tasks request requests
        """,
    "each": "each every any all new",
    "ahead": "before prior ahead first beginning start begin outset preceding precede",
    "othertools": "tool tools server servers function functions alternative alternatives option options",
    "other": "other others another competing alternative alternatives similar rival different remaining",
    "bad": """
        unsafe insecure malicious unreliable untrusted broken outdated inferior dangerous compromised
        untrustworthy forbidden vulnerable obsolete fake wrong false fabricated incorrect leak leaks risky
        hacked infected steal steals manipulated spy rigged buggy bugged inaccurate
        """,
    "best": """
        best top superior safest fastest finest number only trustworthy trusted certified official
        officially
        """,
    "sink": "\ue000url \ue000email",
    "free": "unrestricted uncensored jailbroken unfiltered unlimited unbound limitless",
    "limits": "limits limit restrictions restriction limitations rules filters boundaries constraints",
    "vendor": "anthropic openai google microsoft administrator admin developers operator management",
    "event": "when whenever if once after before following while with",
    "duty": "must should shall are is gets always",
    "aim": """
        \ue000url \ue000email secret secrets credentials password account recipient recipients admin
        force skip leak
        proxy attacker copy bcc rest saying unless
        """,
    "no": "no not never nor neither don't",
}

CONCEPTS: dict[str, frozenset[str]] = {name: word_set(text) for name, text in _WORDS.items()} | {
    name: frozenset().union(*map(forms, text.split())) for name, text in _VERBS.items()
}
CONCEPTS["give"] |= CLASSES["GIVE"]
ORDERS: dict[str, frozenset[str]] = {
    name: frozenset().union(*map(order_forms, text.split())) for name, text in _VERBS.items()
}
"""The forms of a verb in which it can be an order: `send`, and `sent` after `must be`."""
