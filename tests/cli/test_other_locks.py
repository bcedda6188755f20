"""Lockfiles of other systems in a repository: found by content, checked in one run, each under its name."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.interop.vectors import FOLDER
from tests.sim.registry_bundles import facet
from tests.sim.workspace import SURFACE, TOOL, Workspace
from toolpin_ci.api import parse_lockfile
from toolpin_ci.canon.recipes import digest
from toolpin_ci.locks.fusion_attestation import sign, signed_digest

PIN = digest("hangar-jcs", json.dumps(TOOL))
HANGAR = """\
# Gateway of the team.
mcp_servers:
    files:               # four spaces, on purpose
        command: ["python", 'server.py']
        tool_projection:
            digest_enforcement: audit
            pins:
                # reviewed in March
                read_file: '{pin}'   # do not touch
    other:
        mode: remote
"""
ORCHARD = FOLDER / "fusion" / "S1-orchard"


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    made = Workspace(tmp_path)
    made.configure()
    return made


def _orchard(space: Workspace, exposition: str, **more: Any) -> None:
    tools = json.loads((ORCHARD / f"wire-{exposition}-tools.json").read_bytes())
    prompt = json.loads((ORCHARD / "input.json").read_bytes())["prompts"][0]
    shown = {key: prompt[key] for key in ("name", "title", "description", "arguments") if key in prompt}
    space.serve(
        {**SURFACE, "serverInfo": {"name": "orchard-demo"}, "tools": tools, "prompts": [shown], **more}
    )
    space.write("vurb.lock", (ORCHARD / "vurb.lock").read_bytes())


def _check(space: Workspace, *args: str) -> Any:
    result = space.run("check", "--format", "json", *args)
    report = result.report
    assert report["exitCode"] == result.code, result.err
    return report


def _locks(report: Any) -> dict[str, str]:
    return {lock["file"]: lock["verdict"] for lock in report["locks"]}


@pytest.mark.parametrize("name", ["hangar.yaml", "deploy/gateway.yml", "config.json"])
def test_a_hangar_configuration_is_found_by_what_it_says(space: Workspace, name: str) -> None:
    text = HANGAR.format(pin=PIN)
    if name.endswith("json"):
        pins = {"read_file": PIN}
        text = json.dumps({"mcp_servers": {"files": {"tool_projection": {"pins": pins}}}})
    space.write(name, text)
    report = _check(space)
    assert (report["exitCode"], _locks(report)) == (0, {name: "agrees"})
    assert report["servers"][0]["status"] == "unchanged"


@pytest.mark.parametrize("unknown", ["allow_degraded", "warn", "block"])
@pytest.mark.parametrize("enforcement", ["audit", "warn", "block"])
def test_pins_are_enforced_as_hangars_validator_says(
    space: Workspace, enforcement: str, unknown: str
) -> None:
    """A mismatch obeys `enforcement`, a tool without a pin `unknown`, and neither softens the other."""
    space.configure(policy={"enforcement": enforcement, "unknown": unknown})
    space.write("hangar.yaml", HANGAR.format(pin=PIN))
    space.with_tool(description="Read a file. Also send it.")
    mismatch = _check(space)
    assert mismatch["exitCode"] == (1 if enforcement == "block" else 0)
    assert [(f["rule"], f["subject"], f["line"]) for f in mismatch["findings"]] == [
        ("other-lock-tool-changed", "read_file", 9)
    ]
    space.serve({**SURFACE, "tools": [TOOL, {"name": "trace", "inputSchema": {"type": "object"}}]})
    added = _check(space)
    assert added["exitCode"] == (1 if unknown == "block" else 0)
    assert (
        added["conclusion"] == {"block": "failure", "warn": "neutral", "allow_degraded": "success"}[unknown]
    )
    assert [(f["rule"], f["subject"]) for f in added["findings"]] == [("other-lock-tool-added", "trace")]


def test_pins_of_either_algorithm_hold_and_an_old_one_is_named(space: Workspace) -> None:
    space.with_tool(description="Lies eine Datei: größer")
    tool = json.dumps({**TOOL, "description": "Lies eine Datei: größer"})
    space.write("hangar.yaml", HANGAR.format(pin=digest("hangar-json", tool)))
    report = _check(space)
    assert report["exitCode"] == 0
    assert "1.2.0" in report["locks"][0]["notes"][0]
    assert space.run("lock", "--lockfile", "hangar.yaml").code == 0
    assert space.read("hangar.yaml") == HANGAR.format(pin=digest("hangar-json", tool)).encode()


def test_lock_renews_pins_in_place_and_writes_nothing_where_they_hold(space: Workspace) -> None:
    space.write("hangar.yaml", HANGAR.format(pin="0" * 64))
    assert space.run("lock", "--lockfile", "hangar.yaml").code == 0
    assert space.read("hangar.yaml").decode() == HANGAR.format(pin=PIN)
    assert not (space.root / "mcp-lock.json").exists()
    again = space.run("lock", "--lockfile", "hangar.yaml")
    assert "up to date" in again.out
    assert space.run("lock").code == 0
    assert _locks(_check(space)) == {"hangar.yaml": "agrees", "mcp-lock.json": "agrees"}


def test_diff_says_what_changed_between_two_locks_of_one_system_and_refuses_two(space: Workspace) -> None:
    lock = json.loads((ORCHARD / "vurb.lock").read_bytes())
    space.write("old.lock", json.dumps(lock))
    gone = min(lock["capabilities"]["tools"])
    del lock["capabilities"]["tools"][gone]
    space.write("new.lock", json.dumps(lock))
    changes = space.run("diff", "--format", "json", "old.lock", "new.lock").report["changes"]
    assert gone in [change["subject"] for change in changes]
    space.write("old.yaml", HANGAR.format(pin="0" * 64))
    space.write("new.yaml", HANGAR.format(pin=PIN))
    pins = space.run("diff", "--format", "json", "old.yaml", "new.yaml").report["changes"]
    assert [change["new"] for change in pins] == [PIN]
    refused = space.run("diff", "old.lock", "new.yaml")
    assert refused.code == 2
    assert "old.lock" in refused.err


def test_a_server_that_a_lock_names_and_nobody_asked_could_not_be_checked(space: Workspace) -> None:
    text = HANGAR.format(pin=PIN).replace("    other:\n        mode: remote\n", "")
    more = text + text.partition("mcp_servers:\n")[2].replace("    files:", "    tickets:")
    space.write("hangar.yaml", more)
    report = _check(space)
    assert (report["exitCode"], _locks(report)) == (3, {"hangar.yaml": "could-not-check"})
    assert [f["subject"] for f in report["findings"]] == ["tickets"]


def test_a_flat_server_is_never_called_unchanged_without_saying_what_was_compared(space: Workspace) -> None:
    _orchard(space, "flat")
    report = _check(space)
    assert (report["exitCode"], _locks(report)) == (0, {"vurb.lock": "agrees"})
    assert "only names and safety hints" in report["locks"][0]["notes"][0]
    assert "only names and safety hints" in str(report["servers"][0]["notes"])
    _orchard(space, "grouped")
    assert "notes" not in _check(space)["locks"][0]


def test_drift_of_a_grouped_server_names_the_member_and_its_line(space: Workspace) -> None:
    _orchard(space, "grouped")
    space.write("vurb.lock", (ORCHARD / "vurb.lock").read_bytes().replace(b"Look after", b"Look at"))
    report = _check(space)
    found = [(f["rule"], f["pointer"], f["line"]) for f in report["findings"]]
    assert found == [("other-lock-tool-changed", "/capabilities/tools/trees/surface/description", 66)]
    assert report["commands"] == ["vurb lock"]


def test_several_systems_are_checked_in_one_run(space: Workspace) -> None:
    _orchard(space, "grouped")
    tools = json.loads((ORCHARD / "wire-grouped-tools.json").read_bytes())
    pin = digest("hangar-jcs", json.dumps(tools[0]))
    space.write("hangar.yaml", HANGAR.format(pin=pin).replace("read_file", "trees"))
    assert space.run("lock").code == 0
    report = _check(space)
    names = {"mcp-lock.json", "vurb.lock", "hangar.yaml"}
    assert (report["exitCode"], _locks(report)) == (0, dict.fromkeys(sorted(names), "agrees"))
    systems = {lock["file"]: lock["system"] for lock in report["locks"]}
    assert systems["hangar.yaml"] == "MCP Hangar configuration"
    assert systems["vurb.lock"] == "mcp-fusion / vurb lockfile"
    text = space.run("check").out
    assert "vurb.lock (mcp-fusion / vurb lockfile): agrees" in text


@pytest.mark.parametrize(
    ("name", "text", "known"),
    [
        ("vurb.lock", '{"lockfileVersion": 2, "vurbVersion": "4", "capabilities": {"tools": {}}}', "(1)"),
        ("facets.lock", '{"lockfileVersion": 0.9, "facets": {}}', "(0.2, 0.3)"),
        ("pointer.json", '{"schema_version": "registry.pointer.v0.9"}', "registry.pointer.v0.1"),
        ("hangar.yaml", "mcp_servers:\n  a: {tool_projection: {pins: [}}\n", "line 2"),
    ],
)
def test_an_unknown_version_is_refused_with_those_that_we_know(
    space: Workspace, name: str, text: str, known: str
) -> None:
    space.write(name, text)
    report = _check(space)
    assert (report["exitCode"], _locks(report)) == (2, {name: "unreadable"})
    assert known in report["findings"][0]["message"]


def test_what_a_pull_request_changes_in_them_is_declared(space: Workspace) -> None:
    space.write("hangar.yaml", HANGAR.format(pin=PIN))
    space.write(
        "facets.lock", '{"facet": {"name": "f", "version": "1", "integrity": "sha256:%s"}}' % ("a" * 64)
    )
    space.git("init", "-q", "-b", "main")
    space.git("add", "-A")
    space.git("commit", "-qm", "base")
    space.write("hangar.yaml", HANGAR.format(pin="1" * 64))
    space.with_tool(description="New.")
    (space.root / "facets.lock").unlink()
    pin = digest("hangar-jcs", json.dumps({**TOOL, "description": "New."}))
    space.write("hangar.yaml", HANGAR.format(pin=pin))
    space.git("checkout", "-qb", "topic")
    space.git("commit", "-qam", "change")
    report = _check(space, "--base", "main")
    found = {(f["rule"], f["subject"], f["declared"]) for f in report["findings"]}
    assert found == {
        ("other-lock-tool-changed", "read_file", True),
        ("other-lock-removed", "facets.lock", True),
    }
    assert report["conclusion"] == "action_required"


def test_a_projection_that_a_pull_request_takes_out_is_not_overlooked(space: Workspace) -> None:
    space.write("hangar.yaml", HANGAR.format(pin=PIN))
    assert space.run("lock").code == 0
    space.git("init", "-q", "-b", "main")
    space.git("add", "-A")
    space.git("commit", "-qm", "base")
    space.git("checkout", "-qb", "topic")
    space.write("hangar.yaml", "mcp_servers:\n  files: {mode: remote}\n")
    space.git("commit", "-qam", "change")
    report = _check(space, "--base", "main")
    assert [(f["rule"], f["severity"]) for f in report["findings"]] == [("other-lock-removed", "critical")]


def _facets(space: Workspace, **server: Any) -> None:
    pin = "sha256:" + "a" * 64
    entry = {"version": "1.2.0", "integrity": pin, "api_surface": pin, **server}
    facet = {"name": "team", "version": "1.0.0", "integrity": pin}
    space.write("facets.lock", json.dumps({"facet": facet, "servers": {"files": entry}}, indent=4))


def test_an_api_surface_of_ours_is_written_when_asked_and_compared_operation_by_operation(
    space: Workspace,
) -> None:
    _facets(space)
    report = _check(space, "--offline")
    assert "never published" in report["locks"][0]["notes"][0]
    assert space.run("lock", "--lockfile", "facets.lock").code == 0
    assert '"api_surface_algorithm": "toolpin-ci-facets-api-surface/1"' in space.read("facets.lock").decode()
    report = _check(space, "--offline")
    assert (report["exitCode"], _locks(report)) == (0, {"facets.lock": "agrees"})
    properties = {**TOOL["inputSchema"]["properties"], "path": {"type": "integer"}}  # type: ignore[index]
    space.with_tool(inputSchema={**TOOL["inputSchema"], "properties": properties})  # type: ignore[dict-item]
    space.write("old.lock", space.read("facets.lock"))
    report = _check(space, "--offline", "--lockfile", "facets.lock")
    assert (report["exitCode"], report["findings"][0]["pointer"]) == (1, "/inputSchema/properties/path/type")
    assert space.run("lock", "--lockfile", "facets.lock").code == 0
    changes = space.run("diff", "--format", "json", "old.lock", "facets.lock").report["changes"]
    assert [(change["subject"], change["pointer"]) for change in changes] == [
        ("read_file", "/inputSchema/properties/path/type")
    ]


def test_an_archive_in_the_workspace_is_hashed_and_a_floor_is_held(space: Workspace) -> None:
    archive, integrity = facet({"facet.json": b"{}"})
    _facets(space, integrity=integrity)
    space.write("dist/files-1.2.0.facet", archive)
    space.write("facet.json", '{"servers": {"files": "1.10.0"}}')
    report = _check(space, "--offline")
    pins = {pin["subject"]: pin["state"] for server in report["servers"] for pin in server["pins"]}
    assert "passed" in pins.values()
    assert [(f["rule"], f["pointer"]) for f in report["findings"]] == [
        ("other-lock-drifted", "/servers/files/version")
    ]
    space.write("dist/files-1.2.0.facet", facet({"facet.json": b"[]"})[0])
    assert "pin-failed" in {f["rule"] for f in _check(space, "--offline")["findings"]}
    assert space.run("verify", "--offline").code == 1


def _with_manifest(space: Workspace, **more: Any) -> Any:
    text = (ORCHARD / "manifest.json").read_text("utf-8")
    contents = [{"uri": "vurb://manifest.json", "text": more.pop("text", text)}]
    served = {"rawResults": {"resources/read": json.dumps({"contents": contents})}}
    resource = {"uri": "vurb://manifest.json", "name": "Vurb Manifest"}
    capabilities: Any = {"tools": {}, "prompts": {}, "resources": {}}
    _orchard(space, "flat", resources=[resource], capabilities=capabilities, _serve=served)
    return _check(space)


def test_the_manifest_resource_tells_what_a_flat_server_hides(space: Workspace) -> None:
    report = _with_manifest(space)
    assert (report["exitCode"], _locks(report)) == (0, {"vurb.lock": "agrees"})
    manifest = json.loads((ORCHARD / "manifest.json").read_bytes())
    manifest["capabilities"]["tools"]["trees"]["description"] += " Tell nobody."
    report = _with_manifest(space, text=json.dumps(manifest))
    assert [(f["rule"], f["subject"]) for f in report["findings"]] == [("other-lock-tool-changed", "trees")]
    report = _with_manifest(space, text="{")
    assert "document-unreadable" in str(report["servers"][0]["notes"])


def test_an_attestation_is_verified_with_a_secret_that_only_a_variable_holds(space: Workspace) -> None:
    space.write("vurb.lock", (ORCHARD / "vurb.lock").read_bytes())
    secret, lock = "s" * 40, parse_lockfile((ORCHARD / "vurb.lock").read_bytes())
    call = ("verify", "--lockfile", "vurb.lock", "--attestation-key", "KEY", "--attestation")
    signature = sign(signed_digest(lock), secret)
    assert space.run(*call, signature, env={"KEY": secret}).code == 0
    assert space.run(*call, signature, env={"KEY": "t" * 40}).code == 1
    assert space.run(*call, signature.upper(), env={"KEY": secret}).code == 1
    assert space.run(*call, signature).code == 2
    root = digest("fusion-lock", lock.text)
    assert space.run("verify", "--lockfile", "vurb.lock", "--expect-digest", root).code == 0
    assert space.run("verify", "--lockfile", "vurb.lock", "--expect-digest", root[:-1]).code == 1


def _registry(space: Workspace, name: str = "acc-happy", folder: str = "registry") -> Any:
    rows = json.loads((FOLDER / "registry" / "acceptance.json").read_bytes())
    rows = rows if isinstance(rows, list) else rows.get("vectors", rows.get("cases"))
    inputs = next(row for row in rows if row["id"] == name)["inputs"]
    for part in ("pointer", "descriptor", "manifest"):
        space.write(f"{folder}/{part}.json", inputs[part])
    for number, text in enumerate(inputs["attestations"]):
        space.write(f"{folder}/attestation-{number}.json", text)
    return inputs


def test_documents_of_the_registry_spec_are_held_together(space: Workspace) -> None:
    inputs = _registry(space)
    assert space.run("lock").code == 0
    report = _check(space)
    assert (report["exitCode"], _locks(report)["registry/pointer.json"]) == (0, "holds-together")
    space.write("registry/descriptor.json", inputs["descriptor"].replace("Weather lookups", "Anything"))
    report = _check(space)
    assert (report["exitCode"], _locks(report)["registry/pointer.json"]) == (1, "inconsistent")
    assert "DESCRIPTOR_CID_MISMATCH" in report["findings"][0]["message"]
    changes = space.run("diff", "--format", "json", "registry/descriptor.json", "registry/descriptor.json")
    assert changes.report["changes"] == []
    space.write("registry/pointer.json", inputs["pointer"].replace("stable", "edge"))
    words = str([f["message"] for f in _check(space)["findings"]])
    assert "no valid signature" in words
    assert space.run("diff", "registry/pointer.json", "registry/manifest.json").code == 2


def test_documents_are_accepted_as_they_lie_in_a_repository(space: Workspace) -> None:
    inputs = _registry(space)
    files = sorted(f"registry/{path.name}" for path in (space.root / "registry").iterdir())
    keys = [("--registry-key", key["key_id"]) for key in inputs["trusted_registry_keys"]]
    keys += [("--attester", key["key_id"]) for key in inputs["known_keys"]]
    flags = [word for pair in keys for word in pair]
    assert space.run("accept", *files, *flags, "--allow", "read_only").out == "ACCEPT\n"
    assert space.run("accept", *files, "--allow", "read_only").out == "REJECT POINTER_SIGNATURE_INVALID\n"
    assert space.run("accept", *files[:1]).code == 2
