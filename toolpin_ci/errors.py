"""The exception tree: what an operator or the outside world can cause.

ToolpinError            exit 2   anything that we raise on purpose
├── UsageError          exit 2   the call or the configuration is unusable
├── JsonError           exit 2   text that is not the JSON we accept; carries line and column
│   ├── DuplicateKeyError, NotANumberError, EncodingError
│   └── LimitError      exit 2   text or a server's answer that passes a named limit
├── BugError            exit 4   what only we can cause, seen by `blame.Blame`
├── GateError           exit 1   something pinned is not what it was
├── LockfileError       exit 2   a lockfile that cannot be used; carries file, line and field
└── UnavailableError    exit 3   something outside could not be asked
    ├── FetchError      exit 3   an address that we do not ask, or that did not answer usably
    └── ProbeError      exit 3   one server did not answer as the protocol wants

What a reviewed repository can cause is caught by the stage that knows the place and becomes a value;
what reaches `cli.main` is printed with its advice.
"""

from collections.abc import Iterator


class ToolpinError(Exception):
    """Something that we refuse on purpose, with what to do about it."""

    exit_code = 2

    def __init__(self, message: str, *, advice: str = "") -> None:
        """Say what happened and, where we know it, the next step."""
        super().__init__(message)
        self.message = message
        self.advice = advice

    def diagnostics(self) -> Iterator[str]:
        """Yield what happened, then what to do."""
        yield self.message
        if self.advice:
            yield self.advice


class UsageError(ToolpinError):
    """The call or the configuration cannot be used."""


class JsonError(ToolpinError):
    """Text that is not the JSON we accept; `code` names how."""

    code = "invalid-json"

    def __init__(
        self, message: str, *, line: int = 0, column: int = 0, token: str = "", advice: str = ""
    ) -> None:
        """Keep the place beside the reason, 0 for unknown; `token` is the text to look for then."""
        super().__init__(message, advice=advice)
        self.line = line
        self.column = column
        self.token = token


class DuplicateKeyError(JsonError):
    """An object that has a key twice."""

    code = "duplicate-key"


class NotANumberError(JsonError):
    """NaN, an infinity, or a number that readers turn into one."""

    code = "nan"


class EncodingError(JsonError):
    """Bytes that are not UTF-8, or have a byte order mark before them."""

    code = "invalid-utf8"


class LimitError(JsonError):
    """A named limit was passed; `limit` is its name in `model.limits`."""

    def __init__(self, message: str, *, limit: str, token: str = "") -> None:
        """Name the limit, so that a finding can name it too."""
        super().__init__(message, token=token)
        self.limit = limit


class BugError(ToolpinError):
    """What only we can cause; never raised on purpose."""

    exit_code = 4


class GateError(ToolpinError):
    """The gate says no: something that was pinned is not what it was."""

    exit_code = 1


class LockfileError(ToolpinError):
    """A lockfile that cannot be used, with the place."""


class UnavailableError(ToolpinError):
    """Something outside could not be asked."""

    exit_code = 3


class FetchError(UnavailableError):
    """An address was refused, or did not answer usably; `code` names how."""

    def __init__(self, code: str, message: str, *, advice: str = "") -> None:
        """Keep a stable id beside the reason."""
        super().__init__(message, advice=advice)
        self.code = code


class ProbeError(UnavailableError):
    """One server did not answer as the protocol wants; `code` names how."""

    def __init__(self, code: str, message: str, *, advice: str = "", log: str = "", limit: str = "") -> None:
        """Keep the server's last words, and the name of a limit that was passed, beside the reason."""
        super().__init__(message, advice=advice)
        self.code = code
        self.log = log
        self.limit = limit
