"""Zed's project settings: the command may be an object, and a server may come from an extension."""

from collections.abc import Mapping

from toolpin_ci.discover.client_file import Dialect, client_source, plain_entry
from toolpin_ci.discover.entry import Entry
from toolpin_ci.discover.view import View
from toolpin_ci.values import replace


def _entry(name: str, view: View) -> Entry:
    if not isinstance(view.get("command"), Mapping):
        return plain_entry(name, view)
    command = view.view("command")
    program = command.text("path", "command")
    rest = View(document=view.document, path=view.path, value={**view.value, "command": None})
    return replace(
        plain_entry(name, rest),
        command=(program, *command.texts("args")) if program else (),
        env=command.values("env"),
    )


DIALECT = Dialect(tables=(("context_servers",),), entry=_entry)
SOURCE = client_source("zed", (".zed/settings.json",), DIALECT)
