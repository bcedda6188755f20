"""Cuts a text into sentences of words, with paths, addresses and names replaced by what they are."""

import re
from dataclasses import dataclass
from functools import cached_property

from toolpin_ci.scan.readings import readings
from toolpin_ci.scan.words import word_set

CLAUSE = "|"
"""Stands for a comma, a bracket, or the start or the end of a sentence."""
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"')\]]*\s+|\n\s*\n|\n\s*[-*#>]|[\u3002\uff01\uff1f\u0964\u061f]")
_TOKEN = re.compile(r"\ue000?[^\W_]+(?:'[^\W\d_]+)*|[,;:()\[\]{}<>\"\u2014\u2013|]")
PATHS = re.compile(
    r"\.ssh[/\\](?!config\b|known_hosts|authorized_keys)[\w.*-]+|\.ssh\b(?![/\\])"
    r"|\bid_(?:rsa|dsa|ecdsa|ed25519)\b(?!\.pub)|\.aws[/\\]\w+|\.netrc\b|\.npmrc\b|\.pypirc\b|\.pgpass\b"
    r"|\.git-credentials\b|\.docker[/\\]config\.json|\.kube[/\\]config\b|\.gnupg\b|\.config[/\\]gcloud\b"
    r"|\.(?:bash|zsh)_history\b|\bwallet\.dat\b|\.vault-token\b"
    r"|\.config[/\\]gh\b|\.azure[/\\]|\.m2[/\\]settings\.xml|\.cargo[/\\]credentials|\.claude(?:\.json|[/\\])|\.codex[/\\]auth"
    r"|\.mozilla[/\\]|\bsecring\b|\.password-store\b|\.terraform\.d\b|\.gem[/\\]credentials|\bLogin Data\b"
    r"|/etc/shadow\b|/proc/(?:self|\d+)/environ\b|/run/secrets\b|\.cursor[/\\]mcp\.json\b",
    re.IGNORECASE,
)
"""Files that hold keys, tokens or histories."""
_PATH_HINTS = tuple(
    word_set(
        """
        .ssh id_ .aws .net .np .pyp .pg .git-c .docker .kube .gnupg .config _hist wallet. .vault /etc/s
        /environ /secrets .cursor .azure .m2 .cargo .claude .codex .mozilla secring .password-s
        .terraform .gem login
        """
    )
)
_MARKS = (
    ("url", re.compile(r"\bhttps?://[^\s'\"`<>)]+", re.IGNORECASE), ("://",)),
    ("email", re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}"), ("@",)),
    (
        "path",
        PATHS,
        _PATH_HINTS,
    ),
    (
        "file",
        re.compile(r"(?<![\w*])\.env(?:\.\w+)?\b|/etc/passwd\b|\.git/config\b"),
        (".env", "/etc/p", ".git/"),
    ),
    (
        "env",
        re.compile(r"\b(?:[A-Z0-9]+_)+(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|PAT)\b"),
        ("_key", "_token", "_secret", "_pass", "_cred", "_pat"),
    ),
    ("code", re.compile(r"`(?=[^`\n]{1,80}`)"), ("`",)),
    ("ident", re.compile(r"\b[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b"), ("",)),
)
"""What a place is called, how it is found, and what a text in lower case has where it is worth a look."""
_DETECTOR = re.compile(
    r"\b(?:detect|scor|flag|find|scan|classif|block|filter|recogni[sz]|identif|spot|strip|sanitiz"
    r"|remov|reject|redact|rat|explain|attacker|moderat)[a-z]{0,6}\b",
    re.IGNORECASE,
)
_TOLD_OF = re.compile(
    r"^\W*(?:looks? (?:for|at)|checks?(?: for)?|detects?|flags?|finds?|blocks?"
    r"|explains?|reports?|scores?|rates?|identif(?:y|ies)"
    r"|warns? (?:of|about)|catch(?:es)?|rejects?|tests? for)\s(?:[\w-]+\s){0,4}?"
    r"(?:inputs?|texts?|descriptions?|messages?|prompts?|phrases|attempts|attacks|mails?|patterns|wording)\s"
    r"(?:that|which|such as|like|trying|telling|to)\b[^;\n]*",
    re.IGNORECASE,
)
"""A tool that looks for orders says what they say."""
_QUOTED = re.compile(r"[\"“][^\"“”\n]{1,120}[\"”]|`[^`\n]{1,120}`|(?<!\w)'[^'\n]{3,120}'")
_PLAIN_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


@dataclass(frozen=True)
class Sentence:
    """One sentence; what it takes to match it is worked out when it is needed."""

    text: str
    opens: bool = False
    """Whether it is the first of its text, which says what a tool does."""

    @cached_property
    def rough(self) -> frozenset[str]:
        """Its words without order: a first sieve."""
        return _rough(self.text)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words in order."""
        return _words(self.text)

    @property
    def shown(self) -> str:
        """Itself for quoting."""
        return " ".join(self.text.split())


def quick_words(text: str) -> frozenset[str]:
    """Give the words of a text and what kinds of places it may name, without order."""
    return frozenset().union(*map(_rough, readings(text)))


def _rough(text: str) -> frozenset[str]:
    lower = text.lower()
    found = {CLAUSE, "\ue000ident", *_PLAIN_WORD.findall(lower)}
    for name, pattern, hints in _MARKS:
        if any(hint in lower for hint in hints) and (len(hints) == 1 or pattern.search(text)):
            found.add("\ue000" + name)
    return frozenset(found)


def sentences(text: str) -> tuple[Sentence, ...]:
    """Cut a text into sentences, in every way in which it can be read."""
    return tuple(
        Sentence(part, number == 0)
        for reading in readings(text)
        for number, part in enumerate(_SENTENCE_END.split(reading.strip()))
        if part and not part.isspace()
    )


def without_quotations(sentence: str) -> str:
    """Leave out what is quoted where a sentence tells of finding such words."""
    sentence = _TOLD_OF.sub(" ", sentence)
    return _QUOTED.sub(" ", sentence) if _DETECTOR.search(sentence) else sentence


def _words(sentence: str) -> tuple[str, ...]:
    sentence = without_quotations(sentence)
    for name, pattern, _ in _MARKS:
        sentence = pattern.sub(f" \ue000{name} ", sentence)
    found = (
        token if token[0].isalnum() or token[0] == "\ue000" else CLAUSE for token in _TOKEN.findall(sentence)
    )
    return (CLAUSE, *(token.lower() for token in found), CLAUSE)
