"""`verify` as a job runs it: real registries on loopback, found by the settings that a company would have."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.sim.registry_bundles import bundle, sha256
from tests.sim.registry_files import FileServer, Page, file_server
from tests.sim.registry_npm import NpmRegistry, npm_registry
from tests.sim.registry_oci import ImageRegistry, image_registry
from tests.sim.registry_pypi import HtmlIndex, html_index
from tests.sim.toolpin_lock import entry, lockfile
from tests.sim.workspace import Result, Workspace

NOWHERE = "127.0.0.1:1"
STATES = ("passed", "declared", "failed", "unavailable")


@dataclass(frozen=True)
class Company:
    npm: NpmRegistry
    pypi: HtmlIndex
    images: ImageRegistry
    files: FileServer

    @property
    def settings(self) -> dict[str, str]:
        """What the machine's own clients are set to."""
        return {**self.files.environment, "npm_config_registry": self.npm.url, "PIP_INDEX_URL": self.pypi.url}

    @property
    def hosts(self) -> list[str]:
        return [f"http://{self.images.host}", f"http://{NOWHERE}", self.files.url("")]


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    folder = tmp_path_factory.mktemp("company")
    for name in ("npm", "pypi", "images", "files"):
        (folder / name).mkdir()
    with (
        npm_registry(folder / "npm") as npm,
        html_index(folder / "pypi") as pypi,
        image_registry(folder / "images") as images,
        file_server(folder / "files") as files,
    ):
        yield Company(npm, pypi, images, files)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


def locked(name: str, kind: str, files: dict[str, str], **target: str) -> dict[str, Any]:
    """One entry with the digests that were recorded for it."""
    found = {"kind": "package", "registryType": kind, **target, "transport": "stdio"}
    manifest = entry(name, [], hashes=())["capabilityManifest"]
    record = {
        "kind": kind,
        "identifier": target["identifier"],
        "version": target.get("version", ""),
        "files": files,
    }
    config: dict[str, Any] = {"mcpServers": {}}
    return entry(
        name,
        [],
        hashes=(),
        selectedTarget=found,
        config=config,
        capabilityManifest={**manifest, **({"artifacts": [record]} if files else {})},
        locked={"selectedTarget": found, "config": config, "capabilityManifest": manifest},
    )


def npm_entries(company: Company) -> list[dict[str, Any]]:
    good = company.npm.publish("@demo/matrix", "1.0.0")
    other = {"identifier": "@demo/matrix", "version": "1.0.0"}
    away = {**other, "registryBaseUrl": f"http://{NOWHERE}/"}
    return [
        locked("npm-passed", "npm", {"tarball": good}, **other),
        locked("npm-declared", "npm", {}, **other),
        locked("npm-failed", "npm", {"tarball": "sha512-AAAA"}, **other),
        locked("npm-unavailable", "npm", {"tarball": good}, **away),
    ]


def pypi_entries(company: Company) -> list[dict[str, Any]]:
    good = company.pypi.publish("matrix-demo", "1.0.0")
    other = {"identifier": "matrix-demo", "version": "1.0.0"}
    away = {**other, "registryBaseUrl": f"http://{NOWHERE}/simple/"}
    return [
        locked("pypi-passed", "pypi", good, **other),
        locked("pypi-declared", "pypi", {}, **other),
        locked("pypi-failed", "pypi", dict.fromkeys(good, "sha256:" + "0" * 64), **other),
        locked("pypi-unavailable", "pypi", good, **away),
    ]


def oci_entries(company: Company) -> list[dict[str, Any]]:
    digest, place = company.images.push_image("team/matrix", "1", "one"), f"{company.images.host}/team/matrix"
    return [
        locked("oci-passed", "oci", {}, identifier=f"{place}@{digest}"),
        locked("oci-declared", "oci", {}, identifier=f"{place}:1"),
        locked("oci-failed", "oci", {}, identifier=f"{place}@sha256:{'0' * 64}"),
        locked("oci-unavailable", "oci", {}, identifier=f"{NOWHERE}/team/matrix@{digest}"),
    ]


def mcpb_entries(company: Company) -> list[dict[str, Any]]:
    content = bundle()
    company.files.pages["/a.mcpb"] = Page(body=content, headers={"Content-Type": "application/octet-stream"})
    there = {"identifier": company.files.url("/a.mcpb"), "version": "1.0.0"}
    good = sha256(content).removeprefix("sha256:")
    away = {**there, "identifier": f"https://{NOWHERE}/a.mcpb"}
    return [
        locked("mcpb-passed", "mcpb", {}, **there, fileSha256=good),
        locked("mcpb-declared", "mcpb", {}, **there),
        locked("mcpb-failed", "mcpb", {}, **there, fileSha256="0" * 64),
        locked("mcpb-unavailable", "mcpb", {}, **away, fileSha256=good),
    ]


KINDS = {"npm": npm_entries, "pypi": pypi_entries, "oci": oci_entries, "mcpb": mcpb_entries}


Matrix = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def matrix(company: Company) -> Matrix:
    """Four entries of each kind, with everything that they pin published."""
    return {kind: make(company) for kind, make in KINDS.items()}


def verify(workspace: Workspace, company: Company, *args: str) -> Result:
    return workspace.run("verify", "--format", "json", *args, env=company.settings)


