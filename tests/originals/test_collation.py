"""The order of names beyond Latin letters, as ToolPin's Node.js sorts them."""

import json
from collections.abc import Callable
from random import Random

import pytest

from tests.originals.programs import ask_toolpin
from toolpin_ci.canon.collation import _ORDER, locale_key
from toolpin_ci.canon.collation_table import table
from tools import gen_collation

pytestmark = pytest.mark.originals
LATIN = "abzABZ_-. 019$éÅø\u0301\u0308"
SCRIPTS = {
    "Greek": (0x370, 0x3FF),
    "Cyrillic": (0x400, 0x52F),
    "Hebrew": (0x5D0, 0x5EA),
    "Arabic": (0x60C, 0x6D5),
    "Devanagari": (0x900, 0x97F),
    "Hangul": (0xAC00, 0xD7A3),
    "signs": (0x2010, 0x2BFF),
    "kana": (0x3041, 0x30FF),
    "Han": (0x4E00, 0x9FFF),
    "widths": (0xFF01, 0xFFEE),
    "pictures": (0x1F300, 0x1FAFF),
    "everything": (0x80, 0x1FFFF),
}


def test_the_table_is_what_node_says() -> None:
    assert gen_collation.TARGET.read_text("utf-8") == gen_collation.generated()


@pytest.mark.parametrize("script", SCRIPTS)
def test_names_of_a_script_among_others(script: str, figure: Callable[[str, int], None]) -> None:
    first, last = SCRIPTS[script]
    known = [chr(code) for code in range(first, last + 1) if _is_known(chr(code))]
    random = Random(script)
    lists = [[_name(random, known) for _ in range(10)] for _ in range(300)]
    theirs = ask_toolpin([("order", json.dumps(names)) for names in lists])
    for names, ordered in zip(lists, theirs, strict=True):
        assert sorted(names, key=locale_key) == ordered
    figure("Node.js order: lists of ten names in twelve scripts", len(lists))


def _is_known(char: str) -> bool:
    return char in table(_ORDER) or 0xAC00 <= ord(char) <= 0xD7A3


def _name(random: Random, known: list[str]) -> str:
    return "".join(
        random.choice(known) if random.random() < 0.8 else random.choice(LATIN)
        for _ in range(random.randrange(1, 5))
    )
