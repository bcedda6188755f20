"""OpenCode's project file: the command is one list, variables are called `environment`."""

from toolpin_ci.discover.client_file import Dialect, client_source, plain_entry
from toolpin_ci.discover.entry import Entry
from toolpin_ci.discover.gaps import CURLY
from toolpin_ci.discover.view import View
from toolpin_ci.values import replace


def _entry(name: str, view: View) -> Entry:
    entry = plain_entry(name, view)
    return replace(entry, env=view.values("environment", "env"), gaps=CURLY)


DIALECT = Dialect(tables=(("mcp", "servers"), ("mcp",)), entry=_entry)
SOURCE = client_source("opencode", ("opencode.json", "opencode.jsonc"), DIALECT)
