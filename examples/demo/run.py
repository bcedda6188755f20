"""Checks the example repository, which has drifted from its lockfile, and shows what a reviewer sees."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REPO = Path(__file__).resolve().parent / "repo"
COMMENT = ROOT / "build" / "demo" / "comment.md"
TOOLPIN_CI = Path(sys.executable).with_name("toolpin-ci")
GATE_SAYS_NO = 1


def check(*options: str | Path) -> int:
    """Runs the command as a user of the example repository would."""
    sys.stdout.flush()
    return subprocess.run([TOOLPIN_CI, "check", *options], cwd=REPO, check=False).returncode


def main() -> int:
    """Prints the report, writes the comment, and succeeds where the gate refused the drift both times."""
    print(f"$ cd {REPO.relative_to(ROOT)} && toolpin-ci check\n")
    codes = [check()]
    COMMENT.parent.mkdir(parents=True, exist_ok=True)
    COMMENT.unlink(missing_ok=True)
    codes.append(check("--format", "markdown", "--output", COMMENT))
    if codes != [GATE_SAYS_NO, GATE_SAYS_NO] or not COMMENT.is_file():
        print(f"\nThe demo failed: exit codes {codes}, and 1 was expected of both runs.", file=sys.stderr)
        return 1
    print(
        "\nExit code 1: the gate refuses this drift, as intended."
        f"\nThe comment that a reviewer reads in the pull request: {COMMENT.relative_to(ROOT)}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
