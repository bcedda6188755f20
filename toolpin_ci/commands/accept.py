"""`toolpin-ci accept`: the Registry Spec's nine steps."""

import argparse
from collections.abc import Mapping

from toolpin_ci.canon.text import decode, parse, pretty
from toolpin_ci.commands.call import Call, Command, output_options
from toolpin_ci.commands.files import read_named
from toolpin_ci.edge.clock import SystemClock
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject

ALLOWED = ("network", "exec", "read_only", "read_write", "legacy")
"""What `--allow` takes."""

_TEACH = """\
Judges a tool bundle by the MCP Registry Spec's verifier rulebook 0.1.1: one JSON file with the documents, the
keys, the policy and the time, or the documents themselves, as they lie in a repository. The strict reading,
which closes the rulebook's holes, is the default.

  toolpin-ci accept bundle.json
  toolpin-ci accept --normative bundle.json
  toolpin-ci accept pointer.json descriptor.json manifest.json attestation.json \\
      --registry-key did:key:z6Mk… --attester did:key:z6Mk… --allow read_only

Exit code 0: ACCEPT; 1: REJECT, with the rulebook's error code."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="one bundle, or its documents")
    parser.add_argument("--normative", action="store_true", help="the rulebook to the letter, holes included")
    parser.add_argument(
        "--registry-key", metavar="DID", action="append", help="may sign pointers (repeatable)"
    )
    parser.add_argument("--attester", metavar="DID", action="append", help="may attest bundles (repeatable)")
    parser.add_argument(
        "--allow", choices=ALLOWED, action="append", help="what the tool may use (repeatable; nothing else)"
    )
    output_options(parser, "text", "json")


def _run(call: Call) -> int:
    from toolpin_ci.registry import accept

    texts = {name: read_named(name) for name in call.options.files}
    inputs = _inputs(call, {name: _object(name, raw) for name, raw in texts.items()}, texts)
    verdict = accept(inputs, strict=not call.options.normative)
    if call.options.format == "json":
        call.write(pretty(verdict) + "\n")
    else:
        call.write(
            f"{verdict['result']}{' ' + str(verdict['error_code']) if 'error_code' in verdict else ''}\n"
        )
    return 0 if verdict["result"] == "ACCEPT" else 1


def _object(name: str, raw: bytes) -> JsonObject:
    try:
        found = parse(raw)
    except JsonError as error:
        raise UsageError(f"{name}: {error.message}", advice=error.advice) from error
    if not isinstance(found, Mapping):
        raise UsageError(f"{name}: no JSON object")
    return found


def _inputs(call: Call, found: Mapping[str, JsonObject], texts: Mapping[str, bytes]) -> Mapping[str, Json]:
    """Take the one file of inputs, or put inputs together from documents."""
    if len(found) == 1 and not any("schema_version" in document for document in found.values()):
        return next(iter(found.values()))
    from toolpin_ci.registry.gathering import Given, gathered

    given = Given(
        registry_keys=tuple(call.options.registry_key or ()),
        attesters=tuple(call.options.attester or ()),
        allowed=tuple(call.options.allow or ()),
        now=SystemClock().now(),
    )
    kinds = {name: str(document.get("schema_version")) for name, document in found.items()}
    return gathered([(name, kinds[name], decode(texts[name])) for name in found], given)


COMMAND = Command(
    summary="Judge a tool bundle by the Registry Spec's rulebook.",
    teach=_TEACH,
    options=_options,
    run=_run,
    operands="FILE…",
)