def states(done: Result) -> dict[str, list[str]]:
    return {server["name"]: [pin["state"] for pin in server["pins"]] for server in done.report["servers"]}


def test_every_kind_comes_out_in_all_four_states(
    workspace: Workspace, company: Company, matrix: Matrix
) -> None:
    workspace.write(".toolpin-ci.yml", json.dumps({"registries": {"hosts": company.hosts}}))
    entries = [found for entries in matrix.values() for found in entries]
    workspace.write("mcp-lock.json", lockfile(*entries))
    done = verify(workspace, company)
    assert states(done) == {f"{kind}-{state}": [state] for kind in KINDS for state in STATES}
    assert done.code == 1
    failed = {row["server"] for row in done.report["findings"] if row["rule"] == "pin-failed"}
    assert failed == {f"{kind}-failed" for kind in KINDS}


@pytest.mark.parametrize(
    ("state", "code"), [("passed", 0), ("declared", 0), ("failed", 1), ("unavailable", 3)]
)
def test_each_state_has_its_exit_code(
    workspace: Workspace, company: Company, matrix: Matrix, state: str, code: int
) -> None:
    entries = [found for found in matrix["npm"] if found["name"] == f"npm-{state}"]
    workspace.write("mcp-lock.json", lockfile(*entries))
    assert verify(workspace, company).code == code


def test_offline_no_pin_passes(workspace: Workspace, company: Company, matrix: Matrix) -> None:
    workspace.write("mcp-lock.json", lockfile(*matrix["npm"]))
    assert set(map(tuple, states(verify(workspace, company, "--offline")).values())) == {("unavailable",)}


def test_a_newer_release_turns_nothing_red(workspace: Workspace, company: Company) -> None:
    integrity = company.npm.publish("@demo/steady", "1.0.0")
    found = locked("steady", "npm", {"tarball": integrity}, identifier="@demo/steady", version="1.0.0")
    workspace.write("mcp-lock.json", lockfile(found))
    company.npm.publish("@demo/steady", "2.0.0")
    done = verify(workspace, company)
    assert (done.code, done.report["findings"], states(done)) == (0, [], {"steady": ["passed"]})


def test_an_index_beside_the_first_is_asked_for_what_that_does_not_have(
    workspace: Workspace, company: Company, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with html_index(tmp_path_factory.mktemp("second")) as second:
        digests = second.publish("only-there", "1.0.0")
        workspace.write(
            "mcp-lock.json",
            lockfile(locked("extra", "pypi", digests, identifier="only-there", version="1.0.0")),
        )
        done = workspace.run(
            "verify", "--format", "json", env={**company.settings, "PIP_EXTRA_INDEX_URL": second.url}
        )
        assert (done.code, states(done)) == (0, {"extra": ["passed"]})
    alone = verify(workspace, company)
    assert alone.code == 1, alone.out


def test_a_pull_request_cannot_redirect_verification(
    workspace: Workspace, company: Company, matrix: Matrix, tmp_path_factory: pytest.TempPathFactory
) -> None:
    company.npm.publish("@demo/honest", "1.0.0")
    settings = {**company.files.environment, "npm_config_registry": ""}
    with npm_registry(tmp_path_factory.mktemp("evil")) as evil:
        forged = evil.publish("@demo/honest", "1.0.0", {"evil.js": b"evil"})
        workspace.git("init", "-q", "-b", "main")
        workspace.write(".toolpin-ci.yml", json.dumps({"registries": {"npm": company.npm.url}}))
        workspace.write("mcp-lock.json", lockfile(*matrix["npm"][:1]))
        workspace.commit("base")
        workspace.git("switch", "-q", "-c", "work")
        workspace.write(".toolpin-ci.yml", json.dumps({"registries": {"npm": evil.url}}))
        workspace.write(".npmrc", f"registry={evil.url}\n@demo:registry={evil.url}\n")
        target = {"identifier": "@demo/honest", "version": "1.0.0"}
        workspace.write("mcp-lock.json", lockfile(locked("npm-passed", "npm", {"tarball": forged}, **target)))
        workspace.commit("redirect")
        done = workspace.run("verify", "--base", "main", "--format", "json", env=settings)
    assert states(done)["npm-passed"] == ["failed"]
    changed = [row for row in done.report["findings"] if row["rule"] == "trust-setting-changed"]
    assert [(row["subject"], row["severity"]) for row in changed] == [("registries.npm", "critical")]


def test_what_facets_pins_is_verified_too(workspace: Workspace, company: Company) -> None:
    digest = company.images.push_image("team/facet", "v2", "one")
    image = {"image": f"{company.images.host}/team/facet:v2", "digest": digest, "api_surface": digest}
    lock = {"facet": {"name": "demo", "version": "1.0.0", "integrity": digest}, "servers": {"b": image}}
    workspace.write("facets.lock", json.dumps(lock))
    workspace.write(".toolpin-ci.yml", json.dumps({"registries": {"hosts": company.hosts}}))
    done = verify(workspace, company, "--lockfile", "facets.lock")
    assert (done.code, states(done)) == (0, {"b": ["passed"], "demo": ["declared"]})
    company.images.push_image("team/facet", "v2", "two")
    done = verify(workspace, company, "--lockfile", "facets.lock")
    assert (done.code, states(done)["b"]) == (1, ["failed"])
