"""Every story in every format, and what no document may ever do."""

import json
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from tests.plugins.golden import Golden
from tests.render.stories import DECLARED, DRIFT, HEAD, STORIES, finding, many
from toolpin_ci.model.finding import Severity
from toolpin_ci.model.report import Conclusion
from toolpin_ci.render import RENDERERS, RenderOptions, RuleText, render, render_changes
from toolpin_ci.render.commands import render as render_commands
from toolpin_ci.render.fit import size
from toolpin_ci.render.markdown import render_resolved

MARKER = "<!-- toolpin-ci v1 id=9f2c41 sha=3b1e0c7 -->"
OPTIONS = RenderOptions(
    marker=MARKER,
    head=HEAD,
    links={"Job log": "https://github.example/acme/weather/actions/runs/1"},
    rules={"tool-removed": RuleText(title="A tool was removed", why="Calls to it fail.", url="https://d/#x")},
    report_id="ci/check",
)
NAMES = {"text": "report.txt", "json": "report.json", "markdown": "comment.md", "sarif": "report.sarif"}


@pytest.mark.parametrize("fmt", RENDERERS)
@pytest.mark.parametrize("story", STORIES)
def test_every_story_reads_as_recorded(story: str, fmt: str, golden: Golden) -> None:
    golden(f"{story}/{NAMES[fmt]}", render(STORIES[story], fmt, OPTIONS))


@pytest.mark.parametrize("fmt", RENDERERS)
def test_a_diff_reads_as_recorded(fmt: str, golden: Golden) -> None:
    golden(f"diff/{NAMES[fmt]}", render_changes([*DECLARED, *DRIFT], fmt))


@pytest.mark.parametrize("fmt", RENDERERS)
def test_no_difference_is_said_too(fmt: str) -> None:
    assert render_changes([], fmt).endswith("\n")


@pytest.mark.parametrize("story", ["drift", "large"])
def test_the_log_reads_as_recorded(story: str, golden: Golden) -> None:
    golden(f"{story}/log.txt", render_commands(STORIES[story], OPTIONS))


def test_the_resolved_comment_reads_as_recorded(golden: Golden) -> None:
    golden("clean/resolved.md", render_resolved(STORIES["clean"], OPTIONS))


def test_colour_is_there_only_when_asked_for(golden: Golden) -> None:
    assert "\x1b" not in render(STORIES["drift"], "text")
    golden("drift/colour.txt", render(STORIES["drift"], "text", replace(OPTIONS, colour=True)))


@pytest.mark.parametrize("story", STORIES)
def test_the_marker_is_the_first_line(story: str) -> None:
    assert render(STORIES[story], "markdown", OPTIONS).split("\n")[0] == MARKER


def test_declared_and_undeclared_stand_under_headings_of_their_own() -> None:
    page = render(STORIES["drift"], "markdown", OPTIONS)
    undeclared, _, declared = page.partition("#### Declared in ")
    assert "`send_email`" in undeclared
    assert "get_forecast" not in undeclared
    assert "`send_email`" not in declared.partition("####")[0]


@pytest.mark.parametrize("budget", [65_000, 20_000])
def test_a_huge_drift_keeps_the_worst_and_counts_the_rest(budget: int) -> None:
    page = render(many(3_000), "markdown", replace(OPTIONS, budget=budget))
    assert size(page) <= budget
    assert "**critical**" in page
    assert "things are shown in detail" in page
    assert page.count("<details") == page.count("</details>")


def test_long_names_and_many_findings_stay_within_the_budget() -> None:
    wide = [
        replace(
            finding("r", Severity.CRITICAL, "|" * 500 + str(n), "{x}", args={"x": "<" * 900}), server=f"s{n}"
        )
        for n in range(400)
    ]
    report = replace(STORIES["drift"], findings=tuple(wide), lockfiles=("|" * 3000,) * 9)
    assert size(render(report, "markdown", OPTIONS)) <= 65_536


def test_a_short_description_with_a_long_change_is_never_cut_inside_it() -> None:
    text = "word " * 300
    change = replace(DRIFT[0], old=text + "old", new=text + "brand new ending")
    page = render_changes([change], "markdown")
    assert "<del>old</del><ins><b>brand new ending</b></ins>" in page
    assert "characters…]" in page


def test_a_template_in_a_name_stays_text() -> None:
    change = replace(DRIFT[0], subject="{{ 7 * 7 }}{% for x in y %}")
    assert "{{ 7 * 7 }}{% for x in y %}" in render_changes([change], "markdown")


