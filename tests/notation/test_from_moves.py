"""Tests of `kifu.from_moves`: a list of moves becomes a record that reads back as it was given."""

from functools import reduce

import pytest
from each import each

import kifu

SIX = kifu.load_game("six")


def walk(game, plies):
    """Return the codes of legal moves, the middle one at each ply."""
    position, moves = game.start(), []
    while len(moves) < plies and (legal := sorted(game.legal_moves(position))):
        moves.append(legal[len(legal) // 2])
        position = game.play_legal(position, moves[-1])
    return moves


@pytest.mark.parametrize("name", kifu.game_ids())
def test_codes_and_texts_make_the_same_record(name):
    """Moves of any game, as codes or texts, from the start or a later position, are read back as they are."""
    game = kifu.load_game(name)
    moves = walk(game, 12)
    whole = kifu.from_moves(game, moves, head={"先手": "山田"}, result="中断")
    assert whole == kifu.from_moves(game, map(game.spell, moves), head={"先手": "山田"}, result="中断")
    (verdict,) = kifu.verify(whole)
    assert (verdict.replay.moves, verdict.game.rules) == (tuple(moves), game.rules)
    later = reduce(game.play_legal, moves[:7], game.start())
    (verdict,) = kifu.verify(kifu.from_moves(game, moves[7:], start=later))
    assert (verdict.replay.moves, verdict.replay.positions[0]) == (tuple(moves[7:]), later)


def test_an_illegal_move_is_written_and_found():
    """Nothing is judged while a record is made; all moves behind an illegal one are written too."""
    document = kifu.from_moves(SIX, ["四04占", "四04領", "五05占"])
    (verdict,) = kifu.verify(document)
    assert (verdict.status, verdict.fault.ply, verdict.fault.article) == (kifu.Status.ILLEGAL, 2, "six.3")
    assert document.text.endswith("   3 五05占\n")


@each("result", [*kifu.Outcome, "投了", "中断", "時間切れ"])
def test_the_result_is_read_back(result):
    """An outcome is a closing line, a word stands in the place of a move."""
    (verdict,) = kifu.verify(kifu.from_moves(SIX, ["四04占"], result=result))
    special = verdict.record.main.special
    assert (verdict.recorded.outcome if special is None else special.word) == result


@each(
    ("moves", "more"),
    [
        (["四04占\n*x"], {}),
        (["投了"], {}),
        (["四04占 三03領"], {}),
        (["四04占 (0:03)"], {}),
        (["四04占"], {"result": "hello"}),
        (["四04占"], {"result": "三03領"}),
        (["四04占"], {"result": "投了\n*x"}),
        (["四04占"], {"head": {"棋種": "王"}}),
        (["四04占"], {"head": {"先手": "a\nb"}}),
        (["四04占"], {"head": {"先手": " a"}}),
        (["四04占"], {"head": {"a：b": "x"}}),
        (["四04占"], {"head": {"変化": "1手"}}),
        (["四04占"], {"head": {"結果": "先手の勝ち"}}),
    ],
)
def test_what_would_read_back_otherwise_is_refused(moves, more):
    """No text of a caller becomes another line of the record."""
    with pytest.raises(kifu.KifuError) as refused:
        kifu.from_moves(SIX, moves, **more)
    assert refused.value.code == "unwritable"


@each(
    ("moves", "more"),
    [
        ("四04占", {}),
        (3, {}),
        ([3.5], {}),
        ([None], {}),
        (["四04占", "四04領", True], {}),
        ([], {"head": 3}),
        ([], {"head": {"先手": 3}}),
        ([], {"result": 3}),
        ([], {"start": 3}),
        ([], {"name": 3}),
    ],
)
def test_arguments_of_another_kind_are_named(moves, more):
    """Each argument of another kind is a WrongArgument."""
    with pytest.raises(kifu.WrongArgument):
        kifu.from_moves(SIX, moves, **more)


@each("moves", [[10**9], ["四04占", "四04領", 10**9]])
def test_a_number_that_is_no_move_is_refused(moves):
    """A number that no move has cannot be written."""
    with pytest.raises(kifu.IllegalMove):
        kifu.from_moves(SIX, moves)
