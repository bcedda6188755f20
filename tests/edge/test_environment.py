from pathlib import Path

import pytest

from toolpin_ci.edge.environment import child_environment, setup_environment
from toolpin_ci.model.server import ServerSpec


@pytest.mark.parametrize(
    ("ours", "given"),
    [
        ("https://ci:secret@index.corp.example/simple/", "https://index.corp.example/simple/"),
        ("https://token@index.corp.example", "https://index.corp.example"),
        ("https://index.corp.example/a@b/", "https://index.corp.example/a@b/"),
    ],
)
def test_a_server_learns_where_a_registry_is_and_not_its_password(
    tmp_path: Path, ours: str, given: str
) -> None:
    environ = {"PATH": "/usr/bin", "PIP_INDEX_URL": ours, "UV_CONFIG_FILE": "/etc/uv.toml"}
    runner = ServerSpec(name="a", command=("uvx", "server"))
    own = ServerSpec(name="a", command=("python3", "server.py"))
    assert child_environment(runner, tmp_path, environ)["PIP_INDEX_URL"] == given
    assert setup_environment(own, tmp_path, environ)["PIP_INDEX_URL"] == given
    assert setup_environment(own, tmp_path, environ)["UV_CONFIG_FILE"] == "/etc/uv.toml"
    assert "PIP_INDEX_URL" not in child_environment(own, tmp_path, environ)