def test_a_hostile_report_makes_no_structure_of_its_own() -> None:
    bad = "x`\n\n# pwned\n\n<img src=x onerror=1> ![a](http://e.vil) @octocat\n- | b |\n</details></pre>```\n"
    hostile = finding(
        "tool-added", Severity.CRITICAL, bad, "found {x}", args={"x": bad}, old=bad, new=bad + "z", server=bad
    )
    server = replace(STORIES["drift"].servers[1], name=bad, notes=(bad,), protections=(bad,))
    report = replace(STORIES["drift"], title=bad, servers=(server,), findings=(hostile,), commands=(bad,))
    page = render(report, "markdown", OPTIONS)
    parsed = MarkdownIt("commonmark").enable("table").parse(page)
    headings = [t.content for t, h in zip(parsed[1:], parsed, strict=False) if h.type == "heading_open"]
    assert [h.split(":")[0].split(" ")[0] for h in headings].count("pwned") == 0
    inline = [child for token in parsed for child in token.children or []]
    assert not [token for token in inline if token.type == "image"]
    assert [t.attrs["href"] for t in inline if t.type == "link_open"] == list(OPTIONS.links.values())
    html = " ".join(token.content for token in [*parsed, *inline] if token.type.startswith("html"))
    assert "<img" not in html


def test_what_is_absent_is_omitted_and_null_is_a_value() -> None:
    made = replace(DRIFT[0], old=None)
    document = json.loads(render_changes([made, replace(DECLARED[1])], "json"))
    first, second = document["changes"]
    assert document["schema"] == "toolpin-ci.diff/1"
    assert first["old"] is None
    assert "old" not in second


def test_every_change_and_finding_says_declared_and_its_fingerprint() -> None:
    document = json.loads(render(STORIES["drift"], "json", OPTIONS))
    everything = [*document["findings"], *(c for s in document["servers"] for c in s["changes"])]
    assert document["schema"] == "toolpin-ci.report/1"
    assert all(
        {"declared", "fingerprint", "rule", "severity", "area", "action"} <= set(one) for one in everything
    )
    assert [s["status"] for s in document["servers"]] == [
        "drifted",
        "could-not-check",
        "not-probed",
        "unchanged",
    ]
    assert (document["exitCode"], document["conclusion"]) == (1, "failure")


def test_sarif_points_at_lines_and_carries_fingerprints() -> None:
    run = json.loads(render(STORIES["drift"], "sarif", OPTIONS))["runs"][0]
    result = next(r for r in run["results"] if r["ruleId"] == "tool-removed")
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "mcp-lock.json"
    assert all(r["locations"][0]["physicalLocation"]["region"]["startLine"] >= 1 for r in run["results"])
    assert result["partialFingerprints"]["toolpinFinding/v1"] == DECLARED[2].fingerprint
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["help"]["text"] == "Calls to it fail."
    assert run["automationDetails"]["id"] == "toolpin-ci/ci/check/"


def test_waived_findings_are_suppressed_and_say_why() -> None:
    report = replace(STORIES["drift"], findings=(replace(DRIFT[0], waived="known, ask Ann"),), servers=())
    assert "suppressions" in render(report, "sarif")
    for fmt in ("text", "markdown"):
        assert "known, ask Ann" in render(report, fmt)


def test_an_approved_change_names_its_label() -> None:
    page = render(replace(STORIES["waiting"], approved=True), "markdown")
    assert "approved by the label `toolpin-ok-5d2f5d2f5d2f`" in page
    assert "toolpin-ok-5d2f5d2f5d2f" in render(STORIES["waiting"], "text")


def test_the_heading_shows_every_kind_of_end() -> None:
    def icon(**fields: object) -> str:
        return render(replace(STORIES["clean"], **fields), "markdown").split(" ")[1]  # type: ignore[arg-type]

    assert icon() == "✅"
    assert icon(conclusion=Conclusion.NEUTRAL) == "🟡"
    assert icon(conclusion=Conclusion.ACTION_REQUIRED, exit_code=1) == "🟠"
    assert icon(conclusion=Conclusion.FAILURE, exit_code=1) == "🔴"
    assert icon(conclusion=Conclusion.FAILURE, exit_code=3) == "⚠️"


def test_a_run_without_a_base_says_why_nothing_was_compared() -> None:
    report = replace(STORIES["clean"], base="", not_compared="no base was given")
    assert "not compared: no base was given" in render(report, "markdown")
    assert "not compared: no base was given" in render(report, "text")


def test_no_word_of_a_result_is_too_long_for_the_comment() -> None:
    long = "`|<" * 50_000
    story = replace(STORIES["drift"], commands=(long,) * 500, tool_version=long, enforcement=long, title=long)
    assert size(render(story, "markdown", OPTIONS)) <= OPTIONS.budget
