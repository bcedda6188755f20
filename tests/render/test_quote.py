"""Somebody else's words stay words: a CommonMark parser is the judge, on generated and on chosen text."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from toolpin_ci.canon.words import Kind, Piece
from toolpin_ci.render.commands import command, escape_data, escape_property, log_text
from toolpin_ci.render.details import word_block
from toolpin_ci.render.quote import code, fence, html_code, line_ends, mask, one_line, said, terminal

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
NASTY = [
    "`", "``", "|", "\n", "\r", "\n\n", "#", "# ", "- ", "> ", "@octocat", "#12", "GH-3", "[a](b)",
    "![a](b)", "<b>", "</code>", "</pre>", "</details>", "<!--", "-->", "~~~", "```", "    ", "\t", "\\",
    "*", "_", "&lt;", "&#64;", "https://x.y", "www.x.y", "a@b.cd", "::error::", "##[error]", "%0A",
    "\x1b[31m", "\u2028", "\x85", "\u200b", "\u202e", "{{ 7 * 7 }}", "{% raw %}", "$x$", "word", " ",
    "🙂", "\ud800", "1. ", "===", "---", ":-:", "\x00",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(NASTY) | st.text(max_size=4), max_size=8).map("".join)
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u200b\u202e\ud800-\udfff]")


def tokens(text: str) -> list[Token]:
    """Flatten what the parser saw."""
    found: list[Token] = []
    for token in MARKDOWN.parse(text):
        found.extend([token, *(token.children or [])])
    return found


def kinds(text: str) -> list[str]:
    return [token.type for token in tokens(text)]


PARAGRAPH = ["paragraph_open", "inline", "text", "code_inline", "text", "paragraph_close"]


@given(text=TEXTS)
def test_code_in_a_sentence_is_one_code_span_and_nothing_else(text: str) -> None:
    found = kinds(f"before {code(text)} after")
    html = [kind for kind in found if kind not in ("html_inline", "text")]
    assert found == PARAGRAPH or html == ["paragraph_open", "inline", "paragraph_close"]
    allowed = {"<code>", "</code>", "<span>", "</span>", "<i>", "</i>"}
    assert {t.content for t in tokens(code(text)) if t.type == "html_inline"} <= allowed


@given(text=TEXTS)
def test_code_in_a_table_stays_in_its_cell(text: str) -> None:
    row = MARKDOWN.parse(f"| a | b |\n|---|---|\n| {code(text)} | z |\n\nend")
    assert [token.type for token in row].count("td_open") == 2
    assert [token.content for token in row if token.type == "inline"][-2:] == ["z", "end"]


@given(text=TEXTS)
def test_code_in_a_summary_closes_nothing(text: str) -> None:
    document = f"<details><summary>{html_code(text)}</summary>\n\nbody\n\n</details>\n\nend"
    assert [t.type for t in MARKDOWN.parse(document)].count("html_block") == 2
    assert "<" not in html_code(text).removeprefix("<code>").removesuffix("</code>").replace(
        "<span>", ""
    ).replace("</span>", "").replace("<i>", "").replace("</i>", "")


@given(text=TEXTS)
def test_a_fence_ends_where_we_end_it(text: str) -> None:
    found = MARKDOWN.parse(f"{fence(text, 'diff')}\n\nend")
    block = "html_block" if "@" in text else "fence"
    assert [token.type for token in found] == [block, "paragraph_open", "inline", "paragraph_close"]


@given(texts=st.lists(TEXTS, min_size=1, max_size=4))
def test_changed_words_stay_inside_their_block(texts: list[str]) -> None:
    pieces = [Piece(kind, text) for kind, text in zip((*Kind, *Kind), texts, strict=False)]
    block = word_block(pieces)
    assert [t.type for t in MARKDOWN.parse(f"{block}\n\nend")][:2] == ["html_block", "paragraph_open"]
    inside = block.removeprefix("<pre>").removesuffix("</pre>")
    assert set(re.findall("<[^>]*>?", inside)) <= {
        "<ins>", "</ins>", "<del>", "</del>", "<b>", "</b>", "<span>", "</span>",
    }  # fmt: skip


@given(text=TEXTS)
def test_sentences_with_somebodys_words_make_no_structure(text: str) -> None:
    found = set(kinds(f"before: {said(text)}"))
    assert found <= {"paragraph_open", "inline", "text", "code_inline", "html_inline", "paragraph_close"}
    plain = "".join(token.content for token in tokens(said(text)) if token.type == "text")
    if "<" not in said(text):
        assert not re.search(r"@|#|://|www\.|GH-", plain)


@given(text=TEXTS)
def test_no_medium_lets_a_control_character_through(text: str) -> None:
    for quoted in (code(text), html_code(text), one_line(text), terminal(text), log_text(text), fence(text)):
        assert not CONTROL.search(quoted)


@given(text=TEXTS)
def test_no_line_of_a_log_is_a_workflow_command(text: str) -> None:
    for line in re.split("[\n\r\u2028\x85]", log_text(text)):
        assert not line.lstrip().startswith("::")
        assert "##[" not in line


@given(text=TEXTS, title=TEXTS)
def test_a_workflow_command_is_one_line_with_its_own_properties(text: str, title: str) -> None:
    line = command("error", text, {"title": title})
    head, _, data = line.removeprefix("::").partition("::")
    assert len(re.split("[\n\r\u2028\x85]", line)) == 1
    assert head.count("=") - head.count("title=") <= title.count("=")
    assert "##[" not in line
    assert (
        data.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")[:9] != "::error::" or "::" in text
    )


def test_workflow_commands_are_escaped_as_the_runner_reads_them() -> None:
    assert escape_data("50 %\r\n") == "50 %25%0D%0A"
    assert escape_property("a:b,c%") == "a%3Ab%2Cc%25"


@pytest.mark.parametrize(
    "secret",
    [
        "ghp_" + "a1B2" * 9,
        "github_pat_" + "a1B2" * 9,
        "sk-" + "a1B2" * 9,
        "AKIA" + "ABCD1234" * 2,
        "xoxb-1234567890-abcdef",
        "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    ],
)
def test_what_has_the_shape_of_a_credential_is_masked(secret: str) -> None:
    masked = mask(f"key {secret} end")
    assert secret not in masked
    assert masked.startswith("key ")
    assert masked.endswith(" end")
    assert f"{len(secret)} characters" in masked


def test_every_pair_of_nasty_strings_stays_quoted_in_every_place() -> None:
    for first, second in pairwise([*NASTY, *reversed(NASTY)]):
        document = f"### {code(first + second)}\n\n- {code(second + first)}\n\nend"
        found = [token.type for token in MARKDOWN.parse(document)]
        assert found.count("heading_open") == 1
        assert found.count("list_item_open") == 1
        assert found.count("paragraph_open") == 2


def test_a_long_run_of_line_ends_is_counted_and_not_drawn() -> None:
    assert line_ends("a\n\nb") == "a⏎\n⏎\nb"
    assert line_ends("a" + "\n" * 200 + "b") == "a⏎ ⟦200 line ends⟧\nb"
