"""Scans a handler's source for what it may touch, as mcp-fusion and vurb fill their `entitlements`."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.canon.ecmascript import utf16
from toolpin_ci.canon.fusion_contract import FLAGS
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.values import dataclass

_IMPORT = r"""(?:require\s*\(\s*['"]|import\s*\(\s*['"]|from\s+['"])"""


def _imports(module: str) -> str:
    return _IMPORT + module + r"""['"]"""


def _calls(name: str, *, optional: str = "") -> str:
    return rf"\b{name}{optional}\s*\("


_SYNC = "(?:Sync)?"
_PATTERNS: Mapping[str, Mapping[str, str]] = {
    "filesystem": {
        "fs": _imports(r"(?:node:)?fs(?:\/promises)?"),
        "fs.*": r"\bfs\.\w+(?:Sync)?\s*\(",
        **{
            name: _calls(name, optional=_SYNC)
            for name in (
                "readFile",
                "writeFile",
                "appendFile",
                "unlink",
                "rmdir",
                "mkdir",
                "rename",
                "copyFile",
            )
        },
        **{name: _calls(name) for name in ("createReadStream", "createWriteStream")},
    },
    "network": {
        "fetch": _calls("fetch"),
        "http": _imports("(?:node:)?https?"),
        **{name: _imports(name) for name in ("axios", "got", "node-fetch", "undici")},
        **{name: _imports(f"(?:node:)?{name}") for name in ("net", "dgram")},
        **{name: rf"\bnew\s+{name}\s*\(" for name in ("XMLHttpRequest", "WebSocket")},
    },
    "subprocess": {
        "child_process": _imports("(?:node:)?child_process"),
        "exec": _calls("exec", optional="(?:Sync|File|FileSync)?"),
        "spawn": _calls("spawn", optional=_SYNC),
        "fork": _calls("fork"),
        "worker_threads": _imports("(?:node:)?worker_threads"),
        "cluster": _imports("(?:node:)?cluster"),
        "Deno.run": _calls(r"Deno\.run"),
        "Bun.spawn": _calls(r"Bun\.spawn"),
    },
    "crypto": {
        "crypto": _imports("(?:node:)?crypto"),
        "createSign": _calls("createSign"),
        "createVerify": _calls("createVerify"),
        "createCipher": _calls("createCipher", optional="(?:iv)?"),
        "createDecipher": _calls("createDecipher", optional="(?:iv)?"),
        "privateEncrypt": _calls("privateEncrypt"),
        "privateDecrypt": _calls("privateDecrypt"),
    },
    "codeEvaluation": {
        "eval": _calls("eval"),
        "eval-indirect": r"\(\s*0\s*,\s*eval\s*\)\s*\(",
        "Function": r"\bnew\s+Function\s*\(",
        "vm": _imports("(?:node:)?vm"),
        "vm.runInNewContext": _calls("runInNewContext"),
        "vm.runInThisContext": _calls("runInThisContext"),
        "vm.compileFunction": _calls("compileFunction"),
        "vm.Script": r"\bnew\s+vm\.Script\s*\(",
        "globalThis.eval": r"\bglobalThis\s*\.\s*eval\s*\(",
        "Reflect.construct-Function": r"\bReflect\.construct\s*\(\s*Function",
        "process.binding": _calls(r"process\.binding"),
        "process.dlopen": _calls(r"process\.dlopen"),
    },
}
_EVASIONS = (
    (
        "string-construction",
        "high",
        r"\bString\.fromCharCode\s*\(",
        "String.fromCharCode() can build API names at runtime to evade static detection",
    ),
    (
        "string-construction",
        "medium",
        r"\bString\.raw\s*`",
        "String.raw template can encode obfuscated identifiers",
    ),
    ("string-construction", "low", r"\batob\s*\(", "atob() decodes base64 — can hide module names or code"),
    (
        "string-construction",
        "low",
        r"""\bBuffer\.from\s*\([^)]*['"]base64['"]\s*\)""",
        'Buffer.from(…, "base64") can decode hidden payloads',
    ),
    (
        "indirect-access",
        "high",
        r"(?:globalThis|global|window|self)\s*\[\s*[^\]]*(?:\+|\()",
        "Computed property access on global object with dynamic expression",
    ),
    (
        "indirect-access",
        "medium",
        r"""(?:globalThis|global|window|self)\s*\[\s*['"]""",
        "Bracket-notation access on global object — bypasses dot-notation detection",
    ),
    (
        "indirect-access",
        "high",
        r"""\bprocess\s*\[\s*['"]""",
        "Bracket-notation access on process object — potential binding/dlopen bypass",
    ),
    (
        "computed-import",
        "high",
        r"""\brequire\s*\(\s*(?!['"])\S""",
        "Dynamic require() with non-literal argument — module name computed at runtime",
    ),
    (
        "computed-import",
        "high",
        r"""\bimport\s*\(\s*(?!['"])\S""",
        "Dynamic import() with non-literal argument — module name computed at runtime",
    ),
)
_ESCAPES = (re.compile(r"\\x[0-9a-fA-F]{2}"), re.compile(r"\\u(?:[0-9a-fA-F]{4}|\{[0-9a-fA-F]+\})"))
_LITERAL = re.compile(r"""'(?:[^'\\]|\\.){40,}+'|"(?:[^"\\]|\\.){40,}+"|`(?:[^`\\]|\\.){40,}+`""")
_DENSITY, _LONG, _ENTROPY, _SHOWN = 0.15, 64, 5.0, 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One place where a pattern was found."""

    category: str
    identifier: str
    pattern: str
    context: str
    line: int

    def to_json(self) -> dict[str, Json]:
        """Write as the scanner reports it."""
        return {name: getattr(self, name) for name in self.__slots__}


def _places(source: str, pattern: str) -> Iterator[tuple[str, int]]:
    lines = source.split("\n")
    for match in re.finditer(pattern, source, re.ASCII):
        line = source.count("\n", 0, match.start()) + 1
        yield lines[line - 1].strip(), line


def matches(source: str) -> list[Match]:
    """Find every identifier, comments and strings included, in the order of the patterns."""
    return [
        Match(category=category, identifier=identifier, pattern=pattern, context=context, line=line)
        for category, patterns in _PATTERNS.items()
        for identifier, pattern in patterns.items()
        for context, line in _places(source, pattern)
    ]


def identifiers(flag: str) -> tuple[str, ...]:
    """Give everything that one entitlement may have been found by."""
    return tuple(_PATTERNS[flag])


def entitlements(found: Sequence[Match]) -> dict[str, Json]:
    """Sum matches up as a contract holds them."""
    categories = {match.category for match in found}
    raw = sorted({match.identifier for match in found}, key=utf16)
    return {**{flag: flag in categories for flag in FLAGS}, "raw": [*raw]}


def evasions(source: str) -> list[dict[str, Json]]:
    """Find signs that a source hides what it does."""
    found: list[dict[str, Json]] = [
        {"type": kind, "confidence": confidence, "description": words, "context": context, "line": line}
        for kind, confidence, pattern, words in _EVASIONS
        for context, line in _places(source, pattern)
    ]
    return [*found, *_density(source), *_entropies(source)]


def _density(source: str) -> Iterator[dict[str, Json]]:
    count = sum(len(pattern.findall(source)) for pattern in _ESCAPES)
    length = len(utf16(source)) // 2
    share = count / length if length else 0.0
    if share > _DENSITY:
        words = f"High density of hex/unicode escapes ({share * 100:.1f}%) — likely obfuscated code"
        context = f"{count} escape sequences in {length} characters"
        yield {
            "type": "encoding-density",
            "confidence": "high",
            "description": words,
            "context": context,
            "line": 1,
        }


def _entropies(source: str) -> Iterator[dict[str, Json]]:
    for match in _LITERAL.finditer(source):
        text = match[0][1:-1]
        entropy = _entropy(text)
        if len(text) >= _LONG and entropy > _ENTROPY:
            words = f"High-entropy string literal (Shannon entropy: {entropy:.2f}) — possible encoded payload"
            yield {
                "type": "entropy-anomaly",
                "confidence": "medium",
                "description": words,
                "context": text[:_SHOWN] + ("…" if len(text) > _SHOWN else ""),
                "line": source.count("\n", 0, match.start()) + 1,
            }


def _entropy(text: str) -> float:
    return -sum(count / len(text) * math.log2(count / len(text)) for count in Counter(text).values())
