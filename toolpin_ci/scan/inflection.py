"""Makes the forms of English verbs, so that word classes list each verb once."""

from functools import cache

_SPOKEN = """
    send:sent put:put write:written give:given read:read get:got tell:told say:said hide:hidden
    hold:held be:been have:had run:run set:set forget:forgotten override:overridden
    overwrite:overwritten break:broken take:taken choose:chosen withhold:withheld find:found
    leave:left keep:kept pay:paid buy:bought steal:stolen mislead:misled shed:shed cc:cc'd
    lie:lied
"""
_IRREGULAR = dict(pair.split(":") for pair in _SPOKEN.split())
_VOWELS = "aeiou"
_DOUBLING = 3


@cache
def past(verb: str) -> frozenset[str]:
    """Give the past participle, doubled and not where spelling alone does not tell."""
    if verb in _IRREGULAR:
        return frozenset((_IRREGULAR[verb],))
    return frozenset(stem + "ed" for stem in _stems(verb))


def order_forms(verb: str) -> frozenset[str]:
    """Give the forms that an order has: the verb itself, and its participle behind `must be`."""
    return past(verb) | {verb}


@cache
def forms(verb: str) -> frozenset[str]:
    """Give every form of a verb."""
    third = verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in _VOWELS else verb + "s"
    return order_forms(verb) | {third, verb + "es"} | {stem + "ing" for stem in _stems(verb, "ing")}


def _stems(verb: str, ending: str = "ed") -> tuple[str, ...]:
    if verb.endswith("e"):
        return (verb[:-1],)
    if ending == "ed" and verb.endswith("y") and verb[-2] not in _VOWELS:
        return (verb[:-1] + "i",)
    doubles = len(verb) >= _DOUBLING and verb[-1] not in _VOWELS + "wxy" and verb[-2] in _VOWELS
    return (verb, verb + verb[-1]) if doubles else (verb,)
