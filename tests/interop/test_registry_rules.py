"""The rulebook sentence by sentence: small documents of our own through the public API."""

import json
from typing import Any

import pytest

from tests.interop.vectors import load, outcome
from tests.sim.registry_bundle import KEYS, blobs, inputs, signed
from toolpin_ci import api
from toolpin_ci.canon import registry_json
from toolpin_ci.registry.keys import key_of_did
from toolpin_ci.registry.signing import is_valid, preimage


def _canonical(raw: str | bytes) -> Any:
    return outcome(lambda: registry_json.canonical(registry_json.parse(raw)))


def _cid(text: str | bytes, scheme: str = "registry-cid") -> str:
    return api.digest(scheme, text)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"a":2,"Å":3,"Z":1}', '{"Z":1,"a":2,"Å":3}'),
        ('{"\\ud83d\\ude00":1,"\\uff00":2}', '{"\uff00":2,"\U0001f600":1}'),
        ('{"10":1,"9":2}', '{"10":1,"9":2}'),
    ],
)
def test_keys_are_in_code_point_order(raw: str, expected: str) -> None:
    assert _canonical(raw) == expected


def test_no_space_or_line_stands_between_tokens() -> None:
    assert _canonical('{ "a" : [ 1 ,\r\n\t2 ] , "b" : { } }') == '{"a":[1,2],"b":{}}'


@pytest.mark.parametrize(
    ("raw", "expected"),
    [("1.50", "1.5"), ("1.0", "1"), ("1e2", "100"), ("0.10", "0.1"), ("-0", "0"), ("1E-7", "1e-7")],
)
def test_a_number_has_its_shortest_form(raw: str, expected: str) -> None:
    assert _canonical(raw) == expected


@pytest.mark.parametrize("raw", ["NaN", "[Infinity]", '{"a":-Infinity}', "+1", "01", "1.", ".5", "1e400"])
def test_what_is_no_finite_number_is_a_parse_error(raw: str) -> None:
    assert _canonical(raw) == {"error": "JSON_PARSE_ERROR"}


@pytest.mark.parametrize("raw", [b"\xef\xbb\xbf{}", b'"\xff"', '"a"'.encode("utf-16"), b"{", b""])
def test_other_encodings_and_broken_syntax_are_parse_errors(raw: bytes) -> None:
    assert _canonical(raw) == {"error": "JSON_PARSE_ERROR"}


@pytest.mark.parametrize("raw", ['{"a":1,"a":1}', '{"x":[{"b":1,"\\u0062":2}]}', '"\\ud83d"'])
def test_equal_keys_and_lone_surrogates_are_canonicalization_errors(raw: str) -> None:
    assert _canonical(raw) == {"error": "JSON_CANONICALIZATION_ERROR"}


def test_many_equal_keys_are_refused_at_once() -> None:
    assert _canonical("{" + '"a":1,' * 200_000 + '"a":1}') == {"error": "JSON_CANONICALIZATION_ERROR"}


def test_only_what_json_demands_is_escaped() -> None:
    assert _canonical(r'"\u0041\/\u0022\u005c\u0001\u007f\u2028\u00e9"') == '"A/\\"\\\\\\u0001\x7f\u2028é"'


DOCUMENT: dict[str, Any] = {"a/b": {"~": [10, {"": "x"}]}, "n": 1}


@pytest.mark.parametrize(
    ("pointer", "found"),
    [("", DOCUMENT), ("/a~1b/~0/0", 10), ("/a~1b/~0/1/", "x"), ("/n", 1)],
)
def test_a_pointer_descends_by_key_and_index(pointer: str, found: Any) -> None:
    assert registry_json.resolve(DOCUMENT, pointer) == found


@pytest.mark.parametrize("pointer", ["n", "/x", "/n/0", "/a~1b/~0/2", "/a~1b/~0/-", "/a~1b/~0/00", "/~2"])
def test_a_path_that_leads_nowhere_is_an_error(pointer: str) -> None:
    with pytest.raises(KeyError):
        registry_json.resolve(DOCUMENT, pointer)


def test_a_preimage_joins_fields_in_their_order_with_single_zero_bytes() -> None:
    document = registry_json.parse('{"b": {"y": 1, "x": 2.0}, "a": "é"}')
    assert preimage(document, ["/b", "/a"]) == '{"x":2,"y":1}\0"é"'.encode()
    assert preimage(document, ["/a"]) == '"é"'.encode()


