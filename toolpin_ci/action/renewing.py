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
from toolpin_ci.pipeline.renewing_others import sorted_out
from toolpin_ci.publish.patch import patch_text
from toolpin_ci.values import replace


def renewed_files(call: Call, examined: Examined) -> Mapping[str, str]:
    """Give the new lockfile and its patch, by name, from what the servers said; or nothing."""
    scene = examined.scene
    try:
        ours, _ = sorted_out(scene.lockfiles, scene.tree)
        if len(ours) != 1:
            return {}  # `lock` would have to be told which
        raw = scene.tree.read(ours[0])
        previous = read_previous(raw, ours[0])
        servers = _readable(examined)
        artifacts = _artifacts(call, examined.scene, [spec for spec, _ in servers], previous)
        renewal = renew(previous, servers, SystemClock().now(), artifacts)
    except ToolpinError:
        return {}  # the report already says what cannot be read
    old = raw.decode("utf-8", "replace") if raw is not None else None
    patch = patch_text(ours[0], old, renewal.text)
    return {ours[0].rpartition("/")[2]: renewal.text, "lockfile.patch": patch} if patch else {}


def _readable(examined: Examined) -> list[tuple[ServerSpec, Probe]]:
    """Take the servers that could be read whole; the entries of the others stay as they are."""
    specs = examined.scene.specs
    answers = with_captured(specs, examined.scene.tree, examined.probes)
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
