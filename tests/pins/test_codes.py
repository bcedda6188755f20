"""Every code that evidence may carry is explained to users."""

import re
from pathlib import Path

from tools.provision import ROOT

_CODE = re.compile(
    r"""(?:PinFailure|FetchError|evidence|unavailable|demand\w*|manifest|blob)\(   # where codes are given
        [^()]*?(?:\([^()]*\)[^()]*?)*?"([a-z]+(?:-[a-z]+)+)" """,
    re.VERBOSE,
)


def sources() -> list[Path]:
    edge = ROOT / "toolpin_ci" / "edge"
    clients = [
        edge / f"{name}.py" for name in ("addresses", "http", "http_backend", "http_exchange", "http_routes")
    ]
    return [*sorted((ROOT / "toolpin_ci" / "pins").glob("*.py")), *clients]


def test_the_manual_explains_every_code_that_the_source_gives() -> None:
    manual = (ROOT / "docs" / "pins.md").read_text(encoding="utf-8")
    given = {code for path in sources() for code in _CODE.findall(path.read_text(encoding="utf-8"))}
    assert len(given) > 50
    assert sorted(code for code in given if f"`{code}`" not in manual) == []
