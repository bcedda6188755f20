"""The project file that most clients read."""

from toolpin_ci.discover.client_file import Dialect, client_source, plain_entry

DIALECT = Dialect(tables=(("mcpServers",), ("servers",)), entry=plain_entry)
SOURCE = client_source("mcp-json", (".mcp.json",), DIALECT)
