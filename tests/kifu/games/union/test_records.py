"""Judges whole records of the Union games: scores, the declined last move, counted points, matches, variant files."""

import json

from each import each
from helpers import codes_of

import kifu
from kifu.cli.printing.verdict_report import verdict_report
from kifu.core import games
from kifu.core.errors import UnreadableFile
from kifu.core.game.options import VariantFile
from kifu.core.message import Message
from kifu.referee.status_fault_and_basis import Status
from notation.formats.kif_canonical_writer import spell_clock, spell_move_line
from notation.formats.kif_head_reader import RulesSource
from notation.line_kinds import MoveClock
from notation.reading import read

NEARLY = """\
棋種：ユニオンキング
局面図
一 二 三 四 五 六 七
・・ ・・ ・・ ・・ ・・ ・・ ・・ 01
・・ 丸'丸' ・・ ・・ ・・ v八・ ・v八 02
・・ ・・ 三'三' ・・ ・・ ・・ ・・ 03
・・ ・・ ・・ 四'四' ・・ ・・ ・・ 04
・・ ・・ ・・ ・・ 五'五' ・・ ・・ 05
・・ ・・ ・・ ・・ 六'・ ・六' ・・ 06
・・ ・・ ・・ ・・ ・・ ・・ ・・ 07
手番：白
手数----指手---------消費時間--
"""
REACHED = NEARLY + "   1 五06-六06六内合\n"
TAKEN = REACHED + "   2 六02-七02八内合\n"


def verdict(text, rules=None):
    """Return the verdict on the one record of a text."""
    (only,) = kifu.verify(read("a.kif", text.encode(), rules))
    return only


def test_the_last_move_taken():
    """Scores stand at every ply; the end, the winner and the count are the rules' own."""
    judged = verdict(TAKEN + "まで2手で先手の勝ち\n")
    assert judged.status is Status.CONFIRMED
    assert judged.scores() == [(84, 0), (105, 0), (105, 6)]
    assert (judged.outcome.outcome, judged.outcome.article) == ("first", "king.2")


@each("end", ["   2 パス\nまで2手で先手の勝ち\n", "まで1手で先手の勝ち\n", "まで1手\n"])
def test_the_last_move_declined(end):
    """パス, or a record that closes before it, declines the last move (king.2)."""
    judged = verdict(REACHED + end)
    assert judged.status is Status.CONFIRMED
    assert judged.outcome.outcome == "first"
    assert judged.plies == 1 + ("パス" in end)


@each(
    ("end", "status"),
    [
        ("", Status.UNFINISHED),
        ("まで1手で中断\n", Status.UNFINISHED),
        ("   2 中断\nまで1手\n", Status.UNFINISHED),
        ("   2 投了\n", Status.DECLARED),
        ("まで1手で後手の勝ち\n", Status.CONTRADICTED),
    ],
)
def test_the_last_move_still_to_come(end, status):
    """Without まで, broken off or resigned, black's last move is not declined; a wrong winner is a contradiction."""
    assert verdict(REACHED + end).status is status


EQUAL = """棋種：ユニオンマスター
局面図
一 二 三 四 五 六 七
AA ・・ BB ・・ CC ・・ DD 01
・・ ・・ ・・ ・・ ・・ ・・ ・・ 02
・・ ・・ ・・ ・・ ・・ ・・ ・・ 03
・・ ・・ E・ ・E ・・ ・・ ・・ 04
・・ ・・ ・・ ・・ ・・ ・・ ・・ 05
・・ ・・ ・・ ・・ ・・ ・・ ・・ 06
vD'vD' ・・ vBvB ・・ vCvC ・・ vEvE 07
手番：白
   1 四04-三04E外合
"""


