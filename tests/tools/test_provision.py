import sys
from pathlib import Path

import pytest

from tools import fixtures, provision


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provision, "PAUSES", (0, 0))


def test_the_cache_is_where_the_user_says_then_where_the_desktop_says_then_at_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TOOLPIN_CI_CACHE", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "desktop"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert provision.cache_root() == tmp_path / "own"
    monkeypatch.delenv("TOOLPIN_CI_CACHE")
    assert provision.cache_root() == tmp_path / "desktop" / "toolpin-ci"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert provision.cache_root() == tmp_path / "home" / ".cache" / "toolpin-ci"


def test_a_key_tells_apart_the_same_bytes_cut_differently() -> None:
    assert provision.content_key("ab", "c") != provision.content_key("a", "bc")


def test_a_download_that_fails_once_is_tried_again(tmp_path: Path) -> None:
    script = "import os, sys; seen = os.path.exists('mark'); open('mark', 'w').close(); sys.exit(not seen)"
    provision.run_retried([sys.executable, "-c", script], cwd=tmp_path)


def test_a_download_that_keeps_failing_ends_with_its_last_words(tmp_path: Path) -> None:
    script = "open('tries', 'a').write('x'); raise SystemExit('mirror is down')"
    with pytest.raises(provision.Unavailable, match="mirror is down"):
        provision.run_retried([sys.executable, "-c", script], cwd=tmp_path)
    assert (tmp_path / "tries").read_text(encoding="utf-8") == "xxx"


def test_an_installation_that_was_cut_short_is_made_again_and_a_finished_one_is_kept(tmp_path: Path) -> None:
    directory = tmp_path / "servers"
    builds: list[list[str]] = []

    def build(where: Path) -> None:
        builds.append([entry.name for entry in where.iterdir()])
        (where / "half").touch()
        if len(builds) == 1:
            raise provision.Unavailable("the network went away")

    with pytest.raises(provision.Unavailable):
        fixtures.built_once(directory, build)
    fixtures.built_once(directory, build)
    fixtures.built_once(directory, build)
    assert builds == [[], []]


def test_without_root_a_missing_package_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: "/usr/bin/apt-get")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(provision.Unavailable, match="apt-get install python3-venv"):
        provision.install_debian("python3-venv")
