"""Codex's project file, in TOML: some variables and headers are named and taken from the environment."""

from collections.abc import Mapping

from toolpin_ci.discover.client_file import Dialect, client_source, plain_entry
from toolpin_ci.discover.document import read_toml
from toolpin_ci.discover.entry import Entry
from toolpin_ci.discover.view import View
from toolpin_ci.values import replace


def _entry(name: str, view: View) -> Entry:
    return replace(plain_entry(name, view), wanted=_wanted(view), headers=_headers(view))


def _wanted(view: View) -> tuple[str, ...]:
    names = view.get("env_vars")
    if isinstance(names, list) and any(isinstance(name, Mapping) for name in names):
        return tuple(item.text("name") for item in view.items("env_vars"))
    return view.texts("env_vars")


def _headers(view: View) -> dict[str, str]:
    taken = {header: f"${{{variable}}}" for header, variable in view.values("env_http_headers").items()}
    token = view.text("bearer_token_env_var")
    bearer = {"Authorization": f"Bearer ${{{token}}}"} if token else {}
    return {**view.values("http_headers", "headers"), **taken, **bearer}


DIALECT = Dialect(tables=(("mcp_servers",),), entry=_entry, read=read_toml)
SOURCE = client_source("codex", (".codex/config.toml",), DIALECT)
