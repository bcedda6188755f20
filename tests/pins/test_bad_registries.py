"""Registries that misbehave, for every kind of pin: named in the evidence, bounded, never passed."""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pins.asking import evidence_of, verdict
from tests.sim.registry_files import FileServer, Page, file_server
from tests.sim.registry_npm import sri
from toolpin_ci.model.pin import Pin, Registry

HTML = {"Content-Type": "text/html"}
SIMPLE = {"Content-Type": "application/vnd.pypi.simple.v1+json"}
LOCKED = f"sha256:{'0' * 64}"

Make = Callable[[FileServer], Pin]


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[FileServer]:
    with file_server(tmp_path, tls=False) as running:
        yield running


def npm(server: FileServer) -> Pin:
    registry = Registry(url=server.url("/"))
    digests = {"tarball": sri(b"tarball")}
    return Pin(kind="npm", identifier="demo", version="1.0.0", digests=digests, registry=registry)


def pypi(server: FileServer) -> Pin:
    registry = Registry(url=server.url("/simple"))
    digests = {"demo-1.0.tar.gz": f"sha256:{hashlib.sha256(b'x').hexdigest()}"}
    return Pin(kind="pypi", identifier="demo", version="1.0", digests=digests, registry=registry)


def oci(server: FileServer) -> Pin:
    return Pin(kind="oci", identifier=f"127.0.0.1:{server.port}/team/demo@{LOCKED}")


def mcpb(server: FileServer) -> Pin:
    return Pin(kind="mcpb", identifier=server.url("/demo.mcpb"), digests={"bundle": LOCKED})


def facets(server: FileServer) -> Pin:
    return Pin(
        kind="facets",
        identifier="demo",
        digests={"content": LOCKED},
        registry=Registry(url=server.url("/demo")),
    )


FIRST: dict[Make, str] = {npm: "/demo/1.0.0", pypi: "/simple/demo/", oci: f"/v2/team/demo/manifests/{LOCKED}"}
EVERY: dict[Make, str] = {**FIRST, mcpb: "/demo.mcpb", facets: "/demo"}


@pytest.mark.parametrize("make", EVERY, ids=lambda make: make.__name__)
@pytest.mark.parametrize(
    ("page", "code"),
    [
        (Page(status=401), "denied"),
        (Page(status=403), "denied"),
        (Page(status=500), "bad-status"),
        (Page(status=418), "bad-status"),
        (Page(status=429, headers={"Retry-After": "3600"}), "rate-limited"),
        (Page(headers={"Content-Length": "99999999999"}), "too-large"),
        (Page(status=302, headers={"Location": "https://169.254.169.254/"}), "address-refused"),
    ],
    ids=["401", "403", "500", "418", "429", "oversized", "metadata"],
)
def test_what_no_registry_should_answer_could_not_be_checked(
    plain: FileServer, make: Make, page: Page, code: str
) -> None:
    plain.pages[EVERY[make]] = page
    if make is npm:
        plain.pages["/demo"] = page
    assert verdict(evidence_of(make(plain))) == ("unavailable", code)


@pytest.mark.parametrize("make", EVERY, ids=lambda make: make.__name__)
def test_a_redirect_loop_could_not_be_checked(plain: FileServer, make: Make) -> None:
    plain.pages[EVERY[make]] = Page(status=302, headers={"Location": EVERY[make]})
    assert verdict(evidence_of(make(plain))) == ("unavailable", "redirect-loop")


@pytest.mark.parametrize("make", FIRST, ids=lambda make: make.__name__)
def test_an_endless_document_could_not_be_checked(plain: FileServer, make: Make) -> None:
    plain.pages[FIRST[make]] = Page(body=b" " * 1_000_000, endless=True, headers=SIMPLE)
    assert verdict(evidence_of(make(plain))) == ("unavailable", "too-large")


@pytest.mark.parametrize("make", EVERY, ids=lambda make: make.__name__)
def test_a_web_page_could_not_be_checked(plain: FileServer, make: Make) -> None:
    plain.pages[EVERY[make]] = Page(body=b"<html><a href='/login'>Sign in</a></html>", headers=HTML)
    found = evidence_of(make(plain))
    assert found.state == "unavailable"
    assert "text/html" in found.reason or "web page" in found.reason


