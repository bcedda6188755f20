"""`toolpin-ci probe`: the live surface as JSON."""

import argparse
import sys

from toolpin_ci.canon.surface_document import to_json
from toolpin_ci.canon.terminal import plain
from toolpin_ci.canon.text import pretty
from toolpin_ci.commands.asking import Questions
from toolpin_ci.commands.call import Call, Command, output_options, server_options
from toolpin_ci.commands.scene import set_scene
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.surface import Probe
from toolpin_ci.values import replace

_INCOMPLETE = 3
_TEACH = """\
Prints what a server offers, exactly as it says it: one surface, or several under `servers` by name.

  toolpin-ci probe -- npx -y @modelcontextprotocol/server-memory
  toolpin-ci probe --url https://mcp.example.com/mcp --output surface.json
  toolpin-ci probe --server weather

`toolpin-ci diff OLD NEW` compares two of these; `captured: FILE` in the configuration uses one where a
server cannot be started. Exit code 3: a part could not be read, and `unavailable` says which and why."""


def _options(parser: argparse.ArgumentParser) -> None:
    server_options(parser)
    output_options(parser)


def _run(call: Call) -> int:
    scene = set_scene(call)
    known = [spec for spec in scene.specs if spec.command or spec.url or not spec.captured]
    specs = [replace(spec, captured="") for spec in known]
    if not specs:
        raise UsageError("no server here can be asked", advice="name one behind `--`, or with --url")
    probes = Questions(call, specs)()
    documents: dict[str, Json] = {
        spec.name: _document(probe) for spec, probe in zip(specs, probes, strict=True)
    }
    alone = next(iter(documents.values())) if len(documents) == 1 else {"servers": documents}
    call.write(pretty(alone) + "\n")
    for spec, probe in zip(specs, probes, strict=True):
        _complain(spec.name, probe)
    return 0 if all(probe.is_complete for probe in probes) else _INCOMPLETE


def _document(probe: Probe) -> Json:
    document: dict[str, Json] = dict(to_json(probe.surface)) if probe.surface is not None else {}
    if probe.asked:
        document["probe"] = {**probe.asked, "notes": list(map(str, probe.notes))}
    if probe.unavailable:
        document["unavailable"] = {
            part: {"code": trouble.code, "message": trouble.message}
            for part, trouble in probe.unavailable.items()
        }
    return document


def _complain(name: str, probe: Probe) -> None:
    for part, trouble in probe.unavailable.items():
        subject = plain(name) or "the server"
        what = subject if part == "server" else f"{subject}, {part}"
        sys.stderr.write(f"toolpin-ci: {what} could not be checked: {plain(trouble.message)}\n")
        if trouble.advice:
            sys.stderr.write(f"  → {trouble.advice}\n")
        for line in trouble.log.splitlines():
            sys.stderr.write(f"  | {plain(line)}\n")


COMMAND = Command(
    summary="Print what live servers offer, as JSON.",
    teach=_TEACH,
    options=_options,
    run=_run,
    takes_server=True,
)
