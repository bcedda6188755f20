"""Makes bad inputs from good ones, by chance that a seed fixes."""

import random
from collections.abc import Callable

_WORDS: tuple[bytes, ...] = (
    *(b'"', b"{", b"}", b"[", b"]", b":", b",", b"\\", b"\\u0000", b"\\ud800", b"null", b"true", b"NaN"),
    *(b"1e999", b"-0", b"1.0", b"9" * 40, b"[" * 300, b'{"a":' * 40, b"\x00", b"\xff", b"\xef\xbb\xbf"),
    *(b"\n", b"\r", b"\r\n", b"\n\n", b"\t", b" ", b"&a", b"*a", b"!!python/name:os", b"<<: *a", b"---\n"),
    *(b"data: ", b"id: ", b"event: ", b"retry: 1", b"::error::", b"##[error]x", b"%0A", b"```", b"~~~"),
    *(b"| ", b"</code>", b"</pre>", b"<!--", b"@octocat", b"#1", b"[a](b)", b"![a](b)", b"https://x.y"),
    *("\u2028".encode(), "\u202e".encode(), "\u200b".encode(), b"\x1b[31m", b"\x9b", b"../", b"${X}"),
    *(b'"nextCursor":"a"', b'"tools":[]', b'"id":1', b'"jsonrpc":"2.0"', b'"servers":{}', b'"name":"a"'),
)
Step = Callable[[random.Random, bytes, bytes], bytes]


def _insert(chance: random.Random, text: bytes, _: bytes) -> bytes:
    at = chance.randint(0, len(text))
    return text[:at] + chance.choice(_WORDS) + text[at:]


def _flip(chance: random.Random, text: bytes, _: bytes) -> bytes:
    if not text:
        return text
    at = chance.randrange(len(text))
    return text[:at] + bytes([text[at] ^ (1 << chance.randrange(8))]) + text[at + 1 :]


def _cut(chance: random.Random, text: bytes, _: bytes) -> bytes:
    start = chance.randint(0, len(text))
    return text[:start] + text[start + chance.choice((1, 2, 8, 40)) :]


def _repeat(chance: random.Random, text: bytes, _: bytes) -> bytes:
    start = chance.randint(0, len(text))
    piece = text[start : start + chance.choice((1, 4, 20, 80))]
    return text[:start] + piece * chance.choice((2, 3, 30)) + text[start:]


def _splice(chance: random.Random, text: bytes, other: bytes) -> bytes:
    return text[: chance.randint(0, len(text))] + other[chance.randint(0, len(other)) :]


_STEPS: tuple[Step, ...] = (_insert, _insert, _flip, _cut, _repeat, _splice)
_LONGEST = 20_000


def mutated(chance: random.Random, pool: list[bytes]) -> bytes:
    """Change one of the inputs in a few places."""
    text = chance.choice(pool)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        text = chance.choice(_STEPS)(chance, text, chance.choice(pool))[:_LONGEST]
    return text
