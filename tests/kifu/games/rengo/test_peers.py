"""Agreement with engines that others wrote: whole random games, mixed boards, leap sequences.

The engines are the extra ``peers``; without one its tests are skipped.
"""

import random
from functools import cache

import pytest
from drawn import drawn
from each import each
from hypothesis_profile import examples

from kifu.games.rengo import rules
from kifu.games.rengo.apply_move import pseudo_legal_effect
from kifu.games.rengo.boards_and_unit_movements import NAMES
from kifu.games.rengo.check_detection_and_effect_breaches import is_in_check, is_king_attacked
from kifu.games.rengo.diagrams_and_drawing import spell_diagram
from kifu.games.rengo.position import DROP, GOING, PASS, PROMOTED, decode, parse_rules, rule_context

ARMIES = {
    "チェス盤": ("城騎僧后王僧騎城", "兵" * 8),
    "将棋盤": ("香桂銀金玉金銀桂香", "・角・・・・・飛・", "歩" * 9),
    "シャンチー盤": ("俥傌相仕帥仕相傌俥", "", "・炮・・・・・炮・", "卒・卒・卒・卒・卒"),
    "チャンギ盤": ("车马象士・士象马车", "・・・・楚・・・・", "・包・・・・・包・", "卆・卆・卆・卆・卆"),
    "マークルック盤": ("船午根君種根午船", "", "貝" * 8),
}
"""The armies of each board's own game, 先手's rows from the last one up; 后 stands left of 王, 君 left of 種."""


def army(board):
    """Return the real game's starting position on its board, set up by the rules with the budget raised."""
    chosen = rule_context(board, parse_rules("rengo/1 budget=999"))
    columns, height = chosen.geometry.columns, chosen.geometry.rows
    rows = ["・・" * columns for _ in range(height)]
    for number, row in enumerate(ARMIES[board]):
        if row:
            rows[height - 1 - number] = "".join("・・" if unit == "・" else f"▲{unit}" for unit in row)
            turned = row[::-1] if board in {"将棋盤", "マークルック盤"} else row
            rows[number] = "".join("・・" if unit == "・" else f"△{unit}" for unit in turned)
    lines = [f"{row}{number:02d}" for number, row in enumerate(rows, start=1)]
    return drawn(chosen, "\n".join([*lines, "先手の駒台：なし", "後手の駒台：なし"]))


def square(at, height):
    """Return a place of a move as a1."""
    return f"{chr(97 + (at & 31))}{height + 1 - (at >> 5)}"


LETTERS = dict(zip("飛角金銀桂香歩", "RBGSNLP", strict=True))
CHESS = "qrbn"


def uci(position, move):
    """Return a move as the engines write it."""
    height = position.context.geometry.rows
    if move == PASS:
        king = position.kings[position.turn]
        at = f"{chr(97 + king % position.context.geometry.columns)}{height - king // position.context.geometry.columns}"
        return at + at
    kind, places, suffix = decode(move)
    path = "".join(square(at, height) for at in places)
    if suffix == DROP:
        return f"{LETTERS[NAMES[kind]]}@{path}"
    if suffix == PROMOTED:
        return path + ("m" if NAMES[kind] == "貝" else "+")
    return path + (CHESS[suffix - 4] if suffix >= 4 else "")


def ours(position):
    """Return our legal moves by the engines' names."""
    return {uci(position, move): move for move in rules.legal_moves(position)}


GAMES = examples(3, 6)
PLIES = 120


@each("number", range(GAMES))
def test_chess_games(number):
    """Random chess games without castling: move list by move list the same as python-chess."""
    chess = pytest.importorskip("chess")
    board = chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
    position = army("チェス盤")
    draw = random.Random(f"chess {number}")
    for _ in range(PLIES):
        moves = ours(position)
        assert set(moves) == {move.uci() for move in board.legal_moves}, spell_diagram(position)
        assert is_in_check(position) == board.is_check()
        if not moves:
            break
        chosen = draw.choice(sorted(moves))
        board.push_uci(chosen)
        position = rules.play(position, moves[chosen])
    assert board.ply() > 20


@cache
def engine():
    """Return pyffish, which plays the other four games and the mixed one."""
    peer = pytest.importorskip("pyffish")
    peer.load_variant_config(MIXED)
    return peer


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize(
    ("board", "variant"),
    [("将棋盤", "shogi"), ("シャンチー盤", "xiangqi"), ("チャンギ盤", "janggi"), ("マークルック盤", "makruk")],
)
def test_whole_games(board, variant, number):
    """Random games: move list by move list the same as pyffish, check included."""
    peer = engine()
    start = peer.start_fen(variant)
    position = army(board)
    draw = random.Random(f"{variant} {number}")
    played = []
    for _ in range(PLIES):
        moves = ours(position)
        assert set(moves) == set(peer.legal_moves(variant, start, played)), (variant, played, spell_diagram(position))
        assert is_in_check(position) == peer.gives_check(variant, start, played)
        if not moves or position.ended != GOING:
            break
        chosen = draw.choice(sorted(moves))
        played.append(chosen)
        position = rules.play(position, moves[chosen])
        if position.facing:
            break
    assert played


