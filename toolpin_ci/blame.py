"""Tells what only we can cause from what others cause: our bugs are exit code 4, wherever they surface."""

import sys
from types import TracebackType

from toolpin_ci import __version__
from toolpin_ci.canon.terminal import plain
from toolpin_ci.errors import BugError, ToolpinError

_ADVICE = "this is a bug in toolpin-ci, not in your repository: please report it with the lines above"


class Blame:
    """Around what may fail: an error that nobody raised on purpose becomes a `BugError`."""

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> None:
        """Print where it happened, so that no line is a workflow command: the words may be a server's."""
        if not isinstance(error, Exception) or isinstance(error, (ToolpinError, BrokenPipeError)):
            return
        from traceback import format_exception

        lines = "".join(format_exception(error)).splitlines()
        sys.stderr.write("".join(f"| {plain(line).replace('##[', '## [')}\n" for line in lines))
        message = f"toolpin-ci {__version__} itself failed ({type(error).__name__})"
        raise BugError(message, advice=_ADVICE) from error
