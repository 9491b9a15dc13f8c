"""Tests the closed list of slips: relations between two written moves, without any rules."""

import random

import slip_makers
from each import each

import kifu
from kifu.core.move_grammar import PASS
from kifu.reconcile.line_tree import LineTree
from kifu.reconcile.move_tokens import MoveToken, are_one_character_apart, may_mean_move, plain_move_text, side_mark
from kifu.reconcile.slip_rules import LABELS, SlipKind, slip_between, slip_of_squares
from notation.random_record import random_game_as_kif

SIX = kifu.load_game("six")
KING = kifu.load_game("king")
RENGO = kifu.load_game("rengo")


def kind(game, written, meant):
    """Return the slip between a text and a canonical move."""
    tree = LineTree(game, game.start())
    reading = game.read(meant)
    return slip_between(tree.tokenizer.token_of_text(written), tree.tokenizer.token_of_move(reading.move), tree.size)


@each(
    ("written", "meant", "expected"),
    [
        ("〓", "四04占", SlipKind.ILLEGIBLE),
        ("", "四04占", SlipKind.ILLEGIBLE),
        ("？？？", "三04-四04武", SlipKind.ILLEGIBLE),
        ("四〓占", "四04占", SlipKind.ILLEGIBLE),
        ("四0?占", "四04占", SlipKind.ILLEGIBLE),
        ("四4〓", "四04占", SlipKind.ILLEGIBLE),
        ("……", "四04占", SlipKind.ILLEGIBLE),
        ("（不明）", "三04-四04武", SlipKind.ILLEGIBLE),
        ("判読不能", "四04占", SlipKind.ILLEGIBLE),
        ("不明占", "四04占", None),
        ("〓-四04武", "三04-四04武", SlipKind.ILLEGIBLE),
        ("四〓占", "四04-四05武", None),
        ("四04", "四04占", SlipKind.ILLEGIBLE),
        ("四O4占", "四04占", SlipKind.ILLEGIBLE),
        ("四05占", "四04占", SlipKind.BESIDE),
        ("三03占", "四04占", SlipKind.BESIDE),
        ("三04-四05武", "三04-四04武", SlipKind.BESIDE),
        ("八04占", "七04占", SlipKind.BESIDE),
        ("四10占", "四01占", SlipKind.TEN),
        ("四04武", "四04士", SlipKind.LOOK_ALIKE),
        ("四04巫", "四04占", SlipKind.LOOK_ALIKE),
        ("四04武", "四04騎", SlipKind.UNIT),
        ("三05占", "五03占", SlipKind.TRANSPOSED),
        ("三05-二05武", "五03-五02武", SlipKind.TRANSPOSED),
        ("一04占", "七04占", SlipKind.MIRRORED),
        ("四01占", "四07占", SlipKind.MIRRORED),
        ("一01-一02武", "七01-七02武", SlipKind.MIRRORED),
        ("一02占", "七06占", SlipKind.OPPOSITE),
        ("一02-一03武", "七06-七05武", SlipKind.OPPOSITE),
        ("三04-四04武", "四04-三04武", SlipKind.REVERSED),
        ("四04武", "三04-四04武", SlipKind.SQUARE),
        ("三04-三05-四04武", "三04-四04武", SlipKind.SQUARE),
        ("一03占", "一06占", SlipKind.COORDINATE),
        ("一03占", "五03占", SlipKind.COORDINATE),
        ("一03占", "五06占", None),
        ("四05武", "四04占", None),
        ("四04占", "四04占", None),
        ("d4T", "四04領", None),
        ("d4T", "四05領", SlipKind.BESIDE),
        ("四04武士", "四05士", SlipKind.BESIDE),
    ],
)
def test_six(written, meant, expected):
    """Each relation of the list holds between the right pairs of moves of 6面体."""
    assert kind(SIX, written, meant) is expected


