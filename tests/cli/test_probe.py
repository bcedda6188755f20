import json

from tests.sim.workspace import SURFACE, TOOL, Workspace


def test_a_probe_prints_the_surface_and_what_it_was_asked_with(workspace: Workspace) -> None:
    done = workspace.run("probe", "--", *workspace.command)
    assert done.code == 0
    surface = json.loads(done.out)
    assert surface["tools"]["read_file"]["definition"] == TOOL
    assert surface["serverInfo"] == SURFACE["serverInfo"]
    assert surface["digest"].startswith("sha256:")
    assert surface["probe"]["clientInfo"] == {"name": "toolpin-ci", "version": "1"}
    assert surface["probe"]["protocolVersion"] == "2025-11-25"


def test_the_same_server_gives_the_same_bytes_whatever_our_environment_is(workspace: Workspace) -> None:
    env = {"TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8", "PYTHONHASHSEED": "7", "CI": "true", "SECRET": "hush"}
    plain = workspace.run("probe", "--", *workspace.command)
    other = workspace.run("probe", "--", *workspace.command, env=env)
    assert plain.out == other.out


def test_the_environment_that_a_server_sees_is_fixed_and_has_no_secret(workspace: Workspace) -> None:
    workspace.write(
        "server.py",
        "import json, os, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if 'id' not in m: continue\n"
        "    r = {'protocolVersion': '2025-06-18', 'capabilities': {'tools': {}}, 'serverInfo': {}}\n"
        "    if m['method'] != 'initialize':\n"
        "        r = {'tools': [{'name': 'env', 'env': dict(os.environ), 'cwd': os.getcwd()}]}\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': r}), flush=True)\n",
    )
    command = (workspace.command[0], "server.py")
    env = {"GITHUB_TOKEN": "hush", "ACTIONS_RUNTIME_TOKEN": "hush", "CI": "true", "TZ": "Asia/Tokyo"}
    seen = json.loads(workspace.run("probe", "--", *command, env=env).out)["tools"]["env"]["definition"][
        "env"
    ]
    assert seen["TZ"] == "UTC"
    assert seen["PYTHONHASHSEED"] == "0"
    assert not {"GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN", "CI"} & set(seen)
    again = json.loads(workspace.run("probe", "--", *command).out)["tools"]["env"]["definition"]["env"]
    assert again["HOME"] == seen["HOME"]
