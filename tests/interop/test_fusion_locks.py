"""mcp-fusion and vurb: locks, digests, checks, contract differences, live comparison, attestation."""

from pathlib import Path
from typing import Any

import pytest

from tests.interop.vectors import FOLDER, cases, load, parse
from toolpin_ci import api
from toolpin_ci.canon import fusion as digests
from toolpin_ci.canon.fusion_contract import contract_components, contract_digest
from toolpin_ci.canon.recipes import digest
from toolpin_ci.canon.surface_document import assemble
from toolpin_ci.errors import LockfileError
from toolpin_ci.locks import fusion, fusion_attestation
from toolpin_ci.locks.base import Lock, Source, serialize
from toolpin_ci.locks.fusion_check import check
from toolpin_ci.locks.fusion_claims import scan
from toolpin_ci.locks.fusion_diff import diff_contracts
from toolpin_ci.locks.fusion_generate import Fresh, Header, fresh, lock_document
from toolpin_ci.locks.fusion_manifest import compare_manifest
from toolpin_ci.locks.fusion_report import report, xml
from toolpin_ci.locks.fusion_tokens import profile_response, static_profile

ROOT = FOLDER / "fusion"
FOLDERS = sorted(path.parent.name for path in ROOT.glob("*/input.json"))
LOCKS = sorted(str(path.relative_to(FOLDER)) for path in ROOT.rglob("*.lock"))
CHECKS = sorted(str(path.relative_to(FOLDER)) for path in ROOT.glob("*/checks/*.json"))
SERVERS = [name for name in FOLDERS if name.startswith("S")]


def _fresh(row: dict[str, Any]) -> Fresh:
    return fresh(dict(row["tools"]), row["prompts"] or [])


def _read(name: str) -> Lock:
    return fusion.parse(Source.read((FOLDER / name).read_text("utf-8")))


@pytest.mark.requirement("fusion-roundtrip")
@pytest.mark.parametrize("name", LOCKS)
def test_both_dialects_come_back_byte_for_byte(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")
    assert fusion.detect(Source.read(text))
    lock = _read(name)
    assert serialize(lock) == text
    assert fusion.FORMAT.render(lock.document) == text


@pytest.mark.requirement("fusion-digests")
@pytest.mark.parametrize("name", LOCKS)
def test_the_root_is_recomputed_from_the_file_alone(name: str) -> None:
    lock = _read(name)
    # The original hashes a prompt named __proto__ that it then leaves out of the file.
    complete = "L11-proto" not in name
    assert (digest("fusion-lock", lock.text) == lock.document["integrityDigest"]) == complete
    assert (fusion.verify(lock) == ()) == complete


@pytest.mark.requirement("fusion-digests")
@pytest.mark.parametrize("name", FOLDERS)
def test_a_lock_is_generated_from_contracts_as_the_framework_does(name: str) -> None:
    row, expected = load(f"fusion/{name}/input.json"), load(f"fusion/{name}/digests.json")
    contracts = dict(row["tools"])
    for tool in expected["tools"]:
        assert contract_components(contracts[tool["name"]]) == tool["components"]
        assert contract_digest(contracts[tool["name"]]) == "sha256:" + tool["digest"]
    now = _fresh(row)
    assert now.root == expected["lockfileIntegrity"]
    header = Header(server=row["serverName"], version=row["version"], generated_at="2030-01-02T03:04:05.678Z")
    assert digests.pretty(lock_document(now, header)) == (ROOT / name / "vurb.lock").read_text("utf-8")


@pytest.mark.requirement("fusion-check")
@pytest.mark.parametrize("name", CHECKS)
def test_check_says_what_the_framework_says(name: str) -> None:
    row = load(name)
    lock = row["lock"] or parse((FOLDER / name).parent.parent.joinpath("vurb.lock").read_bytes())
    assert check(lock, _fresh(row)).to_json() == row["expect"]


@pytest.mark.requirement("fusion-check")
@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("fusion-dialect/*/check.json")), ids=lambda path: str(path.parent.name)
)
def test_the_older_dialect_names_its_own_command(path: Path) -> None:
    row = parse(path.read_bytes())
    inputs = parse((path.parent / row["input"]).resolve().read_bytes())
    inputs["tools"] = inputs["tools"][1:]
    lock = parse((path.parent / row["lockfileName"]).read_bytes())
    assert check(lock, _fresh(inputs)).to_json() == row["expect"]


@pytest.mark.requirement("fusion-self-consistency")
@pytest.mark.parametrize("name", [name for name in CHECKS if "L10-tampered" in name])
def test_a_hand_edited_lock_is_refused_although_the_original_accepts_it(name: str) -> None:
    row = load(name)
    text = digests.pretty(row["lock"])
    problems = fusion.verify(fusion.parse(Source.read(text)))
    # Entitlements and the header are in no digest that the file alone determines.
    unseen = ("entitlements.network flipped", "serverName, version and time edited")
    assert bool(problems) != row["mutation"].startswith(
        tuple(f"body field {word}" for word in unseen) + unseen
    )


