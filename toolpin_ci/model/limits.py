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

YAML_ALIASES = 64
"""Aliases in one configuration file."""

YAML_NODES = 100_000
"""Values in one configuration file, with every alias written out."""

YAML_DEPTH = 20
"""Lists and mappings inside each other in one configuration file."""

DOCUMENT_BYTES = 4 * MIB
"""One document that a registry answers with: a manifest, a version, a token."""

INDEX_BYTES = 48 * MIB
"""A registry's list of all versions of a package."""

ARTIFACT_BYTES = 256 * MIB
"""One downloaded artifact."""

ARTIFACT_TOTAL_BYTES = 1024 * MIB
"""All artifacts of one pin together."""

ARTIFACT_FILES = 256
"""Files of one release, platforms of one image index."""

UNPACKED_BYTES = 1024 * MIB
"""What an archive unpacks to."""

UNPACKED_FILES = 50_000
"""Entries of an archive."""

REDIRECTS = 5
"""Hops from one address to the next."""

RETRY_SECONDS = 10.0
"""The longest pause that a registry's `Retry-After` is followed for."""

FETCH_SECONDS = 60.0
"""One fetch, with redirects, pauses and the body."""

PINS_AT_ONCE = 32
"""Pins verified at the same time."""

PIN_SECONDS = 120.0
"""All pins of a run, unless `--timeout` says otherwise."""

SANDBOX_PROCESSES = 256
"""Processes and threads of one held server."""

SANDBOX_MEMORY_BYTES = 2048 * MIB
"""Memory that one process of a held server may allocate."""

SANDBOX_FILE_BYTES = 256 * MIB
"""One file that a held server writes."""

SANDBOX_OPEN_FILES = 1_024
"""Files and pipes that one process of a held server has open."""

SANDBOX_CPU_SECONDS = 600
"""Processor time of one process of a held server."""

SETUP_SECONDS = 600.0
"""Running `setup`, or fetching a package, before a server starts."""

COPY_FILES = 200_000
"""Files of the workspace that are copied for a server with `setup`."""

COPY_BYTES = 2048 * MIB
"""Bytes of the workspace that are copied for a server with `setup`."""

SECOND_LOOK_SECONDS = 0.15
"""Lists that were read faster than this, and are smaller than the next limit, are asked for twice."""

SECOND_LOOK_BYTES = 128 * 1024
"""Size of all lists up to which they are asked for twice."""
