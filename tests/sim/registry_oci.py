"""Debian's docker-registry on loopback, open or behind a token server, with images that the tests push."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.sim.registry_process import free_port, registry_command, running, send

INDEX = "application/vnd.oci.image.index.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
DOCKER_LIST = "application/vnd.docker.distribution.manifest.list.v2+json"
DOCKER_MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
_CONFIG = "application/vnd.oci.image.config.v1+json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageRegistry:
    host: str
    folder: Path
    login: Mapping[str, str]

    def push_image(self, repository: str, tag: str, text: str, **labels: str) -> str:
        """Pushes a one-platform image and gives its digest."""
        config = self._blob(repository, json.dumps({"text": text, "config": {"Labels": labels}}).encode())
        layer = self._blob(repository, text.encode())
        manifest = {
            "schemaVersion": 2,
            "mediaType": MANIFEST,
            "config": {"mediaType": _CONFIG, **config},
            "layers": [{"mediaType": "application/vnd.oci.image.layer.v1.tar", **layer}],
        }
        return self.push_manifest(repository, tag, manifest)

    def push_index(self, repository: str, tag: str, text: str) -> dict[str, str]:
        """Pushes an image for two platforms and gives the digests of the index and of both."""
        found: dict[str, str] = {}
        children = []
        for architecture in ("amd64", "arm64"):
            digest = self.push_image(repository, f"{tag}-{architecture}", f"{text} {architecture}")
            size = len(self.manifest_path(digest).read_bytes())
            platform = {"os": "linux", "architecture": architecture}
            children.append({"mediaType": MANIFEST, "digest": digest, "size": size, "platform": platform})
            found[f"linux/{architecture}"] = digest
        index = {"schemaVersion": 2, "mediaType": INDEX, "manifests": children}
        return {"manifest": self.push_manifest(repository, tag, index), **found}

    def push_manifest(self, repository: str, tag: str, document: Mapping[str, Any]) -> str:
        body = json.dumps(document).encode()
        headers = {"Content-Type": document["mediaType"], **self.login}
        send("PUT", f"http://{self.host}/v2/{repository}/manifests/{tag}", body, headers)
        return f"sha256:{hashlib.sha256(body).hexdigest()}"

    def delete(self, repository: str, digest: str) -> None:
        send("DELETE", f"http://{self.host}/v2/{repository}/manifests/{digest}", headers=self.login)

    def manifest_path(self, digest: str) -> Path:
        """Where the registry stores the bytes that go by a digest."""
        hexed = digest.partition(":")[2]
        return self.folder / f"docker/registry/v2/blobs/sha256/{hexed[:2]}/{hexed}/data"

    def _blob(self, repository: str, content: bytes) -> dict[str, Any]:
        digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
        headers = {"Content-Type": "application/octet-stream", **self.login}
        started = send("POST", f"http://{self.host}/v2/{repository}/blobs/uploads/", b"", self.login)
        location = started["Location"]
        send("PUT", f"{location}{'&' if '?' in location else '?'}digest={digest}", content, headers)
        return {"digest": digest, "size": len(content)}


@contextmanager
def image_registry(
    folder: Path, auth: Mapping[str, Any] | None = None, login: Mapping[str, str] | None = None
) -> Iterator[ImageRegistry]:
    command, host = registry_command("oci"), f"127.0.0.1:{free_port()}"
    store = folder / "images"
    config: dict[str, Any] = {
        "version": 0.1,
        "log": {"level": "warn"},
        "storage": {"filesystem": {"rootdirectory": str(store)}, "delete": {"enabled": True}},
        "http": {"addr": host},
    }
    if auth is not None:
        config["auth"] = {"token": dict(auth)}
    (folder / "config.yml").write_text(json.dumps(config), encoding="utf-8")
    with running([*command, "serve", str(folder / "config.yml")], folder, f"http://{host}/v2/"):
        yield ImageRegistry(host=host, folder=store, login=login or {})