@pytest.mark.requirement("fusion-contract-diff")
@pytest.mark.parametrize("name", CHECKS)
def test_contract_differences_have_the_frameworks_severities_and_words(name: str) -> None:
    row = load(name)
    before = dict(load(str(Path(name).parent.parent / "input.json"))["tools"])
    after = dict(row["tools"])
    for expected in row["diffs"]:
        found = diff_contracts(before[expected["tool"]], after[expected["tool"]])
        assert found.to_json() == expected["result"]
        assert report(found) == expected["report"]
        assert xml(found.deltas) == expected["xml"]


@pytest.mark.requirement("fusion-check")
@pytest.mark.parametrize("name", CHECKS)
def test_two_locks_are_compared_in_the_words_of_the_frameworks_check(name: str) -> None:
    row, home = load(name), Path(name).parent.parent
    if row["lock"]:
        return  # tampered ones are told by `verify`
    old = (FOLDER / home / "vurb.lock").read_text("utf-8")
    header = Header(server="another", version="9", generated_at="2031-01-01T00:00:00.000Z")
    changes = api.diff(old, digests.pretty(lock_document(_fresh(row), header)))
    told = [change for change in changes if change["pointer"] == "/integrityDigest"]
    assert [change["message"].strip('"') for change in told] == (
        [] if row["expect"]["ok"] else [row["expect"]["message"]]
    )
    subjects = {change["subject"] for change in changes if change["area"] == "tool"}
    lists = ("added", "removed", "changed")
    assert subjects == {tool for kind in lists for tool in row["expect"][kind]}


@pytest.mark.requirement("fusion-contract-diff")
@pytest.mark.parametrize(
    ("place", "value", "severity"),
    [
        (("entitlements", "network"), True, "critical"),
        (("entitlements", "filesystem"), False, "safe"),
        (("behavior", "destructiveActions"), [], "critical"),
        (("surface", "description"), "Tell nobody.", "risky"),
        (("surface", "inputSchemaDigest"), "sha256:" + "0" * 64, "breaking"),
        (("behavior", "systemRulesFingerprint"), "none", "breaking"),
        (("behavior", "cognitiveGuardrails", "agentLimitMax"), 50, "safe"),
        (("tokenEconomics", "inflationRisk"), "critical", "breaking"),
    ],
)
def test_what_widens_or_steers_is_graded_higher_than_the_framework_does(
    place: tuple[str, ...], value: Any, severity: str
) -> None:
    lock = load("fusion/S1-orchard/vurb.lock")
    old = digests.pretty(lock)
    inner = lock["capabilities"]["tools"]["trees"]
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    (change,) = api.diff(old, digests.pretty(lock))
    assert (change["severity"], change["subject"]) == (severity, "trees")
    assert change["pointer"] == "/".join(("/capabilities/tools/trees", *place))


def _wire_prompts(row: dict[str, Any]) -> list[Any]:
    shown = ("name", "title", "description", "arguments")
    return [{key: prompt[key] for key in shown if key in prompt} for prompt in row["prompts"] or []]


@pytest.mark.requirement("fusion-live")
@pytest.mark.parametrize("exposition", ["flat", "grouped"])
@pytest.mark.parametrize("name", SERVERS)
def test_a_server_as_locked_is_unchanged_in_both_expositions(name: str, exposition: str) -> None:
    tools = load(f"fusion/{name}/wire-{exposition}-tools.json")
    prompts = _wire_prompts(load(f"fusion/{name}/input.json"))
    surface = assemble({}, {"tools": tools, "prompts": prompts})
    found = fusion.compare(_read(f"fusion/{name}/vurb.lock"), "", surface)
    assert [problem.code for problem in found] == (["lock-not-comparable"] if exposition == "flat" else [])


# What one tool for each action does not show: descriptions and schemas of the locked, grouped form.
NOT_ON_THE_WIRE = (
    "optional parameter",
    "parameter bound",
    "enum value",
    "shared param",
    "description edited",
    "instructions",
)


@pytest.mark.requirement("fusion-live")
@pytest.mark.parametrize("name", [name for name in CHECKS if "/S" in name])
def test_a_flat_server_that_drifted_is_reported_as_far_as_the_wire_shows(name: str) -> None:
    row = load(name)
    surface = assemble({}, {"tools": row["wireFlatTools"], "prompts": _wire_prompts(row)})
    found = fusion.compare(_read(str(Path(name).parent.parent / "vurb.lock")), "", surface)
    drift = [problem for problem in found if problem.code != "lock-not-comparable"]
    visible = row["wireFlatChanged"] and not row["mutation"].startswith(NOT_ON_THE_WIRE)
    assert bool(drift) == visible


