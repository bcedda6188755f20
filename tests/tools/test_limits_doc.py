"""The page of limits is what the code says."""

from toolpin_ci.model import limits as code
from tools.gen_limits_doc import TARGET, limits, page, shown


def test_the_page_is_up_to_date() -> None:
    assert TARGET.read_text(encoding="utf-8") == page()


def test_every_limit_is_on_the_page_with_its_number() -> None:
    named = {name: number for name, number, _ in limits()}

    assert named == {name: value for name, value in vars(code).items() if name.isupper() and name != "MIB"}


def test_numbers_are_written_with_their_units() -> None:
    assert shown("X_BYTES", 64 * 1024) == "64 KiB"
    assert shown("X_SECONDS", 0.15) == "0.15 s"
    assert shown("X_ITEMS", 100_000) == "100,000"
