"""Leaves the report's files, the job summary and the step's outputs."""

import secrets
from collections.abc import Mapping

from toolpin_ci.publish.delivery import Delivery, Edition, State

SUMMARY_BYTES = 1_000_000
"""GitHub refuses a summary of more than 1 MiB."""


def publish_files(edition: Edition) -> Delivery:
    """Write every file of the report."""
    surface = "files"
    if not edition.files:
        return Delivery(surface=surface, state=State.UNNEEDED)
    try:
        for path, text in sorted(edition.files.items()):
            edition.outlet.write(path, text)
    except OSError as error:
        return Delivery(surface=surface, state=State.SKIPPED, detail=str(error))
    return Delivery(surface=surface, state=State.DONE, detail=", ".join(sorted(edition.files)))


def publish_summary(edition: Edition) -> Delivery:
    """Add the report to the job's summary."""
    surface = "summary"
    if not edition.summary_file or not edition.summary:
        return Delivery(surface=surface, state=State.UNNEEDED)
    if len(edition.summary.encode("utf-8", "replace")) > SUMMARY_BYTES:
        return Delivery(
            surface=surface, state=State.SKIPPED, detail="the summary is larger than GitHub takes"
        )
    return _appended(edition, surface, edition.summary_file, edition.summary)


def publish_outputs(edition: Edition) -> Delivery:
    """Set the step's outputs."""
    surface = "outputs"
    if not edition.output_file or not edition.outputs:
        return Delivery(surface=surface, state=State.UNNEEDED)
    return _appended(edition, surface, edition.output_file, output_text(edition.outputs))


def _appended(edition: Edition, surface: str, path: str, text: str) -> Delivery:
    try:
        edition.outlet.append(path, text)
    except OSError as error:
        return Delivery(surface=surface, state=State.SKIPPED, detail=str(error))
    return Delivery(surface=surface, state=State.DONE)


def output_text(outputs: Mapping[str, str]) -> str:
    """Write outputs between delimiters that nobody can guess, so that no value can end its own."""
    return "".join(
        _output(name, value, f"toolpin_{secrets.token_hex(16)}") for name, value in outputs.items()
    )


def _output(name: str, value: str, delimiter: str) -> str:
    return f"{name}<<{delimiter}\n{value}\n{delimiter}\n"
