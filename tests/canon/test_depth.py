import pytest

from toolpin_ci.canon.text import parse
from toolpin_ci.errors import LimitError
from toolpin_ci.model.limits import JSON_DEPTH


@pytest.mark.parametrize(
    ("opened", "closed"),
    [("[", "]"), ('{"a":', "}"), ('["]",', ',"["]'), ('{"}":0,"a":', ',"{":0}'), ('["}",', ',"{"]')],
)
def test_a_text_nests_as_deep_as_allowed_and_no_deeper_whatever_stands_in_its_strings(
    opened: str, closed: str
) -> None:
    parse(opened * JSON_DEPTH + "1" + closed * JSON_DEPTH)

    with pytest.raises(LimitError):
        parse(opened * (JSON_DEPTH + 1) + "1" + closed * (JSON_DEPTH + 1))
