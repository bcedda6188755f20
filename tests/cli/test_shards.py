import json

from tests.sim.workspace import SURFACE, Workspace


def test_shards_cover_every_server_and_their_results_make_one_report(workspace: Workspace) -> None:
    servers = {}
    for number in range(5):
        workspace.serve({**SURFACE, "serverInfo": {"name": f"s{number}", "version": "1"}}, f"s{number}.json")
        servers[f"s{number}"] = {"command": [*workspace.command[:2], f"s{number}.json"]}
    workspace.write(".toolpin-ci.yml", json.dumps({"version": 1, "servers": servers}))
    assert workspace.run("lock").code == 0
    workspace.serve({**SURFACE, "tools": [], "serverInfo": {"name": "s3", "version": "1"}}, "s3.json")
    legs = json.loads(workspace.run("plan", "--shards", "2").out)["include"]
    assert sorted(name for leg in legs for name in leg["servers"].split("\n")) == sorted(servers)
    codes = []
    for leg in legs:
        chosen = [word for name in leg["servers"].split("\n") for word in ("--server", name)]
        result = f"result-{leg['shard']}.json"
        codes.append(workspace.run("check", *chosen, "--format", "json", "--output", result).code)
    assert sorted(codes) == [0, 1]
    merged = workspace.run("report", "result-1.json", "result-2.json", "--format", "json")
    assert merged.code == 1
    assert {server["name"] for server in merged.report["servers"]} == set(servers)


def test_a_flag_wins_over_the_configuration(workspace: Workspace) -> None:
    workspace.configure(policy={"enforcement": "block"})
    workspace.run("lock")
    workspace.with_tool(description="Changed.")
    assert workspace.run("check").code == 1
    assert workspace.run("check", "--enforcement", "warn").code == 0
    wrong = workspace.run("check", "--enforcement", "maybe")
    assert wrong.code == 2
    assert "audit" in wrong.err