@each(
    ("game", "written", "meant", "expected"),
    [
        (KING, "一06-一05四内", "一06-一05四内反", SlipKind.SUFFIX),
        (KING, "一06-一05四内反合", "一06-一05四内反", SlipKind.SUFFIX),
        (KING, "一06-一05四内反", "一06-一05四内合", None),
        (KING, "一06-一05四外", "一06-一05四内", SlipKind.UNIT),
        (RENGO, "五05碁", "五05碁打", SlipKind.SUFFIX),
        (RENGO, "三03-三02歩成", "三03-三02歩", SlipKind.SUFFIX),
        (RENGO, "三03-三02歩不成", "三03-三02歩", SlipKind.SUFFIX),
        (RENGO, "三03-三02歩不成", "三03-三02歩成", SlipKind.SUFFIX),
        (RENGO, "五10碁打", "五01碁打", SlipKind.TEN),
        (RENGO, "五05玉打", "五05王打", SlipKind.LOOK_ALIKE),
        (RENGO, "五02-五01兵成后", "五02-五01兵成城", SlipKind.SUFFIX),
        (RENGO, "八07-八01竜", "八07-八01飛成", SlipKind.PROMOTED),
        (RENGO, "八07-八01飛成", "八07-八01竜", SlipKind.PROMOTED),
        (RENGO, "五02-五01后", "五02-五01兵成后", SlipKind.PROMOTED),
        (RENGO, "八01全打", "八01銀打成", SlipKind.PROMOTED),
        (RENGO, "八07-八01馬", "八07-八01飛成", None),
        (RENGO, "八07-八01竜", "八07-八02飛成", None),
        (RENGO, "八07-八01竜", "八07-八01飛", SlipKind.UNIT),
    ],
)
def test_suffixes(game, written, meant, expected):
    """A suffix is missing or too many, or a unit is named as promoted; the units of each game are compared by their own names."""
    assert kind(game, written, meant) is expected


def written_moves(game, draw):
    """Return moves of random games."""
    seen = set()
    for seed in range(4):
        _, moves, _ = slip_makers.parts_of(random_game_as_kif(game, seed, 40))
        seen.update(game.read(text).move for text in moves if text != PASS)
    return draw.sample(sorted(seen - {None}), min(100, len(seen - {None})))


@each("game", [SIX, KING, RENGO], ids=lambda game: game.id)
def test_symmetric(game):
    """Between two moves that can be read a slip goes both ways, by the same kind."""
    draw = random.Random(3)
    tree = LineTree(game, game.start())
    moves = written_moves(game, draw)
    tokens = [tree.tokenizer.token_of_move(move) for move in moves]
    found = 0
    for one in tokens:
        for two in tokens:
            assert slip_between(one, two, tree.size) is slip_between(two, one, tree.size)
            found += slip_between(one, two, tree.size) is not None
    assert found > 10


@each("kind_made", sorted(slip_makers.OF_A_MOVE))
def test_made_slips_are_in_the_list(kind_made):
    """Whatever the tests' own maker of slips does to a move is a slip of the list, or leaves it equal."""
    draw = random.Random(5)
    slip_makers.UNITS_SEEN["six"] = set("占武騎弓巫怨領士馬矢女霊")
    made, moves = 0, written_moves(SIX, draw)
    for _ in range(400):
        move = draw.choice(moves)
        text = SIX.spell(move)
        new = slip_makers.OF_A_MOVE[kind_made](draw, text, SIX)
        if new is None or new == text:
            continue
        tree = LineTree(SIX, SIX.start())
        assert (
            slip_between(tree.tokenizer.token_of_text(new), tree.tokenizer.token_of_move(move), tree.size) is not None
        ), (
            new,
            text,
        )
        made += 1
    assert made or kind_made == "suffix"


def test_kinds_have_words():
    """Each kind has its words in both languages, and its own name."""
    assert set(LABELS) == set(SlipKind)
    assert len({label.en for label in LABELS.values()}) == len(SlipKind) == len({label.ja for label in LABELS.values()})


def test_paths_of_other_lengths():
    """Two squares too many are two slips."""
    assert slip_of_squares(((1, 1),), ((1, 1), (2, 2), (3, 3)), (7, 7)) is None
    assert slip_of_squares((), ((1, 1),), (7, 7)) is SlipKind.SQUARE


@each(
    ("text", "plain"),
    [
        ("▲ 四04占", "四04占"),
        ("三04→四04武", "三04-四04武"),
        ("ｄ４Ｔ", "四04T"),
        ("四4占", "四04占"),
        ("三4から四4武", "三04-四04武"),
    ],
)
def test_one_spelling(text, plain):
    """Marks, blanks, dashes and widths do not count."""
    assert plain_move_text(text) == plain


def test_texts_one_character_apart():
    """Another character, one too many, one missing; no more."""
    assert are_one_character_apart("四04", "四05")
    assert are_one_character_apart("四04", "四04占")
    assert are_one_character_apart("四004占", "四04占")
    assert not are_one_character_apart("四04占", "四04占")
    assert not are_one_character_apart("四04", "五05")
    assert side_mark("先手：四04占") == "先手："


@each(
    ("written", "meant", "fits"),
    [
        ("四1？-二18角", "四16-二18角", True),
        ("四0？-二18角", "四16-二18角", False),
        ("四4〓", "四04占", True),
        ("四04〓", "四04占", True),
        ("四04〓", "四40占", False),
    ],
)
def test_a_mark_behind_a_figure(written, meant, fits):
    """A mark behind the only figure of a row is its second figure, or what follows; behind two figures it follows."""
    assert may_mean_move(MoveToken(plain_move_text(written), (), ""), MoveToken(plain_move_text(meant), (), "")) == fits