MIXED = """
[rengomixed:chess]
maxFile = 10
maxRank = 10
pawn = -
knight = n
bishop = b
rook = r
queen = q
king = k
gold = g
silver = s
shogiKnight = i
lance = l
shogiPawn = p
bers = d
dragonHorse = h
fers = f
cannon = c
janggiCannon = o
horse = x
elephant = e
janggiElephant = j
soldier = z
wazir = w
immobile = y
soldierPromotionRank = 1
castling = false
doubleStep = false
promotionPieceTypes =
"""
FIGURES = dict(
    zip(
        "騎僧城后玉金銀桂香歩竜馬種炮包傌相象卆士珠午角飛俥车船根仕圭と", "nbrqkgsilpdhfcoxejzwynbrrrrsfgg", strict=True
    )
)
"""What each unit is called in the mixed variant; on a board without palaces 仕 is a fers and 士 a wazir."""
EASTERN = "歩香桂"
"""They promote or may not stand on the last rows: kept away from them."""


def mixed_position(draw):
    """Return a random mixed position on the draughts board and its FEN."""
    cells = {}
    height = 10
    kings = draw.sample(range(100), 2)
    for side, at in enumerate(kings):
        cells[at] = ("先", "後")[side] + "玉"
    pearls = 0
    for at in draw.sample([at for at in range(100) if at not in kings], draw.randint(8, 34)):
        unit = draw.choice([unit for unit in FIGURES if unit != "玉"])
        pearls += unit == "珠"
        if (unit == "珠" and pearls > 4) or (unit in EASTERN and not 20 <= at < 80):
            continue
        cells[at] = draw.choice("先後") + unit
    board = rule_context("ドラフツ盤")
    rows = [
        "".join(
            "▲△"["先後".index(cells[at][0])] + cells[at][1] if at in cells else "・・"
            for at in range(row * 10, row * 10 + 10)
        )
        + f"{row + 1:02d}"
        for row in range(height)
    ]
    turn = draw.choice((0, 1))
    fields = ["先手の駒台：なし", "後手の駒台：なし", f"手番：{'先後'[turn]}手"]
    position = drawn(board, "\n".join([*rows, *fields]))
    fen = "/".join("".join(letter(cells.get(at)) for at in range(row * 10, row * 10 + 10)) for row in range(height))
    for number in range(10, 0, -1):
        fen = fen.replace("1" * number, str(number)) if number > 1 else fen
    return position, f"{fen} {'wb'[turn]} - - 0 1"


def letter(cell):
    """Return the FEN letter of a cell."""
    if cell is None:
        return "1"
    figure = FIGURES[cell[1]]
    return figure.upper() if cell[0] == "先" else figure


@pytest.mark.parametrize("number", range(40))
def test_mixed_boards(number):
    """Random armies of all five games on one board move as pyffish's fairy pieces do, kings in danger included."""
    peer = engine()
    draw = random.Random(number)
    compared = 0
    for _ in range(10):
        position, fen = mixed_position(draw)
        if is_king_attacked(position, 1 - position.turn, -1):
            continue
        mine = {uci(position, move).rstrip("+") for move in rules.legal_moves(position)}
        theirs = {move.rstrip("+") for move in peer.legal_moves("rengomixed", fen, [])}
        assert mine == theirs, (fen, spell_diagram(position))
        compared += 1
    assert compared


def pdn(square):
    """Return our name of a square of the draughts board."""
    row, half = divmod(square - 1, 5)
    return row, 2 * half + (row % 2 == 0)


@pytest.mark.parametrize("number", range(60))
def test_leaps(number):
    """Random positions of 平 and 冠: what must be taken, and every quiet move, as pydraughts has it."""
    draughts = pytest.importorskip("draughts")
    draw = random.Random(number)
    for _ in range(6):
        placed = draw.sample(range(1, 51), draw.randint(4, 26))
        pieces = {at: draw.choice("WB") + draw.choice(["", "", "K"]) for at in placed}
        pieces = {
            at: piece
            for at, piece in pieces.items()
            if not (piece == "W" and at <= 5) and not (piece == "B" and at >= 46)
        }
        fen = "W:" + ":".join(
            side + ",".join(piece[1:] + str(at) for at, piece in sorted(pieces.items()) if piece[0] == side)
            for side in "WB"
        )
        cells = ["・・"] * 100
        for at, piece in pieces.items():
            row, column = pdn(at)
            cells[row * 10 + column] = "▲△"[piece[0] == "B"] + "平冠"[len(piece) > 1]
        cells[0], cells[99] = "△玉", "▲玉"
        rows = ["".join(cells[row * 10 : row * 10 + 10]) + f"{row + 1:02d}" for row in range(10)]
        position = drawn(rule_context("ドラフツ盤"), "\n".join([*rows, "手番：先手"]))
        paths = {}
        for move in rules.legal_moves(position):
            kind, places, _ = decode(move)
            if NAMES[kind] in "平冠":
                path = tuple((at >> 5) * 10 - 10 + (at & 31) for at in places)
                taken = pseudo_legal_effect(position, move).taken
                paths.setdefault((path[0], path[-1], frozenset(taken)), set()).add(path)
        expected = {}
        for move in draughts.Board(variant="standard", fen=fen).legal_moves():
            path = tuple(row * 10 + column for row, column in map(pdn, move.steps_move))
            taken = frozenset(row * 10 + column for row, column in (pdn(at) for at in move.captures or ()))
            expected[path[0], path[-1], taken] = path
        assert set(paths) == set(expected), (fen, spell_diagram(position))
        for key, path in expected.items():
            assert path in paths[key], (fen, path, paths[key])
