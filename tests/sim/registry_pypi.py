"""Two Python indexes on loopback: pypiserver, which speaks HTML alone, and devpi, which speaks JSON too."""

import base64
import hashlib
import io
import json
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import ProxyHandler, Request, build_opener

from tests.sim.registry_process import free_port, registry_command, running, send

PASSWORD = "loopback"
_BOUNDARY = "toolpin-ci-boundary"


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlIndex:
    """A folder of files; the index is made of whatever lies in it."""

    url: str
    packages: Path

    def publish(self, name: str, version: str) -> dict[str, str]:
        files = release(name, version)
        for file, content in files.items():
            (self.packages / file).write_bytes(content)
        return digests(files)


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonIndex:
    url: str
    folder: Path
    upload: str

    def publish(self, name: str, version: str) -> dict[str, str]:
        files = release(name, version)
        for file, content in files.items():
            self.publish_file(name, version, file, content)
        return digests(files)

    def publish_file(self, name: str, version: str, file: str, content: bytes) -> None:
        """Uploads one file as twine does."""
        fields = {
            ":action": "file_upload",
            "metadata_version": "2.1",
            "name": name,
            "version": version,
            "filetype": "bdist_wheel" if file.endswith(".whl") else "sdist",
            "pyversion": "py3" if file.endswith(".whl") else "source",
            "sha256_digest": hashlib.sha256(content).hexdigest(),
        }
        parts = [
            f'Content-Disposition: form-data; name="{key}"\r\n\r\n{value}' for key, value in fields.items()
        ]
        head = "".join(f"--{_BOUNDARY}\r\n{part}\r\n" for part in parts)
        disposition = f'Content-Disposition: form-data; name="content"; filename="{file}"'
        head += f"--{_BOUNDARY}\r\n{disposition}\r\nContent-Type: application/octet-stream\r\n\r\n"
        body = head.encode() + content + f"\r\n--{_BOUNDARY}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={_BOUNDARY}", **root_login()}
        send("POST", self.upload, body, headers)

    def stored(self, file: str) -> Path:
        """A file in the index's store."""
        return next(self.folder.rglob(file))


def root_login() -> dict[str, str]:
    return {"Authorization": f"Basic {base64.b64encode(f'root:{PASSWORD}'.encode()).decode()}"}


def program(name: str, version: str, module: str, source: str) -> dict[str, bytes]:
    """A wheel with one module whose `main` is a command of the package's name."""
    files = release(name, version)
    (wheel,) = (file for file in files if file.endswith(".whl"))
    stem = wheel.removesuffix("-py3-none-any.whl")
    content = io.BytesIO(files[wheel])
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr(f"{module}.py", source)
        archive.writestr(f"{stem}.dist-info/entry_points.txt", f"[console_scripts]\n{name} = {module}:main\n")
    return {wheel: content.getvalue()}


def release(name: str, version: str) -> dict[str, bytes]:
    """A wheel and a source archive."""
    stem = f"{name.replace('-', '_')}-{version}"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
    wheel, source = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"{stem}.dist-info/METADATA", metadata)
        archive.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{stem}.dist-info/RECORD", "")
    with tarfile.open(fileobj=source, mode="w:gz") as archive:
        info = tarfile.TarInfo(f"{stem}/PKG-INFO")
        info.size = len(metadata)
        archive.addfile(info, io.BytesIO(metadata))
    return {f"{stem}-py3-none-any.whl": wheel.getvalue(), f"{stem}.tar.gz": source.getvalue()}


def digests(files: dict[str, bytes]) -> dict[str, str]:
    return {name: f"sha256:{hashlib.sha256(content).hexdigest()}" for name, content in files.items()}


@contextmanager
def html_index(folder: Path) -> Iterator[HtmlIndex]:
    command, port = registry_command("pypi-html"), free_port()
    packages = folder / "packages"
    packages.mkdir()
    words = ["run", "-i", "127.0.0.1", "-p", str(port), "-a", ".", "-P", ".", "--hash-algo", "sha256"]
    url = f"http://127.0.0.1:{port}/simple/"
    with running([*command, *words, "--disable-fallback", str(packages)], folder, url):
        yield HtmlIndex(url=url, packages=packages)


@contextmanager
def json_index(folder: Path) -> Iterator[JsonIndex]:
    command, port = registry_command("pypi-json"), free_port()
    store = folder / "devpi"
    init = [*registry_command("pypi-json-init"), "--serverdir", str(store), "--no-root-pypi"]
    subprocess.run(
        [*init, "--root-passwd", PASSWORD], check=True, capture_output=True, cwd=folder, timeout=60
    )
    base = f"http://127.0.0.1:{port}"
    words = ["--serverdir", str(store), "--host", "127.0.0.1", "--port", str(port), "--threads", "4"]
    with running([*command, *words], folder, f"{base}/+api"):
        token = base64.b64encode(f"root:{_session(base)}".encode()).decode()
        body = json.dumps({"type": "stage", "bases": [], "volatile": True}).encode()
        headers = {"Content-Type": "application/json", "X-Devpi-Auth": token}
        send("PUT", f"{base}/root/dev", body, headers)
        yield JsonIndex(url=f"{base}/root/dev/+simple/", folder=store, upload=f"{base}/root/dev/")


def _session(base: str) -> str:
    body = json.dumps({"user": "root", "password": PASSWORD}).encode()
    request = Request(
        f"{base}/+login", data=body, headers={"Content-Type": "application/json"}, method="POST"
    )
    with build_opener(ProxyHandler({})).open(request, timeout=30) as answer:
        return str(json.load(answer)["result"]["password"])
