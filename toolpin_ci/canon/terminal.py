"""Makes untrusted words safe for a terminal: control characters are shown, never obeyed."""

import re

_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u206f\ud800-\udfff\ufeff]|[\n\t]"
)


def plain(text: str) -> str:
    """Write every control and invisible character as its code point."""
    return _CONTROL.sub(lambda match: f"⟦U+{ord(match[0]):04X}⟧", text)
