"""Two hundred servers in eight jobs, as the example workflow spreads them: one comment, one check run."""

import json
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.render.stories import HEAD
from tests.sim import workflow
from tests.sim.github_server import Fake, github
from tests.sim.runner import Done, Job, outside
from tests.sim.workspace import REPLAY, SURFACE, TOOL, Workspace
from tools.provision import ROOT

FILE = ROOT / "examples" / "workflows" / "matrix.yml"
JOBS = workflow.load(FILE)["jobs"]
SERVERS = [f"server-{number:03}" for number in range(200)]
DRIFTED = SERVERS[3:120:41]
SILENT = [SERVERS[50], SERVERS[101]]
REMOVED = "retired"
pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


def surface(name: str, **change: Any) -> dict[str, Any]:
    return {**SURFACE, "serverInfo": {"name": name, "version": "1"}, **change}


def configuration(names: list[str]) -> str:
    python = [sys.executable, "-I", "-S", str(REPLAY)]
    servers = {name: {"command": [*python, f"{name}.json"], "sandbox": "off"} for name in names}
    return json.dumps({"version": 1, "servers": servers})


def make_repository(root: Path) -> str:
    """A base where all is locked, and a head where some servers drifted, fell silent or were retired."""
    repository = Workspace(root)
    for name in (*SERVERS, REMOVED):
        repository.serve(surface(name), f"{name}.json")
    repository.write(".toolpin-ci.yml", configuration([*SERVERS, REMOVED]))
    locked = repository.run("lock")
    assert locked.code == 0, locked.err
    repository.git("init", "-q", "-b", "main")
    base = repository.commit("base")
    repository.write(".toolpin-ci.yml", configuration(SERVERS))
    document = repository.lock_document()
    document["servers"].pop(f"{REMOVED}:generic")
    repository.write("mcp-lock.json", json.dumps(document, indent=2, sort_keys=True) + "\n")
    for name in DRIFTED:
        repository.serve(surface(name, tools=[{**TOOL, "description": "Reads, and more."}]), f"{name}.json")
    for name in SILENT:
        repository.serve(surface(name, _serve={"exitOn": "initialize"}), f"{name}.json")
    return base


@dataclass(frozen=True, kw_only=True)
class Run:
    """What the first two kinds of job left, for any number of report jobs."""

    folder: Path
    base: str
    matrix: str
    store: Path
    legs: tuple[Done, ...]

    @property
    def event(self) -> dict[str, Any]:
        return {"pull_request": {"number": 7, "head": {"sha": HEAD}, "base": {"sha": self.base}}}


def job_in(folder: Path, workspace: Path) -> Job:
    """A job whose folders are its own; the workspace is a copy, as a checkout is."""
    made = Job(root=folder, mount=str(folder))
    made.prepare(workspace)
    return made


def do(job: Job, run_id: dict[str, Any], url: str, context: workflow.Context, name: str) -> Done:
    """Run a job's step of ours with the inputs that the workflow gives it."""
    given = workflow.inputs(workflow.action_step(JOBS[name]), context)
    job.event("pull_request", run_id, url, **given, matrix=json.dumps(context.get("matrix")))
    return outside(job)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("matrix")
    repository = folder / "repository"
    repository.mkdir()
    base = make_repository(repository)
    made = Run(folder=folder, base=base, matrix="", store=folder / "artifacts", legs=())
    with github() as fake:
        planner = job_in(folder / "plan", repository)
        done = do(planner, made.event, fake.url, {}, "plan")
        assert done.code == 0, done
        matrix = str(workflow.evaluate(JOBS["plan"]["outputs"]["matrix"], steps_of(planner)))

        def leg(row: dict[str, Any]) -> Done:
            job = job_in(folder / f"leg-{row['shard']}", repository)
            done = do(job, made.event, fake.url, {"matrix": row}, "check")
            workflow.upload(JOBS["check"], job.workspace, made.store, {"matrix": row})
            return done

        rows = workflow.evaluate(JOBS["check"]["strategy"]["matrix"], needs(matrix))["include"]
        with ThreadPoolExecutor(2) as pool:
            legs = tuple(pool.map(leg, rows))
        assert [call for call in fake.state.calls if call[0] != "GET"] == []
    return Run(folder=folder, base=base, matrix=matrix, store=made.store, legs=legs)


def steps_of(job: Job) -> workflow.Context:
    return {"steps": {"plan": {"outputs": job.outputs}}}


def needs(matrix: str) -> workflow.Context:
    return {"needs": {"plan": {"outputs": {"matrix": matrix}}}}


@dataclass(frozen=True, kw_only=True)
class Told:
    """How the last job ended, and what the pull request shows."""

    done: Done
    fake: Fake

    @property
    def comment(self) -> str:
        (comment,) = self.fake.state.comments
        return str(comment["body"])

    @property
    def conclusion(self) -> str:
        (check,) = self.fake.state.checks
        return str(check["conclusion"])


