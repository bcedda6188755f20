"""`${NAME}` in headers is the only gap that the job's variables fill."""

import pytest

from toolpin_ci.config.environment import fill_headers, header_variables
from toolpin_ci.errors import UnavailableError
from toolpin_ci.model.server import ServerSpec

SPEC = ServerSpec(
    name="tickets",
    url="https://mcp.example.com/",
    headers={"Authorization": "Bearer ${TOKEN}", "X-Both": "${B}-${A}", "X-Plain": "$A"},
)


def test_gaps_are_filled_and_everything_else_stays() -> None:
    filled = fill_headers(SPEC, {"TOKEN": "${A}", "A": "1", "B": "2"})
    assert filled.headers == {"Authorization": "Bearer ${A}", "X-Both": "2-1", "X-Plain": "$A"}


def test_the_variables_that_are_needed_can_be_named_beforehand() -> None:
    assert header_variables(SPEC) == ("A", "B", "TOKEN")


@pytest.mark.parametrize("environ", [{}, {"TOKEN": ""}])
def test_a_variable_that_is_not_there_makes_the_server_unavailable(environ: dict[str, str]) -> None:
    with pytest.raises(UnavailableError) as refused:
        fill_headers(SPEC, environ)
    assert list(refused.value.diagnostics()) == [
        'the header Authorization of "tickets" needs the variable TOKEN, which is not set',
        "set TOKEN in the job's `env`, for example from a secret",
    ]


def test_a_secret_with_a_line_end_is_not_sent_and_not_shown() -> None:
    with pytest.raises(UnavailableError) as refused:
        fill_headers(SPEC, {"TOKEN": "s3cret\n", "A": "1", "B": "2"})
    shown = " ".join(refused.value.diagnostics())
    assert "Authorization" in shown
    assert "s3cret" not in shown


def test_values_are_not_in_the_representation() -> None:
    assert "s3cret" not in repr(fill_headers(SPEC, {"TOKEN": "s3cret", "A": "1", "B": "2"}))
