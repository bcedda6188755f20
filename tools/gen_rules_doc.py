"""Writes docs/rules.md from the rules; with --check fails where the file is not what it would write."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from toolpin_ci.model.finding import Area, Severity
from toolpin_ci.rules import RULES
from toolpin_ci.rules.base import Rule

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "rules.md"

_AREAS: dict[Area | None, str] = {
    Area.TOOL: "Tools",
    Area.PROMPT: "Prompts",
    Area.RESOURCE: "Resources",
    Area.TEMPLATE: "Resource templates",
    Area.SERVER: "The server itself",
    None: "Anything that is listed",
    Area.LOCK: "The lockfile",
    Area.PIN: "Pins",
    Area.POLICY: "Policy",
}

_OPENING = """\
# Rules

<!-- Written by tools/gen_rules_doc.py: edit the rules, not this file. -->

Every change is spoken of by exactly one rule. A rule's severity is its default: `policy.rules` moves it, or
switches the rule `off`. Ids never change their meaning.

| severity | means |
|---|---|
| critical | hidden or misleading text, a safety hint flipped, a look-alike, a wider scope |
| breaking | a call or a consumer that worked stops working |
| risky | steers the model or changes behaviour without breaking a call |
| safe | adds or widens |
| info | metadata; white space, line ends or letter case alone |

Input and output break in opposite directions: a tool that accepts more is safe, a result that may hold more
can break its consumer.

## Where severities are a judgement

- **Widening an input** is safe as long as what may be sent is still described: a looser limit, a dropped
  pattern or format, one more alternative. Where the description itself goes (the type, the list of
  values, the shape of further members or rows), it is risky: a model may now send what nobody described.
- **An enum that is dropped** from an input is therefore risky, and one that gains values is safe.
- **Both flips of readOnlyHint and destructiveHint** are critical, also the one that sounds safer:
  clients skip questions on the strength of such a claim. idempotentHint and openWorldHint are risky.
- **A hint that is written out with the value that the protocol takes for granted** is info: nothing
  changed.
- **A list that is lost** is breaking, and every item in it is named as removed.
- **A resource's priority and audience** are risky: they decide what is put before the model.
- **A newer protocol version** is safe, an older one risky.
- **An experimental capability** is info in both directions: only clients that know it act on it.
- **A keyword, field or annotation that we do not know** is risky, and every place where it differs is
  shown.
"""


def document() -> str:
    """Write the whole document."""
    return "\n".join([_OPENING, *_sections()]).rstrip() + "\n"


def _sections() -> Iterator[str]:
    for area, heading in _AREAS.items():
        rules = [rule for rule in RULES if rule.area is area]
        if rules:
            yield f"## {heading}\n"
            yield from _summary(rules)
            yield from map(_entry, rules)


def _summary(rules: Iterable[Rule]) -> Iterator[str]:
    yield "| rule | severity | says |\n|---|---|---|"
    for rule in sorted(rules, key=lambda rule: (rule.severity.rank, rule.id)):
        yield f"| [{rule.id}](#{rule.id}) | {rule.severity} | {rule.title} |"
    yield ""


def _entry(rule: Rule) -> str:
    lines = [f"### {rule.id}", "", f"**{rule.severity}** · {rule.title}.", "", rule.why]
    if rule.aliases:
        names = ", ".join(f"`{name}`" for name in rule.aliases)
        lines += ["", f"Known elsewhere as {names}."]
    if rule.deprecated:
        lines += ["", f"Deprecated; replaced by [{rule.replaced_by}](#{rule.replaced_by})."]
    return "\n".join([*lines, ""])


def main(arguments: list[str]) -> int:
    """Write the document, or compare it with what is there."""
    text = document()
    if "--check" in arguments:
        current = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.is_file() else ""
        if current != text:
            print("docs/rules.md is not what the rules say: run `python -m tools.gen_rules_doc`")
        return int(current != text)
    DOCUMENT.parent.mkdir(parents=True, exist_ok=True)
    DOCUMENT.write_text(text, encoding="utf-8")
    counts = ", ".join(f"{sum(rule.severity is level for rule in RULES)} {level}" for level in Severity)
    print(f"docs/rules.md: {len(RULES)} rules ({counts})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
