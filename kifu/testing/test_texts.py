"""Tests of texts: moves and diagrams read back, no two alike."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from kifu.core.outcome import Outcome
from kifu.testing import walks
from kifu.testing.cases import pytest_generate_tests  # noqa: F401 - pytest finds its hook in this module
from kifu.testing.walks import going_on, legal_at, positions_of, read_diagram, sample_of_the_move_space, some

if TYPE_CHECKING:
    from kifu.core.game.game import Game

ROUND_TRIPS = 50_000


def test_written_moves_read_back(game: Game) -> None:
    """Each move of the move space reads back from its text."""
    position = game.start()
    wrong: dict[str, object] = {}
    for move in sample_of_the_move_space(game, position, ROUND_TRIPS):
        text = game.spell(move)
        again: object
        try:
            again = game.resolve(position, game.read(text))
        except Exception as error:  # noqa: BLE001 - any error means that the text does not read back
            again = error
        if again != move:
            wrong[text] = again
    assert not wrong, (len(wrong), dict(islice(wrong.items(), 3)))


def test_legal_moves_read_back(game: Game) -> None:
    """Each legal move reads back from its text at its position."""
    for position in positions_of(game):
        for move in legal_at(game, position):
            assert game.resolve(position, game.read(game.spell(move))) == move


def test_spellings_are_distinct(game: Game) -> None:
    """No two moves of the move space are written alike."""
    texts = set()
    number = 0
    for number, move in enumerate(game.move_space(game.start()), start=1):  # noqa: B007 - the last is the count
        texts.add(game.spell(move))
    assert len(texts) == number


def test_diagrams_read_back(game: Game) -> None:
    """Diagrams of unfinished positions read back equal, with an equal hash."""
    for position in going_on(game, some(game, walks.READ_BACK)):
        text = game.spell_diagram(position)
        again = read_diagram(game, text)
        assert again == position, text
        assert hash(again) == hash(position)
        assert game.spell_diagram(again) == text


def test_diagrams_are_distinct(game: Game) -> None:
    """Two different positions that are not over have different diagrams."""
    positions = going_on(game, list(positions_of(game)))
    assert len({game.spell_diagram(position) for position in positions}) == len(positions)


def test_sides_have_names_and_marks_of_their_own(game: Game) -> None:
    """The two sides have different names in both languages, and different marks."""
    first, second = game.sides
    assert len(first.mark) == len(second.mark) == 1
    assert first.mark != second.mark
    assert first.label.ja != second.label.ja
    assert first.label.en != second.label.en
    assert [game.outcome_label(outcome).ja for outcome in Outcome] == [
        f"{first.label.ja}の勝ち",
        f"{second.label.ja}の勝ち",
        "引き分け",
    ]
