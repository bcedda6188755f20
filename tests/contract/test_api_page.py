"""The page about the Python API says what the API is."""

import re
from pathlib import Path

from toolpin_ci import api

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")


def test_every_public_function_is_on_the_page_and_nothing_else() -> None:
    public = {name for name in api.__all__ if name.islower()}
    rows = "".join(line for line in PAGE.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`([a-z_]+)\(", rows)) == public


def test_the_example_on_the_page_runs() -> None:
    example = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    exec(compile(example[1], "docs/api.md", "exec"), {})
