"""Quotes other people's words for one medium, so that they can neither format, link, command nor hide."""

import re
from collections.abc import Sequence
from typing import TypeGuard

from toolpin_ci.canon.text import compact
from toolpin_ci.canon.visible import visible
from toolpin_ci.model.jsonvalue import Json

EMPTY = "(empty)"
_LONE_AT = "<span>&#64;</span>"
_SHOWN = 160  # characters of one value inside a sentence
_LINE_END = re.compile("\r\n|[\n\r]")
_TICKS = re.compile("`+")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&@])")
_HARMLESS = re.compile(r"(?:[^\W_]|[ .,;:'\"()/%+=?!-])*")
_ONE_WORD = re.compile(r"[\w./:@+~$*-]+")
_LINKED = re.compile(r"://|www\.|\bGH-|\b[0-9a-f]{7,40}\b|\b\d+[.)] |^\s*[-+=]", re.IGNORECASE)
_TOKENS = re.compile(
    r"\bgh[opsur]_[A-Za-z0-9]{16,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abeoprs]-[\w-]{10,}"
    r"|\bsk-[A-Za-z0-9_-]{20,}|\bnpm_[A-Za-z0-9]{30,}|\bpypi-AgE[\w-]{20,}|\bAIza[\w-]{30,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
_EMPTY_LINE = re.compile(r"\n(?=\n)")  # a block of HTML must not look finished there
_LONG_RUN = re.compile(r"\n(?:[ \t]*\n){4,}")


def mask(text: str) -> str:
    """Blank what has the shape of a credential; its kind and length stay."""
    return _TOKENS.sub(lambda match: f"{match[0][:4]}…⟦masked, {len(match[0])} characters⟧", text)


def shown(text: str) -> str:
    """Write a text so that nothing in it is invisible, secret or a control character; line ends stay."""
    safe = visible(mask(_LINE_END.sub("\n", text)))
    return _CONTROL.sub(lambda match: f"⟦U+{ord(match[0]):04X}⟧", safe)


def line_ends(text: str) -> str:
    """Show every line end, and a long run of them as one line that counts them."""
    counted = _LONG_RUN.sub(lambda match: f"⏎ ⟦{match[0].count(chr(10)):,} line ends⟧\n", text)
    return re.sub(r"(?<!⟧)\n", "⏎\n", counted)


def one_line(text: str) -> str:
    """Write a text on one line; a line end is shown as ⏎."""
    return shown(text).replace("\n", "⏎").replace("\t", "⇥")


def words_of(value: Json, limit: int = _SHOWN) -> str:
    """Write a value for the middle of a sentence: a text as it is, anything else as JSON, long ones cut."""
    text = value if isinstance(value, str) else compact(value)
    over = len(text) - limit
    return one_line(text[:limit]) + (f"… ({over:,} more characters)" if over > 0 else "")


def code(text: str) -> str:
    """Quote as a Markdown code span; where that could end a table cell or call somebody, as HTML."""
    line = one_line(text)
    if not line.strip():
        return code(f"⟦{len(line)} spaces⟧") if line else f"<i>{EMPTY}</i>"
    if any(sign in line for sign in "|\\@"):
        return html_code(text)
    ticks = "`" * (max(map(len, _TICKS.findall(line)), default=0) + 1)
    pad = " " if line[0] in "` " or line[-1] in "` " else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def html_code(text: str) -> str:
    """Quote as an HTML `code` element, for summaries and table cells: no punctuation is left to interpret."""
    line = one_line(text)
    return f"<code>{entities(line)}</code>" if line else f"<i>{EMPTY}</i>"


def entities(text: str) -> str:
    """Write ASCII punctuation as character references; an `@` stands alone, or it would make an address."""
    return _PUNCTUATION.sub(lambda match: _LONE_AT if match[0] == "@" else f"&#{ord(match[0])};", text)


def value_code(value: Json) -> str:
    """Quote a message's value for Markdown; numbers stay plain, several words are quoted one by one."""
    if _is_words(value):
        return ", ".join(code(words_of(word)) for word in value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number else code(words_of(value))


def _is_words(value: Json) -> TypeGuard[Sequence[str]]:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(word, str) for word in value)


def prose(text: str) -> str:
    """Escape our own words for Markdown, in case a template meets a special character."""
    return _SPECIAL.sub(r"\\\1", text)


def said(text: str) -> str:
    """Write a sentence that may carry somebody's words: as prose where it is harmless, else as code."""
    line = one_line(text)
    harmless = _HARMLESS.fullmatch(line) and not _LINKED.search(line)
    return line if line and harmless else code(text)


def pre(text: str) -> str:
    """Escape for the inside of an HTML `pre` element: `<`, `>`, `&`, and an `@` that could call somebody."""
    safe = shown(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return safe.replace("@", _LONE_AT)


def fence(text: str, language: str = "") -> str:
    """Quote a block in a fence that is longer than every run of back-ticks inside; with an `@`, as HTML."""
    body = shown(text)
    if "@" in body:
        return f"<pre>{_EMPTY_LINE.sub(chr(10) + ' ', pre(text))}</pre>"
    ticks = "`" * max(3, max(map(len, _TICKS.findall(body)), default=0) + 1)
    return f"{ticks}{language}\n{body}\n{ticks}"


def terminal(value: Json) -> str:
    """Quote a message's value for plain text: on one line, in quotes unless it is one word."""
    if _is_words(value):
        return ", ".join(map(terminal, value))
    words = words_of(value)
    if not isinstance(value, str) or _ONE_WORD.fullmatch(words):
        return words
    return '"' + words.replace('"', '\\"') + '"'
