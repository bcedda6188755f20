"""Makes the fix: the lockfile as the live servers would have it, and the patch that leads there."""

from collections.abc import Mapping, Sequence

from toolpin_ci.commands.call import Call
from toolpin_ci.commands.check import Examined
from toolpin_ci.commands.lock import verified
from toolpin_ci.commands.scene import Scene
from toolpin_ci.edge.clock import SystemClock
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.lock import Lock
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Probe
from toolpin_ci.pipeline.locking import read_previous, renew
from toolpin_ci.pipeline.pairing import with_captured
from toolpin_ci.pipeline.renewing_others import renew_others, sorted_out
from toolpin_ci.publish.patch import patch_text
from toolpin_ci.values import replace


def renewed_files(call: Call, examined: Examined) -> Mapping[str, str]:
    """Give the new lockfiles and one patch, by name, from what the servers said; or nothing."""
    scene = examined.scene
    try:
        ours, others = sorted_out(scene.settled.lockfiles, scene.settled.tree)
        servers = _readable(examined)
        texts = {**_ours(call, examined, ours, servers, is_alone=not others)} if len(ours) == 1 else {}
        texts |= renew_others(others, servers, adopt=False)
        olds = {file: scene.settled.tree.read(file) for file in texts}
    except ToolpinError:
        return {}  # the report already says what cannot be read
    patches = {file: patch_text(file, _decoded(olds[file]), text) for file, text in texts.items()}
    changed = [file for file, patch in patches.items() if patch]
    files = {file.rpartition("/")[2]: texts[file] for file in changed}
    return {**files, "lockfile.patch": "".join(patches[file] for file in changed)} if changed else {}


def _decoded(raw: bytes | None) -> str | None:
    return raw.decode("utf-8", "replace") if raw is not None else None


def _ours(
    call: Call,
    examined: Examined,
    ours: Sequence[str],
    servers: Sequence[tuple[ServerSpec, Probe]],
    *,
    is_alone: bool,
) -> Mapping[str, str]:
    """Renew our lockfile; where another system's holds the servers already, none of ours is begun."""
    raw = examined.scene.settled.tree.read(ours[0])
    if raw is None and not is_alone:
        return {}
    previous = read_previous(raw, ours[0])
    artifacts = _artifacts(call, examined.scene, [spec for spec, _ in servers], previous)
    return {ours[0]: renew(previous, servers, SystemClock().now(), artifacts).text}


def _readable(examined: Examined) -> list[tuple[ServerSpec, Probe]]:
    """Take the servers that could be read whole; the entries of the others stay as they are."""
    specs = examined.scene.specs
    answers = with_captured(specs, examined.scene.settled.tree, examined.probes)
    return [
        (spec, probe)
        for spec, probe in zip(specs, answers, strict=True)
        if probe.surface is not None and probe.is_complete and (spec.command or spec.url or spec.package)
    ]


def _artifacts(
    call: Call, scene: Scene, specs: Sequence[ServerSpec], previous: Lock | None
) -> Mapping[str, Json]:
    """Record the packages of servers that are new; the pins of the others were verified already."""
    known = {entry.name for entry in previous.entries} if previous is not None else set()
    new = tuple(spec for spec in specs if spec.name not in known)
    return {} if call.options.offline else verified(call, replace(scene, specs=new), previous)
