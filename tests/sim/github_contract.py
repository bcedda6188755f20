"""Holds requests and answers to GitHub's published description, so that our fake cannot drift."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from tests.sim.github_state import RefusedError

CONTRACT: dict[str, Any] = json.loads(
    Path(__file__).with_name("github_contract.json").read_text(encoding="utf-8")
)
OPERATIONS: dict[str, Any] = CONTRACT["operations"]
_ENDS = {"path": ".+", "basehead": ".+"}  # the parameters that may hold a slash
_PATTERNS = {
    operation: re.compile(re.sub(r"\{(\w+)\}", lambda name: _ENDS.get(name[1], "[^/]+"), operation))
    for operation in OPERATIONS
}  # `POST /repos/{owner}/{repo}/check-runs` as a pattern
UNDESCRIBED = "POST /graphql"
"""The description is of REST alone."""


def operation_of(verb: str, path: str) -> str:
    """Name the operation of a request; empty where the description has none."""
    return next((name for name, pattern in _PATTERNS.items() if pattern.fullmatch(f"{verb} {path}")), "")


def check_request(verb: str, path: str, query: Mapping[str, str], body: object) -> None:
    """Refuse a body or a parameter that the description does not allow or does not know."""
    operation = OPERATIONS.get(operation_of(verb, path))
    if operation is None:
        return
    unknown = set(query) - set(operation["query"])
    if unknown:
        raise RefusedError(f"unknown parameters: {sorted(unknown)}")
    if operation["request"] is None:
        return
    problem = _problem(operation["request"], body)
    if problem:
        raise RefusedError(problem)


def answer_problem(verb: str, path: str, status: int, document: object) -> str:
    """Say what is wrong with an answer that means success; empty where it is what GitHub describes."""
    name = operation_of(verb, path)
    if not 200 <= status < 300 or f"{verb} {path}" == UNDESCRIBED:
        return ""
    if not name:
        return f"{verb} {path}: not described"
    answers = OPERATIONS[name]["answers"]
    if str(status) not in answers:
        return f"{name}: {status} is not described, only {sorted(answers)}"
    schema = answers[str(status)]
    if schema is None:
        return "" if document is None else f"{name}: {status} has no body"
    problem = _problem(schema, document)
    return f"{name}: {problem}" if problem else ""


def _problem(schema: dict[str, Any], value: object) -> str:
    whole = {**schema, "$defs": CONTRACT["$defs"]}
    error = next(iter(Draft202012Validator(whole).iter_errors(value)), None)
    if error is not None:
        return f"{error.json_path}: {error.message[:200]}"
    return _unknown(schema, value)


def _unknown(schema: dict[str, Any], value: object) -> str:
    """Find members that the description does not have: at the top, and in the items of a list."""
    while "$ref" in schema:
        schema = CONTRACT["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    if isinstance(value, list) and "items" in schema:
        return next(filter(None, (_unknown(schema["items"], one) for one in value)), "")
    if not isinstance(value, dict) or "properties" not in schema:
        return ""
    unknown = set(value) - set(schema["properties"])
    return f"unknown members: {sorted(unknown)}" if unknown else ""
