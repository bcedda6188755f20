"""The MCP Registry Spec, rulebook 0.1.1: canonical JSON, CIDs, signatures and acceptance."""

from base64 import b64decode, b64encode
from typing import Any

import pytest

from tests.interop.vectors import cases, load, outcome
from toolpin_ci.canon import registry_json
from toolpin_ci.canon.cid import dag_cbor
from toolpin_ci.canon.recipes import digest
from toolpin_ci.errors import LockfileError, UsageError
from toolpin_ci.locks import registry_documents
from toolpin_ci.locks.base import Source, serialize
from toolpin_ci.registry import accept
from toolpin_ci.registry.keys import key_of_did, key_ring, sign
from toolpin_ci.registry.signing import is_valid, preimage

SCHEMES = {"document": "registry-cid", "manifest": "registry-manifest-cid", "blob": "registry-blob-cid"}


@pytest.mark.requirement("registry-canonical-json")
@cases("registry/canonical-json.json")
def test_canonical_json_is_the_rulebooks(vector: dict[str, Any]) -> None:
    raw = b64decode(vector["input_b64"])
    found = outcome(lambda: registry_json.canonical(registry_json.parse(raw)))
    assert found == vector.get("expected", {"error": vector.get("error")})
    if "expected_hex" in vector:
        assert found.encode().hex() == vector["expected_hex"]


@pytest.mark.requirement("registry-cids")
@cases("registry/cid.json")
def test_cids_are_the_rulebooks(vector: dict[str, Any]) -> None:
    raw = b64decode(vector["input_b64"])
    found = outcome(lambda: digest(SCHEMES[vector["kind"]], raw))
    assert found == vector.get("expected_cid", {"error": vector.get("error")})
    if vector["kind"] == "document" and "expected_cbor_hex" in vector:
        assert dag_cbor(registry_json.parse(raw)).hex() == vector["expected_cbor_hex"]


@pytest.mark.requirement("registry-signatures")
@cases("registry/signing.json")
def test_preimages_and_signatures_are_the_rulebooks(vector: dict[str, Any]) -> None:
    document = registry_json.parse(vector["document_text"])
    found = outcome(lambda: preimage(document, vector["signed_fields"]).hex())
    assert found == vector.get("expected_preimage_hex", {"error": vector.get("error")})
    if "signature" in vector:
        assert is_valid(document, vector["signature"]) == vector["expected_signature_valid"]


@pytest.mark.requirement("registry-signatures")
def test_keys_are_those_inside_their_names_and_sign_what_they_verify() -> None:
    for row in load("registry/keys.json").values():
        assert key_ring([row]).keys() == {row["key_id"]}
        assert key_ring([{**row, "public_key": "A" * 43}]) == {}
        seed = bytes.fromhex(row["secret_seed_hex"])
        document = {"a": 1}
        signature = {
            "key_id": row["key_id"],
            "alg": "ed25519",
            "signed_fields": ["/a"],
            "sig": sign(seed, b"1"),
        }
        assert is_valid(document, signature)
        assert not is_valid({"a": 2}, signature)
    assert key_of_did("did:web:example.com") is None


@pytest.mark.requirement("registry-acceptance")
@cases("registry/acceptance.json")
def test_acceptance_in_the_normative_reading(vector: dict[str, Any]) -> None:
    assert accept(vector["inputs"], strict=False) == vector["expected"]


@pytest.mark.requirement("registry-strict")
@cases("registry/acceptance.json")
def test_acceptance_in_the_strict_reading_which_is_the_default(vector: dict[str, Any]) -> None:
    assert accept(vector["inputs"]) == vector.get("expected_strict", vector["expected"])


def _happy() -> dict[str, Any]:
    return next(
        dict(row["inputs"]) for row in load("registry/acceptance.json")["vectors"] if row["id"] == "acc-happy"
    )


@pytest.mark.requirement("registry-blobs")
def test_files_of_a_bundle_are_compared_with_the_manifest_both_ways() -> None:
    files = {"README.md": b"weather"[:7], "bin/run": b"#!/bin/sh\n"}
    encoded = {path: b64encode(raw).decode() for path, raw in files.items()}
    for blobs in ({}, {**encoded, "extra": ""}, {**encoded, "bin/run": b64encode(b"#!/bin/bad").decode()}):
        assert accept({**_happy(), "blobs": blobs}) == {
            "result": "REJECT",
            "error_code": "MANIFEST_CID_MISMATCH",
        }


@pytest.mark.requirement("registry-acceptance")
def test_inputs_that_are_no_inputs_are_an_error_of_the_caller() -> None:
    changes: list[dict[str, Any]] = [
        {"pointer": None},
        {"now_utc": "soon"},
        {"blobs": []},
        {"blobs": {"a": "?"}},
    ]
    for change in changes:
        with pytest.raises(UsageError):
            accept({**_happy(), **change})


@pytest.mark.requirement("registry-documents")
@pytest.mark.parametrize("name", ["pointer", "descriptor", "manifest"])
def test_documents_are_recognised_and_come_back_byte_for_byte(name: str) -> None:
    text = _happy()[name]
    source = Source.read(text)
    assert registry_documents.detect(source)
    lock = registry_documents.parse(source)
    assert serialize(lock) == text
    assert registry_documents.verify(lock) == ()
    with pytest.raises(LockfileError, match="is not one that we know"):
        registry_documents.parse(Source.read(text.replace(".v0.1", ".v0.2")))


@pytest.mark.requirement("registry-documents")
def test_a_manifest_whose_root_is_not_its_own_is_named() -> None:
    text = _happy()["manifest"].replace('"size_bytes": 7', '"size_bytes": 8')
    found = registry_documents.verify(registry_documents.parse(Source.read(text)))
    assert [problem.pointer for problem in found] == ["/root_cid"]
