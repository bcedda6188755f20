"""Turns a report into documents: one file for each format, listed here."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Protocol

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.report import Report
from toolpin_ci.render.options import RenderOptions, RuleText

__all__ = ["RENDERERS", "RenderOptions", "RuleText", "render", "render_changes"]


class Renderer(Protocol):
    """Writes a report, or the changes between two surfaces, in one format."""

    render: Callable[[Report, RenderOptions], str]
    render_changes: Callable[[Sequence[Finding], RenderOptions], str]


RENDERERS: Mapping[str, str] = {
    "text": "toolpin_ci.render.text",
    "json": "toolpin_ci.render.json_report",
    "markdown": "toolpin_ci.render.markdown",
    "sarif": "toolpin_ci.render.sarif",
}
"""The module of each format, imported by the runs that ask for it."""


def _renderer(fmt: str) -> Renderer:
    module: Renderer = import_module(RENDERERS[fmt])
    return module


def load(fmt: str) -> None:
    """Import what a format needs, at a time when nobody waits for it."""
    _renderer(fmt)


def render(report: Report, fmt: str, options: RenderOptions | None = None) -> str:
    """Write a report in one of the formats of `RENDERERS`."""
    return _renderer(fmt).render(report, options or RenderOptions())


def render_changes(findings: Sequence[Finding], fmt: str, options: RenderOptions | None = None) -> str:
    """Write what `diff` found in one of the formats of `RENDERERS`."""
    return _renderer(fmt).render_changes(findings, options or RenderOptions())
