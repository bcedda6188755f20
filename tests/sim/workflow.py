"""Runs the steps of a workflow file that use our action; artifacts are folders."""

import fnmatch
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

Context = Mapping[str, Any]


def load(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    return found


def evaluate(value: object, context: Context) -> Any:
    """Fill in expressions: names with dots, and `fromJSON` of one."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    whole = re.fullmatch(r"\$\{\{ fromJSON\((\S+)\) \}\}", text)
    if whole:
        return json.loads(_look_up(whole[1], context))
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: str(_look_up(found[1], context)), text)


def _look_up(name: str, context: Context) -> Any:
    found: Any = context
    for step in name.split("."):
        found = found[step]
    return found


def action_step(job: Mapping[str, Any]) -> Mapping[str, Any]:
    """The step of a job that uses our action."""
    (step,) = (one for one in job["steps"] if one["uses"].startswith("toolpin/toolpin-ci@"))
    return dict(step)


def inputs(step: Mapping[str, Any], context: Context) -> dict[str, str]:
    return {name: str(evaluate(value, context)) for name, value in step["with"].items()}


def upload(job: Mapping[str, Any], workspace: Path, store: Path, context: Context) -> None:
    """Keep what the job's artifact step names; nothing is kept where there is no file."""
    for step in _using(job, "actions/upload-artifact"):
        source = workspace / step["with"]["path"]
        target = store / str(evaluate(step["with"]["name"], context))
        if source.is_file():
            target.mkdir(parents=True)
            shutil.copy(source, target)


def download(job: Mapping[str, Any], store: Path, workspace: Path) -> None:
    """Lay the artifacts that match into folders of their names."""
    for step in _using(job, "actions/download-artifact"):
        for artifact in sorted(store.iterdir()):
            if fnmatch.fnmatch(artifact.name, step["with"]["pattern"]):
                shutil.copytree(artifact, workspace / step["with"]["path"] / artifact.name)


def _using(job: Mapping[str, Any], action: str) -> Iterator[Mapping[str, Any]]:
    return (one for one in job["steps"] if one["uses"].startswith(f"{action}@"))