def report(run: Run, folder: Path, change: Callable[[Path], object] = bool) -> Told:
    """Run the last job on the artifacts, after somebody changed them."""
    store = folder / "store"
    shutil.copytree(run.store, store)
    change(store)
    (folder / "empty").mkdir()
    job = job_in(folder / "report", folder / "empty")
    workflow.download(JOBS["report"], store, job.workspace)
    with github() as fake:
        return Told(done=do(job, run.event, fake.url, needs(run.matrix), "report"), fake=fake)


def result(store: Path, shard: int) -> Path:
    return store / f"toolpin-result-{shard}" / "report.json"


def edit(store: Path, shard: int, /, **members: Any) -> None:
    document = json.loads(result(store, shard).read_text(encoding="utf-8"))
    result(store, shard).write_text(json.dumps({**document, **members}), encoding="utf-8")


def test_the_workflow_feeds_the_plan_to_the_jobs_and_always_reports() -> None:
    assert workflow.load(FILE)["permissions"] == {}
    assert JOBS["check"]["needs"] == "plan"
    assert JOBS["check"]["strategy"]["fail-fast"] is False
    assert JOBS["report"]["needs"] == ["plan", "check"]
    assert JOBS["report"]["if"] == "always()"
    assert set(JOBS["check"]["permissions"]) == {"contents"}


def test_every_server_is_planned_once_also_one_that_only_the_base_s_lockfile_knows(run: Run) -> None:
    rows = json.loads(run.matrix)["include"]
    names = [name for row in rows for name in row["servers"].split("\n")]
    assert len(rows) == 8
    assert len({row["shard"] for row in rows for name in DRIFTED if name in row["servers"]}) == len(DRIFTED)
    assert sorted(names) == sorted([*SERVERS, REMOVED])


def test_one_comment_and_one_check_run_name_what_was_found_in_all_shards(run: Run, tmp_path: Path) -> None:
    told = report(run, tmp_path)
    assert (told.done.code, told.conclusion) == (1, "failure"), str(told.done)
    for name in (*DRIFTED, *SILENT, REMOVED):
        assert name in told.comment
    assert "201 servers" in told.comment
    assert len(told.comment) <= 65_536
    assert len(told.fake.state.calls) <= 8


def test_the_jobs_together_say_what_one_job_would_have_said(run: Run, tmp_path: Path) -> None:
    repository = Workspace(tmp_path)
    shutil.copytree(run.folder / "repository", tmp_path, dirs_exist_ok=True)
    alone = repository.run("check", "--base", run.base, "--format", "json").report
    results = [str(path) for path in sorted(run.store.glob("*/report.json"))]
    repository.write("plan.json", run.matrix)
    together = repository.run("report", *results, "--plan", "plan.json", "--format", "json").report
    same = ("result", "conclusion", "exitCode", "title", "driftFingerprint", "commands", "findings", "base")
    assert {name: together[name] for name in same} == {name: alone[name] for name in same}
    statuses = [
        {server["name"]: (server["status"], len(server["changes"])) for server in one["servers"]}
        for one in (alone, together)
    ]
    assert statuses[0] == statuses[1]


def test_each_shard_has_a_verdict_of_its_own(run: Run) -> None:
    codes = [done.code for done in run.legs]
    assert set(codes) == {0, 1, 3}, "\n".join(map(str, run.legs))


def test_a_result_that_is_missing_could_not_be_checked(run: Run, tmp_path: Path) -> None:
    told = report(run, tmp_path, lambda store: shutil.rmtree(result(store, 8).parent))
    assert (told.done.code, told.conclusion) == (1, "failure")
    assert "the job of shard 8 left no result" in told.comment
    assert "1 of 8 jobs gave no result" in told.comment
    assert told.comment.count("could not check") >= 1


def test_a_shard_that_failed_could_not_be_checked(run: Run, tmp_path: Path) -> None:
    told = report(
        run,
        tmp_path,
        lambda store: edit(
            store, 2, servers=[], findings=[], result="error", exitCode=4, title="it broke", commands=[]
        ),
    )
    assert (told.done.code, told.conclusion) == (4, "failure")
    assert "the job of shard 2 failed: it broke" in told.comment


HARMS: dict[str, tuple[Callable[[Path], object], str]] = {
    "doubled": (
        lambda store: shutil.copytree(store / "toolpin-result-1", store / "toolpin-result-9"),
        "both",
    ),
    "of no shard": (lambda store: edit(store, 3, shard=99), "of no shard of the plan"),
    "in another's name": (lambda store: edit(store, 3, shard=4), "both speak of shard 4"),
    "shortened": (lambda store: edit(store, 3, servers=[], result="clean"), "other servers than shard 3"),
    "of another commit": (
        lambda store: edit(store, 3, head="f" * 40),
        "was made for the commit ffffffffffff",
    ),
    "judged by other rules": (lambda store: edit(store, 3, enforcement="audit"), "the same policy"),
    "no result at all": (
        lambda store: result(store, 3).write_text("[]", encoding="utf-8"),
        "is no toolpin-ci",
    ),
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_result_that_cannot_be_believed_is_an_error_that_the_pull_request_shows(
    run: Run, tmp_path: Path, harm: str
) -> None:
    change, words = HARMS[harm]
    told = report(run, tmp_path, change)
    assert (told.done.code, told.conclusion) == (2, "failure"), str(told.done)
    assert words in told.done.out
    assert words in told.comment
