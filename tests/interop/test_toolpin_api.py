"""What ToolPin computes, reached through the public API on raw text."""

from functools import partial
from typing import Any

import pytest

from tests.interop.vectors import cases, outcome
from toolpin_ci import api
from toolpin_ci.canon.text import compact
from toolpin_ci.errors import UsageError


@pytest.mark.requirement("toolpin-scan")
@cases("toolpin/scan.json")
def test_the_scan(vector: dict[str, Any]) -> None:
    assert api.toolpin_scan(vector["tools_json"]) == vector["findings"]


@pytest.mark.requirement("toolpin-trust")
@cases("toolpin/trust_score.json")
def test_the_trust_report(vector: dict[str, Any]) -> None:
    found = api.toolpin_trust(compact(vector["entry"]))
    for member in ("installable", "trust", "verdict", "launch"):
        assert found.get(member) == vector.get(member)
    assert set(found["capabilityManifest"]) == set(vector["capabilityManifest"])


@pytest.mark.requirement("toolpin-client-config")
@cases("toolpin/client_config.json")
def test_the_configuration_of_every_client(vector: dict[str, Any]) -> None:
    text = compact(vector["entry"])
    for client, expected in vector["clients"].items():
        assert outcome(partial(api.toolpin_client_config, text, client)) == expected
    with pytest.raises(UsageError, match="no client"):
        api.toolpin_client_config(text, "emacs")
