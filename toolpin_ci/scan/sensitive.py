"""Finds values and names that stand for a credential file although nothing around them speaks of keys."""

import re

from toolpin_ci.scan.texts import KEY, Prose, Subject
from toolpin_ci.scan.tokens import PATHS
from toolpin_ci.scan.words import word_set

_VALUES = frozenset(("default", "const", "enum", "examples", "example"))
_KEYS = re.compile(
    r"key|identit|ssh|credential|cert|pem|secret|auth|config|netrc|npmrc|kube|aws", re.IGNORECASE
)
_NAME = re.compile(
    r"(?:content|text|value|dump|read|paste)\w*[\W_]+(?:\w+[\W_]+){0,4}(?:ssh|id_?rsa|aws|env|netrc|npmrc|passwd|shadow|private_key)"
    r"|(?:id_rsa|ssh_key|aws_credentials|env_file|private_key)[\W_]+(?:content|text|value|dump)",
    re.IGNORECASE,
)
_CARRIED = re.compile(
    rf"\b(?:curl|wget|nc|scp|invoke-webrequest)\b[^\n]{{0,200}}?(?:{PATHS.pattern})", re.IGNORECASE
)
_FETCHED = re.compile(
    rf"(?:读取|讀取|打开|複製|复制|上传|發送|发送)[^。\n]{{0,12}}(?:{PATHS.pattern})"
    rf"|(?:{PATHS.pattern})[^。\n]{{0,12}}(?:読|送信|開い|コピー|읽|전송|보내)",
    re.IGNORECASE,
)
"""The same order in scripts without spaces."""
_PURPOSE = 400
_SIGNS = word_set("\ue000path ssh rsa aws env netrc npmrc passwd shadow private")


class SensitiveValue:
    """A value or a name that is a credential file."""

    def may_be_in(self, subject: Subject) -> bool:
        """Tell quickly whether it is worth a look."""
        return not subject.words.isdisjoint(_SIGNS)

    def find(self, prose: Prose) -> str | None:
        """Give the value or the name."""
        text = prose.text
        if text.role in _VALUES and PATHS.search(text.value):
            around = f"{text.owner} {text.about.get('description', '')} {text.about.get('title', '')}"[
                :_PURPOSE
            ]
            return None if _KEYS.search(around) else text.value
        carried = _CARRIED.search(text.value) or _FETCHED.search(text.value)
        if carried:
            return carried[0]
        if text.role in (KEY, "required") and _NAME.search(text.value[:_PURPOSE]):
            return text.value
        return None
