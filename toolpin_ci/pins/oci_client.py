"""Reads manifests and small blobs of one repository, with the Bearer token flow where it is asked for."""

import re
from hashlib import new as new_hash
from urllib.parse import urlencode, urlsplit

from toolpin_ci.errors import FetchError
from toolpin_ci.model.fetched import Fetched, Request
from toolpin_ci.model.limits import DOCUMENT_BYTES
from toolpin_ci.model.pin import Registry
from toolpin_ci.pins.fetching import demand, host_of, read_bytes, read_object
from toolpin_ci.pins.oci_reference import Reference
from toolpin_ci.ports import Fetch
from toolpin_ci.values import replace

INDEX_TYPES = (
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
)
MANIFEST_TYPES = (
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json",
)
_ACCEPT = ", ".join((*INDEX_TYPES, *MANIFEST_TYPES))  # a registry answers 404 to one who leaves out its type
_UNAUTHORIZED = 401
_PARAMETER = re.compile(r'([a-zA-Z_]+)\s*=\s*(?:"([^"]*)"|([^",\s]+))', re.ASCII)


class Repository:
    """One repository of one registry, asked as one user."""

    def __init__(self, reference: Reference, fetch: Fetch, registry: Registry) -> None:
        """Take whose images are asked for, and the credentials that the registry's own client has."""
        self._reference = reference
        self._fetch = fetch
        self._credentials = registry.authorization
        self._authorization = ""
        self.proxied = False

    async def manifest(self, name: str, gone: str) -> tuple[Fetched, bytes]:
        """Read a manifest by tag or digest; the digest header of the answer proves nothing and is ignored."""
        request = Request(url=f"{self._reference.base}/manifests/{name}", accept=_ACCEPT)
        answer, body = await self._ask(request)
        demand(answer, f"manifest {name}", gone)
        if answer.media_type in ("text/html", "text/plain"):
            raise FetchError(
                "not-a-manifest", f"{host_of(answer.url)} answers {answer.media_type}, not a manifest"
            )
        return answer, body

    async def blob(self, digest: str, gone: str) -> bytes:
        """Read a small blob, the image's configuration."""
        answer, body = await self._ask(Request(url=f"{self._reference.base}/blobs/{digest}"))
        demand(answer, f"blob {digest}", gone)
        return body

    async def _ask(self, request: Request) -> tuple[Fetched, bytes]:
        request = replace(request, authorization=self._authorization, max_bytes=DOCUMENT_BYTES)
        answer, body = await read_bytes(self._fetch, request)
        if answer.status == _UNAUTHORIZED and host_of(answer.url) == host_of(request.url):
            self._authorization = await self._authorize(answer.headers.get("www-authenticate", ""))
            again = replace(request, authorization=self._authorization)
            answer, body = await read_bytes(self._fetch, again)
        self.proxied = self.proxied or answer.proxied
        return answer, body

    async def _authorize(self, challenge: str) -> str:
        """Answer a challenge: a token from the named realm, or the credentials themselves for `Basic`."""
        scheme, _, rest = challenge.strip().partition(" ")
        if scheme.lower() == "basic" and self._credentials:
            return self._credentials
        if scheme.lower() != "bearer":
            raise FetchError(
                "denied", f"{self._reference.host} wants credentials that this job does not have"
            )
        parameters = {name.lower(): quoted or bare for name, quoted, bare in _PARAMETER.findall(rest)}
        return f"Bearer {await self._token(parameters)}"

    async def _token(self, parameters: dict[str, str]) -> str:
        realm = parameters.get("realm", "")
        scope = parameters.get("scope") or f"repository:{self._reference.repository}:pull"
        asked = {"service": parameters.get("service", ""), "scope": scope}
        query = urlencode({name: value for name, value in asked.items() if value})
        url = f"{realm}{'&' if urlsplit(realm).query else '?'}{query}"
        request = Request(url=url, accept="application/json", authorization=self._credentials)
        answer, document = await read_object(self._fetch, request)
        token = document.get("token") or document.get("access_token")
        if not answer.ok or not isinstance(token, str) or not token.isascii() or not token.isprintable():
            raise FetchError("denied", f"{host_of(url)} gives no token for this repository ({answer.status})")
        return token


def digest_like(digest: str, body: bytes) -> str:
    """Hash bytes with the algorithm of a digest, which the grammar allows to be sha256 or sha512."""
    algorithm = digest.partition(":")[0]
    return f"{algorithm}:{new_hash(algorithm, body).hexdigest()}"
