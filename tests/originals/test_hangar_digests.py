"""MCP Hangar's own digests of tools, and ours."""

from collections.abc import Callable
from random import Random

import pytest

from tests.interop.vectors import load
from tests.originals import inventing
from tests.originals.programs import ask_hangar
from toolpin_ci import api
from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.errors import ToolpinError

pytestmark = pytest.mark.originals


def test_digests_of_known_and_of_invented_tools(figure: Callable[[str, int], None]) -> None:
    random = Random(8)
    texts = [row["jsonText"] for row in load("hangar/tool-digests.json")]
    texts += [inventing.tool(random) for _ in range(1000)]
    theirs = ask_hangar(texts)
    for text, digest in zip(texts, theirs, strict=True):
        assert _ours(text) == digest, text
    figure("MCP Hangar: tools compared", len(texts))
    figure("MCP Hangar: of these refused by both", theirs.count(None))


def _ours(text: str) -> str | None:
    try:
        parse(text)
        return api.digest("hangar-jcs", text)
    except ToolpinError:
        return None
