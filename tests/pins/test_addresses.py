"""Which addresses we ask; the first table is what ToolPin was seen to decide, and where we are stricter."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolpin_ci.edge.addresses import Reach, check_resolved, check_url, is_public
from toolpin_ci.errors import FetchError

PUBLIC = [
    "https://93.184.216.34/",
    "https://172.32.0.1/",
    "https://100.128.0.1/",
    "https://198.20.0.1/",
    "https://[2001:4860:4860::8888]/",
    "https://example.com/",
    "https://EXAMPLE.com:8443/a?b=c",
]
REFUSED = [
    "https://10.0.0.1/",
    "https://169.254.169.254/latest",
    "https://192.168.1.1/",
    "https://172.16.0.1/",
    "https://100.64.0.1/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://0.0.0.0/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fd12::1]/",
    "https://[ff02::1]/",
    "https://[::ffff:10.0.0.1]/",
    "http://93.184.216.34/",
    "ftp://93.184.216.34/",
]
STRICTER = [
    "https://192.0.0.1/",
    "https://192.0.2.1/",
    "https://198.51.100.7/",
    "https://203.0.113.5/",
    "https://192.88.99.1/",
    "https://[fec0::1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[::8.8.8.8]/",
    "https://[64:ff9b::a00:1]/",
    "https://[64:ff9b:1::1]/",
    "https://[2002:a00:1::1]/",
    "https://[2001::1]/",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
    "https://[fe80::1%25eth0]/",
    "https://0x7f.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://017700000001/",
    "https://127.1/",
    "https://1.2.3/",
    "https://08.8.8.8/",
    "https://8.8.8.8./",
]
SHAPES = [
    "",
    "not a url",
    "https://",
    "https:///path",
    "https://user:secret@example.com/",
    "https://example.com:0/",
    "https://example.com:99999/",
    "https://example.com\\@evil.example/",
    "https://exam ple.com/",
    "https://example.com/\r\nX: y",
    "https://ex\u00e4mple.com/",
    "https://[::1/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "//example.com/",
    "https://-bad.example/",
    "https://" + "a" * 64 + ".example/",
    "https://example.com/" + "a" * 9000,
]


@pytest.mark.parametrize("url", PUBLIC)
def test_a_public_address_may_be_asked(url: str) -> None:
    assert check_url(url, Reach()).hostname


@pytest.mark.parametrize("url", [*REFUSED, *STRICTER, *SHAPES])
def test_everything_else_is_refused_whatever_its_spelling(url: str) -> None:
    with pytest.raises(FetchError) as refused:
        check_url(url, Reach())
    assert refused.value.code == "address-refused"
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/", "http://localhost/", "http://[::1]/", "https://127.0.0.9/"]
)
def test_this_machine_may_be_asked_only_where_that_is_allowed(url: str) -> None:
    assert check_url(url, Reach(loopback=True))
    with pytest.raises(FetchError):
        check_url(url, Reach())


@pytest.mark.parametrize("url", ["http://example.com/", "http://10.0.0.1/", "http://localhost.example.com/"])
def test_plain_http_goes_no_further_than_this_machine(url: str) -> None:
    with pytest.raises(FetchError):
        check_url(url, Reach(loopback=True, private_hosts=frozenset({"example.com"})))


def test_a_host_that_the_operator_names_may_live_on_a_private_network() -> None:
    reach = Reach(private_hosts=frozenset({"npm.corp.example"}))
    assert check_resolved("npm.corp.example", "10.1.2.3", reach) == "10.1.2.3"
    for host, address in (("other.example", "10.1.2.3"), ("npm.corp.example", "169.254.169.254")):
        with pytest.raises(FetchError):
            check_resolved(host, address, reach)


@given(st.ip_addresses(v=4))
def test_public_agrees_with_the_standard_library_or_is_stricter(address: ipaddress.IPv4Address) -> None:
    if is_public(address):
        assert address.is_global
        assert not address.is_multicast


@given(st.ip_addresses(v=6))
def test_public_agrees_with_the_standard_library_for_ipv6_too(address: ipaddress.IPv6Address) -> None:
    if is_public(address):
        assert address.is_global
        assert address.ipv4_mapped is None
        assert address.sixtofour is None
        assert address.teredo is None


HERE = Reach(local=frozenset(("127.0.0.1:4873", "localhost:3141")))


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:4873/a", "https://127.0.0.1:4873/", "http://LOCALHOST:3141/"]
)
def test_a_port_of_this_machine_that_the_operator_names_is_asked(url: str) -> None:
    assert check_url(url, HERE).hostname in ("127.0.0.1", "localhost")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:2375/",
        "https://127.0.0.1/",
        "https://localhost:4873/",
        "http://[::1]:4873/",
        "http://127.0.0.2:4873/",
        "http://169.254.169.254/",
        "http://10.0.0.1:4873/",
    ],
)
def test_no_other_port_of_this_machine_is_asked(url: str) -> None:
    with pytest.raises(FetchError) as refused:
        check_url(url, HERE)
    assert refused.value.code == "address-refused"


def test_a_name_that_leads_to_this_machine_is_followed_only_where_it_is_named() -> None:
    assert check_resolved("localhost", "127.0.0.1", HERE) == "127.0.0.1"
    with pytest.raises(FetchError):
        check_resolved("evil.example", "127.0.0.1", HERE)
