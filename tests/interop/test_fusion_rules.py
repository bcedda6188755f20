"""The capability lockfile's page sentence by sentence: locks built from contracts of our own."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.interop.vectors import load
from toolpin_ci import api
from toolpin_ci.canon import fusion as canon
from toolpin_ci.errors import LockfileError
from toolpin_ci.locks.fusion import verify
from toolpin_ci.locks.fusion_check import Check, check
from toolpin_ci.locks.fusion_generate import Header, fresh, lock_document

CONTRACTS: dict[str, Any] = dict(load("fusion/L03-crud/input.json")["tools"])
PROMPT: dict[str, Any] = {
    "name": "billing",
    "description": "Sum up.",
    "tags": ["finance", "billing"],
    "arguments": [{"name": "month", "required": True}, {"name": "account"}],
}
DIALECTS = {"vurb": "vurbVersion", "fusion": "fusionVersion"}


def _document(prompts: Any = (PROMPT,), **header: str) -> dict[str, Any]:
    given = {"server": "town", "version": "3.0.0", "generated_at": "2026-01-01T00:00:00.000Z", **header}
    return deepcopy(dict(lock_document(fresh(CONTRACTS, list(prompts)), Header(**given))))


def _text(**header: str) -> str:
    return canon.pretty(_document(**header))


def test_a_lock_has_its_header_and_sections() -> None:
    found = json.loads(_text())
    assert found["lockfileVersion"] == 1
    for member in ("serverName", "vurbVersion", "generatedAt", "integrityDigest"):
        assert isinstance(found[member], str)
    assert found["integrityDigest"].startswith("sha256:")
    for tool in found["capabilities"]["tools"].values():
        assert set(tool) == {"integrityDigest", "surface", "behavior", "tokenEconomics", "entitlements"}
        assert set(tool["surface"]) == {"description", "actions", "inputSchemaDigest", "tags"}
        assert {"destructiveActions", "readOnlyActions", "cognitiveGuardrails"} <= set(tool["behavior"])
        assert {"inflationRisk", "schemaFieldCount", "unboundedCollection"} <= set(tool["tokenEconomics"])
        assert {"filesystem", "network", "subprocess", "crypto"} <= set(tool["entitlements"])


def test_a_prompt_has_every_declared_member_and_null_where_nothing_is_said() -> None:
    prompt = json.loads(_text())["capabilities"]["prompts"]["billing"]
    assert set(prompt) == {
        *("integrityDigest", "description", "title", "tags", "arguments", "argumentsDigest"),
        *("hasMiddleware", "hydrationTimeout"),
    }
    assert (prompt["title"], prompt["hydrationTimeout"], prompt["hasMiddleware"]) == (None, None, False)
    assert prompt["tags"] == ["billing", "finance"]
    assert prompt["arguments"] == [
        {"name": "account", "description": None, "required": False},
        {"name": "month", "description": None, "required": True},
    ]


def test_without_prompts_the_section_is_left_out() -> None:
    assert "prompts" not in _document(prompts=())["capabilities"]


def test_the_text_is_canonical() -> None:
    text = _text()
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    surface = json.loads(text)["capabilities"]["tools"]["zebra"]["surface"]
    assert surface["actions"] == sorted(surface["actions"])
    assert surface["tags"] == sorted(surface["tags"])
    shuffled = dict(reversed(CONTRACTS.items()))
    assert fresh(shuffled, [PROMPT]).root == _document()["integrityDigest"]


def test_time_version_and_name_are_in_no_digest() -> None:
    other = _text(server="x", version="9", generated_at="2030-01-01T00:00:00.000Z")
    assert json.loads(other)["integrityDigest"] == json.loads(_text())["integrityDigest"]
    assert api.digest("fusion-lock", other) == json.loads(_text())["integrityDigest"]


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("description", "Other."),
        ("title", "T"),
        ("tags", ["x"]),
        ("hasMiddleware", True),
        ("hydrationTimeout", 5),
    ],
)
def test_a_prompts_digest_covers_every_declared_member(member: str, value: Any) -> None:
    changed = fresh(CONTRACTS, [{**PROMPT, member: value}])
    assert changed.root != _document()["integrityDigest"]
    assert (
        changed.prompts["billing"]["argumentsDigest"]
        == (_document()["capabilities"]["prompts"]["billing"]["argumentsDigest"])
    )


def _checked(contracts: dict[str, Any] | None = None, prompts: Any = (PROMPT,)) -> Check:
    return check(_document(), fresh(CONTRACTS if contracts is None else contracts, list(prompts)))


def test_an_equal_root_is_up_to_date_without_a_look_at_the_entries() -> None:
    found = _checked().to_json()
    assert (found["ok"], found["message"]) == (True, "Lockfile is up to date.")
    assert found["unchanged"] == sorted(CONTRACTS)
    assert found["unchangedPrompts"] == ["billing"]
    gutted = _document()
    gutted["capabilities"]["tools"] = {}
    assert check(gutted, fresh(CONTRACTS, [PROMPT])).ok


def test_a_stale_lock_lists_what_was_added_removed_and_changed() -> None:
    contracts = {name: deepcopy(value) for name, value in CONTRACTS.items() if name != "Apple"}
    contracts["zebra"]["surface"]["description"] = "Other words."
    contracts["new"] = deepcopy(CONTRACTS["Apple"])
    found = _checked(contracts, prompts=({**PROMPT, "name": "other"},)).to_json()
    assert found["ok"] is False
    assert (found["added"], found["removed"], found["changed"]) == (["new"], ["Apple"], ["zebra"])
    assert (found["addedPrompts"], found["removedPrompts"]) == (["other"], ["billing"])
    assert str(found["message"]).startswith("Lockfile is stale. tools added: [new]; tools removed: [Apple]")


def test_a_changed_prompt_is_listed_as_changed() -> None:
    found = _checked(prompts=({**PROMPT, "description": "Other."},)).to_json()
    assert (found["changedPrompts"], found["changed"]) == (["billing"], [])


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "spoil",
    [
        {"lockfileVersion": 2},
        {"lockfileVersion": "1"},
        {"serverName": None},
        {"generatedAt": 5},
        {"integrityDigest": None},
        {"capabilities": {}},
        {"capabilities": {"tools": None}},
    ],
    ids=str,
)
def test_a_file_that_misses_a_required_member_is_no_lock(dialect: str, spoil: dict[str, Any]) -> None:
    document = _document(version_member=DIALECTS[dialect])
    api.parse_lockfile(canon.pretty(document))
    with pytest.raises(LockfileError):
        api.parse_lockfile(canon.pretty({**document, **spoil}))


def test_a_lock_is_written_and_read_back_from_disk(tmp_path: Path) -> None:
    lock = api.parse_lockfile(_text())
    api.write_lockfile(lock, tmp_path / "vurb.lock")
    assert (tmp_path / "vurb.lock").read_text("utf-8") == _text()
    assert api.serialize_lockfile(api.read_lockfile(tmp_path / "vurb.lock")) == _text()


@pytest.mark.parametrize(
    "edit",
    [
        lambda prompt: prompt.update(description="Hidden."),
        lambda prompt: prompt["arguments"].append({"name": "z", "description": None, "required": False}),
        lambda prompt: prompt.update(integrityDigest="sha256:" + "0" * 64),
    ],
)
def test_a_prompt_edited_by_hand_is_named(edit: Any) -> None:
    document = _document()
    edit(document["capabilities"]["prompts"]["billing"])
    found = verify(api.parse_lockfile(canon.pretty(document)))
    assert any(problem.subject == "billing" for problem in found)
