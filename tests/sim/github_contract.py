"""Holds requests to GitHub's published description, so that our fake cannot drift from the real one."""

import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from tests.sim.github_state import RefusedError

CONTRACT: dict[str, Any] = json.loads(
    Path(__file__).with_name("github_contract.json").read_text(encoding="utf-8")
)["operations"]
_PATTERNS = {
    operation: re.compile(re.sub(r"\{\w+\}", "[^/]+", operation)) for operation in CONTRACT
}  # `POST /repos/{owner}/{repo}/check-runs` as a pattern
_VALIDATORS = {operation: Draft202012Validator(schema) for operation, schema in CONTRACT.items()}


def check_contract(verb: str, path: str, body: object) -> None:
    """Refuse a body that the description does not allow, or a member that it does not know."""
    for operation, pattern in _PATTERNS.items():
        if pattern.fullmatch(f"{verb} {path}"):
            error = next(_VALIDATORS[operation].iter_errors(body), None)
            if error is not None:
                raise RefusedError(f"{error.json_path}: {error.message[:200]}")
            unknown = (
                set(body) - set(CONTRACT[operation]["properties"]) if isinstance(body, dict) else {"body"}
            )
            if unknown:
                raise RefusedError(f"unknown members: {sorted(unknown)}")
