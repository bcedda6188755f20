"""Names of images; where ToolPin refuses a name or bends it, the grammar decides."""

import pytest

from toolpin_ci.pins.evidence import PinFailure
from toolpin_ci.pins.oci_reference import Reference, parse_reference

DIGEST = "sha256:" + "ab12" * 16


@pytest.mark.parametrize(
    ("text", "host", "repository", "tag", "digest"),
    [
        (f"ubuntu@{DIGEST}", "docker.io", "library/ubuntu", "", DIGEST),
        (f"library/ubuntu@{DIGEST}", "docker.io", "library/ubuntu", "", DIGEST),
        ("ubuntu", "docker.io", "library/ubuntu", "latest", ""),
        (f"docker.io/vector/demo@{DIGEST}", "docker.io", "vector/demo", "", DIGEST),
        (f"index.docker.io/demo@{DIGEST}", "docker.io", "library/demo", "", DIGEST),
        (f"GHCR.IO/vector/demo@{DIGEST}", "ghcr.io", "vector/demo", "", DIGEST),
        (f"ghcr.io/vector/demo:1.0@{DIGEST}", "ghcr.io", "vector/demo", "1.0", DIGEST),
        (f"localhost:5000/demo@{DIGEST}", "localhost:5000", "demo", "", DIGEST),
        ("localhost/demo:x", "localhost", "demo", "x", ""),
        ("team/demo", "docker.io", "team/demo", "latest", ""),
        (f"us.gcr.io/v/d@{DIGEST.upper().replace('SHA256', 'sha256')}", "us.gcr.io", "v/d", "", DIGEST),
        (f"ghcr.io/v/d@sha512:{'a' * 128}", "ghcr.io", "v/d", "", f"sha512:{'a' * 128}"),
        ("[::1]:5000/demo:1", "[::1]:5000", "demo", "1", ""),
        ("ghcr.io/a/b/c__d/e-f.g:v1_2", "ghcr.io", "a/b/c__d/e-f.g", "v1_2", ""),
    ],
)
def test_a_name_is_read_into_its_parts(text: str, host: str, repository: str, tag: str, digest: str) -> None:
    assert parse_reference(text) == Reference(host=host, repository=repository, tag=tag, digest=digest)


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"https://ghcr.io/v/d@{DIGEST}",
        f"ghcr.io//v///d@{DIGEST}",
        "ghcr.io/v/d@sha256:zz",
        f"ghcr.io/v/d@{DIGEST}@{DIGEST}",
        f"ghcr.io/v/d@{DIGEST} ",
        f"ghcr.io/Vector/Demo@{DIGEST}",
        "ghcr.io/v/d:",
        "ghcr.io/v/d:a b",
        "ghcr.io/../v2/_catalog",
        "ghcr.io/v/d/../../x",
        "ghcr.io/v/d?x=y",
        "ghcr.io/v/d#x",
        "evil.example:80:80/d",
        "user:pass@ghcr.io/v/d",
        "ghcr.io/" + "a" * 300,
        "-bad.example/d",
    ],
)
def test_what_is_no_name_is_a_failed_pin(text: str) -> None:
    with pytest.raises(PinFailure) as refused:
        parse_reference(text)
    assert refused.value.code == "oci-reference-invalid"


def test_endpoints_are_https_except_on_this_machine() -> None:
    assert parse_reference("ubuntu").base == "https://registry-1.docker.io/v2/library/ubuntu"
    assert parse_reference("ghcr.io/v/d").base == "https://ghcr.io/v2/v/d"
    assert parse_reference("127.0.0.1:5000/d").base == "http://127.0.0.1:5000/v2/d"
    assert parse_reference("localhost.example:5000/d").base == "https://localhost.example:5000/v2/d"