@pytest.mark.parametrize("make", FIRST, ids=lambda make: make.__name__)
def test_a_document_that_is_packed_against_our_wish_could_not_be_checked(
    plain: FileServer, make: Make
) -> None:
    plain.pages[FIRST[make]] = Page(body=b"\x1f\x8b", headers={"Content-Encoding": "gzip", **SIMPLE})
    assert verdict(evidence_of(make(plain))) == ("unavailable", "encoded")


@pytest.mark.parametrize("body", [b"{", b"[]", b'"text"', b"\xff", b"[" * 100_000, b'{"a":1,"a":2}', b""])
@pytest.mark.parametrize("make", [npm, pypi], ids=lambda make: make.__name__)
def test_a_document_that_is_none_could_not_be_checked(plain: FileServer, make: Make, body: bytes) -> None:
    plain.pages[FIRST[make]] = Page(body=body, headers=SIMPLE)
    assert verdict(evidence_of(make(plain))) == ("unavailable", "not-json")


def test_a_host_that_stalls_is_over_at_the_deadline(plain: FileServer) -> None:
    plain.pages["/demo/1.0.0"] = Page(body=b"{", headers={"Content-Length": "100"})
    assert verdict(evidence_of(npm(plain), seconds=0.3)) == ("unavailable", "timeout")


def npm_version(server: FileServer, **dist: str) -> None:
    dist = {"tarball": server.url("/demo.tgz"), **dist}
    document = {"name": "demo", "version": "1.0.0", "dist": dist}
    server.pages["/demo/1.0.0"] = Page(body=json.dumps(document).encode())
    server.pages["/demo.tgz"] = Page(body=b"tarball")


def test_an_npm_registry_is_believed_only_after_the_bytes(plain: FileServer) -> None:
    npm_version(plain, integrity=sri(b"tarball"))
    assert verdict(evidence_of(npm(plain))) == ("passed", "")
    plain.pages["/demo.tgz"] = Page(body=b"others")
    assert verdict(evidence_of(npm(plain))) == ("failed", "npm-integrity-mismatch")
    plain.pages["/demo.tgz"] = Page(status=404)
    assert verdict(evidence_of(npm(plain))) == ("failed", "npm-tarball-gone")


def test_an_npm_tarball_on_another_host_gets_no_credentials(plain: FileServer) -> None:
    npm_version(plain, tarball=plain.url("/demo.tgz", host="127.0.0.1"), integrity=sri(b"tarball"))
    registry = Registry(url=plain.url("/"), authorization="Bearer secret")
    pin = npm(plain)
    pin = Pin(kind="npm", identifier="demo", version="1.0.0", digests=pin.digests, registry=registry)
    assert verdict(evidence_of(pin)) == ("passed", "")
    assert [credential for _, _, credential in plain.asked] == ["Bearer secret", ""]


def test_a_weak_integrity_is_checked_and_the_lock_decides(plain: FileServer) -> None:
    weak = "sha1-" + "x" * 28
    npm_version(plain, integrity=f"md5-abc {weak}")
    assert verdict(evidence_of(npm(plain))) == ("failed", "npm-integrity-mismatch")


def test_an_npm_document_without_a_tarball_could_not_be_checked(plain: FileServer) -> None:
    npm_version(plain, tarball="")
    assert verdict(evidence_of(npm(plain))) == ("unavailable", "no-tarball")


def test_an_npm_document_of_another_package_is_not_the_pinned_one(plain: FileServer) -> None:
    document = {"name": "other", "version": "1.0.0", "dist": {"tarball": plain.url("/demo.tgz")}}
    plain.pages["/demo/1.0.0"] = Page(body=json.dumps(document).encode())
    plain.pages["/demo"] = Page(body=b'{"versions": {}}')
    assert verdict(evidence_of(npm(plain))) == ("failed", "npm-version-unpublished")


def simple(server: FileServer, *files: object, version: str = "1.1") -> None:
    page = {"meta": {"api-version": version}, "name": "demo", "files": list(files)}
    server.pages["/simple/demo/"] = Page(body=json.dumps(page).encode(), headers=SIMPLE)
    server.pages["/f/demo-1.0.tar.gz"] = Page(body=b"x")


