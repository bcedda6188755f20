"""Creates .venv with the locked development tools and this package, or leaves a current one alone."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
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

OLDEST = (3, 11)
LOCK = ROOT / "requirements" / "dev.txt"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKED_STAMP = VENV / "locked.stamp"
OURSELVES_STAMP = VENV / "ourselves.stamp"
PIP: list[str | Path] = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet"]


def is_current(stamp: Path, key: str) -> bool:
    """Whether the step behind this stamp was finished for this key."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == key


def interpreter_starts() -> bool:
    """Whether .venv still has the Python that it was made from."""
    return PYTHON.exists() and subprocess.run([PYTHON, "-c", ""], check=False).returncode == 0


def create_venv() -> None:
    """Makes an empty .venv; Debian keeps the module for it in a package of its own."""
    if importlib.util.find_spec("ensurepip") is None:
        install_debian("python3-venv")
    run([sys.executable, "-m", "venv", "--clear", VENV])


def wheelhouse() -> Path:
    """The locked wheels, downloaded once per lock, Python and machine."""
    key = content_key(
        LOCK.read_bytes(), platform.python_version(), platform.machine(), platform.libc_ver()[0]
    )
    house = cache_root() / "wheels" / key
    if not house.is_dir():
        download_wheels(house)
    return house


def download_wheels(house: Path) -> None:
    """Fills a folder beside the final one and renames it, so that a wheelhouse is whole or absent."""
    say("downloading the locked Python packages")
    house.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=house.parent, prefix="new-") as scratch:
        filled = Path(scratch) / "wheels"
        # Wheels only: installing them later needs no network and runs none of their code.
        run_retried(
            [*PIP, "download", "--require-hashes", "--only-binary=:all:", f"--dest={filled}", "-r", LOCK]
        )
        filled.rename(house)


def install_locked() -> None:
    """Installs the lock from the wheelhouse; a damaged wheelhouse is thrown away and fetched again."""
    with only_one(cache_root() / "wheels.lock"):
        try:
            install_from(wheelhouse())
        except Unavailable as failure:
            say(f"{failure}\nfetching the packages again")
            shutil.rmtree(wheelhouse())
            install_from(wheelhouse())


def install_from(house: Path) -> None:
    """Installs the lock without the network; pip compares every hash."""
    run([*PIP, "install", "--no-index", f"--find-links={house}", "--require-hashes", "-r", LOCK])


def install_ourselves() -> None:
    """Makes `toolpin-ci` a command of .venv that runs this checkout."""
    run([*PIP, "install", "--no-deps", "--no-index", "--no-build-isolation", "--editable", ROOT])


def compile_ourselves() -> None:
    """Compiles what changed: without it every start is slow where PYTHONDONTWRITEBYTECODE is set."""
    run([PYTHON, "-m", "compileall", "-q", ROOT / "toolpin_ci"])


def main() -> None:
    """Brings .venv up to date, in two steps that are each left out when nothing changed for them."""
    if sys.version_info < OLDEST:
        raise Unavailable(f"Python 3.11 or newer is needed; {sys.executable} is {platform.python_version()}")
    locked = content_key(LOCK.read_bytes(), sys.version, sys.base_prefix, str(ROOT))
    if not (is_current(LOCKED_STAMP, locked) and interpreter_starts()):
        say("setting up .venv")
        create_venv()
        install_locked()
        LOCKED_STAMP.write_text(locked, encoding="utf-8")
    ourselves = content_key((ROOT / "pyproject.toml").read_bytes())
    if not is_current(OURSELVES_STAMP, ourselves):
        install_ourselves()
        OURSELVES_STAMP.write_text(ourselves, encoding="utf-8")
    compile_ourselves()


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    try:
        with only_one(ROOT / ".bootstrap.lock"):
            main()
    except Unavailable as problem:
        sys.exit(f"toolpin-ci: set-up stopped: {problem}")