@pytest.mark.requirement("fusion-live")
@pytest.mark.parametrize("name", SERVERS)
def test_the_manifest_resource_confirms_tools_with_one_kind_of_entitlement_or_none(name: str) -> None:
    lock, manifest = _read(f"fusion/{name}/vurb.lock"), load(f"fusion/{name}/manifest.json")
    assert compare_manifest(lock.document, manifest) == ()
    tool = next(iter(manifest["capabilities"]["tools"].values()))
    tool["description"] += "!"
    assert "lock-tool-changed" in {problem.code for problem in compare_manifest(lock.document, manifest)}


@pytest.mark.requirement("fusion-live")
def test_a_tool_with_several_entitlements_is_compared_member_by_member_and_that_is_said() -> None:
    lock, manifest = _read("fusion/S1-orchard/vurb.lock"), load("fusion/S1-orchard/manifest.json")
    document: Any = load("fusion/S1-orchard/vurb.lock")
    document["capabilities"]["tools"]["trees"]["entitlements"]["network"] = True
    found = compare_manifest(document, manifest)
    assert [problem.code for problem in found] == ["lock-not-comparable"]
    manifest["capabilities"]["tools"]["trees"]["description"] += "!"
    found = compare_manifest(document, manifest)
    assert [problem.code for problem in found] == ["lock-tool-changed", "lock-not-comparable"]
    assert lock.document["serverName"] == manifest["server"]


@pytest.mark.requirement("fusion-digests")
@cases("fusion/canonicalize.json")
def test_canonical_json_is_the_frameworks(vector: dict[str, Any]) -> None:
    text = digests.canonical(parse(vector["jsonText"]))
    assert text == vector["canonical"]
    assert digests.sha256_hex(text) == vector["sha256"]


@pytest.mark.requirement("fusion-parse")
@cases("fusion/parseLockfile.json")
def test_what_the_original_refuses_is_refused(vector: dict[str, Any]) -> None:
    # We read both dialects, the original its own alone.
    both = '"fusionVersion"' in vector["text"]
    try:
        fusion.parse(Source.read(vector["text"]))
        accepted = True
    except LockfileError:
        accepted = False
    assert accepted == (vector["accepted"] or both)


@pytest.mark.requirement("fusion-self-consistency")
def test_a_list_of_tools_is_read_as_the_original_reads_it_and_never_holds() -> None:
    text = next(row["text"] for row in load("fusion/parseLockfile.json") if '"tools":[]' in row["text"])
    lock = api.parse_lockfile(text)
    assert api.serialize_lockfile(lock) == text
    assert [problem.pointer for problem in fusion.verify(lock)] == ["/capabilities/tools"]
    report = api.check_lockfile(text, '{"tools": []}')
    assert (report["exitCode"], report["findings"][0]["rule"]) == (1, "other-lock-inconsistent")


@pytest.mark.requirement("fusion-attestation")
@cases("fusion/hmac.json")
def test_attestations_are_verified_in_one_spelling_alone(vector: dict[str, Any]) -> None:
    name, secret, signature = vector["digest"], vector["secret"], vector["signature"]
    assert fusion_attestation.sign(name, secret) == signature
    assert fusion_attestation.is_attested(name, signature, secret) == vector["verify"]
    assert fusion_attestation.is_attested(name, signature.upper(), secret) == vector["verifyUpper"]
    assert fusion_attestation.is_attested("sha256:" + name, signature, secret) == vector["verifyPrefixed"]


@pytest.mark.requirement("fusion-attestation")
@pytest.mark.parametrize("name", FOLDERS)
def test_an_attestation_signs_the_tools_of_a_lock(name: str) -> None:
    expected = load(f"fusion/{name}/digests.json")["serverToolDigest"]
    assert fusion_attestation.signed_digest(_read(f"fusion/{name}/vurb.lock")) == expected


@pytest.mark.requirement("fusion-entitlements")
@cases("fusion/entitlements.json")
def test_handlers_are_scanned_and_held_against_claims_as_by_the_framework(vector: dict[str, Any]) -> None:
    for row in vector["scans"]:
        assert scan(vector["source"], row["claims"]) == row["report"]


@pytest.mark.requirement("fusion-tokens")
@cases("fusion/tokenStaticProfile.json")
def test_token_profiles_of_schemas_are_the_frameworks(vector: dict[str, Any]) -> None:
    args = vector["args"]
    found = static_profile(
        args["toolName"], args["schemaKeys"], args["agentLimitMax"], args["egressMaxBytes"]
    )
    assert found == vector["profile"]


@pytest.mark.requirement("fusion-tokens")
@cases("fusion/tokenResponse.json")
def test_token_profiles_of_answers_are_the_frameworks(vector: dict[str, Any]) -> None:
    found = profile_response("t", vector["blocks"], vector["overheadBlocks"])
    expected = vector["analysis"]
    ratio = float(expected.pop("overheadRatio"))
    assert found.pop("overheadRatio") == pytest.approx(ratio)
    assert found == expected
