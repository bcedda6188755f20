"""Markup that looks like the frame in which a model gets its instructions."""

import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.readings import fold
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject

_CODE = re.compile(r"`[^`\n]{1,60}`")
_FRAMES = re.compile(
    r"<\|?/?\s{0,3}(?:system|sys|im_start|im_end|endoftext|start_header_id|eot_id|assistant|human"
    r"|developer|admin|secret"
    r"|system[-_]?(?:prompt|message|instructions?|reminder|override|note)"
    r"|(?:hidden|secret|agent|llm|ai|assistant|model|new|additional|override)[-_]?instructions?"
    r"|(?:system|assistant|model|agent|llm|ai)[-_](?:rules?|polic(?:y|ies)|orders?|commands?|directives?)"
    r"|function_calls|antml:\w{1,20}|tool_call|tool_result)(?:\s[^<>\n]{0,80})?\|?>"
    r"|<<\s?/?SYS\s?>>|\[/?INST\]|\[/?(?:SYSTEM|ASSISTANT|SYSTEM PROMPT|SYSTEM MESSAGE|ADMIN)\]"
    r"|<\|[a-z_]{3,30}\|>"
    r"|(?:^|\n)#{2,6} ?(?:system|assistant|human|new instructions?|instruction override|instruction\s?:)"
    r"|#{2,6} ?(?:system|assistant|human|instruction|response)\s?:"
    r"|\[/?(?:SYSTEM|ADMIN|DEVELOPER|OPERATOR) (?:OVERRIDE|MESSAGE|NOTE|COMMAND|UPDATE|NOTICE|MODE)\]"
    r"|(?:^|\n)(?:Human|User): [^\n]{1,200}\n+Assistant: "
    r"|```\s?(?:system|assistant|sys|developer|instructions?)\b"
    r"|(?:^|\n)\W{0,8}end of (?:the )?(?:tool |function |system )?"
    r"(?:description|prompt|instructions?|documentation|context|input|message)s?\W{0,8}(?:\n|$)"
    r"|\b(?:new|updated|real) (?:system|developer) (?:message|prompt|instructions?|note)\s?:"
    r"|(?:^|\n)-{2,}\s?(?:BEGIN|END|START) (?:OF )?(?:SYSTEM|HIDDEN|SECRET|ADMIN|NEW)\b[^\n]{0,40}",
    re.IGNORECASE,
)
_NAMES = re.compile(r"end of|(?:system|developer) (?:message|prompt|instruction|note)", re.IGNORECASE)
_LOUD = re.compile(
    r"\bSYSTEM (?:ALERT|NOTICE|OVERRIDE|COMMAND|UPDATE)\b"
    r"|</?(?:IMPORTANT|CRITICAL|URGENT|MANDATORY|SECRET|HIDDEN|PRIORITY|ATTENTION)>"
)
_SPEAKER = re.compile(
    r"(?:^|\n|[.!?] )\s{0,8}(?:SYSTEM|System|system|ASSISTANT|Assistant|Human|HUMAN"
    r"|LLM|DEVELOPER|Developer|AI|AGENT|Agent)"
    r" ?(?:NOTE|note|message|MESSAGE|override|OVERRIDE|instruction)? ?:\s{0,8}"
    r"(?:you|always|never|do not|don't|before|after|also|must|ignore|override|approve|read|send|call|email"
    r"|use|from now|when|skip|grant|comply|allow|execute|run|forward|include|append|treat"
    r"|(?:the )?user (?:is|has))\b",
)
_TURN = re.compile(
    r"([\"'])role\1\s?:\s?\1(?:system|developer)\1\s?,\s?\1content\1\s?:\s?\1\w",
)
_MENTION = re.compile(
    r"\b(?:such as|like|e\.g\.,?|for example|tokens?|tags?|markers?)\s"
    r"(?:(?:<\|[a-z_]{3,30}\|>|<<SYS>>|\[/?INST\]|</?[a-z_-]{3,30}>),?\s?(?:(?:and|or)\s)?){1,8}(?=[.,;)]|$)",
    re.IGNORECASE,
)
"""Markup that is only named: nothing follows it that could be meant."""


def _find(text: str) -> re.Match[str] | None:
    framed = (
        _FRAMES.search(text) or _LOUD.search(text)
        if any(sign in text for sign in "<[#-`*") or _NAMES.search(text)
        else None
    )
    return framed or (_SPEAKER.search(text) or _TURN.search(text) if ":" in text else None)


def _check(subject: Subject) -> Iterator[Hit]:
    if not _find(fold(subject.joined)):
        return
    for text in subject.texts:
        found = _find(_MENTION.sub(" ", _CODE.sub(" ", fold(text.value))))
        if found is not None:
            yield Hit(text=text, args={"words": quoted(" ".join(found[0].split()))})


RULE = ScanRule(
    id="text-system-markup",
    title="Looks like system markup",
    severity=Severity.CRITICAL,
    message="the text imitates the frame of a model's own instructions: {words}",
    why="Chat templates and role labels make the rest read as if the operator had written it.",
    aliases=("agent_instruction_override", "agent_hidden_behavior", "system_markup"),
    check=_check,
)
