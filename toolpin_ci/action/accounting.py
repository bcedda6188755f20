"""Says in the log and in the job's summary what could not be delivered, and what that would have needed."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from toolpin_ci.action.event import Event
from toolpin_ci.errors import ToolpinError
from toolpin_ci.publish import Delivery, Edition, State
from toolpin_ci.render.commands import command
from toolpin_ci.render.quote import code, said
from toolpin_ci.values import replace

_WORDS = {"check-run": "check run was", "files": "files were", "outputs": "outputs were"}
_AGAIN = " The job summary has it all; run the job again once that is mended."


def complain(stream: TextIO, error: ToolpinError) -> None:
    """Write an error into the log: what happened, and what to do."""
    stream.write(command("error", "\n".join(error.diagnostics()), {"title": "ToolPin"}) + "\n")


def recount(deliveries: Sequence[Delivery], event: Event) -> tuple[Delivery, ...]:
    """Tell a comment that nobody needs from one whose pull request could not be found."""
    return tuple(
        replace(one, state=State.SKIPPED, detail=event.no_pull_request)
        if one.surface == "comment" and one.state is State.UNNEEDED and event.no_pull_request
        else one
        for one in deliveries
    )


def has_annotations(deliveries: Iterable[Delivery]) -> bool:
    """Tell whether the check run is there with all its annotations."""
    return any(
        one.surface == "check-run" and one.state is State.DONE and not one.detail for one in deliveries
    )


def account(deliveries: Sequence[Delivery], edition: Edition) -> Iterator[str]:
    """Give a line of the log for every delivery that is missing or in part, and add them to the summary."""
    lacking = [one for one in deliveries if one.state is State.SKIPPED or _is_partial(one)]
    if lacking and edition.summary_file:
        text = "\n".join(["", "#### Not written", "", *map(_item, lacking), ""])
        _append(edition, text)
    for one in lacking:
        words = f"{_what(one)}: {one.detail.rstrip('.')}.{_needs(one)} The verdict stands."
        yield command("warning", words, {"title": f"ToolPin: {_title(one)}"}) + "\n"


def _append(edition: Edition, text: str) -> None:
    try:
        edition.outlet.append(edition.summary_file, text)
    except OSError:
        return  # the log has it


def _is_partial(one: Delivery) -> bool:
    return one.surface == "check-run" and one.state is State.DONE and bool(one.detail)


def _what(one: Delivery) -> str:
    return (
        "The check run shows a part"
        if _is_partial(one)
        else f"The {_WORDS.get(one.surface, f'{one.surface} was')} not written"
    )


def _title(one: Delivery) -> str:
    return "part of the annotations" if _is_partial(one) else f"no {one.surface}"


def _needs(one: Delivery) -> str:
    if one.permission:
        return f" It needs `{one.permission}`: give the job that permission."
    return " All of it is in the job summary and in the files." if _is_partial(one) else _AGAIN


def _item(one: Delivery) -> str:
    needs = f" It needs {code(one.permission)}." if one.permission else ""
    return f"- {_what(one)}: {said(one.detail.rstrip('.'))}.{needs}"
