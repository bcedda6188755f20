"""Servers that are being asked, with progress on the terminal."""

from collections.abc import Sequence

from toolpin_ci.commands.call import Call
from toolpin_ci.commands.progress import Progress
from toolpin_ci.edge.launch import Place
from toolpin_ci.edge.probing import Asking, probe_as_toolpin
from toolpin_ci.edge.processes import adopt_orphans
from toolpin_ci.model.server import Sandbox, ServerSpec
from toolpin_ci.model.surface import Probe


class Questions:
    """Servers that are being asked, with progress on the terminal."""

    def __init__(self, call: Call, specs: Sequence[ServerSpec]) -> None:
        """Start at once; captured surfaces are not asked for."""
        adopt_orphans()
        live = [spec for spec in specs if not spec.captured]
        self._progress = Progress(live)
        self._place = _place(call)
        self._asking = Asking(live, self._place, self._progress.done)

    def __call__(self) -> tuple[Probe, ...]:
        """Wait for the answers."""
        with self._progress:
            return self._asking.results()

    def as_toolpin(self, specs: Sequence[ServerSpec]) -> tuple[Probe, ...]:
        """Ask servers again as ToolPin asks, and wait for the answers."""
        return Asking(specs, self._place, _in_silence, probe_as_toolpin).results()


def _in_silence(spec: ServerSpec, probe: Probe) -> None:
    """Tell nobody: the terminal has heard of this server."""
    del spec, probe


def _place(call: Call) -> Place:
    held = Sandbox.REQUIRED if call.environ.get("GITHUB_ACTIONS") == "true" else Sandbox.AUTO
    return Place(workspace=call.workspace, environ=call.environ, sandbox=held)
