"""ToolPin's own functions and ours, on inputs that both have never seen."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any

import pytest

from tests.interop.vectors import load, outcome, parse
from tests.originals import inventing
from tests.originals.programs import ask_toolpin
from toolpin_ci import api
from toolpin_ci.canon import toolpin
from toolpin_ci.canon.text import compact
from toolpin_ci.canon.toolpin_scan import scan_tools
from toolpin_ci.toolpin import client_config, entry, trust

pytestmark = pytest.mark.originals
SCHEMES = ("toolpin-description", "toolpin-manifest", "toolpin-surface")
MANY = 3000


def _compared(
    what: str, texts: list[str], ours: Callable[[str], Any], count: Callable[[str, int], None]
) -> None:
    """Ask both about every text; what ToolPin refuses we refuse, with its words where it names an entry."""
    theirs = ask_toolpin([(what, text) for text in texts])
    for text, expected in zip(texts, theirs, strict=True):
        found = outcome(partial(ours, text))
        if _is_refusal(expected) and not str(expected["error"]).startswith("Invalid lockfile entry"):
            assert _is_refusal(found), (text, expected, found)
        else:
            assert found == expected, (text, expected, found)
    refused = sum(map(_is_refusal, theirs))
    assert refused < len(texts)
    count(f"ToolPin {what}: texts compared", len(texts))
    count(f"ToolPin {what}: of these refused by both", refused)


def _is_refusal(answer: Any) -> bool:
    return isinstance(answer, dict) and "error" in answer


def test_canonical_json(figure: Callable[[str, int], None]) -> None:
    random = Random(1)
    texts = [inventing.text(random) for _ in range(MANY)]
    _compared("canonical", texts, lambda text: toolpin.canonical(parse(text)), figure)


def test_the_three_hashes_of_any_tools(figure: Callable[[str, int], None]) -> None:
    random = Random(2)
    texts = [inventing.tools(random) for _ in range(MANY)]
    _compared("hashes", texts, lambda text: [api.digest(scheme, text) for scheme in SCHEMES], figure)


def test_the_hashes_that_a_probe_pins(figure: Callable[[str, int], None]) -> None:
    random = Random(3)
    texts = [inventing.tools(random) for _ in range(MANY)]
    theirs = ask_toolpin([("probed", text) for text in texts])
    listed = [(text, pins) for text, pins in zip(texts, theirs, strict=True) if isinstance(pins, list)]
    for text, pins in listed:
        found = toolpin.tool_hashes(toolpin.as_probed(parse(text)))
        assert [found.description, found.manifest, found.surface] == pins, text
    assert len(listed) > MANY / 10
    figure("ToolPin probed: tools arrays that its client takes", len(listed))


def test_the_scan_of_any_descriptions(figure: Callable[[str, int], None]) -> None:
    random = Random(4)
    texts = [inventing.tools(random) for _ in range(MANY)]
    _compared("scan", texts, _scan, figure)


def _scan(text: str) -> list[Any]:
    return [finding.to_json() for finding in scan_tools(parse(text))]


def test_names_in_the_order_of_a_locale(figure: Callable[[str, int], None]) -> None:
    random = Random(5)
    texts = [json.dumps(random.sample(inventing.NAMES, 12)) for _ in range(MANY // 3)]
    _compared("order", texts, lambda text: sorted(parse(text), key=toolpin.locale_key), figure)


def test_entries_and_digests_of_altered_lockfiles(figure: Callable[[str, int], None]) -> None:
    random = Random(6)
    known = [row["lockfile_text"] for row in load("toolpin/lockfiles_valid.json")["vectors"]]
    texts = [*known, *(_altered(random, random.choice(known)) for _ in range(MANY))]
    _compared("lockfile", texts, _lockfile, figure)


def _altered(random: Random, text: str) -> str:
    document = json.loads(text)
    for _ in range(random.choice((1, 1, 2))):
        inventing.altered(random, document)
    return json.dumps(document)


def _lockfile(text: str) -> dict[str, Any]:
    digest = api.digest("toolpin-lock", text)
    servers = parse(text)["servers"]
    return {
        "digest": digest,
        "entries": {key: toolpin.entry_integrity(value, key) for key, value in servers.items()},
    }


def test_trust_manifest_target_verdict_and_every_clients_configuration(
    figure: Callable[[str, int], None],
) -> None:
    random = Random(7)
    texts = [json.dumps(inventing.registry_entry(random)) for _ in range(MANY // 2)]
    _compared("judge", texts, _judge, figure)


def _judge(text: str) -> Any:
    server = entry.server_of(parse(text))
    now = datetime.now(UTC)
    report = trust.trust_report(server, now)
    found: Any = {
        "installable": server.is_installable,
        "trust": report,
        "capabilityManifest": entry.capability_manifest(server, "2026-01-02T03:04:05.006Z"),
        "launch": entry.launch_target(server),
        "verdict": trust.verdict(report, now),
        "clients": {client: _configuration(server, client) for client in toolpin.CLIENTS},
    }
    return json.loads(compact({name: value for name, value in found.items() if value is not None}))


def _configuration(server: entry.Server, client: str) -> Any:
    found = outcome(lambda: client_config.client_config(server, client))
    return found if _is_refusal(found) else {"config": found.config, "notes": list(found.notes)}
