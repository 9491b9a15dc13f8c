"""No board of a game that is over names a side to move: it says how each side fared, in the picture, the page and the notebook."""

import re
from pathlib import Path

from each import each

import kifu
from kifu.cli.arguments.position_options import RecordView
from kifu.cli.printing.pictures import ending_at_ply
from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.render.board import Board
from kifu.render.html.record_pages_and_notebook import PageOptions, records_page
from kifu.render.panels_above_and_below import side_state
from kifu.render.shapes_and_svg import DrawingOptions, Text

SAMPLES = Path(__file__).parents[3] / "samples"
RECORDS = [
    f"{game}/{name}"
    for game, names in {
        "six": "elimination standstill resigned out-of-time foul wrong-winner illegal-move example-2 damaged",
        "ace": "draw resigned out-of-time disputed-turn wrong-total illegal-moves",
        "king": "match draw resigned out-of-time last-move-declined illegal-moves",
        "master": "draw resigned out-of-time wrong-total illegal-moves",
        "rengo": "five repetition-o perpetual-check king-taken facing-refused passes-janggi standstill-renju-so disputed-kinshi",
    }.items()
    for name in names.split()
]
"""Five games: ended on the board and off it, drawn, foul, contradicted, illegal, unfinished, unreadable."""
ADJOURNED = "棋種：6面体\n   1 一01占\n   2 中断\n"


def judged(name):
    """Yield the verdicts of a sample that have a board, those of the games of a match each for itself."""
    for verdict in kifu.verify(kifu.read(SAMPLES / f"{name}.kif")):
        yield from (game for game in verdict.games or (verdict,) if game.replay is not None)


def view(verdict):
    """Return the last position of a verdict as `kifu show` takes it."""
    return RecordView(verdict.record, verdict, verdict.game, verdict.record.main, verdict.replay, verdict.plies)


def said_of(verdict, look):
    """Return the words in 【】 on the last board, that of the second side first."""
    board = Board(verdict.game, verdict.final, look=look)
    lines = [shape.text for shape in board.scene().shapes if isinstance(shape, Text)]
    return re.findall("【(.+?)】", " ".join(lines))


@each("name", RECORDS)
def test_the_last_board_has_a_result_or_a_turn(name):
    """Whoever has won is named; in a game that goes on, or whose last move is a fault, one side is to move."""
    for verdict in judged(name):
        said = said_of(verdict, DrawingOptions(ended=ending_at_ply(view(verdict), verdict.plies)))
        end = verdict.outcome or verdict.game.outcome(verdict.final)
        if end is None or end.outcome is None:
            assert said == ["手番"], verdict
        else:
            first, second = {"first": ("勝ち", "負け"), "second": ("負け", "勝ち"), "draw": ("引き分け",) * 2}[
                end.outcome.value
            ]
            assert said == [second, first], verdict


def test_the_samples_have_both():
    """The table of records holds games that are over in each way, and games that are not."""
    found = {(v.game.id, v.outcome is not None) for name in RECORDS for v in judged(name)}
    assert found == {(game, over) for game in kifu.game_ids() for over in (False, True)}


def test_a_game_that_was_broken_off_has_a_turn():
    """中断 is no result: the game goes on, and whoever goes on has to know whose turn it is."""
    (verdict,) = kifu.verify(kifu.read(ADJOURNED.encode(), name="a.kif"))
    assert said_of(verdict, DrawingOptions(ended=ending_at_ply(view(verdict), 1))) == ["手番"]
    broken_off = Ending(None, Termination.ADJOURNED)
    assert side_state(verdict.game, verdict.final, Side.SECOND, broken_off) == (True, None)


def test_an_earlier_ply_has_a_turn():
    """Before the last ply of a game that was resigned somebody is to move."""
    (verdict,) = judged("six/resigned")
    assert ending_at_ply(view(verdict), verdict.plies - 1) is None
    assert ending_at_ply(view(verdict), verdict.plies).outcome is Outcome.win(Side.SECOND)


@each("name", RECORDS)
def test_the_page_and_the_notebook_say_the_same(name):
    """The last board of the page names the result beside both sides, in both languages; the notebook above its board."""
    for verdict in judged(name):
        if verdict.status.name == "ILLEGAL" or verdict.stretches:
            continue
        end = verdict.outcome or verdict.game.outcome(verdict.final)
        over = end is not None and end.outcome is not None
        english = records_page([verdict], PageOptions("en", charts=False))
        assert bool(re.search(r"(first \(先手\)|white \(白\)) (won|lost|draw)</text>", english)) is over
        notebook = verdict._repr_html_()
        assert ("手番" in notebook) is not over
        if over:
            assert verdict.game.outcome_label(end.outcome).ja in notebook
