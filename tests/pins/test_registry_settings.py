"""Where registries are, as npm, pip and Docker are set up on a machine."""

import base64
import json
import stat
from collections.abc import Mapping
from pathlib import Path

import pytest

from toolpin_ci.edge.registry_settings import RegistrySettings
from toolpin_ci.model.config import RegistryPlaces
from toolpin_ci.model.pin import Registry


class Machine:
    """A home, a workspace and a PATH with a fake npm, all in one folder."""

    def __init__(self, folder: Path) -> None:
        self.home, self.workspace, self.bin = folder / "home", folder / "work", folder / "bin"
        for place in (self.home, self.workspace, self.bin):
            place.mkdir()

    def find(
        self,
        kind: str,
        name: str = "demo",
        base_url: str = "",
        configured: Mapping[str, str] | None = None,
        **variables: str,
    ) -> Registry:
        return self.settings(configured, (), **variables).find(kind, name, base_url) or Registry()

    def settings(
        self, configured: Mapping[str, str] | None = None, hosts: tuple[str, ...] = (), **variables: str
    ) -> RegistrySettings:
        environment = {
            "HOME": str(self.home),
            "PATH": str(self.bin),
            "VIRTUAL_ENV": str(self.home),
            "npm_config_globalconfig": str(self.home / "none"),
            **variables,
        }
        project = self.workspace / ".npmrc"
        text = project.read_text(encoding="utf-8") if project.exists() else ""
        return RegistrySettings(environment, text, RegistryPlaces(places=configured or {}, hosts=hosts))

    def npm_says(self, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
        script = self.bin / "npm"
        script.write_text(f"#!/bin/sh\necho 'npm warn noise' >&2\necho '{output}'\n", encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{self.bin}:/bin:/usr/bin")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_our_configuration_wins_then_the_lock_then_npms_own_order(machine: Machine) -> None:
    write(machine.home / ".npmrc", "registry=https://user.example/\n")
    assert machine.find("npm").url == "https://user.example/"
    write(machine.workspace / ".npmrc", "; a comment\nregistry = https://project.example/\n")
    assert machine.find("npm").url == "https://project.example/"
    variable = "https://variable.example/"
    assert machine.find("npm", NPM_CONFIG_REGISTRY=variable).url == variable
    named = machine.find("npm", base_url="https://lock.example", NPM_CONFIG_REGISTRY=variable)
    assert named.source == "the lock"
    configured = {"npm": "https://ours.example/"}
    found = machine.find(
        "npm", base_url="https://lock.example", configured=configured, NPM_CONFIG_REGISTRY=variable
    )
    assert (found.url, found.source) == ("https://ours.example/", "the configuration")


def test_a_scope_has_its_own_registry_and_its_own_token(machine: Machine) -> None:
    write(
        machine.home / ".npmrc",
        "@corp:registry=https://npm.corp.example/team/\n//npm.corp.example/:_authToken=${CORP_TOKEN}\n"
        "registry=https://public.example/\n",
    )
    found = machine.find("npm", "@corp/thing", CORP_TOKEN="secret")
    assert (found.url, found.authorization) == ("https://npm.corp.example/team/", "Bearer secret")
    assert "secret" not in repr(found)
    other = machine.find("npm", "@other/thing", CORP_TOKEN="secret")
    assert (other.url, other.authorization) == ("https://public.example/", "")


def test_the_longest_path_decides_on_credentials(machine: Machine) -> None:
    write(
        machine.home / ".npmrc",
        "//npm.example/:_authToken=wide\n//npm.example/a/b/:_auth=bmFycm93\n//npm.example.evil/:_authToken=x\n",
    )
    assert machine.find("npm", base_url="https://npm.example/a/b/c/").authorization == "Basic bmFycm93"
    assert machine.find("npm", base_url="https://npm.example/a").authorization == "Bearer wide"
    assert machine.find("npm", base_url="https://npm.example:8443/").authorization == ""


def test_user_and_password_are_one_header(machine: Machine) -> None:
    password = base64.b64encode(b"p:w").decode()
    write(machine.home / ".npmrc", f"//n.example/:username=me\n//n.example/:_password={password}\n")
    header = f"Basic {base64.b64encode(b'me:p:w').decode()}"
    assert machine.find("npm", base_url="https://n.example/").authorization == header


def test_a_pull_request_cannot_send_the_jobs_secrets_anywhere(machine: Machine) -> None:
    write(
        machine.workspace / ".npmrc",
        "registry=https://evil.example/\n//evil.example/:_authToken=${NPM_TOKEN}\n@a:registry=https://evil.example/${NPM_TOKEN}\n",
    )
    found = machine.find("npm", NPM_TOKEN="secret")
    assert (found.url, found.authorization) == ("https://evil.example/", "")
    assert machine.find("npm", "@a/b", NPM_TOKEN="secret").url == "https://evil.example/"


def test_where_nothing_is_set_npm_itself_is_asked(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.npm_says("https://default.example/", monkeypatch)
    found = machine.find("npm", PATH=f"{machine.bin}:/bin:/usr/bin")
    assert (found.url, found.source) == ("https://default.example/", "npm itself")


@pytest.mark.parametrize("output", ["", "undefined", "null"])
def test_an_npm_that_does_not_know_either_leaves_the_registry_unknown(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    machine.npm_says(output, monkeypatch)
    assert machine.find("npm", PATH=f"{machine.bin}:/bin:/usr/bin") == Registry()


def test_without_npm_the_registry_is_unknown(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(machine.bin))
    assert machine.find("npm") == Registry()


def test_pips_settings_are_read_in_pips_order(machine: Machine) -> None:
    write(machine.home / ".config/pip/pip.conf", "[global]\nindex-url = https://user.example/simple\n")
    assert machine.find("pypi").url == "https://user.example/simple"
    write(machine.home / "pip.conf", "[install]\nindex_url = https://venv.example/simple\n")
    assert machine.find("pypi").url == "https://venv.example/simple"
    named = machine.home / "named.conf"
    write(named, "[global]\nindex-url: https://named.example/simple\n")
    assert machine.find("pypi", PIP_CONFIG_FILE=str(named)).url == "https://named.example/simple"
    assert machine.find("pypi", PIP_INDEX_URL="https://variable.example/").url == "https://variable.example/"
    assert machine.find("pypi", UV_DEFAULT_INDEX="corp=https://uv.example/").url == "https://uv.example/"


def test_a_broken_or_disabled_pip_conf_leaves_the_question_to_pip(machine: Machine) -> None:
    write(machine.home / ".config/pip/pip.conf", "index-url = before any section\n")
    write(machine.home / "pip.conf", "[global]\nindex-url = https://venv.example/simple\n")
    found = machine.find("pypi", PIP_CONFIG_FILE="/dev/null")
    assert found.source == "pip itself"
    assert found.url.startswith("https://")


def test_credentials_in_an_index_address_become_a_header_for_that_host(machine: Machine) -> None:
    address = "https://me:p%40ss@pypi.corp.example/simple/"
    found = machine.find("pypi", PIP_INDEX_URL=address)
    assert found.url == "https://pypi.corp.example/simple/"
    assert found.authorization == f"Basic {base64.b64encode(b'me:p@ss').decode()}"
    same = machine.find("pypi", base_url="https://pypi.corp.example/other/", PIP_INDEX_URL=address)
    assert same.authorization == found.authorization
    other = machine.find("pypi", base_url="https://elsewhere.example", PIP_INDEX_URL=address)
    assert (other.url, other.authorization) == ("https://elsewhere.example/simple/", "")


def test_docker_login_is_used_for_its_host_alone(machine: Machine) -> None:
    auths = {
        "ghcr.io": {"auth": "Z2g="},
        "https://index.docker.io/v1/": {"auth": "aHVi"},
        "empty.example": {},
    }
    write(machine.home / ".docker/config.json", json.dumps({"auths": auths}))
    assert machine.find("oci", "ghcr.io").authorization == "Basic Z2g="
    assert machine.find("oci", "docker.io").authorization == "Basic aHVi"
    assert machine.find("oci", "empty.example").authorization == ""
    assert machine.find("oci", "quay.io").authorization == ""


@pytest.mark.parametrize("text", ["{", "[]", '{"auths": 5}'])
def test_a_broken_docker_configuration_holds_no_credentials(machine: Machine, text: str) -> None:
    write(machine.home / ".docker/config.json", text)
    assert machine.find("oci", "ghcr.io").authorization == ""


def test_other_kinds_have_no_registry_of_their_own(machine: Machine) -> None:
    assert machine.find("mcpb") == Registry()


def test_what_the_operator_names_may_be_private_and_what_the_repository_names_may_not(
    machine: Machine,
) -> None:
    write(machine.workspace / ".npmrc", "registry=https://evil.example/\n@a:registry=http://127.0.0.1:9/\n")
    write(machine.home / ".npmrc", "@corp:registry=https://npm.corp.example:8443/x\n")
    write(
        machine.home / ".docker/config.json", json.dumps({"auths": {"images.corp.example": {"auth": "eA=="}}})
    )
    found = machine.settings(
        {"npm": "https://ours.example/"},
        ("files.corp.example", "http://127.0.0.1:5055"),
        PIP_INDEX_URL="https://me:secret@pypi.corp.example/simple/",
        PIP_EXTRA_INDEX_URL="http://localhost:3141/root/",
    ).reach()
    corp = {f"{name}.corp.example" for name in ("npm", "images", "pypi", "files")}
    assert found.private_hosts == {*corp, "ours.example", "127.0.0.1", "localhost"}
    assert found.local == {"127.0.0.1:5055", "localhost:3141"}


def test_a_scope_of_our_configuration_wins_over_its_registry(machine: Machine) -> None:
    configured = {"npm": "https://ours.example/", "@corp": "https://corp.example/"}
    assert machine.find("npm", "@corp/a", configured=configured).url == "https://corp.example/"
    assert machine.find("npm", "@other/a", configured=configured).url == "https://ours.example/"


def test_an_image_of_this_machine_is_asked_where_the_configuration_says(machine: Machine) -> None:
    settings = machine.settings(None, ("http://127.0.0.1:5055",))
    here, elsewhere = settings.find("oci", "127.0.0.1:5055", ""), settings.find("oci", "127.0.0.1:5056", "")
    assert (here and here.url, elsewhere and elsewhere.url) == (
        "http://127.0.0.1:5055",
        "https://127.0.0.1:5056",
    )


def test_extra_indexes_are_known_with_their_own_credentials(machine: Machine) -> None:
    found = machine.find(
        "pypi",
        PIP_INDEX_URL="https://main.example/simple",
        PIP_EXTRA_INDEX_URL="https://me:p@one.example/simple https://two.example/simple",
    )
    header = f"Basic {base64.b64encode(b'me:p').decode()}"
    shown = [(other.url, other.authorization) for other in found.others]
    assert shown == [("https://one.example/simple", header), ("https://two.example/simple", "")]
    assert (
        machine.find("pypi", base_url="https://lock.example", PIP_EXTRA_INDEX_URL="https://x.example").others
        == ()
    )
    write(
        machine.home / "pip.conf",
        "[global]\nextra-index-url =\n    https://a.example\n    https://b.example\n",
    )
    assert [other.url for other in machine.find("pypi").others] == ["https://a.example", "https://b.example"]


def helper(machine: Machine, script: str) -> None:
    path = machine.bin / "docker-credential-corp"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_a_credential_helper_is_asked_for_its_host(machine: Machine) -> None:
    helpers = {"images.example": "corp", "other.example": "../evil"}
    write(machine.home / ".docker/config.json", json.dumps({"credHelpers": helpers}))
    helper(machine, 'read host; echo "{\\"Username\\": \\"me\\", \\"Secret\\": \\"$host\\"}"')
    header = f"Basic {base64.b64encode(b'me:images.example').decode()}"
    assert machine.find("oci", "images.example").authorization == header
    assert machine.find("oci", "other.example").authorization == ""
    assert machine.find("oci", "third.example").authorization == ""


@pytest.mark.parametrize(
    "script", ["exit 1", "echo no", "echo '[]'", 'echo \'{"Username":"<token>","Secret":"x"}\'']
)
def test_a_credential_helper_that_has_nothing_says_nothing(machine: Machine, script: str) -> None:
    write(
        machine.home / ".docker/config.json", json.dumps({"credsStore": "corp", "auths": {"a.example": {}}})
    )
    helper(machine, script)
    assert machine.find("oci", "a.example").authorization == ""
