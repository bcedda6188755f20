"""`toolpin-ci check`: the main job."""

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from toolpin_ci.blame import Blame
from toolpin_ci.circumstances import Circumstances
from toolpin_ci.commands.asking import Questions
from toolpin_ci.commands.call import (
    FORMATS,
    Call,
    Command,
    base_option,
    output_options,
    pin_options,
    server_options,
)
from toolpin_ci.commands.drawing import render_options
from toolpin_ci.commands.scene import Scene, set_scene
from toolpin_ci.edge.processes import end_all_strays
from toolpin_ci.edge.remembered import Remembered
from toolpin_ci.errors import ToolpinError
from toolpin_ci.values import dataclass

if TYPE_CHECKING:
    from toolpin_ci.commands.settling import Settled
    from toolpin_ci.edge.registry_settings import RegistrySettings
    from toolpin_ci.model.config import Config
    from toolpin_ci.model.pin import Pin
    from toolpin_ci.model.policy import Policy
    from toolpin_ci.model.report import PinEvidence, Report
    from toolpin_ci.model.surface import Probe
    from toolpin_ci.pipeline.checking import Verify
    from toolpin_ci.pipeline.request import Base, Request

_TEACH = """\
Asks the servers, compares what they say with the committed lockfile, and judges the difference.

  toolpin-ci check -- python my_server.py    one stdio server, no configuration needed
  toolpin-ci check                           every server of .toolpin-ci.yml (or the lockfile, .mcp.json, …)
  toolpin-ci check --base main               also what this branch declares against main
  toolpin-ci check --format markdown --output comment.md

Exit codes: 0 clean or below the threshold; 1 the gate says no; 2 the call, the configuration or a lockfile is
unusable; 3 a server or the base could not be checked; 4 our bug."""

_POLICY_FLAGS = {
    "enforcement": "what undeclared drift does: audit, warn or block",
    "unknown": "a live tool that the lock does not know: allow_degraded, warn or block",
    "unavailable": "a server that could not be checked: block or warn",
    "fail-on": "lowest severity of a declared change that needs an approval, or never",
}


def _options(parser: argparse.ArgumentParser) -> None:
    server_options(parser)
    base_option(parser)
    pin_options(parser)
    policy = parser.add_argument_group("policy, over what the configuration says")
    for name, words in _POLICY_FLAGS.items():
        policy.add_argument(f"--{name}", metavar="WORD", help=words)
    output_options(parser, *FORMATS)


def _run(call: Call) -> int:
    try:
        with Blame():
            report = check(call, circumstances(call))
    except ToolpinError as error:
        if call.options.format == "text":
            raise
        from toolpin_ci.pipeline.judging import failed

        report = failed(error)
    from toolpin_ci.render import render

    call.write(render(report, call.options.format, render_options(call)))
    return report.exit_code


def circumstances(call: Call) -> Circumstances:
    """Find the base that a call names, and where this branch left it."""
    if not call.options.base:
        return Circumstances(not_compared="no base was given")
    from toolpin_ci.edge.git import GitTree, commit_of, merge_base

    tip = commit_of(call.workspace, call.options.base)
    fork = merge_base(call.workspace, tip)
    return Circumstances(tip=GitTree(call.workspace, tip), fork=GitTree(call.workspace, fork), commit=fork)


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """A report, with what the servers said that it judges."""

    report: "Report"
    scene: Scene
    probes: "Sequence[Probe]"


def check(call: Call, around: Circumstances) -> "Report":
    """Ask the servers of a call and judge what they say, in the given circumstances."""
    return examine(call, around).report


