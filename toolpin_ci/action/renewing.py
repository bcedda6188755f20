"""Makes the fix: the lockfile as the live servers would have it, and the patch that leads there."""

from collections.abc import Mapping

from toolpin_ci.circumstances import Circumstances
from toolpin_ci.commands.call import Call
from toolpin_ci.commands.scene import Questions, set_scene
from toolpin_ci.edge.clock import SystemClock
from toolpin_ci.edge.processes import end_all_strays
from toolpin_ci.errors import ToolpinError
from toolpin_ci.pipeline.locking import read_previous, renew
from toolpin_ci.pipeline.pairing import with_captured
from toolpin_ci.publish.patch import patch_text


def renewed_files(call: Call, around: Circumstances) -> Mapping[str, str]:
    """Ask the servers once more and give the new lockfile and its patch, by name, or nothing."""
    try:
        scene = set_scene(call, around.tip)
        file = scene.lockfiles[0]
        raw = scene.tree.read(file)
        answers = with_captured(scene.specs, scene.tree, Questions(call, scene.specs)())
        servers = list(zip(scene.specs, answers, strict=True))
        renewal = renew(read_previous(raw, file), servers, SystemClock().now())
    except ToolpinError:
        return {}  # the report already says what cannot be read
    finally:
        end_all_strays()
    old = raw.decode("utf-8", "replace") if raw is not None else None
    patch = patch_text(file, old, renewal.text)
    return {file.rpartition("/")[2]: renewal.text, "lockfile.patch": patch} if patch else {}