@each(
    ("text", "status", "outcome"),
    [
        (EQUAL + "まで1手で引き分け\n", Status.CONFIRMED, ("draw", "master.4")),
        (EQUAL + "   2 パス\nまで2手で引き分け\n", Status.CONFIRMED, ("draw", "master.4")),
        (EQUAL + "   2 引き分け\nまで1手で引き分け\n", Status.CONFIRMED, ("draw", "master.4")),
        (REACHED + "まで1手で引き分け\n", Status.CONTRADICTED, ("first", "king.2")),
    ],
)
def test_a_draw_closed_before_the_last_move(text, status, outcome):
    """引き分け declines the last move like any まで (king.2), as a line of its own too: the totals decide."""
    judged = verdict(text)
    assert (judged.status, (judged.outcome.outcome, judged.outcome.article)) == (status, outcome)


PLACING = """棋種：ユニオンマスター
局面図
一 二 三 四 五 六 七
・vA ・vB ・vC ・vD ・vE ・vF ・・ 01
vA・ vB・ vC・ vD・ vE・ vF・ vG・ 02
・・ ・・ ・・ ・・ ・・ ・・ ・・ 03
・・ ・・ ・・ ・・ ・・ ・・ ・・ 04
・・ ・・ ・・ ・・ ・・ ・・ ・・ 05
A・ B・ C・ D・ E・ F・ G・ 06
・A ・B ・C ・D ・E ・F ・G 07
白の残り：内 外
黒の残り：内 外G
"""


@each(
    ("old", "new", "codes"),
    [
        ("A・ B", "A・ B", []),
        ("A・ B・ C・ D", "D'・ B・ C・ D", ["never-placed"]),
        ("B・ C・ D・ E・ F・ G・ 06\n・A", "B・ C・ D・ E・ F・ G・ 06\n・・", []),
    ],
)
def test_a_set_up_that_placing_never_leads_to(old, new, codes):
    """A turned or united piece while others are left to place is remarked on (master.2), and judged as a study."""
    assert old in PLACING
    judged = verdict(PLACING.replace(old, new))
    assert codes_of(judged.diagnostics) == codes
    assert judged.status is Status.UNFINISHED


def test_a_united_pair_while_placing_is_remarked_on():
    """A united pair while pieces are left to place is also remarked on (master.2)."""
    judged = verdict(PLACING.replace("A・ B・ C", "AA B・ C").replace("・A ・B", "・・ ・B"))
    assert codes_of(judged.diagnostics) == ["never-placed"]


def test_a_move_after_the_end():
    """After the last move nothing more is played."""
    judged = verdict(TAKEN + "   3 四04-四03四内反\n")
    assert (judged.status, judged.fault.article, judged.fault.ply) == (Status.ILLEGAL, "king.2", 3)


@each(
    ("line", "status"),
    [
        ("得点：先手105 後手6\n", Status.CONFIRMED),
        ("得点：白１０５点、黒６点\n", Status.CONFIRMED),
        ("得点：先手105 後手8\n", Status.CONTRADICTED),
    ],
)
@each("before", [True, False])
def test_the_points_the_players_counted(line, status, before):
    """得点 stands before or after まで; a wrong sum is a contradiction that says both."""
    closing = "まで2手で先手の勝ち\n"
    judged = verdict(TAKEN + (line + closing if before else closing + line))
    assert judged.status is status
    if status is Status.CONTRADICTED:
        assert judged.fault.code == "wrong-score"
        assert "8" in judged.fault.message.ja
        assert "6" in judged.fault.message.ja


def test_an_unreadable_count_is_named():
    """得点 in another form is an error of its line, not skipped."""
    judged = verdict(TAKEN + "得点：たくさん\n")
    assert "unreadable-score" in {diagnostic.code for diagnostic in judged.diagnostics}


def test_the_sum_pair_by_pair():
    """The JSON verdict lists every pair that scores: added up they are the score."""
    value = verdict(TAKEN).to_json()
    pairs = value["pairs"]
    assert sum(pair["points"] for pair in pairs if pair["side"] == "first") == value["scores"][-1][0]
    assert sum(pair["points"] for pair in pairs if pair["side"] == "second") == value["scores"][-1][1]
    last = next(pair for pair in pairs if pair["side"] == "second")
    assert (last["point"], last["kind"], last["lines"], last["inner_turned"]) == ("七02", "八", 3, False)
    json.dumps(value)


