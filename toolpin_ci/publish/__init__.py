"""Delivers one report to every place where it is looked for; each place degrades alone."""

from collections.abc import Callable

from toolpin_ci.publish.check_run import publish as publish_check_run
from toolpin_ci.publish.comment import publish as publish_comment
from toolpin_ci.publish.delivery import CommentMode, Delivery, Edition, State, Target
from toolpin_ci.publish.files import publish_files, publish_outputs, publish_summary
from toolpin_ci.publish.marker import Marker, report_id

__all__ = [
    "PUBLISHERS",
    "CommentMode",
    "Delivery",
    "Edition",
    "Marker",
    "State",
    "Target",
    "publish_all",
    "publish_outputs",
    "report_id",
]

PUBLISHERS: tuple[Callable[[Edition], Delivery], ...] = (
    publish_files,
    publish_summary,
    publish_comment,
    publish_check_run,
)
"""In this order: what works with every token comes first."""


def publish_all(edition: Edition) -> tuple[Delivery, ...]:
    """Deliver everywhere; one that cannot deliver says so, and the next still runs."""
    return tuple(publish(edition) for publish in PUBLISHERS)
