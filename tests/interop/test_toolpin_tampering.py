"""ToolPin's lockfiles after somebody changed them: what is refused, what is declared, what is nothing."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.interop.vectors import cases, load
from tests.sim.workspace import Workspace
from toolpin_ci import api
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.policy import Policy
from toolpin_ci.model.report import Report
from toolpin_ci.pins import not_checked
from toolpin_ci.pipeline.request import Base, Request
from toolpin_ci.pipeline.verifying import verify_locks
from toolpin_ci.policy.judge import UNCHECKED
from toolpin_ci.toolpin.evidence import NPM_HOST

LOCK = "mcp-lock.json"
VECTORS = {row["id"]: row for row in load("toolpin/lockfiles_tampered.json")["vectors"]}
DEMO = json.loads(VECTORS["version-changed"]["original_text"])
LIVE = json.loads(VECTORS["live-surface-value-reintegrity"]["original_text"])
OCI = json.loads(VECTORS["entry-removed"]["original_text"])


@dataclass(frozen=True)
class Texts:
    """A tree that holds a lockfile and nothing else."""

    text: str

    def read(self, path: str) -> bytes | None:
        return self.text.encode("utf-8") if path == LOCK else None

    def names(self, _folder: str) -> tuple[str, ...]:
        return ()


def verify(before: str, after: str) -> Report:
    base = Base(fork=Texts(before), commit="0" * 40)
    request = Request(specs=(), lockfiles=(LOCK,), policy=Policy(), base=base)

    def offline(pins: Any) -> Callable[[], Any]:
        kept: tuple[Pin, ...] = tuple(pins)
        return lambda: not_checked(kept, "offline")

    return verify_locks(request, Texts(after), offline, frozenset())


def findings(report: Report) -> list[Finding]:
    found = [*report.findings, *(change for server in report.servers for change in server.changes)]
    return [finding for finding in found if finding.rule not in UNCHECKED]


def verdict(found: list[tuple[bool, str, str]]) -> str:
    """Read a report as a reviewer does; a refusal must name its place."""
    refused = [(file, place) for declared, file, place in found if not declared]
    if refused:
        assert all(file == LOCK and place for file, place in refused), refused
        return "refuse"
    return "declared" if found else "silent"


def verified(before: str, after: str) -> str:
    rows = findings(verify(before, after))
    return verdict(
        [(row.declared, row.file, row.pointer or str(row.line or row.message.args)) for row in rows]
    )


TABLE = [row["id"] for row in VECTORS.values() if row["ours"] != "undeclared"]


@pytest.mark.requirement("toolpin-tampering")
@pytest.mark.parametrize("name", TABLE)
def test_the_table_agrees_in_verify(name: str) -> None:
    vector = VECTORS[name]
    assert verified(vector["original_text"], vector["tampered_text"]) == vector["ours"]


@pytest.mark.requirement("toolpin-tampering")
@cases("toolpin/lockfiles_tampered.json")
def test_the_table_agrees_in_check(vector: dict[str, Any], tmp_path: Path) -> None:
    repository = Workspace(tmp_path)
    repository.git("init", "-q", "-b", "main")
    live = vector["ours"] == "undeclared"
    names = {key.rpartition(":")[0] for key in json.loads(vector["original_text"])["servers"]}
    command = list(repository.command) if live else ["false"]
    servers = {name: {"command": command} for name in names}
    repository.write(".toolpin-ci.yml", json.dumps({"policy": {"unavailable": "warn"}, "servers": servers}))
    repository.write(LOCK, vector["original_text"])
    repository.commit("base")
    repository.git("switch", "-q", "-c", "work")
    repository.write(LOCK, vector["tampered_text"])
    done = repository.run("check", "--base", "main", "--offline", "--format", "json")
    rows = [*done.report["findings"], *(row for found in done.report["servers"] for row in found["changes"])]
    rows = [row for row in rows if row["rule"] not in UNCHECKED]
    found = verdict(
        [(row["declared"], row.get("file", LOCK), row.get("pointer") or row["message"]) for row in rows]
    )
    assert found == ("refuse" if live else vector["ours"])
    assert done.code in ((1, 2) if found == "refuse" else (0,))
    assert not live or {row["rule"] for row in rows} == {"tool-hash-changed"}


def sealed(lock: dict[str, Any]) -> str:
    """Write a lockfile as a tamperer does who knows the format."""
    for key, entry in lock["servers"].items():
        entry["integrity"] = "sha256-" + "A" * 43 + "="
        entry["integrity"] = api.digest("toolpin-entry", json.dumps(entry))
        assert key
    return json.dumps(lock)


Lock = dict[str, Any]
Edit = Callable[[Lock], object]


def holders(lock: Lock, path: str) -> list[Any]:
    """Find what holds a member in the first entry, and in its own copy where that holds it too."""
    entry = next(iter(lock["servers"].values()))
    found = []
    for start in (entry, entry["locked"]):
        holder: Any = start
        for part in path.split("/")[:-1]:
            holder = holder[int(part)] if isinstance(holder, list) else holder.get(part, {})
        found.append(holder)
    return found if path.partition("/")[0] in entry["locked"] else found[:1]


def put(path: str, value: Any) -> Edit:
    def edit(lock: Lock) -> None:
        for holder in holders(lock, path):
            name = path.rpartition("/")[2]
            holder[int(name) if isinstance(holder, list) else name] = deepcopy(value)

    return edit


def cut(*paths: str) -> Edit:
    def edit(lock: Lock) -> None:
        for path in paths:
            for holder in holders(lock, path):
                holder.pop(path.rpartition("/")[2], None)

    return edit


def add_evidence(**row: Any) -> Edit:
    return lambda lock: holders(lock, "trust/evidence")[0]["evidence"].append(
        {"code": "npm_integrity_verified", "status": "passed", "message": "m", **row}
    )


HASHES = tuple(f"capabilityManifest/tool{name}Hash" for name in ("Surface", "Description", "Manifest"))
PROVED = {
    "claim": "sha512-AA==",
    "verifiedByToolPin": True,
    "trustedAnchor": True,
    "trustAnchor": NPM_HOST,
    "verifiedAt": "2026-11-18T11:40:10.307Z",
}
STRIPPED: dict[str, tuple[Lock, Edit, str]] = {
    **{path: (LIVE, cut(path), path) for path in HASHES},
    "coverage-narrowed": (LIVE, put(f"{HASHES[0]}/coverage", ["name"]), f"{HASHES[0]}/coverage"),
    "coverage-empty": (LIVE, put(f"{HASHES[0]}/coverage", []), f"{HASHES[0]}/coverage"),
    "evidence-emptied": (DEMO, put("trust/evidence", []), "trust/evidence"),
    "evidence-removed": (DEMO, cut("trust/evidence"), "trust/evidence"),
    "snapshot-emptied": (DEMO, lambda lock: holders(lock, "locked")[0].update(locked={}), "locked"),
    "snapshot-removed": (DEMO, lambda lock: holders(lock, "locked")[0].pop("locked"), "locked"),
    "snapshot-of-target-removed": (
        DEMO,
        lambda lock: holders(lock, "locked/selectedTarget")[0].pop("selectedTarget"),
        "locked/selectedTarget",
    ),
    "image-digest-dropped": (
        {**OCI, "servers": {"io.vector/oci:vscode": OCI["servers"]["io.vector/oci:vscode"]}},
        put("selectedTarget/identifier", "ghcr.io/vector/demo:latest"),
        "selectedTarget/identifier",
    ),
}
FORGED: dict[str, tuple[Lock, Edit, str]] = {
    "claim-flipped-to-passed": (DEMO, put("trust/evidence/0/status", "passed"), "trust/evidence/0"),
    "claim-said-to-be-verified": (
        DEMO,
        put("trust/evidence/0/verifiedByToolPin", value=True),
        "trust/evidence/0",
    ),
    "proof-added": (DEMO, add_evidence(**PROVED), "trust/evidence/2"),
    "proof-of-another-kind": (LIVE, add_evidence(**PROVED), "trust/evidence/4"),
    "proof-by-a-stranger": (
        DEMO,
        add_evidence(**{**PROVED, "trustAnchor": "evil.example"}),
        "trust/evidence/2",
    ),
    "tier-raised": (DEMO, put("trust/tier", "verified"), "trust/tier"),
    "tier-raised-with-proof": (
        DEMO,
        lambda lock: (add_evidence(**PROVED)(lock), put("trust/tier", "verified")(lock)),
        "trust/evidence/2",
    ),
}
MALFORMED: dict[str, tuple[Lock, Edit, str]] = {
    path + "-" + type(value).__name__: (DEMO, put(path, value), path)
    for path, value in (
        *((name, 7) for name in ("config", "resolvedAt", "lockedAt", "resolved", "original")),
        ("notes", ["a", 1]),
        ("client", ["claude"]),
        ("resolved/source", 1),
        ("original/client", None),
        ("selectedTarget/kind", "magic"),
        *((f"selectedTarget/{name}", []) for name in ("identifier", "version", "transport", "registryType")),
        *((f"capabilityManifest/{name}", [1]) for name in ("packageTypes", "transports", "remoteHosts")),
        ("capabilityManifest/secrets", [{"name": "A"}]),
        ("config/__proto__", {"command": "curl"}),
        ("trust/__proto__", {}),
    )
}
MALFORMED |= {
    f"{path}-{value}"[-60:]: (LIVE, put(path, value), path)
    for path, value in (
        (f"{HASHES[0]}/value", "00"),
        (f"{HASHES[1]}/value", "F" * 64),
        (f"{HASHES[2]}/toolCount", -1),
        (f"{HASHES[2]}/toolCount", 1.5),
        ("capabilityManifest/toolDescriptionScan/findings", ["x"]),
        ("capabilityManifest/toolDescriptionScan/scannedDescriptions", -1),
    )
}


@pytest.mark.requirement("toolpin-tampering")
@pytest.mark.parametrize(
    "case", [*STRIPPED.values(), *FORGED.values(), *MALFORMED.values()], ids=[*STRIPPED, *FORGED, *MALFORMED]
)
def test_what_toolpin_accepts_is_refused_at_its_place(case: tuple[Lock, Edit, str]) -> None:
    original, edit, path = case
    before, after = deepcopy(original), deepcopy(original)
    edit(after)
    rows = [row for row in findings(verify(sealed(before), sealed(after))) if not row.declared]
    key = next(iter(original["servers"])).replace("/", "~1")
    assert any(row.pointer.startswith(f"/servers/{key}/{path}") for row in rows), rows
    assert all(row.file == LOCK for row in rows)


OPEN: dict[str, tuple[Lock, Edit]] = {
    "a-new-version": (
        DEMO,
        lambda lock: [
            put(path, "1.2.4")(lock)
            for path in (
                "version",
                "selectedTarget/version",
                "capabilityManifest/serverVersion",
                "resolved/version",
            )
        ],
    ),
    "another-command": (DEMO, put("config/mcpServers/io.vector~demo", {"command": "curl"})),
    "another-host": (DEMO, put("capabilityManifest/remoteHosts", ["evil.example"])),
    "a-secret": (
        DEMO,
        put("capabilityManifest/secrets", [{"name": "TOKEN", "source": "env", "required": True}]),
    ),
    "global": (DEMO, put("scope", "global")),
    "other-dates": (DEMO, put("lockedAt", "2027-01-01T00:00:00.000Z")),
    "other-hashes": (LIVE, put(f"{HASHES[1]}/value", "0" * 64)),
    "no-scan": (LIVE, cut("capabilityManifest/toolDescriptionScan")),
    "badges": (DEMO, put("trust/badges", ["verified"])),
    "a-scan-that-saw-less": (LIVE, put("capabilityManifest/toolDescriptionScan/scannedDescriptions", 0)),
    "another-client-gone": (OCI, lambda lock: lock["servers"].popitem()),
}


@pytest.mark.requirement("toolpin-tampering")
@pytest.mark.parametrize("case", OPEN.values(), ids=OPEN)
def test_what_was_changed_openly_is_declared(case: tuple[Lock, Edit]) -> None:
    before, after = deepcopy(case[0]), deepcopy(case[0])
    case[1](after)
    assert verified(sealed(before), sealed(after)) == "declared"


NOTHING: dict[str, Callable[[str], str]] = {
    "spacing": lambda text: json.dumps(json.loads(text), indent=7),
    "order": lambda text: json.dumps(json.loads(text), sort_keys=True),
    "escapes": lambda text: text.replace('"name"', '"\\u006eame"'),
    "line-ends": lambda text: text.replace("\n", "\r\n"),
    "times": lambda text: text.replace('"updatedAt": "2026', '"updatedAt": "2001'),
    "numbers": lambda text: text.replace('"score": 74,', '"score": 7.4e1,'),
}


@pytest.mark.requirement("toolpin-tampering")
@pytest.mark.parametrize("rewrite", NOTHING.values(), ids=NOTHING)
def test_spelling_alone_is_nothing(rewrite: Callable[[str], str]) -> None:
    text = VECTORS["version-changed"]["original_text"]
    assert rewrite(text) != text
    assert verified(text, rewrite(text)) == "silent"


BROKEN: dict[str, Callable[[str], str]] = {
    "twice-at-the-top": lambda text: text.replace('"servers": {', '"servers": {}, "servers": {', 1),
    "twice-in-an-entry": lambda text: text.replace(
        '"version": "1.2.3",', '"version": "6", "version": "1.2.3",', 1
    ),
    "twice-deep-inside": lambda text: text.replace(
        '"command": "npx",', '"command": "curl", "command": "npx",', 1
    ),
    "twice-by-escape": lambda text: text.replace('"notes"', '"\\u006eotes": [], "notes"', 1),
    "garbage-behind": lambda text: text + "x",
    "a-second-document": lambda text: text + text,
    "a-comment": lambda text: "// fine\n" + text,
    "a-mark-before": lambda text: "\ufeff" + text,
    "not-a-number": lambda text: text.replace('"score": 74', '"score": NaN'),
    "beyond-a-double": lambda text: text.replace('"score": 74', '"score": 1e999'),
    "cut-off": lambda text: text[: len(text) // 2],
    "a-list": lambda text: f"[{text}]",
    "a-number-for-a-time": lambda text: text.replace('"updatedAt": "', '"updatedAt": 7, "x": "'),
    "servers-as-a-list": lambda text: text.replace('"servers": {', '"servers": [], "entries": {', 1),
    "an-entry-that-is-none": lambda text: text.replace('"servers": {', '"servers": {"a:claude": null,', 1),
}


@pytest.mark.requirement("toolpin-tampering")
@pytest.mark.parametrize("rewrite", BROKEN.values(), ids=BROKEN)
def test_what_two_readers_read_differently_is_unusable(rewrite: Callable[[str], str]) -> None:
    text = VECTORS["version-changed"]["original_text"]
    assert rewrite(text) != text
    report = verify(text, rewrite(text))
    assert report.exit_code == 2
    assert LOCK in str(findings(report)[0].message.args)


@pytest.mark.requirement("toolpin-tampering")
def test_entries_that_trade_places_integrity_or_hashes_are_refused() -> None:
    (one, first), (two, second) = OCI["servers"].items()
    text = json.dumps(OCI)
    swapped = {**OCI, "servers": {one: second, two: first}}
    borrowed = {**OCI, "servers": {one: {**first, "integrity": second["integrity"]}, two: second}}
    renamed = {**OCI, "servers": {one: {**first, "name": second["name"], "client": second["client"]}}}
    for lock in (json.dumps(swapped), json.dumps(borrowed), sealed(deepcopy(renamed))):
        assert verified(text, lock) == "refuse"


@pytest.mark.requirement("toolpin-tampering")
def test_a_new_name_under_the_old_key_hides_no_pin_that_was_taken_out() -> None:
    lock = deepcopy(LIVE)
    cut(*HASHES)(lock)
    put("name", "io.vector/other")(lock)
    put("trust/evidence", [{"code": "lock_integrity", "status": "passed", "message": "m"}])(lock)
    rules = {row.rule for row in findings(verify(json.dumps(LIVE), sealed(lock))) if not row.declared}
    assert rules == {"lock-pin-removed"}


@pytest.mark.requirement("toolpin-tampering")
def test_keys_that_differ_in_composition_alone_are_one_key_too_many() -> None:
    entry = next(iter(DEMO["servers"].values()))
    servers = {f"{name}:claude": {**entry, "name": name} for name in ("caf\u00e9", "cafe\u0301")}
    assert verified(json.dumps(DEMO), sealed({**DEMO, "servers": deepcopy(servers)})) == "refuse"


@cases("toolpin/lockfiles_valid.json")
def test_what_toolpin_wrote_is_refused_nowhere(vector: dict[str, Any]) -> None:
    text = vector["lockfile_text"]
    assert verified(text, text) == "silent"