def part(half, end="まで2手で先手の勝ち\n"):
    """Return one game of a match: the set-up and moves of TAKEN."""
    return f"対局：{half}\n" + TAKEN.partition("\n")[2] + end


MATCH = "棋種：ユニオンキング\n先手：あ\n後手：い\n"


def test_a_match_is_two_games_and_their_sum():
    """Sides are exchanged in the second game; 105 + 6 against 6 + 105 is a draw (king.3)."""
    judged = verdict(MATCH + part("前半") + part("後半"))
    assert judged.status is Status.CONFIRMED
    assert [game.status for game in judged.games] == [Status.CONFIRMED] * 2
    assert (judged.outcome.outcome, judged.outcome.article) == ("draw", "king.3")
    assert judged.plies == 4
    assert judged.scores()[-1] == (111, 111)
    assert len(judged.scores()) == judged.plies + 1
    assert len(judged.to_json()["games"]) == 2


def test_a_wrong_claim_about_a_match_stands_after_its_last_ply():
    """Its fault names the article, the claim's line, and all plies of both games; in words both sums are told."""
    text = MATCH + part("前半") + part("後半") + "結果：先手の勝ち\n"
    judged = verdict(text)
    assert (judged.fault.code, judged.fault.ply, judged.fault.article) == ("wrong-winner", 4, "king.3")
    assert judged.fault.line == len(text.splitlines())
    document = read("a.kif", text.encode())
    assert "\n  二局の合計: 先手 111, 後手 111\n" in verdict_report(judged, document.source, 1, "ja")
    assert "111 対 111" in judged.fault.message.ja


@each("wrong", ["まで2手で後手の勝ち\n", "まで3手\n", "得点：先手100 後手100\nまで2手\n"])
@each("first", [True, False])
def test_a_match_counts_a_game_whose_record_claims_what_is_not_so(wrong, first):
    """Every move is legal: all plies count, and the sums decide, not the claim of one game's record (king.3)."""
    text = part("前半", wrong) + part("後半") if first else part("前半") + part("後半", wrong)
    judged = verdict(MATCH + text)
    assert (judged.status, judged.plies, len(judged.scores())) == (Status.CONTRADICTED, 4, 5)
    assert (judged.outcome.outcome, judged.outcome.article) == ("draw", "king.3")
    assert judged.fault is judged.games[not first].fault


def test_a_match_with_two_faults_names_both():
    """The first fault decides; the wrong total of the match is a diagnostic of its own."""
    judged = verdict(MATCH + part("前半", "まで3手\n") + part("後半") + "合計得点：先手1 後手2\n")
    assert judged.fault.code == "wrong-count"
    assert codes_of(judged.diagnostics) == ["wrong-score"]


def test_the_players_change_sides():
    """い, 後手 of the match, is 先手 of the second game and wins it."""
    judged = verdict(MATCH + part("前半", "まで2手であの勝ち\n") + part("後半", "まで2手でいの勝ち\n"))
    assert judged.status is Status.CONFIRMED
    wrong = verdict(MATCH + part("前半") + part("後半", "まで2手であの勝ち\n"))
    assert (wrong.status, wrong.fault.code) == (Status.CONTRADICTED, "wrong-winner")


@each(
    ("text", "status"),
    [
        (part("前半"), Status.UNFINISHED),
        (part("前半") + part("後半", "   3 中断\n"), Status.CONFIRMED),  # over by the rules before it
        (part("前半") + "対局：後半\n   1 一06-一05十内\n", Status.UNFINISHED),
        (part("前半") + "対局：後半\n   1 一06-一05十内\n   2 投了\n", Status.DECLARED),
        (part("前半") + "対局：後半\n   1 一06-一05三内\n", Status.ILLEGAL),
        (part("前半") + part("後半") + "合計得点：先手111 後手111\n結果：引き分け\n", Status.CONFIRMED),
        (part("前半") + part("後半") + "結果：先手の勝ち\n", Status.CONTRADICTED),
        (part("前半") + part("後半") + "合計得点：先手111 後手110\n", Status.CONTRADICTED),
        (part("後半") + part("前半"), Status.UNREADABLE),
    ],
)
def test_what_a_match_comes_to(text, status):
    """A match has what its games have: unfinished, declared, illegal, contradicted, or in the wrong order."""
    assert verdict(MATCH + text).status is status


