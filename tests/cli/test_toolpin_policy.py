import json
from typing import Any

import pytest

from tests.interop.vectors import cases
from tests.sim.workspace import Workspace
from toolpin_ci import api

POLICY = ".toolpin/policy.json"


def broken(report: Any) -> list[str]:
    return [row["subject"] for row in report["findings"] if row["rule"] == "toolpin-policy-broken"]


@pytest.mark.requirement("toolpin-policy")
@cases("toolpin/policy.json")
def test_verify_holds_every_entry_to_every_rule(vector: dict[str, Any], workspace: Workspace) -> None:
    workspace.lock()
    entry = {**workspace.lock_document()["servers"]["files:generic"], **vector["plan"]}
    entry["locked"] = {name: entry[name] for name in ("selectedTarget", "config", "capabilityManifest")}
    entry["integrity"] = api.digest("toolpin-entry", json.dumps(entry, default=str))
    lock = {**workspace.lock_document(), "servers": {f"{entry['name']}:{entry['client']}": entry}}
    workspace.write("mcp-lock.json", json.dumps(lock))
    workspace.write(POLICY, json.dumps(vector["policy"]))
    done = workspace.run("verify", "--offline", "--format", "json")
    assert sorted(broken(done.report)) == sorted(issue["code"] for issue in vector["issues"])
    assert done.code == (1 if done.report["findings"] else 0)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"minTrustScroe": 50}', "minTrustScroe"),
        ('{"__proto__": {}}', "__proto__"),
        ('{"deniedClients": [1]}', "deniedClients"),
        ('{"version": 2}', "version"),
        ('{"minTrustScore": 1, "minTrustScore": 2}', "minTrustScore"),
        ("{", "valid JSON"),
        ("[]", "object"),
    ],
)
@pytest.mark.parametrize("command", ["check", "verify"])
def test_what_the_schema_does_not_know_is_exit_2(
    command: str, text: str, named: str, workspace: Workspace
) -> None:
    workspace.configure()
    workspace.run("lock")
    workspace.write(POLICY, text)
    done = workspace.run(command)
    assert done.code == 2
    assert POLICY in done.err
    assert named in done.err


def test_the_rules_of_the_base_count_and_a_change_of_them_is_critical(repository: Workspace) -> None:
    repository.git("switch", "-q", "main")
    repository.write(POLICY, json.dumps({"version": 1, "deniedServers": ["files"]}))
    repository.commit("forbid")
    repository.git("switch", "-q", "-C", "work")
    repository.write(POLICY, json.dumps({"version": 1}))
    repository.commit("allow")
    for command in ("check", "verify"):
        done = repository.run(command, "--base", "main", "--format", "json")
        assert done.code == 1
        assert broken(done.report) == ["server_denied"]
        (changed,) = [row for row in done.report["findings"] if row["rule"] == "trust-setting-changed"]
        assert (changed["severity"], changed["declared"], changed["file"]) == ("critical", True, POLICY)
        assert "deniedServers" in changed["subject"]


def test_an_audit_records_what_the_rules_forbid(workspace: Workspace) -> None:
    workspace.configure(policy={"enforcement": "audit"})
    workspace.run("lock")
    workspace.write(POLICY, json.dumps({"minTrustScore": 10}))
    done = workspace.run("check", "--format", "json")
    assert (done.code, broken(done.report)) == (0, ["trust_below_minimum"])
