"""Renders a report for every surface that the action publishes to."""

from collections.abc import Mapping, Sequence

from toolpin_ci.action.event import Event
from toolpin_ci.action.inputs import Inputs
from toolpin_ci.canon.text import parse
from toolpin_ci.commands.every_rule import rule_texts
from toolpin_ci.errors import JsonError
from toolpin_ci.model.finding import Severity
from toolpin_ci.model.report import PinState, Report
from toolpin_ci.ports import Forge, Outlet
from toolpin_ci.publish import Delivery, Edition, Marker, State, Target, report_id
from toolpin_ci.publish.files import SUMMARY_BYTES
from toolpin_ci.render import RenderOptions, render
from toolpin_ci.render.check_run import render_check_run
from toolpin_ci.render.markdown import render as render_markdown
from toolpin_ci.render.markdown import render_resolved
from toolpin_ci.render.order import everything
from toolpin_ci.values import dataclass, field, replace

_REPORT = "report.json"
_PATCH = "fix/lockfile.patch"
_SUMMARY_CHARS = 400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The run that a report comes from."""

    environ: Mapping[str, str]
    inputs: Inputs
    event: Event
    fixes: Mapping[str, str] = field(default_factory=dict)
    """The regenerated lockfile and its patch, by name."""

    @property
    def report_id(self) -> str:
        """Name this report: by the input, else by workflow file, job and matrix leg."""
        if self.inputs.report_id:
            return report_id(self.inputs.report_id)
        workflow = self.environ.get("GITHUB_WORKFLOW_REF", "").partition("@")[0]
        job = self.environ.get("GITHUB_JOB", "")
        return report_id(workflow or self.environ.get("GITHUB_WORKFLOW", ""), job, self.inputs.matrix)

    @property
    def shard(self) -> int:
        """Give the leg of a plan that this run is; 0: none."""
        try:
            matrix = parse(self.inputs.matrix or "null")
        except JsonError:
            return 0
        shard = matrix.get("shard") if isinstance(matrix, Mapping) else None
        return shard if isinstance(shard, int) and shard > 0 else 0

    @property
    def folder(self) -> str:
        """Give the folder for files."""
        return self.inputs.report_dir.rstrip("/") or "."

    @property
    def run(self) -> tuple[int, int]:
        """Give run number and attempt."""
        number, attempt = (self.environ.get(f"GITHUB_RUN_{name}", "") for name in ("NUMBER", "ATTEMPT"))
        return (
            int(number) if number.isdecimal() else 0,
            int(attempt) if attempt.isdecimal() else 0,
        )

    @property
    def run_url(self) -> str:
        """Give the address of the run; empty where the environment does not tell."""
        parts = [self.environ.get(f"GITHUB_{name}", "") for name in ("SERVER_URL", "REPOSITORY", "RUN_ID")]
        return f"{parts[0]}/{parts[1]}/actions/runs/{parts[2]}" if all(parts) else ""

    @property
    def options(self) -> RenderOptions:
        """Say how documents are wanted."""
        return RenderOptions(
            marker=str(Marker(self.report_id, self.run, self.event.head_sha)),
            head=self.event.head_sha,
            links={"Job": self.run_url},
            rules=rule_texts(),
            patch=f"{self.folder}/{_PATCH}" if _PATCH.rpartition("/")[2] in self.fixes else "",
            report_id=self.report_id,
            shard=self.shard,
        )


def edition_of(report: Report, around: Surroundings, forge: Forge | None, outlet: Outlet) -> Edition:
    """Render everything that is wanted."""
    options, inputs, event = around.options, around.inputs, around.event
    return Edition(
        target=Target(
            pull_request=event.pull_request,
            head_sha=event.head_sha,
            report_id=around.report_id,
            run=around.run,
            details_url=around.run_url,
            check_name=inputs.check_name,
            comment=inputs.comment,
            check_run=inputs.check_run,
        ),
        outlet=outlet,
        forge=forge,
        is_clean=report.result == "clean" and not report.exit_code,
        comment=render_markdown(report, options),
        resolved=render_resolved(report, options),
        summary=_summary(report, options),
        check_run=render_check_run(report, options),
        files=_files(report, options, around),
        summary_file=around.environ.get("GITHUB_STEP_SUMMARY", ""),
        output_file=around.environ.get("GITHUB_OUTPUT", ""),
    )


def _summary(report: Report, options: RenderOptions) -> str:
    """Write as much as fits: the limit is in bytes, the budget in characters."""
    budget = _SUMMARY_CHARS
    while True:
        text = render_markdown(report, replace(options, marker="", budget=budget))
        if len(text.encode("utf-8", "replace")) <= SUMMARY_BYTES or budget < _SUMMARY_CHARS // 8:
            return text
        budget //= 2


def _files(report: Report, options: RenderOptions, around: Surroundings) -> Mapping[str, str]:
    files: dict[str, str] = {}
    inputs = around.inputs
    if inputs.report_dir:
        folder = around.folder
        files[f"{folder}/{_REPORT}"] = render(report, "json", options)
        files[f"{folder}/comment.md"] = render_markdown(report, options)
        files |= {f"{folder}/fix/{name}": text for name, text in around.fixes.items()}
    if inputs.sarif_file:
        files[inputs.sarif_file] = render(report, "sarif", options)
    return files


def outputs_of(
    edition: Edition, report: Report, deliveries: Sequence[Delivery], around: Surroundings
) -> Edition:
    """Add the step's outputs: small values and paths, never bodies; a file that was not written has none."""
    inputs = around.inputs
    is_written = any(one.surface == "files" and one.state is State.DONE for one in deliveries)
    found = everything(report)
    worst = min((one.severity for one in found), key=lambda one: one.rank, default=None)
    urls = {delivery.surface: delivery.url for delivery in deliveries}
    pins = [pin.state for server in report.servers for pin in server.pins]
    return replace(
        edition,
        outputs={
            "result": report.result,
            "conclusion": str(report.conclusion),
            "exit-code": str(report.exit_code),
            "max-severity": str(worst) if isinstance(worst, Severity) else "none",
            "declared": str(sum(one.declared for one in found)),
            "undeclared": str(sum(not one.declared for one in found)),
            "pins-failed": str(pins.count(PinState.FAILED)),
            "fingerprint": report.drift_fingerprint,
            "approval-label": report.approval_label,
            "report": f"{around.folder}/{_REPORT}" if is_written and inputs.report_dir else "",
            "sarif": inputs.sarif_file if is_written else "",
            "comment-url": urls.get("comment", ""),
            "check-run-url": urls.get("check-run", ""),
            "skipped-surfaces": ",".join(one.surface for one in deliveries if one.state is State.SKIPPED),
        },
    )
