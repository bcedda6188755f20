"""Every folder of `cases/` holds a configuration that is refused, and the words in which it is."""

from pathlib import Path

import pytest

from toolpin_ci.config.parse import parse_config
from toolpin_ci.errors import UsageError

CASES = Path(__file__).parent / "cases"
RULES = ("tool-added", "tool-removed", "tool-description-changed")


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir()))
def test_a_mistake_is_named_with_its_place_and_what_would_be_right(case: str) -> None:
    content = (CASES / case / "config.yml").read_bytes()
    with pytest.raises(UsageError) as refused:
        parse_config(content, file=".toolpin-ci.yml", rule_ids=RULES)
    expected = (CASES / case / "expect.txt").read_text(encoding="utf-8")
    assert "\n".join(refused.value.diagnostics()) + "\n" == expected
    assert expected.startswith(".toolpin-ci.yml:")
    assert all(line.isprintable() for line in expected.splitlines())
