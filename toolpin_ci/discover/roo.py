"""Roo Code's project file."""

from toolpin_ci.discover.client_file import Dialect, client_source, plain_entry

DIALECT = Dialect(tables=(("mcpServers",),), entry=plain_entry)
SOURCE = client_source("roo", (".roo/mcp.json",), DIALECT)
