"""What the thread that reads from the network hands to the one that waits."""

from queue import SimpleQueue
from typing import TypeAlias

from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Something went wrong on the way to an answer."""

    error: ProbeError
    number: int | None = None
    """The request that gets no answer; None: whichever is waiting."""
    final: bool = False
    """Nothing more can be asked."""


Inbox: TypeAlias = SimpleQueue[JsonObject | Failure]