def listed(content: bytes = b"x", **more: object) -> dict[str, object]:
    sha = hashlib.sha256(content).hexdigest()
    return {"filename": "demo-1.0.tar.gz", "url": "/f/demo-1.0.tar.gz", "hashes": {"sha256": sha}, **more}


def test_an_index_with_a_wrong_hash_fails(plain: FileServer) -> None:
    simple(plain, listed(b"other"))
    assert verdict(evidence_of(pypi(plain))) == ("failed", "pypi-hash-changed")
    simple(plain, listed())
    plain.pages["/f/demo-1.0.tar.gz"] = Page(body=b"y")
    assert verdict(evidence_of(pypi(plain))) == ("failed", "pypi-hash-mismatch")


def test_an_index_that_lists_one_name_with_two_hashes_fails(plain: FileServer) -> None:
    simple(plain, listed(), listed(b"other"))
    assert verdict(evidence_of(pypi(plain))) == ("failed", "pypi-index-contradicts-itself")


@pytest.mark.parametrize(
    ("yanked", "note"),
    [("broken", "yanked: demo-1.0.tar.gz (broken)"), (True, "yanked: demo-1.0.tar.gz (-)"), (False, "")],
)
def test_a_yanked_file_passes_with_the_publishers_reason(
    plain: FileServer, yanked: object, note: str
) -> None:
    simple(plain, listed(yanked=yanked), {"filename": "demo-2.0.tar.gz"}, "noise")
    found = evidence_of(pypi(plain))
    assert verdict(found) == ("passed", "")
    assert found.notes == ((note,) if note else ())


def test_a_yanked_file_is_read_from_html_too(plain: FileServer) -> None:
    sha = hashlib.sha256(b"x").hexdigest()
    body = (
        f'<base href="/f/"><a href="demo-1.0.tar.gz#sha256={sha}" data-yanked="oops">demo-1.0.tar.gz</a>'
        '<a href="demo-1.1.tar.gz">newer</a><a>nothing</a>'
    )
    plain.pages["/simple/demo/"] = Page(body=body.encode(), headers=HTML)
    plain.pages["/f/demo-1.0.tar.gz"] = Page(body=b"x")
    found = evidence_of(pypi(plain))
    assert verdict(found) == ("passed", "")
    assert found.notes == ("yanked: demo-1.0.tar.gz (oops)",)


def test_an_html_page_that_marks_itself_as_an_empty_index_is_one(plain: FileServer) -> None:
    body = b'<meta name="pypi:repository-version" content="1.0">'
    plain.pages["/simple/demo/"] = Page(body=body, headers=HTML)
    assert verdict(evidence_of(pypi(plain))) == ("failed", "pypi-version-gone")


def test_a_file_without_a_hash_is_held_to_the_lock(plain: FileServer) -> None:
    simple(plain, listed(hashes={}))
    found = evidence_of(pypi(plain))
    assert verdict(found) == ("passed", "")
    assert found.notes == ("the index declares no sha256 of demo-1.0.tar.gz",)


def test_a_file_too_large_to_hash_stays_a_claim_of_the_index(plain: FileServer) -> None:
    simple(plain, listed())
    plain.pages["/f/demo-1.0.tar.gz"] = Page(headers={"Content-Length": "99999999999"})
    assert verdict(evidence_of(pypi(plain))) == ("declared", "pypi-not-hashed")


def test_an_index_of_an_unknown_version_could_not_be_checked(plain: FileServer) -> None:
    simple(plain, listed(), version="2.0")
    assert verdict(evidence_of(pypi(plain))) == ("unavailable", "not-an-index")
    plain.pages["/simple/demo/"] = Page(body=b"x", headers={"Content-Type": "image/png"})
    assert verdict(evidence_of(pypi(plain))) == ("unavailable", "not-an-index")


def test_an_index_that_lists_thousands_of_files_could_not_be_checked(plain: FileServer) -> None:
    names = [f"demo-1.0-{build}-py3-none-any.whl" for build in range(1, 300)]
    simple(plain, *({"filename": name, "url": "/x", "hashes": {}} for name in names))
    assert verdict(evidence_of(pypi(plain))) == ("unavailable", "too-many-files")


