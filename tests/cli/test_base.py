import json

import pytest

from tests.sim.workspace import SURFACE, Workspace


def check(repository: Workspace) -> tuple[int, dict[str, object]]:
    done = repository.run("check", "--format", "json", "--base", "main")
    return done.code, json.loads(done.out)


def test_what_the_lockfile_says_since_the_merge_base_is_declared(repository: Workspace) -> None:
    repository.with_tool(title="Reader")
    repository.run("lock")
    repository.commit("declare")
    code, report = check(repository)
    assert code == 0
    server = report["servers"][0]  # type: ignore[index]
    assert server["status"] == "changed"
    assert [change["declared"] for change in server["changes"]] == [True]


def test_the_comparison_starts_where_the_branch_left_and_not_at_the_tip(repository: Workspace) -> None:
    fork = repository.git("rev-parse", "main")
    repository.git("switch", "-q", "main")
    repository.with_tool(title="On main")
    repository.run("lock")
    repository.commit("main goes on")
    repository.git("switch", "-q", "work")
    code, report = check(repository)
    assert (code, report["base"]) == (0, fork)
    assert report["servers"][0]["changes"] == []  # type: ignore[index]


def test_declared_and_undeclared_changes_are_kept_apart(repository: Workspace) -> None:
    repository.with_tool(title="Declared")
    repository.run("lock")
    repository.commit("declare")
    repository.with_tool(title="Declared", description="Undeclared.")
    code, report = check(repository)
    assert code == 1
    by_pointer = {c["pointer"]: c["declared"] for c in report["servers"][0]["changes"]}  # type: ignore[index]
    assert by_pointer == {"/title": True, "/description": False}


def test_a_critical_declared_change_waits_for_an_approval(repository: Workspace) -> None:
    repository.with_tool(annotations={"readOnlyHint": False})
    repository.run("lock")
    repository.commit("declare")
    code, report = check(repository)
    assert (code, report["conclusion"]) == (1, "action_required")
    assert report["approvalLabel"] == "toolpin-ok-" + str(report["driftFingerprint"])[:12]


def test_policy_comes_from_the_tip_of_the_base(repository: Workspace) -> None:
    repository.configure(policy={"enforcement": "audit"})
    repository.commit("loosen")
    repository.with_tool(description="Drift.")
    code, report = check(repository)
    assert code == 1
    assert report["enforcement"] == "block"
    rules = [(finding["rule"], finding["severity"]) for finding in report["findings"]]  # type: ignore[attr-defined]
    assert ("trust-setting-changed", "critical") in rules


def test_a_pull_request_cannot_arm_itself(repository: Workspace) -> None:
    repository.configure(network=True, **{"pass-env": ["HOME"]})
    repository.commit("arm")
    code, report = check(repository)
    assert code == 1
    subjects = {finding["subject"] for finding in report["findings"]}  # type: ignore[attr-defined]
    assert {"servers.files.network", "servers.files.pass-env"} <= subjects


def test_a_new_and_a_removed_server_are_declared(repository: Workspace) -> None:
    repository.serve({**SURFACE, "serverInfo": {"name": "second", "version": "1"}}, "second.json")
    both = repository.settings()
    both["servers"]["second"] = {"command": [*repository.command[:2], "second.json"]}
    repository.write(".toolpin-ci.yml", json.dumps(both))
    assert repository.run("lock").code == 0
    repository.commit("add")
    _, report = check(repository)
    second = next(server for server in report["servers"] if server["name"] == "second")  # type: ignore[attr-defined]
    assert "server-entry-added" in {change["rule"] for change in second["changes"]}
    assert all(change["declared"] for change in second["changes"])


def test_a_base_that_git_lacks_is_exit_3_and_says_what_to_fetch(repository: Workspace) -> None:
    done = repository.run("check", "--base", "release/9")
    assert done.code == 3
    assert "git fetch origin release/9" in done.err


def test_a_shallow_clone_without_the_merge_base_says_so(
    repository: Workspace, tmp_path_factory: pytest.TempPathFactory
) -> None:
    repository.with_tool(title="x")
    repository.commit("work goes on")
    repository.git("switch", "-q", "main")
    repository.commit("main goes on")
    clone = Workspace(tmp_path_factory.mktemp("shallow") / "clone")
    clone.root.rename(clone.root.with_name("seed"))
    repository.git(
        "clone", "-q", "--depth", "1", "--no-single-branch", f"file://{repository.root}", str(clone.root)
    )
    clone.git("switch", "-q", "work")
    done = clone.run("check", "--base", "main")
    assert done.code == 3
    assert "shallow" in done.err
    assert "fetch-depth: 0" in done.err


def test_a_lockfile_that_was_broken_at_the_base_cannot_be_compared_with(repository: Workspace) -> None:
    repository.git("switch", "-q", "main")
    good = repository.read()
    repository.write("mcp-lock.json", "{")
    repository.commit("break")
    repository.git("switch", "-q", "-c", "later")
    repository.write("mcp-lock.json", good)
    repository.commit("mend")
    code, report = check(repository)
    assert code == 3
    assert "base-unreadable" in {finding["rule"] for finding in report["findings"]}  # type: ignore[attr-defined]
