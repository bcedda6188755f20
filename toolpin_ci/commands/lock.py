"""`toolpin-ci lock`: the lockfile from the live servers."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from toolpin_ci.canon.terminal import plain
from toolpin_ci.commands.asking import Questions
from toolpin_ci.commands.call import Call, Command, server_options
from toolpin_ci.commands.scene import Scene, set_scene
from toolpin_ci.edge.clock import SystemClock
from toolpin_ci.edge.files import replace
from toolpin_ci.edge.processes import end_all_strays
from toolpin_ci.errors import GateError, UsageError
from toolpin_ci.locks.toolpin_entry import target_of
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.lock import Lock
from toolpin_ci.model.report import PinState
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.pipeline.locking import Renewal, read_previous, refuse_taken_name, renew
from toolpin_ci.pipeline.other_locks import OtherLock
from toolpin_ci.pipeline.pairing import with_captured
from toolpin_ci.pipeline.renewing_others import renew_others, sorted_out

_TEACH = """\
Asks the servers what they offer and writes it into the lockfile: review it, commit it, and `check`
holds them to it. Where the configuration names a captured surface, that is locked instead.

  toolpin-ci lock -- python my_server.py                  one stdio server, named after what it calls itself
  toolpin-ci lock --server weather -- python server.py    the same under a name of your choice
  toolpin-ci lock                                         every server of .toolpin-ci.yml
  toolpin-ci lock --server weather                        one of them

Pins of an MCP Hangar configuration are renewed where they stand; comments and order stay.
Where nothing changed on a server, not a byte changes in the file. A server that cannot be read whole is not
locked (exit code 3), and the file stays as it was."""


def _options(parser: argparse.ArgumentParser) -> None:
    server_options(parser)
    parser.add_argument("--offline", action="store_true", help="record no digests of packages")


def _run(call: Call) -> int:
    lock(call, set_scene(call))
    return 0


def lock(call: Call, scene: Scene) -> str:
    """Lock the servers of a scene, say what became of each, and give the name of the first."""
    ours, others = sorted_out(scene.settled.lockfiles, scene.settled.tree)
    if len(ours) > 1 or (not ours and not others):
        raise UsageError("not one lockfile of ours is configured", advice="name one with --lockfile FILE")
    specs = scene.specs
    previous = read_previous(scene.settled.tree.read(ours[0]), ours[0]) if ours else None
    for spec in specs:
        _refuse_unreachable(spec)
        refuse_taken_name(spec, previous)
    try:
        probes = with_captured(specs, scene.settled.tree, Questions(call, specs)())
    finally:
        end_all_strays()
    answers = list(zip(specs, probes, strict=True))
    renewed = renew_others(others, answers, adopt=scene.settled.lockfiles_named)
    if not ours and not renewed:
        raise _not_ours(others)
    artifacts = {} if call.options.offline or not ours else verified(call, scene, previous)
    renewal = renew(previous, answers, SystemClock().now(), artifacts) if ours else Renewal(text="")
    for file in ours:
        _write(call, file, renewal.text, before=previous.text if previous else None)
        sys.stdout.write(_summary(renewal, file))
    for other in others:
        if other.file in renewed:
            _write(call, other.file, renewed[other.file], before=other.lock.text)
            sys.stdout.write(_other_summary(other, renewed[other.file]))
    return next(iter((*renewal.added, *renewal.changed, *renewal.unchanged)), "")


def _refuse_unreachable(spec: ServerSpec) -> None:
    """Refuse a captured surface alone: the lockfile also says how agents reach the server."""
    if spec.captured and not (spec.command or spec.url):
        message = f"the server {spec.name!r} has a captured surface and nothing that says how it is reached"
        raise UsageError(message, advice="add its `command` or `url`, which is not used while it is captured")


def _not_ours(others: Sequence[OtherLock]) -> UsageError:
    names = ", ".join(other.file for other in others)
    return UsageError(f"{names}: not ours to write", advice="renew it with the program that wrote it")


def _write(call: Call, file: str, text: str, *, before: str | None) -> None:
    if text != before:
        replace(Path(call.workspace / file), text)


def _other_summary(other: OtherLock, text: str) -> str:
    who = f"{plain(other.file)} ({other.format.title})"
    return f"{who} is up to date\n" if text == other.lock.text else f"{who} written: review and commit it\n"


def verified(call: Call, scene: Scene, previous: Lock | None) -> Mapping[str, Json]:
    """Download and hash the servers' packages, to record them; what a registry denies is not recorded."""
    documents = {spec.name: _document(spec, previous) for spec in scene.specs if spec.package}
    if not documents:
        return {}
    from toolpin_ci.commands.check import registry_settings
    from toolpin_ci.edge.verifying import Verifying
    from toolpin_ci.pins import pins_of, record

    pins = [pin for document in documents.values() for pin in pins_of(document)]
    evidence = Verifying(pins, call.environ, registry_settings(call, scene.settled))()
    for item in evidence:
        if item.state is PinState.FAILED:
            message = f"{item.subject}: locked {item.locked or 'nothing'}, found {item.found or 'nothing'}"
            advice = f"{item.reason}; if what is found is right, remove the entry and lock anew"
            raise GateError(message, advice=advice)
        if item.state is PinState.UNAVAILABLE:
            sys.stderr.write(f"toolpin-ci: {plain(item.subject)} was not verified: {plain(item.reason)}\n")
    return {pin.server: record([item]) for pin, item in zip(pins, evidence, strict=True) if record([item])}


def _document(spec: ServerSpec, previous: Lock | None) -> JsonObject:
    known = previous.entry_of(spec.name) if previous is not None else None
    target = target_of(spec)
    if known is not None and same(known.target, target):
        return known.document
    return {"name": spec.name, "selectedTarget": target}


def _summary(renewal: Renewal, file: str) -> str:
    lines = [
        f"{plain(name)}: {word}"
        for names, word in (
            (renewal.added, "added"),
            (renewal.changed, "changed"),
            (renewal.unchanged, "unchanged"),
        )
        for name in names
    ]
    written = (
        f"{file} written: review and commit it"
        if renewal.added or renewal.changed
        else f"{file} is up to date"
    )
    return "\n".join([*lines, written]) + "\n"


COMMAND = Command(
    summary="Write the lockfile from the live servers.",
    teach=_TEACH,
    options=_options,
    run=_run,
    takes_server=True,
)
