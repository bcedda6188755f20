import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolpin_ci.canon.text import canonical, compact, parse, pretty
from toolpin_ci.errors import JsonError, LimitError
from toolpin_ci.model.jsonvalue import Number, canonical_number, same

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert parse(compact(value)) == value
    assert parse(pretty(value)) == value


@given(VALUES)
def test_pretty_text_is_what_the_standard_library_writes(value: Any) -> None:
    try:
        expected = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return
    assert pretty(value).encode("utf-8") == expected


@given(VALUES)
def test_the_canonical_form_is_a_fixed_point(value: Any) -> None:
    assert canonical(parse(canonical(value))) == canonical(value)


@pytest.mark.parametrize(
    "spelled",
    ["1.0", "1e2", "1E+2", "-0", "-0.0", "0.1000000000000000055", "1e400", "12345678901234567890.5"],
)
def test_a_number_keeps_its_spelling(spelled: str) -> None:
    assert compact(parse(f'{{"n":{spelled}}}')) == f'{{"n":{spelled}}}'


@pytest.mark.parametrize(
    ("spelled", "exact"),
    [
        ("1.0", "1"),
        ("1e2", "100"),
        ("100.00", "100"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("0e99", "0"),
        ("1.50", "15e-1"),
        ("0.1000000000000000055", "1000000000000000055e-19"),
        ("-12.5e3", "-12500"),
        ("1e-7", "1e-7"),
        ("9007199254740993.0", "9007199254740993"),
    ],
)
def test_equal_values_have_one_canonical_number(spelled: str, exact: str) -> None:
    assert canonical_number(spelled) == exact
    assert canonical(parse(spelled)) == exact


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6))
def test_numbers_are_equal_exactly_when_their_values_are(value: Any) -> None:
    text = format(value, "f")
    assert Number(text) == Number(text + ("0" if "." in text else ".0"))
    assert Number(text) != Number(text + ("1" if "." in text else ".1"))


def test_true_is_not_one_and_one_is_one_point_zero() -> None:
    assert same(parse("[1]"), parse("[1.0]"))
    assert not same(parse("[true]"), parse("[1]"))
    assert not same(parse("[false]"), parse("[0]"))
    assert not same(parse("[9007199254740993]"), parse("[9007199254740992]"))
    assert hash(Number("1.0")) == hash(1)


def test_lone_surrogates_survive_as_escapes() -> None:
    value = parse(r'{"a":"\ud800x"}')
    assert compact(value) == r'{"a":"\ud800x"}'
    compact(value).encode("utf-8")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("[1,\n 2,\n]", 3, 1), ('{"a" 1}', 1, 6), ("", 1, 1), ("// x", 1, 1), ('"\t"', 1, 2)],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(JsonError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "text", ['{"a":1,"a":2}', "NaN", "[Infinity]", "-Infinity", "\ufeff{}", b'"\xff"', b"\xed\xa0\x80"]
)
def test_what_other_readers_let_pass_is_refused(text: str | bytes) -> None:
    with pytest.raises(JsonError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "limit"),
    [("[" * 300 + "]" * 300, "JSON_DEPTH"), ("[" * 99_999, "JSON_DEPTH"), ("9" * 5000, "NUMBER_CHARS")],
)
def test_passing_a_limit_names_it(text: str, limit: str) -> None:
    with pytest.raises(LimitError) as caught:
        parse(text)
    assert caught.value.limit == limit


def test_brackets_in_a_string_are_no_depth() -> None:
    assert parse(json.dumps(["[" * 5000])) == ["[" * 5000]


def test_a_number_beyond_a_double_is_refused_where_finite_is_asked_for() -> None:
    assert parse("1e400") == Number("1e400")
    with pytest.raises(JsonError):
        parse("1e400", finite=True)
