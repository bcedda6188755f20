"""Writes the files that a job leaves behind."""

from pathlib import Path


class Files:
    """An outlet on this machine's disk; relative paths start in one folder."""

    def __init__(self, root: Path) -> None:
        """Take the folder that relative paths start in."""
        self._root = root

    def write(self, path: str, text: str) -> None:
        """Write a file whole, with the folders that it needs."""
        target = self._root / path
        if not Path(path).is_absolute():
            self._refuse_way_out(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n", errors="backslashreplace")

    def _refuse_way_out(self, target: Path) -> None:
        """Follow no link: who wrote the repository must not choose what is overwritten."""
        if target.is_symlink() or not target.parent.resolve().is_relative_to(self._root.resolve()):
            raise OSError(f"{target.name} is a link, or leads out of the workspace")

    def append(self, path: str, text: str) -> None:
        """Add to the end of a file."""
        with (self._root / path).open("a", encoding="utf-8", newline="\n", errors="backslashreplace") as file:
            file.write(text)
