"""Tests the readings of one move as people write it."""

from each import each

from kifu import games
from notation.freeform.fold import fold
from notation.freeform.ink import moves_from
from notation.freeform.moves import Situation, inked, readings

SIX, KING, RENGO = map(games.load, ("six", "king", "rengo"))


def after(game, *moves):
    """Return the position of a game after some moves."""
    position = game.start()
    for text in moves:
        position = game.play_legal(position, game.resolve(position, game.read(text)))
    return position


def readings_of(game, text, situation=None):
    """Return what a text may mean as a whole."""
    passage = inked(game, fold(text, 1))
    patterns = moves_from(game, passage.text, 0).get(len(passage.text), ())
    return tuple(one.text for one in readings(game, text, patterns, situation or Situation()))


@each(
    ("game", "text", "moves"),
    [
        (SIX, "四四占", {"四04占"}),
        (SIX, "四〇四占", {"四04占"}),
        (SIX, "４４占", {"四04占"}),
        (SIX, "４三占", {"四03占", "三04占"}),
        (SIX, "43占", {"四03占", "三04占"}),
        (SIX, "占四04", {"四04占"}),
        (SIX, "四05から四06へ武を動かす", {"四05-四06武"}),
        (SIX, "四06武(四05)", {"四05-四06武"}),
        (SIX, "四05武→四06武", {"四05-四06武"}),
        (SIX, "四05武→四06士", set()),
        (SIX, "四05→武", set()),
        (SIX, "四05/四06武", set()),
        (SIX, "四05-四06", set()),
        (SIX, "四04占四05占", set()),
        (SIX, "八08占", set()),
        (SIX, "四04の隣に占", set()),
        (SIX, "", set()),
        (SIX, "四" * 100, set()),
        (KING, "四六-四五五(内)", {"四06-四05五内"}),
        (KING, "四06-四05八内コマ裏返し", {"四06-四05八内反"}),
        (KING, "七06-七05○内", {"七06-七05丸内"}),
        (RENGO, "五05打碁", {"五05碁打"}),
        (RENGO, "八08-八03成飛", {"八08-八03竜"}),
    ],
)
def test_what_a_text_may_mean_without_a_position(game, text, moves):
    """A text with one reading gives it, one with two gives both, and any other text gives none."""
    assert set(readings_of(game, text)) == moves


def test_what_is_left_out_is_found_in_the_position():
    """A unit, or the square that it comes from, may be left out where one legal move alone has the rest."""
    position = after(SIX, "四04占", "四02領", "三03武", "五03士", "四05武", "五03-四03士")
    assert readings_of(SIX, "三03-四03", Situation(position)) == ("三03-四03武",)
    assert readings_of(SIX, "同武", Situation(position, "四03")) == ("三03-四03武",)
    assert readings_of(SIX, "同武", Situation(position)) == ()
    assert len(readings_of(SIX, "三03", Situation(position))) == 0
    assert readings_of(RENGO, "七06歩", Situation(RENGO.start())) == ("七07-七06歩",)
    assert set(readings_of(RENGO, "八08-八03", Situation(RENGO.start()))) == {"八08-八03飛", "八08-八03飛成"}


def test_a_well_formed_move_is_that_move():
    """A move in the notation is itself, legal or not: it is never bent into a legal one."""
    for text in ("四04領", "七07-七06怨", "四04占"):
        assert readings_of(SIX, text, Situation(SIX.start())) == (text,)