def examine(call: Call, around: Circumstances) -> Examined:
    """Check, and keep what the servers said, so that nobody has to ask them again."""
    scene = set_scene(call, around.tip)
    settled = scene.settled
    captured = (spec.captured for spec in scene.specs if spec.captured)
    tree = Remembered(settled.tree, (*settled.lockfiles, *captured))
    base = base_of(around, settled)
    questions = Questions(call, scene.specs)
    probes: list[Probe] = []

    def asked() -> "Sequence[Probe]":
        probes.extend(questions())
        return probes

    from toolpin_ci.pipeline.checking import check as run
    from toolpin_ci.render import load

    load(call.options.format)  # now, while the servers start
    request = _request(call, around, scene, base)
    try:
        report = run(request, tree, asked, verifier(call, settled), questions.as_toolpin)
    finally:
        end_all_strays()
    return Examined(report=report, scene=scene, probes=probes)


def _request(call: Call, around: Circumstances, scene: Scene, base: "Base | None") -> "Request":
    from toolpin_ci.pipeline.request import Request

    settled = scene.settled
    return Request(
        specs=scene.specs,
        lockfiles=settled.lockfiles,
        policy=_policy(call, settled.config),
        trust=settled.trust,
        toolpin_policy=settled.toolpin_policy,
        public_key=settled.public_key,
        base=base,
        not_compared=around.not_compared,
        only_locked=scene.only_locked,
        whole_repo=scene.whole_repo,
        is_named_by_call=scene.is_named_by_call,
        repeated=_repeated(call, scene),
        notes=scene.notes,
        labels=around.labels,
    )


def _repeated(call: Call, scene: Scene) -> tuple[str, ...]:
    """Give the options that `lock` needs as well, to write the lockfile that was checked."""
    options = call.options
    lockfiles = options.lockfile or ()
    given = [
        *(["--config", options.config] if options.config else []),
        *(["--lockfile", *lockfiles] if len(lockfiles) == 1 else []),
        *(["--transport", options.transport] if scene.is_named_by_call and options.transport else []),
    ]
    named = options.server if scene.is_named_by_call and options.server else ()
    return (*given, *(word for name in named for word in ("--server", name)))


def base_of(around: Circumstances, settled: "Settled") -> "Base | None":
    """Give what the declared comparison starts from, with the lockfiles that the base itself names."""
    from toolpin_ci.pipeline.finding_locks import find_lockfiles
    from toolpin_ci.pipeline.request import Base

    if around.fork is None:
        return None
    is_searched = not around.is_far and not settled.lockfiles_named
    found = find_lockfiles(around.fork) if is_searched else ()
    lockfiles = tuple(dict.fromkeys((*settled.based_lockfiles, *found)))
    fork = Remembered(around.fork, dict.fromkeys((*settled.lockfiles, *lockfiles)))
    return Base(fork=fork, commit=around.commit, lockfiles=lockfiles)


def _policy(call: Call, config: "Config") -> "Policy":
    """Lay the flags of the call over the policy of the configuration."""
    given = {name: getattr(call.options, name.replace("-", "_")) for name in _POLICY_FLAGS}
    if not any(given.values()):
        return config.policy
    from toolpin_ci.policy.flags import with_flags

    return with_flags(config.policy, given)


def verifier(call: Call, settled: "Settled") -> "Verify":
    """Ask registries for what the lockfile pins; offline, every pin counts as not checked."""

    def verify(pins: "Sequence[Pin]") -> "Callable[[], Sequence[PinEvidence]]":
        if call.options.offline:
            from toolpin_ci.pins import not_checked

            return lambda: not_checked(pins, "the check ran offline")
        from toolpin_ci.edge.verifying import Verifying

        return Verifying(pins, call.environ, registry_settings(call, settled))

    return verify


def registry_settings(call: Call, settled: "Settled") -> "RegistrySettings":
    """Find registries as the configuration and the clients say; of the repository, the base's files count."""
    from toolpin_ci.edge.registry_settings import RegistrySettings

    npmrc = (settled.base or settled.tree).read(".npmrc") or b""
    return RegistrySettings(call.environ, npmrc.decode("utf-8", "replace"), settled.config.registries)


COMMAND = Command(
    summary="Check that the live servers offer what the lockfile says.",
    teach=_TEACH,
    options=_options,
    run=_run,
    takes_server=True,
)
