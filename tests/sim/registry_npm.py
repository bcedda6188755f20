"""Verdaccio on loopback, with packages published as npm publishes them."""

import base64
import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.sim.registry_process import free_port, registry_command, running, send

CONFIG = """
storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
packages:
  '@private/*':
    access: $authenticated
    publish: $all
  '**':
    access: $all
    publish: $all
    unpublish: $all
log: {type: stdout, format: pretty, level: warn}
web: {enable: false}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class NpmRegistry:
    url: str
    storage: Path

    def publish(self, name: str, version: str, files: Mapping[str, bytes] | None = None, **extra: str) -> str:
        """Publishes a small package and gives its integrity."""
        content = tarball({"name": name, "version": version, **extra}, files or {})
        integrity = sri(content)
        file = f"{name.rpartition('/')[2]}-{version}.tgz"
        described = {
            "name": name,
            "version": version,
            **extra,
            "dist": {
                "integrity": integrity,
                "shasum": hashlib.sha1(content).hexdigest(),
                "tarball": f"{self.url}{quote(name, safe='@')}/-/{file}",
            },
        }
        data = base64.b64encode(content).decode()
        document = {
            "_id": name,
            "name": name,
            "dist-tags": {"latest": version},
            "versions": {version: described},
            "_attachments": {
                file: {"content_type": "application/octet-stream", "data": data, "length": len(content)}
            },
        }
        address = f"{self.url}{quote(name, safe='@')}"
        send("PUT", address, json.dumps(document).encode(), {"Content-Type": "application/json"})
        return integrity

    def stored(self, name: str, file: str) -> Path:
        """A file of a package in the registry's store."""
        return self.storage / name / file

    def rewrite(self, name: str, change: Callable[[dict[str, Any]], object]) -> None:
        """Changes a package's document in the store, as somebody with access to the machine can."""
        path = self.stored(name, "package.json")
        document = json.loads(path.read_text(encoding="utf-8"))
        change(document)
        path.write_text(json.dumps(document), encoding="utf-8")


def tarball(described: Mapping[str, str], files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, body in {"package.json": json.dumps(described).encode(), **files}.items():
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return gzip.compress(buffer.getvalue(), mtime=0)


def sri(content: bytes) -> str:
    return f"sha512-{base64.b64encode(hashlib.sha512(content).digest()).decode()}"


@contextmanager
def npm_registry(folder: Path) -> Iterator[NpmRegistry]:
    command, port = registry_command("npm"), free_port()
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    url = f"http://127.0.0.1:{port}/"
    with running(
        [*command, "--config", str(folder / "config.yaml"), "--listen", f"127.0.0.1:{port}"],
        folder,
        f"{url}-/ping",
    ):
        yield NpmRegistry(url=url, storage=folder / "storage")