def test_a_signature_is_ed25519_by_the_key_inside_its_did() -> None:
    document = signed({"a": 1, "b": 2}, ["/a"], "registry")
    signature = document["signatures"][0]
    assert signature["key_id"].startswith("did:key:z6Mk")
    assert len(key_of_did(signature["key_id"]) or b"") == 32
    assert "=" not in signature["sig"]
    assert is_valid({**document, "b": 3}, signature)
    assert not is_valid({**document, "a": 3}, signature)
    for change in ({"alg": "rsa"}, {"sig": signature["sig"] + "=="}, {"key_id": KEYS["verifier"]["key_id"]}):
        assert not is_valid(document, {**signature, **change})


def test_a_documents_cid_depends_on_its_value_alone() -> None:
    name = _cid('{"b": 1.0, "a": [true, null]}')
    assert name == _cid('{"a":[true,null],"b":1}')
    assert name != _cid('{"a":[true,null],"b":2}')
    assert name.startswith("bafyrei")
    assert name == name.lower()
    assert "=" not in name


def test_a_files_cid_is_over_its_bytes() -> None:
    name = _cid(b"a\n", "registry-blob-cid")
    assert name.startswith("bafkrei")
    assert name != _cid(b"a\r\n", "registry-blob-cid")


def test_a_manifests_cid_covers_schema_profile_and_entries_alone() -> None:
    manifest = {"schema_version": "v", "cid_profile": {}, "entries": []}
    name = _cid(json.dumps(manifest), "registry-manifest-cid")
    extra = {"root_cid": "r", "descriptor_cid": "d", "bundle_size_bytes": 1, "created_at_utc": "t", "x": 1}
    assert _cid(json.dumps({**manifest, **extra}), "registry-manifest-cid") == name
    for member in manifest:
        changed = json.dumps({**manifest, member: ["other"]})
        assert _cid(changed, "registry-manifest-cid") != name


def _verdict(found: dict[str, Any], *, strict: bool = True) -> str:
    verdict = api.accept(found, strict=strict)
    assert ("provenance" in verdict) == (verdict["result"] == "ACCEPT")
    return str(verdict.get("error_code", verdict["result"]))


def test_a_bundle_of_ours_is_accepted_with_its_provenance_and_its_files() -> None:
    found = inputs(signers=("verifier", "maintainer"))
    provenance = api.accept(found)["provenance"]
    pointer = json.loads(found["pointer"])["pointers"][0]
    members = ("tool", "channel", "root_cid", "descriptor_cid")
    assert {name: provenance[name] for name in members} == {name: pointer[name] for name in members}
    assert provenance["attestations_used"] == [KEYS[name]["key_id"] for name in ("verifier", "maintainer")]
    assert _verdict({**found, "blobs": blobs()}) == "ACCEPT"


@pytest.mark.parametrize("change", [{"bin/run": "AAAA"}, {"extra": ""}, {"bin/run": None}])
def test_a_file_that_the_manifest_does_not_name_so_is_refused(change: dict[str, str | None]) -> None:
    files = {path: text for path, text in {**blobs(), **change}.items() if text is not None}
    assert _verdict({**inputs(), "blobs": files}) == "MANIFEST_CID_MISMATCH"


OTHER = "bafyreicicu46lyu5bjod4gimcwvnwl727kl2hrt5xbjof6dgx3dnr5lm2a"


def _text(name: str, **change: Any) -> dict[str, Any]:
    found = inputs()
    return {**found, name: json.dumps({**json.loads(found[name]), **change})}


def _entry(**change: Any) -> Any:
    return lambda manifest: manifest["entries"][0].update(change)


def _wants(**policy: str) -> Any:
    return lambda descriptor: descriptor["security"]["policy"].update(policy)


def _constrained(**constraints: Any) -> Any:
    return lambda target: target.update(constraints=constraints)


