"""Each way of breaking the protocol is a finding of its own, and what could be read is still shown."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.running import interpreter, run, workspace
from toolpin_ci.model.breaches import MANNERS, READ, UNREAD, UNREAD_RULES
from toolpin_ci.pipeline.comparing import Pair, troubles
from toolpin_ci.policy.judge import ADVISORY, UNCHECKED
from toolpin_ci.rules import RULES

LINUX_ROOT = sys.platform == "linux" and os.geteuid() == 0
BREACHES = {
    "duplicate_key": "protocol-duplicate-key",
    "nan_infinity": "protocol-not-a-number",
    "invalid_utf8": "protocol-invalid-utf8",
    "json_comments": "protocol-invalid-json",
    "batch_response": "protocol-framing",
    "jsonrpc_1_0": "protocol-envelope",
    "result_and_error": "protocol-result-and-error",
    "version_weird": "protocol-version",
    "page_same_cursor": "protocol-cursor",
    "page_cursor_type": "protocol-cursor",
    "name_types": "protocol-shape",
    "deep_nesting_100k": "protocol-limit",
    "early_response": "protocol-stray-answer",
    "elicit_secret": "protocol-asked-user",
    "list_changed_after": "protocol-list-changed",
    "no_object_schema": "protocol-schema-type",
    "description_types": "protocol-field-type",
    "flip_second_call": "surface-unsteady",
}
SHOWN = frozenset(("early_response", "elicit_secret", "no_object_schema", "flip_second_call"))


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    if not LINUX_ROOT or interpreter() is None:
        pytest.skip("only root can give each server a user of its own")
    with workspace() as found:
        yield found


@pytest.mark.root
@pytest.mark.parametrize("server", BREACHES)
def test_a_breach_has_a_rule_of_its_own(server: str, place: Path) -> None:
    probe = run(server, place)

    assert BREACHES[server] in [found.rule for found in troubles(Pair(name=server, probe=probe))]
    assert server not in SHOWN or (probe.surface is not None and probe.surface.lists["tools"])


@pytest.mark.root
def test_a_limit_is_named(place: Path) -> None:
    (found,) = troubles(Pair(name="s", probe=run("deep_nesting_100k", place)))

    assert found.message.args["limit"] == "JSON_DEPTH"


def test_every_breach_names_a_rule_that_exists_and_that_the_verdict_knows() -> None:
    known = {rule.id for rule in RULES}

    assert {*UNREAD.values(), *READ.values()} <= known
    assert UNREAD_RULES <= UNCHECKED
    assert MANNERS <= ADVISORY
    assert not UNCHECKED & ADVISORY
