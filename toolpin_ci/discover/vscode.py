"""VS Code's project file."""

from toolpin_ci.discover.client_file import Dialect, client_source, plain_entry

DIALECT = Dialect(tables=(("servers",), ("mcpServers",)), entry=plain_entry)
SOURCE = client_source("vscode", (".vscode/mcp.json",), DIALECT)
