"""Builds the action's image without Docker: a Debian base made here, then our Dockerfile, with buildah."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.provision import (
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
PACKAGES = ("python3", "python3-pip", "python3-venv", "ca-certificates", "git", "nodejs", "npm")
HOOK = 'rm -f "$1"/usr/lib/python3*/EXTERNALLY-MANAGED'
BASE_FILE = """FROM scratch
ADD base.tar /
ENV PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
"""
STORAGE = """[storage]
driver = "overlay"
runroot = "{home}/run"
graphroot = "{home}/graph"
"""
BASE = f"localhost/toolpin-ci-base:{content_key(SUITE, *PACKAGES, HOOK, BASE_FILE)}"
IMAGE = "localhost/toolpin-ci:test"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
MACHINE_FILES = (CERTIFICATES, Path("/etc/pip.conf"))
"""What makes this machine's downloads work; mounted for the build, never part of the image."""


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
        included = f"--include={','.join(PACKAGES)}"
        run_retried([*command, included, f"--customize-hook={HOOK}", SUITE, tar, mirror()])
        (self.home / "Dockerfile.base").write_text(BASE_FILE, encoding="utf-8")
        self._build([f"--file={self.home / 'Dockerfile.base'}", f"--tag={BASE}", str(self.home)])
        tar.unlink()

    def _build(self, words: Sequence[str]) -> None:
        policy = f"--signature-policy={self.home / 'policy.json'}"
        run_retried(["buildah", "bud", policy, "--isolation=chroot", *words], env=self.env)


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
        print(Builder().image())
    except Unavailable as error:
        sys.exit(str(error))
