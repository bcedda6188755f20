"""Estimates how many tokens a surface puts before the model.

What a client hands to the model is the server's instructions and, for every tool, its name, title,
description and input schema as compact JSON. Prompts and resources are chosen by people and cost nothing
until then. The estimate counts one token for four ASCII characters and one for every other character, rounded
up for each tool: no tokenizer is asked, so that the same surface costs the same everywhere. It is meant for
comparing a surface with itself.
"""

from collections.abc import Mapping

from toolpin_ci.canon.text import compact
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.surface import Surface
from toolpin_ci.values import dataclass

_SHOWN = ("name", "title", "description", "inputSchema")
_ASCII_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Cost:
    """The estimated tokens of one surface."""

    instructions: int
    tools: Mapping[str, int]
    """By name; tools of the same name together."""

    @property
    def total(self) -> int:
        """Give the tokens of everything that the model sees."""
        return self.instructions + sum(self.tools.values())


def text_tokens(text: str) -> int:
    """Estimate the tokens of a text."""
    if text.isascii():
        return -(-len(text) // _ASCII_PER_TOKEN)
    plain = len(text.encode("ascii", "ignore"))
    return -(-plain // _ASCII_PER_TOKEN) + len(text) - plain


def tool_tokens(definition: JsonObject) -> int:
    """Estimate the tokens of one tool."""
    return text_tokens(compact({name: definition[name] for name in _SHOWN if name in definition}))


def cost(surface: Surface) -> Cost:
    """Estimate the tokens of a surface, tool by tool."""
    instructions = surface.header.get("instructions")
    tools = surface.lists.get("tools", {})
    return Cost(
        text_tokens(instructions) if isinstance(instructions, str) else 0,
        {name: sum(tool_tokens(item.definition) for item in items) for name, items in tools.items()},
    )


def surface_tokens(surface: Surface) -> int:
    """Estimate the tokens of a whole surface."""
    return cost(surface).total
