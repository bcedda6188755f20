"""Reads a project's page of a Python package index: JSON (PEP 691) or HTML (PEP 503)."""

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from toolpin_ci.errors import FetchError
from toolpin_ci.model.fetched import Fetched
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.pins.fetching import host_of, json_object
from toolpin_ci.values import dataclass

ACCEPT = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html; q=0.2, text/html; q=0.01"
_JSON = "application/vnd.pypi.simple.v1+json"
_HTML = ("application/vnd.pypi.simple.v1+html", "text/html")
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexFile:
    """One file of a project, as the index lists it."""

    name: str
    url: str
    sha256: str
    """Hex; empty where the index declares none."""
    yanked: str
    """The reason, or a dash where none is given; empty where the file is not yanked."""


def files_of(answer: Fetched, body: bytes) -> tuple[IndexFile, ...]:
    """Read the page in whichever of the two forms the index chose."""
    if answer.media_type == _JSON:
        return _from_json(answer, body)
    if answer.media_type in _HTML:
        return _from_html(answer, body)
    kind = answer.media_type[:60] or "nothing"
    raise FetchError("not-an-index", f"{host_of(answer.url)} answers {kind}, not a package index")


def _from_json(answer: Fetched, body: bytes) -> tuple[IndexFile, ...]:
    page = json_object(answer, body)
    meta = page.get("meta")
    version = meta.get("api-version") if isinstance(meta, Mapping) else None
    files = page.get("files")
    if not isinstance(version, str) or not version.startswith("1.") or not isinstance(files, list):
        raise FetchError("not-an-index", f"{host_of(answer.url)} answers JSON that is no index of version 1")
    return tuple(_json_file(answer.url, file) for file in files if isinstance(file, Mapping))


def _json_file(base: str, file: Mapping[str, Json]) -> IndexFile:
    hashes, yanked = file.get("hashes"), file.get("yanked", False)
    reason = yanked if isinstance(yanked, str) else ""
    return IndexFile(
        name=str(file.get("filename", "")),
        url=urljoin(base, str(file.get("url", ""))),
        sha256=_sha256(hashes.get("sha256") if isinstance(hashes, Mapping) else None),
        yanked=(reason or "-") if yanked not in (False, None) else "",
    )


def _sha256(value: Json) -> str:
    text = value.lower() if isinstance(value, str) else ""
    return text if _HEX.fullmatch(text) else ""


def _from_html(answer: Fetched, body: bytes) -> tuple[IndexFile, ...]:
    page = _Page(answer.url)
    page.feed(body.decode("utf-8", "replace"))
    page.close()
    if not page.is_index:
        raise FetchError("not-an-index", f"{host_of(answer.url)} answers a web page, not a package index")
    return tuple(page.files)


class _Page(HTMLParser):
    """Collects the anchors; a page without any link to an archive is no index."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._base = url
        self.files: list[IndexFile] = []
        self.is_index = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take `<a>` for a file, `<base>` for where addresses start, the version mark for an index."""
        found = dict(attrs)
        if tag == "meta" and found.get("name") == "pypi:repository-version":
            self.is_index = True
        elif tag == "base" and found.get("href"):
            self._base = urljoin(self._base, found["href"] or "")
        elif tag == "a" and found.get("href"):
            self._add(found["href"] or "", found)

    def _add(self, href: str, attributes: Mapping[str, str | None]) -> None:
        url, fragment = urldefrag(urljoin(self._base, href))
        name = unquote(urlsplit(url).path.rpartition("/")[2])
        declared = fragment.partition("sha256=")[2].partition("&")[0]
        yanked = "data-yanked" in attributes
        reason = attributes.get("data-yanked") or "-"
        self.is_index = self.is_index or name.endswith((".whl", ".tar.gz", ".zip"))
        self.files.append(
            IndexFile(name=name, url=url, sha256=_sha256(declared), yanked=reason if yanked else "")
        )
