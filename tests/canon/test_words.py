"""A reviewer sees which words changed, all of them, and how much was left out around them."""

from hypothesis import given
from hypothesis import strategies as st

from toolpin_ci.canon.words import Kind, Piece, excerpt, word_diff

TEXTS = st.text(st.sampled_from("ab \n.\u200b"), max_size=40)


def joined(pieces: tuple[Piece, ...], *kinds: Kind) -> str:
    return "".join(piece.text for piece in pieces if piece.kind in kinds)


def test_only_the_words_that_changed_are_marked() -> None:
    pieces = word_diff("Sends an email to the address.", "Sends an email to every address.")
    assert pieces == (
        Piece(Kind.SAME, "Sends an email to "),
        Piece(Kind.OLD, "the"),
        Piece(Kind.NEW, "every"),
        Piece(Kind.SAME, " address."),
    )


def test_a_hidden_character_inside_a_word_is_a_change_of_its_own() -> None:
    assert Piece(Kind.NEW, "\u200b") in word_diff("pay now", "pay\u200b now")


def test_a_lone_small_word_between_two_changes_joins_them() -> None:
    pieces = word_diff("read the file", "send a file of the user away")
    assert [piece.kind for piece in pieces].count(Kind.NEW) <= 2


def test_long_unchanged_text_is_left_out_and_counted() -> None:
    words = "word " * 400
    pieces = excerpt(word_diff(f"{words}old {words}", f"{words}new {words}"))
    gaps = [piece for piece in pieces if piece.kind is Kind.GAP]
    assert len(gaps) == 2
    assert all(len(piece.text) > 1800 for piece in gaps)
    assert Piece(Kind.OLD, "old") in pieces
    assert Piece(Kind.NEW, "new") in pieces


def test_texts_too_long_to_compare_word_by_word_are_shown_whole() -> None:
    old, new = "x " * 3000, "y " * 3000
    pieces = word_diff(old, new)
    assert joined(pieces, Kind.SAME, Kind.OLD) == old
    assert joined(pieces, Kind.SAME, Kind.NEW) == new


@given(old=TEXTS, new=TEXTS)
def test_nothing_is_lost_on_either_side(old: str, new: str) -> None:
    pieces = word_diff(old, new)
    assert joined(pieces, Kind.SAME, Kind.OLD) == old
    assert joined(pieces, Kind.SAME, Kind.NEW) == new


@given(old=TEXTS, new=TEXTS)
def test_an_excerpt_keeps_every_change_and_every_length(old: str, new: str) -> None:
    pieces = word_diff(old * 20, new * 20)
    shown = excerpt(pieces, context=5)
    everything = (Kind.SAME, Kind.OLD, Kind.NEW, Kind.GAP)
    assert joined(shown, *everything) == joined(pieces, *everything)
    assert joined(shown, Kind.OLD) == joined(pieces, Kind.OLD)
    assert joined(shown, Kind.NEW) == joined(pieces, Kind.NEW)
