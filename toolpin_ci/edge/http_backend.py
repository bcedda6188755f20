"""Connects to exactly the addresses that were checked: a name is resolved once, here."""

import asyncio
import socket
from collections.abc import Iterable

import httpcore

from toolpin_ci.edge.addresses import Reach, check_resolved
from toolpin_ci.errors import FetchError

SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


class CheckedBackend(httpcore.AnyIOBackend):
    """Opens sockets to checked addresses; names stay what TLS and the request speak of."""

    def __init__(self, reach: Reach) -> None:
        """Take what may be reached beyond the public internet."""
        super().__init__()
        self._reach = reach

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the signature is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Resolve, refuse where any of the addresses is refused, and connect to the first that answers."""
        failure: httpcore.ConnectError | httpcore.ConnectTimeout | None = None
        for address in await self._addresses(host, port):
            try:
                return await super().connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure or httpcore.ConnectError("the name has no address")

    async def _addresses(self, host: str, port: int) -> list[str]:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (socket.gaierror, UnicodeError) as error:
            raise FetchError("host-unknown", f"the name {host} cannot be resolved") from error
        addresses = dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found)
        return [check_resolved(host, address, self._reach) for address in addresses]