def test_a_resigned_game_leaves_the_match_to_its_recorded_result():
    """The recorded result of a match with a resigned game is declared (king.3)."""
    judged = verdict(MATCH + part("前半") + "対局：後半\n   1 一06-一05十内\n   2 投了\n結果：先手の勝ち\n")
    assert judged.status is Status.DECLARED
    assert judged.outcome.outcome == "first"


def test_a_variant_file_beside_the_record():
    """規則 names the file; its data judges the record, and its name stands in the verdict."""
    text = 'game = "king"\n[score]\ntarget = 200\n'
    record = TAKEN.replace("局面図", "規則：my-king.toml\n局面図")
    judged = verdict(record, RulesSource({"my-king.toml": text}.__getitem__))
    assert (judged.status, judged.game.rules) == (Status.UNFINISHED, "my-king.toml")
    given = verdict(TAKEN, RulesSource(given=VariantFile("other.toml", text)))
    assert (given.status, given.game.rules) == (Status.UNFINISHED, "other.toml")


def test_a_variant_file_that_is_not_there():
    """A file that cannot be opened, or that nobody opens, makes the record unreadable, at its 規則 line."""

    def missing(name):
        raise UnreadableFile("variant-file", Message(f"{name} がない", f"no {name}"))

    record = TAKEN.replace("局面図", "規則：my-king.toml\n局面図")
    for rules, code in ((RulesSource(missing), "variant-file"), (None, "variant-not-read")):
        judged = verdict(record, rules)
        assert (judged.status, judged.fault.code, judged.fault.line) == (Status.UNREADABLE, code, 2)


def test_a_wrong_variant_file_names_its_entry():
    """The fault of the file is reported at the record's 規則 line."""
    record = TAKEN.replace("局面図", "規則：my-king.toml\n局面図")
    judged = verdict(record, RulesSource(lambda _: 'game = "king"\n[score]\ntarget = 0\n'))
    assert judged.status is Status.UNREADABLE
    assert judged.fault.message.en.startswith("my-king.toml: score.target: ")


def test_a_checkpoint_that_differs():
    """A diagram in the middle is compared point by point."""
    wrong = REACHED + "局面図\n" + "\n".join(NEARLY.splitlines()[2:-1]) + "\n"
    judged = verdict(wrong)
    assert (judged.status, judged.fault.code, judged.fault.ply) == (Status.CONTRADICTED, "checkpoint", 1)
    assert "六06" in judged.fault.message.ja


@each("placed", [0, 5, 27, 28])
def test_times_of_the_side_that_moves_twice(placed):
    """White places the last piece and moves next: its total time is summed over both (master.1), from a set-up too."""
    game = games.load("master")
    position, lines = game.start(), ["棋種：ユニオンマスター"]
    for _ in range(placed):
        position = game.play_legal(position, next(iter(game.legal_moves(position))))
    if placed:
        lines += ["局面図", *game.spell_diagram(position).splitlines()]
    totals = [0, 0]
    for ply in range(1, 35 - placed):
        side = game.turn(position)
        totals[side] += ply
        move = next(iter(game.legal_moves(position)))
        clock = spell_clock(MoveClock(ply, totals[side], branches=False))
        lines.append(spell_move_line(ply, game.spell(move), clock))
        position = game.play_legal(position, move)
    judged = verdict("\n".join(lines) + "\n")
    assert judged.plies == 34 - placed
    assert not codes_of(judged.diagnostics)
    wrong = verdict("\n".join([*lines[:-1], lines[-1].replace("00:0", "00:1")]) + "\n")
    assert codes_of(wrong.diagnostics) == ["wrong-total-time"]
