"""Puts JSON numbers in order by their exact value."""

from toolpin_ci.model.jsonvalue import Json, Number, canonical_number

_FAR = 2_000  # past this many digits between two numbers nobody needs their quotient


def is_number(value: object) -> bool:
    """Tell a JSON number from everything else; `true` is none."""
    return isinstance(value, (int, Number)) and not isinstance(value, bool)


def order(left: Json, right: Json) -> int:
    """Give -1, 0 or 1 as the left number is below, at or above the right one."""
    left_sign, left_digits, left_power = _parts(left)
    right_sign, right_digits, right_power = _parts(right)
    if left_sign != right_sign:
        return -1 if left_sign < right_sign else 1
    size = max(len(left_digits), len(right_digits))
    one = (len(left_digits) + left_power, left_digits.ljust(size, "0"))
    two = (len(right_digits) + right_power, right_digits.ljust(size, "0"))
    return 0 if one == two else left_sign if one > two else -left_sign


def is_multiple(value: Json, of: Json) -> bool:
    """Tell whether a number is a whole multiple of another; no where the two are too far apart to say."""
    _, digits, power = _parts(value)
    _, other_digits, other_power = _parts(of)
    least = min(power, other_power)
    if not digits or not other_digits or max(power, other_power) - least > _FAR:
        return False
    whole, part = (
        int(text + "0" * (at - least)) for text, at in ((digits, power), (other_digits, other_power))
    )
    return whole % part == 0


def _parts(value: Json) -> tuple[int, str, int]:
    """Split into sign, digits without zeros at either end, and power of ten."""
    text = value.canonical if isinstance(value, Number) else canonical_number(str(value))
    digits, _, power = text.lstrip("-").partition("e")
    stripped = digits.rstrip("0")
    sign = 0 if not stripped else -1 if text.startswith("-") else 1
    return sign, stripped, int(power or "0") + len(digits) - len(stripped)
