"""Scores the parts of a registry entry as ToolPin does: points, badges, issues and evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from toolpin_ci.canon.toolpin_scan import scan_tools
from toolpin_ci.canon.web_url import web_url
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.toolpin.entry import Server, records
from toolpin_ci.toolpin.evidence import PROOFS, claimed
from toolpin_ci.toolpin.versions import has_digest, is_file_hash, is_floating

_KNOWN = ("npm", "pypi", "nuget", "cargo", "oci", "mcpb")
_STRONG = ("oci", "mcpb")
_SIGNALS = ("pinned version", "digest-pinned", "fileSha256", "https remote")


@dataclass(slots=True)
class Tally:
    """What has been found so far; only this module adds to it."""

    score: int = 50
    signals: int = 0
    badges: list[str] = field(default_factory=list)
    issues: list[JsonObject] = field(default_factory=list)
    evidence: list[JsonObject] = field(default_factory=list)

    def badge(self, *names: str) -> None:
        """Add badges; some count as signs of integrity."""
        self.badges.extend(names)
        self.signals += sum(name in _SIGNALS for name in names)

    def issue(self, severity: str, code: str, message: str) -> None:
        """Add an issue."""
        self.issues.append({"severity": severity, "code": code, "message": message})

    def metadata(self, code: str, message: str, claim: Json, failure: str = "") -> None:
        """Add what the registry's metadata alone says."""
        row: dict[str, Json] = {
            "code": code,
            "status": "failed" if failure else "declared",
            "message": message,
            "source": "registry-metadata",
            "verificationMethod": "metadata-presence",
            "verifiedByToolPin": False,
        }
        if claim is not None:
            row["claim"] = claim
        if failure:
            row["failureReason"] = failure
        self.evidence.append(row)


def tally(server: Server) -> Tally:
    """Score a whole entry."""
    found = Tally()
    _about_source(server, found)
    if not server.packages and not server.remotes:
        found.score -= 35
        found.issue("critical", "no_install_target", "No package or remote endpoint is declared.")
    for package in server.packages:
        _package(package, found)
    for remote in server.remotes:
        _remote(remote, found)
    _about_use(server, found)
    _about_claims(server, found)
    return found


def _about_source(server: Server, found: Tally) -> None:
    if server.repository:
        found.score += 8
        found.badge("source repo")
    else:
        found.score -= 8
        found.issue("warning", "missing_repository", "No source repository is declared.")
    if "/" in server.name:
        found.score += 6
        found.badge("namespaced")


def _package(package: JsonObject, found: Tally) -> None:
    kind = package.get("registryType")
    if isinstance(kind, str) and kind in _KNOWN:
        found.score += 5
        found.badge(kind)
    else:
        found.score -= 8
        words = f"Unknown package registry type: {'undefined' if kind is None else kind}."
        found.issue("warning", "unknown_package_type", words)
    found.score += 4 if kind in _STRONG else 0
    _version(package, found)
    if kind == "oci":
        _image(str(package.get("identifier")), found)
    if kind == "mcpb":
        _bundle(package, found)


def _version(package: JsonObject, found: Tally) -> None:
    identifier, version = package.get("identifier"), package.get("version")
    if isinstance(version, str) and version and not is_floating(version):
        found.score += 5
        found.badge("pinned version")
        message = f"Package {identifier} declares exact version {version}."
        found.metadata("package_pin", message, f"{identifier}@{version}")
    elif package.get("registryType") != "oci":
        found.score -= 6
        message = f"Package {identifier} does not declare an exact package version."
        found.metadata("package_pin", message, identifier, "missing exact version")
        found.issue("warning", "unpinned_package", message)


def _image(identifier: str, found: Tally) -> None:
    if has_digest(identifier):
        found.score += 8
        found.badge("digest-pinned")
        words = "declares a digest pin; image bytes were not resolved by ToolPin."
        found.metadata("digest_present", f"OCI image {identifier} {words}", identifier)
        found.metadata("package_pin", f"OCI image {identifier} is pinned by digest.", identifier)
        return
    found.score -= 10
    marked = "@sha256:" in identifier
    reason = "does not contain a valid sha256 digest pin" if marked else "is not pinned by digest"
    found.metadata("digest_present", f"OCI image {identifier} {reason}.", identifier, reason)
    found.issue("critical", "mutable_oci_tag", f"OCI image {identifier} {reason}.")


def _bundle(package: JsonObject, found: Tally) -> None:
    value = package.get("fileSha256")
    if is_file_hash(value):
        found.score += 8
        found.badge("fileSha256")
        words = (
            "MCPB package declares fileSha256; package bytes were not hashed by ToolPin in metadata scoring."
        )
        found.metadata("file_hash_present", words, value)
        return
    found.score -= 12
    words = "MCPB package is missing a valid 64-character fileSha256."
    failure = "missing valid 64-character fileSha256"
    found.metadata("file_hash_present", words, package.get("identifier"), failure)
    found.issue(
        "critical", "missing_mcpb_hash", "MCPB packages should include a valid 64-character fileSha256."
    )


def _remote(remote: JsonObject, found: Tally) -> None:
    kind, address = remote.get("type"), remote.get("url")
    found.score += 6
    if isinstance(kind, str):
        found.badge(kind)
    url = web_url(address) if isinstance(address, str) else None
    if url is not None and url.scheme == "https":
        found.score += 6
        found.badge("https remote")
    else:
        found.score -= 15
        code, words = ("invalid_remote_url", "a valid URL") if url is None else ("insecure_remote", "HTTPS")
        found.issue("critical", code, f"Remote MCP endpoint is not {words}: {address}")
    found.score += 4 if kind == "streamable-http" else 0


def _about_use(server: Server, found: Tally) -> None:
    if server.needs_secrets:
        found.score -= 6
        found.badge("requires secrets")
        found.issue("info", "requires_secrets", "This server declares secret configuration inputs.")
    if "sse" in server.transports:
        found.score -= 4
        words = "SSE transport appears in the manifest; streamable HTTP is preferred for remote servers."
        found.issue("info", "legacy_transport", words)
    if server.is_latest:
        found.badge("latest")
    if server.has_manifest:
        found.badge("capability-pinned")


def _about_claims(server: Server, found: Tally) -> None:
    for attestation in records(server.note("attestations")):
        kind = attestation.get("type")
        if isinstance(kind, str):
            found.badge(f"{kind}-declared")
            words = f"{kind} attestation metadata is declared but not cryptographically verified."
            found.metadata("attestation_declared", words, kind)
    claims = claimed(server)
    found.evidence.extend(claims)
    # A registry's claim is never `passed`, so these badges wait for a proof of ToolPin's own.
    found.badge(*(_PROOF_BADGES[code] for code in PROOFS if _has_passed(claims, code)))
    findings = scan_tools([{"name": server.name, "description": server.raw.get("description")}], "server")
    if findings:
        found.badge("description-scan-advisory")
    for finding in findings:
        found.issue(finding.severity, finding.code, f"{finding.subject}: {finding.message}")


_PROOF_BADGES = {code: code.replace("_", "-") for code in PROOFS}


def _has_passed(evidence: Sequence[JsonObject], code: str) -> bool:
    return any(row.get("code") == code and row.get("status") == "passed" for row in evidence)
