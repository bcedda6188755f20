"""No word of a server's calls a person or a team, in the source of a comment or as it is rendered."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import cmarkgfm  # type: ignore[import-untyped]
import pytest
from cmarkgfm.cmark import Options  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from tests.render.stories import DRIFT, STORIES
from toolpin_ci.model.message import Message
from toolpin_ci.model.report import Report
from toolpin_ci.model.surface import Trouble
from toolpin_ci.render import RenderOptions
from toolpin_ci.render.check_run import render_check_run
from toolpin_ci.render.markdown import render, render_resolved
from toolpin_ci.render.quote import code, fence, html_code, pre, said

CALLS = re.compile(r"@[\w/-]")
NAMES = st.sampled_from(
    [
        "@octocat",
        "@acme/owners",
        "x@y.zz",
        "@",
        "`@a`",
        "\n@b",
        "|@c|",
        "@@d",
        "</pre>@e",
        "&commat;f",
        "&#64;g",
    ]
)
TEXTS = st.lists(NAMES | st.text(max_size=3), max_size=6).map("".join)


class Rendered(HTMLParser):
    """The texts of a page, one for each place between two tags, with whether a link is around them."""

    def __init__(self, markdown: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = [""]
        self.links: list[str] = []
        html = cmarkgfm.github_flavored_markdown_to_html(markdown, options=Options.CMARK_OPT_UNSAFE)
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts.append("")
        if tag == "a":
            self.links.append(str(dict(attrs).get("href")))

    def handle_endtag(self, tag: str) -> None:
        del tag
        self.texts.append("")

    def handle_data(self, data: str) -> None:
        self.texts[-1] += data


def calls(markdown: str) -> list[str]:
    """What a parser of mentions would find, were it to look into code as well."""
    page = Rendered(markdown)
    found = [text for text in (*page.texts, *page.links) if CALLS.search(text)]
    return [*CALLS.findall(markdown), *found]


@given(text=TEXTS)
def test_no_quotation_leaves_an_at_beside_a_name(text: str) -> None:
    for quoted in (code(text), html_code(text), fence(text, "diff"), f"<pre>{pre(text)}</pre>", said(text)):
        assert calls(f"{quoted}\n") == []


@given(text=TEXTS)
def test_what_is_quoted_still_reads_as_it_was_sent(text: str) -> None:
    shown = "".join(Rendered(f"{fence(text)}\n").texts)
    assert shown.count("@") == text.count("@")


def hostile(word: str) -> Report:
    """A report whose every text calls somebody."""
    story = STORIES["drift"]
    drift = replace(
        DRIFT[0],
        subject=word,
        message=Message("{text}", {"text": word}),
        pointer=f"/{word}",
        old={"name": word, "list": [word]},
        new={"name": f"{word}{word}", "list": [word, word]},
        waived=word,
    )
    words = replace(DRIFT[0], subject=f"{word}2", old=f"Reads {word}.", new=f"Writes {word} and {word}.")
    server = replace(
        story.servers[0],
        name=word,
        changes=(drift, words),
        pins=tuple(replace(pin, subject=word, reason=word, locked=word) for pin in story.servers[0].pins),
        unavailable={word: Trouble(code=word, message=word, advice=word, log=word)},
        notes=(word,),
        protections=(word,),
    )
    return replace(
        story,
        title=word,
        servers=(server,),
        findings=(drift,),
        lockfiles=(word,),
        not_compared=word,
        commands=(f"toolpin-ci lock -- npx -y {word}",),
        approval_label=word,
        enforcement=word,
        tool_version=word,
    )


@pytest.mark.parametrize("word", ["@octocat", "@acme/owners", "hey @octocat, `@all`", "a@b.cd"])
@pytest.mark.parametrize("approved", [True, False])
def test_a_comment_made_of_nothing_but_names_calls_nobody(word: str, approved: bool) -> None:  # noqa: FBT001
    report = replace(hostile(word), approved=approved)
    options = RenderOptions(head="3b1e0c7", patch=word, report_name="report.json")
    assert calls(render(report, options)) == []
    assert calls(render_resolved(report, options)) == []
    assert calls(str(render_check_run(report, options)["summary"])) == []


def test_the_judge_sees_a_mention_where_there_is_one() -> None:
    assert calls("`@octocat`\n")
    assert calls("<code>&#64;octocat</code>\n")
    assert calls("mail octo@cat.example\n")
