"""The draft mcp-lock/1: canonical form, digests, a Reader's rules, an Enforcer's comparison, conversion."""

from functools import partial
from typing import Any

import pytest

from tests.interop.vectors import cases, load, outcome, parse
from toolpin_ci import api
from toolpin_ci.canon import jcs
from toolpin_ci.canon.mcp_lock import entry_integrity, surface_hash
from toolpin_ci.canon.recipes import digest
from toolpin_ci.canon.surface_document import assemble
from toolpin_ci.canon.text import compact, pretty
from toolpin_ci.errors import LockfileError, UsageError
from toolpin_ci.locks import mcp_lock_1
from toolpin_ci.locks.base import Lock, Source, serialize
from toolpin_ci.locks.mcp_lock_convert import to_v2
from toolpin_ci.locks.mcp_lock_rules import violations


@pytest.mark.requirement("mcp-lock-1-canonical")
@cases("toolpin/spec_v1_canonical.json")
def test_canonical_form_is_rfc_8785_without_equal_names(vector: dict[str, Any]) -> None:
    found = outcome(lambda: _canonical(vector["input_json"]))
    if vector["id"] == "proto-key":
        # The reference loses this member; RFC 8785, which the draft names, does not.
        assert found == '{"__proto__":{"x":1},' + vector["canonical"][1:]
    else:
        assert found == vector.get("canonical", {"error": vector.get("error")})


def _canonical(text: str) -> str:
    value = parse(text)
    jcs.refuse_equal_names(value)
    return jcs.canonical(value)


@pytest.mark.requirement("mcp-lock-1-surface")
@cases("toolpin/spec_v1_surface.json")
def test_surface_hashes_are_those_of_the_reference(vector: dict[str, Any]) -> None:
    narrow = outcome(
        lambda: digest("mcp-lock-1-surface", vector["tools_json"], coverage=["name", "description"])
    )
    assert narrow == vector["name_description"]
    assert (
        outcome(lambda: digest("mcp-lock-1-surface", vector["tools_json"]))
        == vector["name_description_inputSchema"]
    )


@pytest.mark.requirement("mcp-lock-1-reader")
@cases("toolpin/spec_v1_documents.json")
def test_documents_break_the_rules_that_the_reference_names(vector: dict[str, Any]) -> None:
    document = vector["document"]
    found = [{"code": violation.code, "path": violation.path} for violation in violations(document)]
    assert found == vector["violations"]
    if isinstance(vector["wholeLockDigest"], str):
        assert digest("mcp-lock-1-lock", compact(document)) == vector["wholeLockDigest"]
        integrities = [entry_integrity(entry) for entry in document["entries"]]
        assert integrities == vector["entryIntegrity"]


def _lock(document: Any) -> Lock:
    return mcp_lock_1.parse(Source.read(pretty(document)))


@pytest.mark.requirement("mcp-lock-1-reader")
@cases("toolpin/spec_v1_documents.json")
def test_a_lock_is_read_whole_or_refused(vector: dict[str, Any]) -> None:
    text = pretty(vector["document"])
    source = Source.read(text)
    faults = [row for row in vector["violations"] if row["code"] != "integrity-mismatch"]
    if faults:
        with pytest.raises(LockfileError) as refusal:
            mcp_lock_1.parse(source)
        unnamed = {"not-an-object", "unsupported-spec-version"}  # said in words of ours
        for row in faults:
            assert row["code"] in unnamed or f"{row['code']} at {row['path']}" in refusal.value.message
    else:
        assert mcp_lock_1.detect(source)
        lock = mcp_lock_1.parse(source)
        assert serialize(lock) == text
        assert len(mcp_lock_1.verify(lock)) == len(vector["violations"]) + (not vector["document"]["entries"])


@pytest.mark.requirement("mcp-lock-1-reader")
def test_many_faults_are_named_with_the_line_of_the_first() -> None:
    with pytest.raises(LockfileError, match=r"line 3: missing-field:name at .*; 4 more$"):
        _lock({"specVersion": 1, "entries": [{}]})


TOOLS: list[Any] = [{"name": "ping", "description": "Ping.", "inputSchema": {"type": "object"}}]


def _pinned(coverage: list[str]) -> Lock:
    surface = {"hash": surface_hash(TOOLS, coverage), "coverage": coverage, "toolCount": 1}
    document = load("toolpin/spec_v1_documents.json")["vectors"][1]["document"]
    entry = {**document["entries"][0], "name": "demo", "surface": surface}
    return _lock({"specVersion": 1, "entries": [entry]})


@pytest.mark.requirement("mcp-lock-1-enforcer")
def test_a_changed_surface_and_a_low_coverage_are_named() -> None:
    same, other = (
        assemble({}, {"tools": TOOLS}),
        assemble({}, {"tools": [{**TOOLS[0], "description": "Pong."}]}),
    )
    full, low = _pinned(["name", "description", "inputSchema"]), _pinned(["name", "description"])
    assert mcp_lock_1.compare(full, "demo", same) == ()
    assert [problem.code for problem in mcp_lock_1.compare(full, "demo", other)] == ["lock-surface-changed"]
    assert [problem.code for problem in mcp_lock_1.compare(low, "", other)] == [
        "lock-coverage-low",
        "lock-surface-changed",
    ]


@pytest.mark.requirement("mcp-lock-1-convert")
@cases("toolpin/lockfiles_valid.json")
def test_a_v2_lock_comes_back_from_the_draft_unchanged(vector: dict[str, Any]) -> None:
    text = vector["lockfile_text"]
    found = outcome(lambda: api.convert_lockfile(text, "mcp-lock-1"))
    if isinstance(found, dict):
        assert "oci-mutable-identifier" in found["error"] or "remote-url-not-https" in found["error"]
        return
    assert violations(parse(found)) == ()
    assert parse(api.convert_lockfile(found, "toolpin")) == parse(text)


@pytest.mark.requirement("mcp-lock-1-convert")
def test_most_locks_can_be_converted_and_a_tampered_one_cannot() -> None:
    texts = [row["lockfile_text"] for row in load("toolpin/lockfiles_valid.json")["vectors"]]
    found = [outcome(partial(api.convert_lockfile, text, "mcp-lock-1")) for text in texts]
    converted = [text for text in found if isinstance(text, str)]
    assert len(converted) > len(texts) / 2
    assert api.convert_lockfile(converted[0], "mcp-lock-1") == converted[0]
    for words in (
        texts[0].replace('"score": 7', '"score": 9', 1),
        converted[0].replace('"1.2.3"', '"1.2.4"'),
    ):
        target = "toolpin" if "specVersion" in words else "mcp-lock-1"
        with pytest.raises(LockfileError, match="hold together"):
            api.convert_lockfile(words, target)
    with pytest.raises(UsageError, match="cannot be written"):
        api.convert_lockfile(converted[0], "facets")


@pytest.mark.requirement("mcp-lock-1-convert")
def test_a_document_that_says_more_is_not_converted() -> None:
    document = next(
        row["document"] for row in load("toolpin/spec_v1_documents.json")["vectors"] if row["id"] == "ok-one"
    )
    with pytest.raises(LockfileError, match="lose"):
        to_v2(document)
