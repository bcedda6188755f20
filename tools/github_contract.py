"""Cuts GitHub's published API description to the operations that we use, as JSON Schemas."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tools.provision import ROOT

PACKAGE = "@octokit/openapi@23.0.2"
TARGET = ROOT / "tests" / "sim" / "github_contract.json"
REPO = "/repos/{owner}/{repo}"
OPERATIONS = (
    f"get {REPO}/issues/{{issue_number}}/comments",
    f"post {REPO}/issues/{{issue_number}}/comments",
    f"patch {REPO}/issues/comments/{{comment_id}}",
    f"delete {REPO}/issues/comments/{{comment_id}}",
    f"post {REPO}/check-runs",
    f"patch {REPO}/check-runs/{{check_run_id}}",
    f"get {REPO}/check-runs/{{check_run_id}}/annotations",
    f"get {REPO}/commits/{{ref}}/check-runs",
    f"get {REPO}/commits/{{commit_sha}}/pulls",
    f"post {REPO}/statuses/{{sha}}",
    f"get {REPO}/pulls",
    f"get {REPO}/pulls/{{pull_number}}",
    f"get {REPO}/contents/{{path}}",
    f"get {REPO}/git/blobs/{{file_sha}}",
    f"get {REPO}/git/trees/{{tree_sha}}",
    f"get {REPO}/compare/{{basehead}}",
)
_SILENT = ("description", "example", "examples", "title", "externalDocs", "deprecated", "readOnly", "default")
_PREFIX = "#/components/schemas/"


def main() -> None:
    """Writes the contract from the package that npm gives, or from a file that is named."""
    text = Path(sys.argv[1]).read_bytes() if sys.argv[1:] else _published()
    TARGET.write_text(json.dumps(cut(json.loads(text)), sort_keys=True) + "\n", encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}: {TARGET.stat().st_size:,} bytes")


def _published() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as archive:
            archive.extract("package/generated/api.github.com.json", folder, filter="data")
        return (Path(folder) / "package" / "generated" / "api.github.com.json").read_bytes()


def cut(document: Mapping[str, Any]) -> dict[str, Any]:
    """Keeps our operations and every schema that they reach."""
    operations = {}
    for name in OPERATIONS:
        verb, path = name.split(" ")
        operations[f"{verb.upper()} {path}"] = _operation(document, document["paths"][path][verb])
    schemas: dict[str, Any] = {}
    waiting = sorted(_references(operations))
    while waiting:
        name = waiting.pop()
        if name not in schemas:
            schemas[name] = _schema(document["components"]["schemas"][name])
            waiting.extend(sorted(_references(schemas[name])))
    source = f"{PACKAGE} (MIT), api.github.com.json: our operations as JSON Schemas, words left out"
    return {"source": source, "operations": operations, "$defs": schemas}


def _operation(document: Mapping[str, Any], operation: Mapping[str, Any]) -> dict[str, Any]:
    """Gives request body, names of query parameters, and the body of each answer that means success."""
    request = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = {
        status: _answer(_followed(document, answer))
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    }
    parameters = [_followed(document, one) for one in operation.get("parameters", [])]
    query = sorted(one["name"] for one in parameters if one["in"] == "query")
    return {"request": _schema(request) if request else None, "query": query, "answers": answers}


def _answer(answer: Mapping[str, Any]) -> object:
    schema = answer.get("content", {}).get("application/json", {}).get("schema")
    return _schema(schema) if schema else None


def _followed(document: Mapping[str, Any], value: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Any = value
    while "$ref" in found:
        steps = found["$ref"].removeprefix("#/").split("/")
        found = document
        for step in steps:
            found = found[step]
    return found  # type: ignore[no-any-return]


def _schema(value: object, *, named: bool = False) -> object:
    """Rewrites OpenAPI 3.0 as JSON Schema: `nullable` becomes a type, words go, references move."""
    if isinstance(value, list):
        return [_schema(one) for one in value]
    if not isinstance(value, Mapping):
        return value
    if named:  # the members of `properties` are names, whatever they are called
        return {name: _schema(one) for name, one in value.items()}
    if "$ref" in value:
        return {"$ref": "#/$defs/" + value["$ref"].removeprefix(_PREFIX)}
    kept = {
        key: _schema(one, named=key == "properties")
        for key, one in value.items()
        if key not in _SILENT and not key.startswith("x-")
    }
    return _nullable(kept) if kept.pop("nullable", False) else kept


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if isinstance(schema.get("type"), str) and not {"allOf", "anyOf", "oneOf"} & set(schema):
        schema["type"] = [schema["type"], "null"]
        if "enum" in schema and None not in schema["enum"]:
            schema["enum"] = [*schema["enum"], None]
        return schema
    return {"anyOf": [schema, {"type": "null"}]}


def _references(value: object) -> Iterable[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].removeprefix("#/$defs/")
        for one in value.values():
            yield from _references(one)
    elif isinstance(value, list):
        for one in value:
            yield from _references(one)


if __name__ == "__main__":
    main()
