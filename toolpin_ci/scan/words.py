"""Classes of words that the phrase rules are written in, in the languages that attacks were seen in.

Latin letters stand without accents: texts are folded in the same way before they are compared.
"""

from toolpin_ci.scan.languages import TONGUES, word_set

__all__ = ["CLASSES", "COMMON", "word_set"]

_OWN = {
    "OVERRIDE": word_set(
        """
        ignore ignoring disregard disregarding forget override overriding bypass bypassing discard neglect
        supersede supersedes abandon circumvent ignorez oublie oubliez ignoriere ignorieren ignoriert
        vergiss vergesst missachte ignora ignorar ignorad ignoren olvida olvide olvidar ignorem ignorare
        esqueca esquecer dimentica dimenticare negeer vergeet игнорируй игнорируйте игнорировать забудь
        забудьте ігноруй ігноруйте zignoruj ignoruj pomin zapomnij yoksay unut abaikan lupakan
        """
    ),
    "PRIOR": word_set(
        """
        previous prior above earlier preceding former foregoing existing original other all any every your
        system developer initial current everything past these those precedente precedentes precedent
        anterieures anteriores anterior previas previos vorherigen bisherigen obigen fruheren alle allen
        precedenti toutes tous todas todos tutte tutti vorige eerdere предыдущие предыдущих прежние
        прошлые все попередні poprzednie wszystkie onceki tum sebelumnya semua
        """
    ),
    "RULES": word_set(
        """
        instruction instructions prompt prompts rule rules guideline guidelines guardrail guardrails
        directive directives policy policies constraint constraints restriction restrictions safeguards
        orders programming training directions instrucciones instruccion instrucoes istruzioni istruzione
        consignes regles anweisungen anweisung regeln vorgaben reglas regras regole instructies
        aanwijzingen инструкции инструкций инструкциями указания указаний правила інструкції polecenia
        instrukcje talimatlari talimatlar instruksi perintah
        """
    ),
    "VOID": word_set(
        """
        void cancelled canceled suspended revoked superseded obsolete null invalid outdated irrelevant
        overruled overridden lifted withdrawn rescinded replaced nullified abolished expired
        """
    ),
    "APPROVED": word_set(
        """
        approved accepted consented agreed confirmed authorized authorised granted allowed
        """
    ),
    "FOLLOW": word_set(
        """
        sigas siga sigan seguir segui seguire suis suivez suivre folge befolge halte volg следуй следуйте
        выполняй соблюдай folj folg przestrzegaj
        """
    ),
    "SAFETY": word_set(
        """
        safety security permission permissions authorization approval guardrail content moderation
        """
    ),
    "CHECKS": word_set(
        """
        check checks policy policies rule rules filter filters control controls restriction restrictions
        guardrails protocols measures confirmation confirmations limits
        """
    ),
    "NEG": word_set(
        """
        never not don't dont cannot won't shouldn't mustn't needn't no without avoid ne nicht nie nunca
        jamais nao non mai niet nooit не никогда нікому nigdy
        """
    ),
    "TELL": word_set(
        """
        tell telling mention mentioning reveal revealing disclose disclosing say saying admit acknowledge
        discuss expose divulge confess dis dites dire parle parlez mentionne mentionnez revele divulgue
        informe informez sag sage sagen erwahne erwahnen erzahle verrate mitteilen informiere digas diga
        decir menciones mencionar mencione reveles revelar informes informar cuentes conte contar dirlo
        dica menzionare rivelare avvisare informare vertel noem сообщай сообщайте говори говорите
        рассказывай упоминай раскрывай уведомляй повідомляй mow informuj wspominaj soyleme bahsetme
        beritahu
        """
    ),
    "NOTIFY": word_set("inform informing notify notifying alert alerting warn warning asking"),
    "USER": word_set(
        """
        user user's users human humans person operator anyone anybody customer owner reviewer them someone
        l'utilisateur utilisateur utilisateurs benutzer nutzer anwender usuario usuarios utente all'utente
        gebruiker пользователю пользователя пользователь пользователям користувачу uzytkownikowi
        uzytkownika kullaniciya pengguna
        """
    ),
    "SECRETLY": word_set(
        """
        secretly covertly stealthily surreptitiously discreetly clandestinely furtively unnoticed
        secretement discretement heimlich unbemerkt secretamente discretamente segretamente stiekem тайно
        незаметно скрытно potajemnie gizlice
        """
    ),
    "QUIETLY": word_set(
        """
        silently quietly invisibly silencieusement stillschweigend silenciosamente silenziosamente тихо
        """
    ),
    "HIDE": word_set(
        """
        hide conceal cachez verschweige verschweigen verheimliche oculta ocultar oculte esconda
        esconder nascondi verberg скрой скройте скрывай ukryj gizle sembunyikan
        """
    ),
    "ACT": word_set(
        """
        include send add append attach put pass email mail post upload forward copy paste supply provide
        transmit leak export dump write embed insert encode bcc call invoke execute run read open load cat
        fetch get extract collect approve delete set use submit share exfiltrate report store save relay
        prepend change replace
        """
    ),
    "READ": word_set(
        """
        read open cat load fetch get extract collect access print dump include copy paste attach upload
        send lis lisez lies lese lee leer leia leggi lees прочитай читай прочти przeczytaj oku baca
        """
    ),
    "GIVE": word_set(
        """
        include send add append attach put pass email mail post upload forward copy paste supply provide
        transmit leak export write embed insert encode bcc submit share exfiltrate relay prepend use place
        hand deliver quote give
        """
    ),
    "GIVEN": word_set(
        """
        included sent added appended attached put passed emailed posted uploaded forwarded copied pasted
        supplied provided transmitted embedded inserted encoded submitted shared relayed prepended
        """
    ),
    "INTO": word_set("in into as to via within inside through using with"),
    "SLOT": word_set(
        """
        argument arguments parameter parameters field fields metadata header headers body input notes
        query payload \ue000code here it
        """
    ),
    "SINK": word_set("\ue000url \ue000email"),
    "LOOSE": word_set(
        """
        conversation conversations chat chats transcript history messages dialogue dialog context thread
        session
        """
    ),
    "WHOLE": word_set(
        """
        all full entire whole complete last previous recent current this our every user's prior preceding
        earlier latest
        """
    ),
    "SECRETS": word_set(
        """
        secret secrets credential credentials password passwords cookie cookies token tokens keys apikey
        apikeys passphrase passphrases clipboard mnemonic
        """
    ),
    "PATH": word_set("\ue000path"),
    "FILE": word_set("\ue000path \ue000file"),
    "ENV": word_set("\ue000env"),
    "SEQ": word_set(
        """
        before first then prior beforehand initially when whenever once after always also
        """
    ),
    "MUST": word_set(
        """
        must always shall required mandatory need needs has have should never obligatory imperative
        immediately
        """
    ),
    "CALL": word_set(
        """
        call called use used invoke invoked run executed execute trigger triggered calling using invoking
        """
    ),
    "DIVERT": word_set("set change replace redirect rewrite prefix append bcc cc forward route override"),
    "EVERY": word_set("every each any all"),
    "TURN": word_set(
        """
        turn turns message messages conversation conversations response responses reply replies prompt
        interaction interactions chat session answer task request
        """
    ),
    "ANSWERING": word_set(
        """
        answering responding replying returning answer respond reply doing continuing proceeding
        """
    ),
    "TOOL": word_set(
        """
        tool tools server servers function functions plugin plugins mcp connector connectors \ue000ident
        """
    ),
    "IDENT": word_set("\ue000ident"),
    "BAD": word_set(
        """
        unsafe insecure malicious unreliable untrusted broken outdated inferior dangerous compromised
        untrustworthy forbidden vulnerable obsolete fake wrong falsified false fabricated incorrect
        """
    ),
    "START": word_set(
        """
        | and then please must should always also first now just you zuerst primero primeiro d'abord prima
        сначала eerst
        """
    ),
    "ROLE": word_set(
        """
        system assistant developer llm ai model agent claude gpt chatgpt copilot admin administrator
        """
    ),
    "FREE": word_set(
        """
        unrestricted uncensored jailbroken unfiltered devmode dan root admin administrator superuser
        privileged unlimited unbound
        """
    ),
}
CLASSES = {name: words | TONGUES.get(name, frozenset()) for name, words in _OWN.items()}
"""A leading U+E000 marks what `tokens` puts in place of paths, addresses and names."""

COMMON = word_set(
    """
        | the to of in and or not no is are be was has have use used using call called all any every each
        before after first then when if once this that it these with without as at on for from by via user
        users user's read get set add send include current message messages session query field fields
        tool tools server now just please should must always also you your new other path name code data
        only which can will may need file files text value content result results request response list
        run open write create copy store save search find post provide pass put input output optional
        required default instead function \ue000ident \ue000code \ue000url system model agent
        """
)
"""Words that many harmless descriptions have: a phrase is looked up by its rarer ones."""
