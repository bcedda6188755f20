"""Gemini CLI's project settings: `url` is the old transport, `httpUrl` the new one, and `$NAME` is a gap."""

from toolpin_ci.discover.client_file import Dialect, client_source, plain_entry
from toolpin_ci.discover.entry import Entry
from toolpin_ci.discover.gaps import BRACES_AND_BARE
from toolpin_ci.discover.view import View
from toolpin_ci.values import replace


def _entry(name: str, view: View) -> Entry:
    entry = replace(plain_entry(name, view), gaps=BRACES_AND_BARE)
    http = view.text("httpUrl")
    if http:
        return replace(entry, url=http, type=entry.type or "http")
    return replace(entry, type=entry.type or "sse") if entry.url else entry


DIALECT = Dialect(tables=(("mcpServers",),), entry=_entry)
SOURCE = client_source("gemini", (".gemini/settings.json",), DIALECT)
