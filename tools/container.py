"""Builds the action's image without Docker: a Debian base made here, then our Dockerfile, with buildah."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.provision import (
    PAUSES,
    ROOT,
    Unavailable,
    cache_root,
    content_key,
    install_debian,
    only_one,
    run,
    run_retried,
    say,
)

SUITE = "trixie"  # what the published base image is made of
PACKAGES = ("python3", "python3-pip", "python3-venv", "ca-certificates")
HOOK = (
    'rm -rf "$1"/usr/lib/python3*/EXTERNALLY-MANAGED "$1"/var/cache/apt/*;'
    'ln -s /usr/bin/python3 "$1"/usr/local/bin/python; ln -s /usr/bin/python3 "$1"/usr/local/bin/python3'
)
UNWANTED = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/info/*")
"""What a slim image leaves out of every Debian package."""
BASE_FILE = """FROM scratch
ADD base.tar /
ENV PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
"""
STORAGE = """[storage]
driver = "overlay"
runroot = "{home}/run"
graphroot = "{home}/graph"
"""
BASE = f"localhost/toolpin-ci-base:{content_key(SUITE, *PACKAGES, HOOK, *UNWANTED, BASE_FILE)}"
IMAGE = f"localhost/toolpin-ci:{content_key(str(ROOT))}"
"""One name for each checkout, so that two that test at once do not run each other's image."""
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
MACHINE_FILES = (CERTIFICATES, Path("/etc/pip.conf"))
"""What makes this machine's downloads work; mounted for the build, never part of the image."""
STOPWATCH = """
import json, statistics, subprocess, sys, time
def once():
    began = time.perf_counter()
    subprocess.run(json.loads(sys.argv[1]), capture_output=True, check=False)
    return time.perf_counter() - began
print(statistics.median(once() for _ in range(9)))
"""
HICCUP = re.compile(
    r"failed to fetch|could not (resolve|connect)|connection|timed? ?out|temporary failure|hash sum mismatch"
    r"|incompleteread|HTTP error 5|\b50[234]\b|no matching distribution",
    re.IGNORECASE,
)
"""What a build says when a download failed: worth another try. Everything else is ours to mend."""


class BuildError(Exception):
    """The image cannot be built from this checkout; the text is the end of what the build said."""


class Builder:
    """buildah with a storage of its own, in the cache."""

    def __init__(self) -> None:
        """Make sure that the tools are there; only root can build."""
        if os.geteuid() != 0:
            raise Unavailable("building the image needs root")
        for tool in ("buildah", "mmdebstrap"):
            if shutil.which(tool) is None:
                install_debian(tool)
        self.home = cache_root() / "container"
        self.home.mkdir(parents=True, exist_ok=True)
        (self.home / "storage.conf").write_text(STORAGE.format(home=self.home), encoding="utf-8")
        policy = '{"default": [{"type": "insecureAcceptAnything"}]}'
        (self.home / "policy.json").write_text(policy, encoding="utf-8")
        self.env = {"CONTAINERS_STORAGE_CONF": str(self.home / "storage.conf")}

    def image(self) -> str:
        """Give the name of the image, built from the checkout as it is; layers that stayed are reused."""
        with only_one(self.home / "lock"):
            if not self._has(BASE):
                self._make_base()
            mounts = [f"--volume={path}:{path}:ro" for path in MACHINE_FILES if path.is_file()]
            options = ["--layers", "--network=host", f"--build-arg=BASE={BASE}", *mounts]
            self._build([*options, f"--tag={IMAGE}", str(ROOT)])
        return IMAGE

    def _has(self, image: str) -> bool:
        try:
            run(["buildah", "inspect", "--type=image", image], env=self.env)
        except Unavailable:
            return False
        return True

    def _make_base(self) -> None:
        say("making a base image from Debian packages, once")
        tar = self.home / "base.tar"
        command = ["unshare", "-m", "mmdebstrap", "--variant=minbase", "--mode=root"]
        command += [f"--include={','.join(PACKAGES)}", f"--customize-hook={HOOK}"]
        command += [f"--dpkgopt=path-exclude={pattern}" for pattern in UNWANTED]
        run_retried([*command, SUITE, tar, mirror()])
        (self.home / "Dockerfile.base").write_text(BASE_FILE, encoding="utf-8")
        self._build([f"--file={self.home / 'Dockerfile.base'}", f"--tag={BASE}", str(self.home)])
        tar.unlink()

    def _build(self, words: Sequence[str]) -> None:
        policy = f"--signature-policy={self.home / 'policy.json'}"
        command = ["buildah", "bud", policy, "--isolation=chroot", *words]
        pauses = iter(PAUSES)
        while (failure := _failure(command, self.env)) is not None:
            pause = next(pauses, None)
            if pause is None or not HICCUP.search(failure):
                raise BuildError(failure)
            say(f"{failure}\ntrying again in {pause} s")
            time.sleep(pause)

    def ask(self, *words: str, seconds: float = 300) -> subprocess.CompletedProcess[str]:
        """Call buildah and give what it said."""
        env = {**os.environ, **self.env}
        return subprocess.run(
            ["buildah", *words], env=env, capture_output=True, text=True, check=False, timeout=seconds
        )

    def described(self) -> dict[str, Any]:
        """Give what the image says of itself: entrypoint, environment, layers."""
        told: dict[str, Any] = json.loads(self.ask("inspect", "--type=image", IMAGE).stdout)
        return {**told["OCIv1"]["config"], "layers": json.loads(told["Manifest"])["layers"]}

    def megabytes(self) -> list[float]:
        """Give the size of each layer, unpacked; the first is the base."""
        return [layer["size"] / 1e6 for layer in self.described()["layers"]]

    def start_seconds(self) -> float:
        """Give the median time of a whole run that finds no event: start, imports, inputs, verdict."""
        policy = f"--signature-policy={self.home / 'policy.json'}"
        name = self.ask("from", policy, IMAGE).stdout.strip()
        words = json.dumps(self.described()["Entrypoint"])
        told = self.ask("run", "--isolation=chroot", name, "--", "python3", "-c", STOPWATCH, words)
        self.ask("rm", name)
        return float(told.stdout)


def _failure(command: Sequence[str | Path], env: Mapping[str, str]) -> str | None:
    """Say why a command failed; None where it did not."""
    try:
        run(command, env=env)
    except Unavailable as failure:
        return str(failure)
    return None


def mirror() -> str:
    """Read the Debian mirror from the machine's own sources."""
    places = [*Path("/etc/apt/sources.list.d").glob("*.sources"), Path("/etc/apt/sources.list")]
    for place in places:
        if place.is_file():
            found = re.search(
                r"^(?:URIs:\s*|deb\s+(?:\[[^]]*\]\s*)?)(\S+)", place.read_text(encoding="utf-8"), re.MULTILINE
            )
            if found:
                return found[1]
    raise Unavailable("apt's sources name no mirror")


if __name__ == "__main__":
    try:
        builder = Builder()
        builder.image()
    except (Unavailable, BuildError) as error:
        sys.exit(str(error))
    sizes = builder.megabytes()
    print(f"image size: {sum(sizes):.0f} MB unpacked, {sizes[0]:.0f} MB of it the base")
    print(f"entrypoint: {builder.start_seconds() * 1000:.0f} ms for a whole run that finds no event")
