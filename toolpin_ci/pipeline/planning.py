"""Spreads servers over the legs of a job matrix, and reads such a plan back."""

from collections.abc import Iterable, Mapping, Sequence

from toolpin_ci.canon.text import compact, parse
from toolpin_ci.canon.wording import quoted
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.model.jsonvalue import Json

MOST_SHARDS = 256
"""A job matrix has no more legs."""

_ADVICE = "give what `toolpin-ci plan` printed, unchanged"


def plan_text(names: Iterable[str], shards: int) -> str:
    """Write the servers as the `matrix` of a job: legs of the same size, none of them empty."""
    if not 1 <= shards <= MOST_SHARDS:
        raise UsageError(f"shards must be from 1 to {MOST_SHARDS}: a job matrix has no more legs")
    ordered = sorted(set(names))
    odd = [name for name in ordered if name != name.strip() or len(name.splitlines()) != 1]
    if odd:
        raise UsageError(f"the server {quoted(odd[0])} has a name that no line can hold: give it another")
    legs = min(shards, len(ordered))
    rows: list[Json] = [{"shard": leg + 1, "servers": "\n".join(ordered[leg::legs])} for leg in range(legs)]
    return compact({"include": rows})


def read_plan(text: str | bytes) -> Mapping[int, Sequence[str]]:
    """Read which servers each shard has; raise `UsageError` where it is no plan of ours."""
    try:
        document = parse(text)
    except JsonError as error:
        raise UsageError(f"the plan is not readable: {error.message}", advice=_ADVICE) from error
    rows = document.get("include") if isinstance(document, Mapping) else None
    legs: dict[int, Sequence[str]] = {}
    for row in rows if isinstance(rows, list) else ():
        shard, servers = (row.get("shard"), row.get("servers")) if isinstance(row, Mapping) else (None, None)
        if not isinstance(shard, int) or not isinstance(servers, str) or not servers or shard in legs:
            raise UsageError("the plan has a leg without its own shard and servers", advice=_ADVICE)
        legs[shard] = servers.split("\n")
    if not legs:
        raise UsageError("the plan has no legs", advice=_ADVICE)
    return legs
