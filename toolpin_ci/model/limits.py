"""Every limit on what a server or a file may hand us, with its name and number."""

MIB = 1024 * 1024

LINE_BYTES = 32 * MIB
"""One message of a server: one line on stdout, or one event or body over HTTP."""

LIST_BYTES = 96 * MIB
"""All pages of one list together."""

LIST_ITEMS = 100_000
"""Items of one list, all pages together."""

LIST_PAGES = 10_000
"""Pages of one list."""

CURSOR_CHARS = 16_384
"""Length of a page's cursor."""

JSON_DEPTH = 200
"""Arrays and objects inside each other."""

NUMBER_CHARS = 1_000
"""Characters of one number."""

NOISE_LINES = 10_000
"""Lines on stdout that are no message."""

NOISE_BYTES = 8 * MIB
"""Bytes on stdout that are no message."""

SERVER_REQUESTS = 1_000
"""Requests that a server may send to us during one probe."""

LOG_BYTES = 64 * 1024
"""The end of a server's stderr that is kept for the report."""

LOCKFILE_BYTES = 256 * MIB
"""One lockfile."""

CONFIG_BYTES = 1 * MIB
"""The configuration file or a client's project file."""

SERVERS_AT_ONCE = 16
"""Servers probed at the same time."""

PROBE_SECONDS = 30.0
"""Starting a server and listing everything, unless `timeout` says otherwise."""

STOP_SECONDS = 2.0
"""Between the end of the input, SIGTERM and SIGKILL."""
