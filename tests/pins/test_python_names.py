"""Names and versions of Python packages, judged by the library that installers use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from toolpin_ci.pins.python_names import normal_name, normal_version, version_in

numbers = st.integers(0, 30).map(str)
versions = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", "v", "1!", "0!"]),
        st.lists(numbers, min_size=1, max_size=4).map(".".join),
        st.sampled_from(["", "a1", "-alpha.2", "_beta", "rc3", "c3", ".pre4", "preview"]),
        st.sampled_from(["", "-1", ".post2", "post", "-r3", "rev"]),
        st.sampled_from(["", ".dev1", "dev", "-dev02"]),
        st.sampled_from(["", "+local.1", "+Local-1", "+x"]),
    ),
)


@given(versions, versions)
def test_two_spellings_are_equal_exactly_where_installers_think_so(left: str, right: str) -> None:
    assert (normal_version(left) == normal_version(right)) == (Version(left) == Version(right))


@given(st.text("0123456789.abcdevprost!+-_*>=<~, x", max_size=12))
def test_what_is_no_version_for_installers_is_none_for_us(text: str) -> None:
    try:
        Version(text)
    except InvalidVersion:
        assert normal_version(text) == ""
    else:
        assert normal_version(text)


@given(st.from_regex(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,10}[A-Za-z0-9])?", fullmatch=True))
def test_names_are_normal_as_installers_have_them(name: str) -> None:
    assert normal_name(name) == canonicalize_name(name)


@pytest.mark.parametrize(
    ("filename", "version"),
    [
        ("demo_one-1.0-py3-none-any.whl", "0!1"),
        ("Demo.One-1.0-1-cp311-cp311-manylinux_2_17_x86_64.whl", "0!1"),
        ("demo-one-1.0.tar.gz", "0!1"),
        ("demo_one-1.0.zip", "0!1"),
        ("demo-one-extra-1.0.tar.gz", ""),
        ("demo_one_extra-1.0-py3-none-any.whl", ""),
        ("demo-one-1.0.exe", ""),
        ("demo_one-1.0.whl", ""),
        ("demo-one.tar.gz", ""),
        ("../demo-one-1.0.tar.gz", ""),
    ],
)
def test_the_version_of_a_file_is_read_only_where_it_is_the_projects(filename: str, version: str) -> None:
    assert version_in(filename, "demo-one") == version
