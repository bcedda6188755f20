"""The `policy` section."""

import re
from collections.abc import Collection, Mapping
from datetime import date
from enum import StrEnum
from typing import TypeVar

from toolpin_ci.canon.wording import listed, quoted, suggestion
from toolpin_ci.config.fields import choice, known_keys, table, text, word, wrong
from toolpin_ci.config.node import Items, Member, Node, Scalar, kind
from toolpin_ci.model.finding import Severity
from toolpin_ci.model.policy import Enforcement, Policy, Unavailable, Unknown, Waiver

E = TypeVar("E", bound=StrEnum)

KEYS = ("enforcement", "unknown", "unavailable", "fail-on", "rules", "waivers")
NEVER = "never"
OFF = "off"
_WAIVER_KEYS = ("fingerprint", "reason", "expires")
_FINGERPRINT = re.compile(r"[0-9A-Za-z][0-9A-Za-z:_+/=-]{7,199}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def read_policy(node: Node, rule_ids: Collection[str]) -> Policy:
    """Read the section; what it does not say keeps its default."""
    given = known_keys(node, "policy", KEYS)
    default = Policy()
    return Policy(
        enforcement=_enum(given, "enforcement", Enforcement) or default.enforcement,
        unknown=_enum(given, "unknown", Unknown),
        unavailable=_enum(given, "unavailable", Unavailable) or default.unavailable,
        fail_on=_severity(given["fail-on"].value, "fail-on", NEVER)
        if "fail-on" in given
        else default.fail_on,
        rules=_rules(given["rules"].value, rule_ids) if "rules" in given else default.rules,
        waivers=_waivers(given["waivers"].value) if "waivers" in given else default.waivers,
    )


def _enum(given: Mapping[str, Member], key: str, enum: type[E]) -> E | None:
    return choice(enum)(given[key].value, key) if key in given else None


def _severity(node: Node, name: str, none: str) -> Severity | None:
    found = word(node, name, [*Severity, none])
    return None if found == none else Severity(found)


def _rules(node: Node, rule_ids: Collection[str]) -> Mapping[str, Severity | None]:
    moved: dict[str, Severity | None] = {}
    for rule, member in table(node, "rules").items():
        if rule not in rule_ids:
            message = f"unknown rule {quoted(rule)}; allowed: {listed(sorted(rule_ids))}"
            near = suggestion(rule, rule_ids) or "`toolpin-ci rules` lists them"
            raise wrong(member.key, message, near)
        moved[rule] = _severity(member.value, f"the severity of {rule}", OFF)
    return moved


def _waivers(node: Node) -> tuple[Waiver, ...]:
    if not isinstance(node, Items):
        raise wrong(node, f"waivers must be a list, and this is {kind(node)}")
    found: dict[str, Waiver] = {}
    for item in node.items:
        waiver = _waiver(item)
        if waiver.fingerprint in found:
            raise wrong(item, f"the fingerprint {quoted(waiver.fingerprint)} is waived twice")
        found[waiver.fingerprint] = waiver
    return tuple(found.values())


def _waiver(node: Node) -> Waiver:
    given = known_keys(node, "a waiver", _WAIVER_KEYS)
    for key in ("fingerprint", "reason"):
        if key not in given:
            raise wrong(node, f"a waiver needs {key}")
    return Waiver(
        fingerprint=_fingerprint(given["fingerprint"].value),
        reason=text(given["reason"].value, "reason"),
        expires=_day(given["expires"].value) if "expires" in given else None,
    )


def _fingerprint(node: Node) -> str:
    """Take the characters as written: unquoted hex may look like a number."""
    if isinstance(node, Scalar) and _FINGERPRINT.fullmatch(node.text):
        return node.text
    shown = quoted(node.text) if isinstance(node, Scalar) else kind(node)
    raise wrong(node, f"fingerprint must be the one that the report prints, and this is {shown}")


def _day(node: Node) -> date:
    if isinstance(node, Scalar) and _DATE.fullmatch(node.text):
        try:
            return date.fromisoformat(node.text)
        except ValueError as error:
            raise wrong(node, f"expires is no day of the calendar: {error}") from error
    shown = quoted(node.text) if isinstance(node, Scalar) else kind(node)
    raise wrong(node, f"expires must be a day such as 2027-01-31, and this is {shown}")
