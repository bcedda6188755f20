"""Nothing that stands in a text stays invisible or unnamed."""

import pytest

from toolpin_ci.canon.visible import hidden, is_disguised, name_look, visible, without_hidden


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("a\u200bb", "a\u27e6U+200B ZERO WIDTH SPACE\u27e7b"),
        ("a\u202eb", "a\u27e6U+202E RIGHT-TO-LEFT OVERRIDE\u27e7b"),
        ("a\u00a0b", "a\u27e6U+00A0 NO-BREAK SPACE\u27e7b"),
        ("a\x1bb", "a\u27e6U+001B\u27e7b"),
        ("a\ud800b", "a\u27e6U+D800\u27e7b"),
        ("x\U000e0068\U000e0069", "x\u27e62 TAG CHARACTERS: hi\u27e7"),
        ("x\U000e0068", "x\u27e6U+E0068 TAG LATIN SMALL LETTER H\u27e7"),
        ("p\u0430y", "p\u0430\u27e6U+0430 CYRILLIC SMALL LETTER A\u27e7y"),
        ("\u043f\u0430\u0440\u0430", "\u043f\u0430\u0440\u0430"),
        ("caf\u00e9 \u26a0\ufe0f", "caf\u00e9 \u26a0\ufe0f"),
    ],
)
def test_what_cannot_be_seen_is_named(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u05d0\u200f!",
        "\u05d4 \u2068README.md\u2069 \u05e0",
        "\u064a \u200egit status\u200e \u0644",
        "\u182f\u180b",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "1\ufe0f\u20e3",
    ],
)
def test_what_scripts_and_emoji_need_is_not_hidden(text: str) -> None:
    assert hidden(text) == ()
    assert without_hidden(text) == text


def test_joiners_among_latin_letters_are_hidden() -> None:
    assert hidden("a\u200db") == ("\u200d",)
    assert without_hidden("a\u200db\ufe0f") == "ab"


@pytest.mark.parametrize(
    "word", ["re\u0430d", "\uff52\uff45\uff41\uff44", "\U0001d42b\U0001d41e\U0001d41a\U0001d41d"]
)
def test_words_that_pretend_to_be_latin_are_disguised(word: str) -> None:
    assert is_disguised(word)
    assert name_look(word) == "read"


@pytest.mark.parametrize("word", ["read", "caf\u00e9", "\u0447\u0438\u0442\u0430\u0442\u044c", "\u03bcs"])
def test_words_of_one_script_are_not(word: str) -> None:
    assert not is_disguised(word)


@pytest.mark.parametrize(
    ("one", "other"),
    [("read", "Read"), ("read", "re\u200bad"), ("caf\u00e9", "cafe\u0301"), ("tool", "t00l"), ("a1", "al")],
)
def test_names_that_a_hurried_reader_confuses_look_the_same(one: str, other: str) -> None:
    assert name_look(one) == name_look(other)


def test_a_flag_is_shown_as_it_is_and_tags_without_one_are_spelled() -> None:
    flag = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    assert visible(flag) == flag
    assert visible("\U0001f3f4\U000e0067\U000e0062") == "\U0001f3f4\u27e62 TAG CHARACTERS: gb\u27e7"


def test_marks_of_direction_are_always_shown() -> None:
    assert visible("\u05d4\u2068") == "\u05d4\u27e6U+2068 FIRST STRONG ISOLATE\u27e7"
    assert hidden("a\u2068b") == ("\u2068",)
