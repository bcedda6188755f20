"""Characters that a script or an emoji needs are fine; the same ones elsewhere are not."""

import pytest

from toolpin_ci.scan.characters import unneeded


@pytest.mark.parametrize(
    "text",
    [
        "👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "1️⃣ ↔︎ ©️",
        "فایل‌ها می‌کند",
        "क्‍ष শ্‍র ශ්‍රී র‍্য",
        "ស្វែងរក\u200bឯកសារ",
        "יש \u2066README\u2069 כאן",
        "الأمر \u200egit\u200e هنا",
        "Donau\u00addampf\u00adschiff",
        "ᠮᠣᠩ\u180bᠭ",
        "葛\U000e0100",
        "a\r\nb",
        "\ufefftext",
    ],
)
def test_what_belongs_is_left_alone(text: str) -> None:
    assert list(unneeded(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "re\u200dad",
        "a\u200cb",
        "a\u200bb",
        "\u2066a\u2069",
        "יש \u2066a",
        "a\u202eb",
        "x\ufe0f",
        "😀\U000e0141",
        "🏴\U000e0069\U000e0067\U000e007f",
        "s\u00ade",
        "a\rb",
        "a\x1b[1m",
        "a\ufeffb",
        "a\u3164b",
        "a\ud800",
    ],
)
def test_what_only_hides_is_found(text: str) -> None:
    assert list(unneeded(text))
