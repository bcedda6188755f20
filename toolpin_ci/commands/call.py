"""One call of the command line: its options, its surroundings, and where its output goes."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from toolpin_ci.errors import UsageError
from toolpin_ci.values import dataclass

FORMATS = ("text", "json", "markdown", "sarif")


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What a command is called with and what it does."""

    summary: str
    teach: str
    """Examples and advice, shown below the options."""
    options: Callable[[argparse.ArgumentParser], None]
    run: Callable[["Call"], int]
    operands: str = ""
    """What stands behind the options, as the usage shows it: `OLD NEW`."""
    takes_server: bool = False
    """Whether `-- COMMAND…` may follow."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Raise instead of leaving the process, so that every mistake looks the same."""
        raise UsageError(message, advice=f"`{self.prog} --help` shows what it takes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A parsed call."""

    options: argparse.Namespace
    server: tuple[str, ...]
    """What stood behind `--`."""
    environ: Mapping[str, str]
    workspace: Path

    @classmethod
    def parse(cls, command: Command, name: str, argv: Sequence[str], environ: Mapping[str, str]) -> "Call":
        """Split at `--`, read the options, and refuse what the command does not take."""
        words, server = _split(argv)
        parser = _Parser(
            prog=f"toolpin-ci {name}",
            description=command.summary,
            epilog=command.teach,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            usage=_usage(command, name),
        )
        command.options(parser)
        options = parser.parse_args(words)
        if server is not None and not command.takes_server:
            raise UsageError(f"`toolpin-ci {name}` takes no server command behind `--`")
        if server == ():
            raise UsageError("nothing stands behind `--`", advice="write the server's command there")
        return cls(options=options, server=server or (), environ=environ, workspace=Path.cwd())

    def write(self, text: str) -> None:
        """Send the output where it was asked for."""
        if getattr(self.options, "output", None):
            from toolpin_ci.edge.files import replace

            replace(Path(self.options.output), text)
            return
        sys.stdout.write(text)

    @property
    def colour(self) -> bool:
        """Colour only where a person looks: on a terminal, unless NO_COLOR says otherwise."""
        wanted = not self.environ.get("NO_COLOR") and self.environ.get("TERM") != "dumb"
        return wanted and not getattr(self.options, "output", None) and sys.stdout.isatty()


def _split(argv: Sequence[str]) -> tuple[list[str], tuple[str, ...] | None]:
    if "--" not in argv:
        return list(argv), None
    at = list(argv).index("--")
    return list(argv[:at]), tuple(argv[at + 1 :])


def _usage(command: Command, name: str) -> str:
    words = ["toolpin-ci", name, "[options]", command.operands, "[-- COMMAND…]" * command.takes_server]
    return " ".join(word for word in words if word)


def output_options(parser: argparse.ArgumentParser, *formats: str) -> None:
    """Add where the output goes and in which format."""
    if formats:
        parser.add_argument("--format", choices=formats, default=formats[0], help="default: %(default)s")
    parser.add_argument("--output", metavar="FILE", help="write there instead of to the terminal")


def lock_options(parser: argparse.ArgumentParser) -> None:
    """Add which settings, lockfiles and servers a call is about."""
    locks = "default: mcp-lock.json, and other systems' that are found (repeatable)"
    parser.add_argument("--config", metavar="FILE", help="default: .toolpin-ci.yml, or under .github/")
    parser.add_argument("--lockfile", metavar="FILE", action="append", help=locks)
    parser.add_argument("--server", metavar="NAME", action="append", help="only this server (repeatable)")


def base_option(parser: argparse.ArgumentParser) -> None:
    """Add the branch that is compared with."""
    parser.add_argument("--base", metavar="REF", help="the branch that this one will be merged into")


def pin_options(parser: argparse.ArgumentParser) -> None:
    """Add whether registries are asked."""
    parser.add_argument("--offline", action="store_true", help="verify no pins: they count as not checked")


def server_options(parser: argparse.ArgumentParser) -> None:
    """Add which servers are asked, and how they are found."""
    lock_options(parser)
    parser.add_argument("--url", metavar="URL", help="ask this address instead of starting a command")
    parser.add_argument("--transport", choices=("streamable-http", "sse"), help="for --url")
    parser.add_argument("--timeout", metavar="SECONDS", type=_seconds, help="for each server; default: 30")


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 86_400:  # noqa: PLR2004 - a day
        raise argparse.ArgumentTypeError(f"not a number of seconds: {text!r}")
    return value
