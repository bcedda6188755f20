"""An event loop whose name lookups can be left behind: a hanging resolver must not outlive the deadline."""

import asyncio
import contextlib
import socket
import threading
from typing import Any

_Addresses = list[Any]


class Loop(asyncio.SelectorEventLoop):
    """Looks names up in daemon threads, where the standard one waits for its threads when it closes."""

    async def getaddrinfo(self, host: Any, port: Any, **hints: int) -> _Addresses:  # noqa: ANN401 - as the base class
        """Resolve a name as the standard loop does."""
        found: asyncio.Future[_Addresses] = self.create_future()

        def look_up() -> None:
            try:
                addresses = socket.getaddrinfo(host, port, **hints)
            except OSError as error:
                self._settle(found, error)
            except UnicodeError as error:  # a name that DNS cannot hold
                self._settle(found, socket.gaierror(socket.EAI_NONAME, str(error)))
            else:
                self._settle(found, addresses)

        threading.Thread(target=look_up, daemon=True).start()
        return await found

    def _settle(self, found: "asyncio.Future[_Addresses]", outcome: _Addresses | Exception) -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile: nobody waits any more
            self.call_soon_threadsafe(_tell, found, outcome)


def _tell(found: "asyncio.Future[_Addresses]", outcome: _Addresses | Exception) -> None:
    if found.done():
        return
    if isinstance(outcome, Exception):
        found.set_exception(outcome)
    else:
        found.set_result(outcome)
