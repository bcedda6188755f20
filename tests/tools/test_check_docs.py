from pathlib import Path

from tools import check_docs


def test_a_link_to_a_missing_file_or_heading_is_a_problem_and_a_good_one_is_none(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One `code` heading\n", encoding="utf-8")
    assert check_docs.problem(page, "other.md") == "there is no such file"
    assert check_docs.problem(page, "#two") == "there is no such heading"
    assert check_docs.problem(page, "page.md#one-code-heading") is None
    assert check_docs.problem(page, "https://example.invalid/x") is None


def test_links_inside_code_are_not_links(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`[a](b.md)` and [c](d.md), ![e](f.png)\n", encoding="utf-8")
    assert list(check_docs.links(page)) == ["d.md", "f.png"]