REFUSED: dict[str, dict[str, Any]] = {
    "POINTER_SIGNATURE_INVALID": _text("pointer", registry={"name": "other"}),
    "LEGACY_NOT_ALLOWED": inputs(target=lambda target: target.update(channel="legacy-1")),
    "JSON_PARSE_ERROR": {**inputs(), "descriptor": "{NaN}"},
    "JSON_CANONICALIZATION_ERROR": {**inputs(), "descriptor": '{"a":1,"a":1}'},
    "CID_PROFILE_MISMATCH": inputs(target=lambda target: target.update(cid_profile={"name": "other"})),
    "ROOT_CID_MISMATCH": inputs(target=lambda target: target.update(root_cid=OTHER)),
    "DESCRIPTOR_CID_MISMATCH": _text("descriptor", extra=1),
    "MANIFEST_CID_MISMATCH": _text("manifest", entries=[]),
    "MANIFEST_DESCRIPTOR_LINK_MISMATCH": _text("manifest", descriptor_cid=OTHER),
    "MANIFEST_ENTRY_ORDER_INVALID": inputs(manifest=_entry(path="z")),
    "MANIFEST_PATH_INVALID": inputs(manifest=_entry(path="A\\b")),
    "ATTESTATION_EXPIRED": inputs(claim={"expires_at_utc": "2026-06-01T11:59:59Z"}),
    "NO_VALID_ATTESTATIONS": inputs(signers=()),
    "REQUIRED_SIGNER_MISSING": inputs(target=_constrained(require_signers=[KEYS["maintainer"]["key_id"]])),
    "VERIFIER_ATTESTATION_REQUIRED": inputs(
        target=_constrained(require_verifier_attestation=True),
        claim={"issuer": {"key_id": KEYS["verifier"]["key_id"], "role": "auditor"}},
    ),
    "INSUFFICIENT_ATTESTATIONS": inputs(target=_constrained(min_attestations=2)),
    "POLICY_BLOCKED_NETWORK": inputs(descriptor=_wants(network="allow")),
    "POLICY_BLOCKED_FILESYSTEM": inputs(
        descriptor=_wants(filesystem="read_write"), policy={"filesystem": "read_only"}
    ),
    "POLICY_BLOCKED_EXEC": inputs(descriptor=_wants(exec="allow")),
}


@pytest.mark.parametrize("strict", [True, False], ids=["strict", "normative"])
@pytest.mark.parametrize("code", REFUSED)
def test_every_error_code_has_a_document_that_earns_it(code: str, *, strict: bool) -> None:
    assert _verdict(REFUSED[code], strict=strict) == code


def test_the_vectors_hold_every_error_code_too() -> None:
    rows = load("registry/acceptance.json")["vectors"]
    assert {row["expected"].get("error_code") for row in rows} - {None} == set(REFUSED)


SATISFIED: dict[str, dict[str, Any]] = {
    "legacy with consent": inputs(
        target=lambda target: target.update(channel="legacy-1"), policy={"allow_legacy": True}
    ),
    "expiry at this moment": inputs(claim={"expires_at_utc": "2026-06-01T12:00:00Z"}),
    "one of two required signers": inputs(
        target=_constrained(require_signers=[KEYS["maintainer"]["key_id"], KEYS["verifier"]["key_id"]])
    ),
    "a verifier": inputs(target=_constrained(require_verifier_attestation=True)),
    "two signers": inputs(target=_constrained(min_attestations=2), signers=("verifier", "verifier2")),
    "network allowed": inputs(descriptor=_wants(network="allow"), policy={"network": "allow"}),
    "writing allowed": inputs(
        descriptor=_wants(filesystem="read_write"), policy={"filesystem": "read_write"}
    ),
    "starting allowed": inputs(descriptor=_wants(exec="allow"), policy={"exec": "allow"}),
}


@pytest.mark.parametrize("name", SATISFIED)
def test_what_meets_the_constraints_is_accepted(name: str) -> None:
    assert _verdict(SATISFIED[name]) == "ACCEPT"


def test_an_attestation_about_another_bundle_or_of_an_unknown_key_does_not_count() -> None:
    found, other = inputs(), inputs(manifest=_entry(path="AUTHORS"))
    assert _verdict({**found, "attestations": other["attestations"]}) == "NO_VALID_ATTESTATIONS"
    assert _verdict({**found, "known_keys": []}) == "NO_VALID_ATTESTATIONS"
    both = [*other["attestations"], *found["attestations"]]
    assert _verdict({**found, "attestations": both}) == "ACCEPT"


def test_a_claim_of_another_kind_or_root_is_no_integrity_claim() -> None:
    assert _verdict(inputs(claim={"type": "mcp.claim.audit"})) == "NO_VALID_ATTESTATIONS"
    assert _verdict(inputs(claim={"payload": {"verified_root_cid": OTHER}})) == "NO_VALID_ATTESTATIONS"