@pytest.mark.parametrize(
    ("challenge", "code"),
    [
        ("", "denied"),
        ("Basic realm=x", "denied"),
        ('Bearer realm="https://169.254.169.254/token"', "address-refused"),
        ('Bearer realm="http://evil.example/token"', "address-refused"),
        ("Bearer realm=", "address-refused"),
    ],
)
def test_a_challenge_that_leads_astray_could_not_be_checked(
    plain: FileServer, challenge: str, code: str
) -> None:
    plain.pages[FIRST[oci]] = Page(status=401, headers={"WWW-Authenticate": challenge})
    assert verdict(evidence_of(oci(plain))) == ("unavailable", code)


@pytest.mark.parametrize("body", [b"{}", b'{"token": 5}', b'{"token": "a\\nb"}', b"<html>"])
def test_a_token_that_is_none_could_not_be_checked(plain: FileServer, body: bytes) -> None:
    realm = f'Bearer realm="{plain.url("/token")}?a=b",service="s"'
    plain.pages[FIRST[oci]] = Page(status=401, headers={"WWW-Authenticate": realm})
    plain.pages["/token?a=b&service=s&scope=repository%3Ateam%2Fdemo%3Apull"] = Page(body=body)
    assert evidence_of(oci(plain)).code in ("denied", "not-json")


def test_basic_credentials_answer_a_basic_challenge(plain: FileServer) -> None:
    body = b'{"schemaVersion": 2, "layers": []}'
    digest = f"sha256:{hashlib.sha256(body).hexdigest()}"
    answers = iter(
        [Page(status=401, headers={"WWW-Authenticate": 'Basic realm="x"'}), Page(body=body, status=200)]
    )
    plain.pages[f"/v2/team/demo/manifests/{digest}"] = lambda: next(answers)
    identifier = f"127.0.0.1:{plain.port}/team/demo@{digest}"
    pin = Pin(kind="oci", identifier=identifier, registry=Registry(url="x", authorization="Basic eA=="))
    assert verdict(evidence_of(pin)) == ("passed", "")
    assert [credential for *_, credential in plain.asked] == ["", "Basic eA=="]


@pytest.mark.parametrize("children", [[{}], [{"digest": "md5:1"}], [{"digest": 5}]])
def test_an_index_without_digests_fails(plain: FileServer, children: list[dict[str, object]]) -> None:
    body = json.dumps({"schemaVersion": 2, "manifests": children}).encode()
    plain.pages["/v2/team/demo/manifests/1"] = Page(body=body)
    pin = Pin(kind="oci", identifier=f"127.0.0.1:{plain.port}/team/demo:1")
    assert verdict(evidence_of(pin)) == ("failed", "oci-index-invalid")


def test_an_index_of_too_many_platforms_could_not_be_checked(plain: FileServer) -> None:
    body = json.dumps({"schemaVersion": 2, "manifests": [{}] * 300}).encode()
    plain.pages["/v2/team/demo/manifests/1"] = Page(body=body)
    pin = Pin(kind="oci", identifier=f"127.0.0.1:{plain.port}/team/demo:1")
    assert verdict(evidence_of(pin)) == ("unavailable", "too-many-files")


@pytest.mark.parametrize("name", ["", "../x", "a b", "@a/b/c", "@/b", "a/b", "%2e%2e"])
def test_a_name_that_is_none_is_never_asked_for(plain: FileServer, name: str) -> None:
    registry = Registry(url=plain.url("/"))
    for kind in ("npm", "pypi"):
        found = evidence_of(Pin(kind=kind, identifier=name, version="1.0.0", registry=registry))
        assert verdict(found) == ("failed", f"{kind}-name-invalid")
    assert plain.asked == []


def test_a_registry_without_single_versions_is_asked_for_all_of_them(plain: FileServer) -> None:
    npm_version(plain, integrity=sri(b"tarball"))
    page = plain.pages.pop("/demo/1.0.0")
    assert isinstance(page, Page)
    plain.pages["/demo"] = Page(body=json.dumps({"versions": {"1.0.0": json.loads(page.body)}}).encode())
    assert verdict(evidence_of(npm(plain))) == ("passed", "")


def test_a_file_whose_host_refuses_could_not_be_checked(plain: FileServer) -> None:
    simple(plain, listed(url="https://10.0.0.1/demo-1.0.tar.gz"))
    assert verdict(evidence_of(pypi(plain))) == ("unavailable", "address-refused")
