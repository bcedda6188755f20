"""`toolpin-ci accept`: the Registry Spec's verdict as an exit code."""

import json

from tests.sim.registry_bundle import inputs
from tests.sim.workspace import Workspace


def test_accept_says_its_verdict_and_its_exit_code(workspace: Workspace) -> None:
    workspace.write("good.json", json.dumps(inputs()))
    good = workspace.run("accept", "good.json")
    assert (good.code, good.out) == (0, "ACCEPT\n")
    workspace.write("bad.json", json.dumps(inputs(signers=())))
    bad = workspace.run("accept", "bad.json")
    assert (bad.code, bad.out) == (1, "REJECT NO_VALID_ATTESTATIONS\n")
    told = workspace.run("accept", "--format", "json", "bad.json")
    assert (told.code, told.report) == (1, {"result": "REJECT", "error_code": "NO_VALID_ATTESTATIONS"})


def test_a_file_that_holds_no_inputs_is_a_mistake_of_the_call(workspace: Workspace) -> None:
    for text in ("{", "[]", "{}", '{"pointer": 1}'):
        workspace.write("bad.json", text)
        assert workspace.run("accept", "bad.json").code == 2
