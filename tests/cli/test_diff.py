import json

from tests.sim.workspace import SURFACE, TOOL, Workspace


def test_two_surfaces_two_probes_and_two_lockfiles_give_the_same_changes(workspace: Workspace) -> None:
    found = []
    for step, title in (("old", "Old"), ("new", "New")):
        workspace.with_tool(title=title)
        workspace.serve({**SURFACE, "tools": [{**TOOL, "title": title}]}, f"{step}-surface.json")
        workspace.run("probe", "--output", f"{step}-probe.json", "--", *workspace.command)
        workspace.lock("--lockfile", f"{step}-lock.json")
    for kind in ("surface", "probe", "lock"):
        done = workspace.run("diff", f"old-{kind}.json", f"new-{kind}.json", "--format", "json")
        assert done.code == 1
        assert done.report["schema"] == "toolpin-ci.diff/1"
        found.append(
            [(c["rule"], c["subject"], c["pointer"], c["old"], c["new"]) for c in done.report["changes"]]
        )
    assert found[0] == found[1] == found[2]
    assert found[0][0][1:] == ("read_file", "/title", "Old", "New")


def test_equal_files_are_exit_0_with_no_changes(workspace: Workspace) -> None:
    workspace.serve({**SURFACE, "_serve": {"pageSize": 1}}, "other.json")
    done = workspace.run("diff", "surface.json", "other.json", "--format", "json")
    assert (done.code, done.report["changes"]) == (0, [])


def test_what_is_absent_is_omitted_and_null_is_kept(workspace: Workspace) -> None:
    workspace.serve({**SURFACE, "tools": [{**TOOL, "x": None}]}, "new.json")
    change = workspace.run("diff", "surface.json", "new.json", "--format", "json").report["changes"][0]
    assert "old" not in change
    assert change["new"] is None


def test_a_probe_that_was_only_read_in_part_is_not_compared(workspace: Workspace) -> None:
    workspace.serve({**SURFACE, "_serve": {"failMethods": ["prompts/list"]}})
    probed = workspace.run("probe", "--output", "part.json", "--", *workspace.command)
    assert probed.code == 3
    assert "prompts" in json.loads(workspace.read("part.json"))["unavailable"]
    done = workspace.run("diff", "part.json", "part.json")
    assert done.code == 2
    assert "in part" in done.err


def test_a_file_that_holds_no_surface_is_refused(workspace: Workspace) -> None:
    workspace.write("package.json", '{"name": "x"}')
    done = workspace.run("diff", "package.json", "surface.json")
    assert done.code == 2
    assert "package.json: holds no surface" in done.err
