"""Finds orders whose letters are kept apart by blanks, marks or line ends, where no word is left to match."""

import re

from toolpin_ci.scan.readings import fold
from toolpin_ci.scan.texts import Prose, Subject
from toolpin_ci.scan.tokens import without_quotations
from toolpin_ci.values import dataclass

SPACED_OVERRIDE = re.compile(
    r"(?:ignore|disregard|forget|override)(?:all|any|the|of|your|my|our|these|those|every){0,3}"
    r"(?:previous|prior|above|earlier|preceding)(?:system|and|the|other){0,2}(?:instruction|prompt|rule|guideline|directive)"
)
SPACED_CONCEALMENT = re.compile(r"(?:donot|dont|never)tell(?:the|any|your)?(?:user|human|one)")
_APART = re.compile(r"[^a-z]+")
_LONGEST = 100_000
_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Squeezed:
    """Reads a text without anything between its letters."""

    order: re.Pattern[str]

    def may_be_in(self, subject: Subject) -> bool:
        """Tell quickly whether it is worth a look."""
        return self._found(subject.joined)

    def find(self, prose: Prose) -> str | None:
        """Give the start of a text that reads so."""
        plain = without_quotations(prose.text.value)
        return " ".join(plain.split())[:_SHOWN] if self._found(plain) else None

    def _found(self, text: str) -> bool:
        return self.order.search(_APART.sub("", fold(text[:_LONGEST]).lower())) is not None
