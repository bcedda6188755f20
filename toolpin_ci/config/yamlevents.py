"""The events of a YAML text, and every way in which a text can fail to be YAML."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolpin_ci.canon.text import decode
from toolpin_ci.canon.wording import on_one_line
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.model.limits import CONFIG_BYTES

if TYPE_CHECKING:
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.events import Event

_PAST_THE_LAST = re.compile(r"\\U(?!000|0010)[0-9A-Fa-f]{8}")
_CONFLICT = re.compile(r"^(<{7}|>{7})( |$)", re.MULTILINE)


def events_of(raw: str | bytes, file: str) -> "Iterator[Event]":
    """Give the events one by one, so that a reader can stop before a hostile text is read whole."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - only a run with a configuration file pays for it
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - as above
    from ruamel.yaml.reader import ReaderError  # noqa: PLC0415 - as above

    text = _decoded(raw, file)
    try:
        yield from YAML(typ="safe", pure=True).parse(text)
    except ReaderError as error:
        raise _unreadable(text, error.position, file) from error
    except YAMLError as error:
        raise _not_yaml(text, error, file) from error
    except ValueError as error:
        # The scanner passes every \\U escape on to chr().
        place = _place(text, _PAST_THE_LAST.search(text), file)
        raise UsageError(f"{place}: not YAML: an escape names no character") from error


def _not_yaml(text: str, error: "YAMLError", file: str) -> UsageError:
    conflict = _CONFLICT.search(text)
    if conflict:
        return UsageError(
            f"{_place(text, conflict, file)}: a merge conflict stands here", advice="resolve it"
        )
    mark = getattr(error, "problem_mark", None)
    place = f"{file}:{mark.line + 1}:{mark.column + 1}" if mark else file
    return UsageError(f"{place}: not YAML: {on_one_line(str(getattr(error, 'problem', '') or error))}")


def _unreadable(text: str, position: int, file: str) -> UsageError:
    line, column = _line_and_column(text, position)
    return UsageError(
        f"{file}:{line}:{column}: the character U+{ord(text[position]):04X} is not allowed in YAML"
    )


def _place(text: str, found: re.Match[str] | None, file: str) -> str:
    line, column = _line_and_column(text, found.start() if found else 0)
    return f"{file}:{line}:{column}"


def _line_and_column(text: str, position: int) -> tuple[int, int]:
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def _decoded(text: str | bytes, file: str) -> str:
    if len(text) > CONFIG_BYTES:
        raise UsageError(f"{file}: larger than {CONFIG_BYTES} bytes (CONFIG_BYTES), the most that is read")
    try:
        whole = text if isinstance(text, str) else decode(text)
    except JsonError as error:
        raise UsageError(f"{file}:{error.line}:{error.column}: {error.message}") from error
    return whole.removeprefix("\ufeff")
