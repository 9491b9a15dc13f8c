"""Tests repairs: the truth is among the candidates, each is proven by its own text, and nothing is applied by itself."""

import hashlib
import random
import re
from collections import defaultdict
from functools import cache
from itertools import cycle, islice
from pathlib import Path

import pytest
import slip_makers
from each import each
from helpers import HEAD
from hypothesis_profile import examples

import kifu
from kifu.reconcile import repair
from kifu.reconcile.candidate_edits import canonical_moves
from kifu.reconcile.repair import Repair
from kifu.reconcile.slip_rules import SlipKind
from notation.random_record import random_game_as_kif

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
ELIMINATION = (SAMPLES / "six/elimination.kif").read_text("utf-8")


def repaired(text, **options):
    """Return the finished search for the repairs of a text of one record."""
    (record,) = kifu.read(text.encode()).records
    return Repair(record, **options).run()


def with_move(text, ply, move):
    """Return a record with another text of one move."""
    return re.sub(rf"(?m)^( *{ply}) \S+", lambda match: f"{match[1]} {move}", text, count=1)


def moves_of(text):
    """Return the canonical moves of a sound record."""
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert not verdict.status.exit_code
    return canonical_moves(verdict)


def proven(search):
    """Check that each candidate is what it says: its text is a sound record with its moves, digest and comment."""
    for candidate in search.candidates:
        document = kifu.read(candidate.data)
        (verdict,) = kifu.verify(document)
        assert (verdict.status, canonical_moves(verdict)) == (candidate.status, candidate.moves)
        assert not verdict.status.exit_code
        assert candidate.sha256 == hashlib.sha256(candidate.data).hexdigest() == document.sha256
        comments = [
            comment.text
            for record in (document.records[0], *document.records[0].games)
            for line in record.lines
            for comment in line.comments
        ]
        assert sum("もしかして" in comment for comment in comments) == 1 or candidate.kind is SlipKind.DIAGRAM
    assert len({candidate.moves for candidate in search.candidates}) == len(search.candidates)
    return search.candidates


def test_a_sound_record_has_no_repairs():
    """Where nothing contradicts, nothing is tried."""
    search = repaired(ELIMINATION)
    assert (search.candidates, search.complete) == ((), True)


def test_one_square_beside():
    """The only candidate tells ply, text and kind; its line alone differs, and a comment names it."""
    wrong = with_move(ELIMINATION, 11, "六03-七05弓")
    (candidate,) = proven(repaired(wrong))
    assert (candidate.kind, candidate.ply, candidate.was, candidate.now) == (
        SlipKind.BESIDE,
        11,
        "六03-七05弓",
        "六03-六05弓",
    )
    assert candidate.moves == moves_of(ELIMINATION)
    lines = candidate.data.decode().splitlines()
    assert [line for line in lines if not line.startswith("*")] == ELIMINATION.splitlines()
    assert (
        lines[lines.index("  11 六03-六05弓") + 1]
        == "*もしかして (kifu repair): 11 手目 六03-七05弓 → 六03-六05弓 (隣のマス)"
    )


def test_the_mark_of_the_side_stays():
    """A side mark before a slip stands before its repair too."""
    wrong = with_move(ELIMINATION, 11, "▲六03-七05弓")
    assert [candidate.now for candidate in repaired(wrong).candidates] == ["▲六03-六05弓"]


def test_a_line_twice():
    """The second of two equal lines goes, and the lines below are numbered again."""
    lines = ELIMINATION.splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("  12 "))
    numbered = [
        re.sub("^ *([0-9]+)", lambda match: f"{int(match[1]) + 1:>4}", line)
        for line in lines[at:]
        if line[:4].strip().isdigit()
    ]
    wrong = "\n".join([*lines[: at + 1], *numbered]) + "\n"
    candidate = next(candidate for candidate in proven(repaired(wrong)) if candidate.kind is SlipKind.TWICE)
    assert candidate.moves == moves_of(ELIMINATION)
    assert (candidate.ply, candidate.now) == (13, None)
    numbers = [entry.text for entry in kifu.read(candidate.data).records[0].main.entries]
    assert len(numbers) == 52
    assert not kifu.read(candidate.data).records[0].diagnostics


@pytest.mark.parametrize("counted", [False, True])
def test_a_line_left_out(counted):
    """A line is put in again; a count of the lines follows it, and a count of the plies proves it."""
    head, moves, closing = slip_makers.parts_of(ELIMINATION)
    lost = moves[:30] + moves[31:]
    wrong = slip_makers.sheet(head, lost, closing, count=len(lost) if counted else None)
    candidates = proven(repaired(wrong))
    assert tuple(moves) in {candidate.moves for candidate in candidates}
    candidate = next(candidate for candidate in candidates if candidate.moves == tuple(moves))
    assert (candidate.kind, candidate.was, candidate.now) == (SlipKind.LEFT_OUT, None, moves[30])
    assert b"\n  32 " + moves[31].encode() in candidate.data
    assert kifu.read(candidate.data).records[0].main.closing.count == len(moves)


@pytest.mark.parametrize("apart", [1, 2])
def test_two_lines_exchanged(apart):
    """Neighbours, or two moves of one side, stand in each other's place."""
    head, moves, closing = slip_makers.parts_of(ELIMINATION)
    at = 34  # 四06-五04馬, 五01巫, 五04-六02馬
    wrong = list(moves)
    wrong[at - 1], wrong[at - 1 + apart] = wrong[at - 1 + apart], wrong[at - 1]
    candidates = proven(repaired(slip_makers.sheet(head, wrong, closing)))
    assert (SlipKind.EXCHANGED, tuple(moves)) in {(candidate.kind, candidate.moves) for candidate in candidates}


@pytest.mark.parametrize("closing", ["まで49手で先手の勝ち", "まで五十手で先手の勝ち"])
def test_a_wrong_count(closing):
    """The count of the closing line is mended first."""
    head, moves, own = slip_makers.parts_of(ELIMINATION)
    winner = own.partition("で")[2].partition("で")[2]
    candidates = proven(repaired(slip_makers.sheet(head, moves, closing.partition("手で")[0] + "手で" + winner)))
    assert (candidates[0].kind, candidates[0].now) == (SlipKind.COUNT, own)


def test_the_wrong_winner():
    """The winner of the closing line is mended first, and the rules confirm it."""
    candidates = proven(repaired((SAMPLES / "six/wrong-winner.kif").read_text("utf-8")))
    assert (candidates[0].kind, candidates[0].now) == (SlipKind.WINNER, "まで60手で後手の勝ち")
    assert candidates[0].status is kifu.Status.CONFIRMED


def test_a_wrong_total():
    """One number of a total is mended."""
    candidates = proven(repaired((SAMPLES / "ace/wrong-total.kif").read_text("utf-8")))
    assert (candidates[0].kind, candidates[0].now) == (SlipKind.TOTAL, "先手100 後手62")


def test_a_wrong_diagram():
    """A diagram between moves, with one wrong cell, is mended in that row."""
    diagram = "局面図\n○○○○○○○01\n○○○○○○○02\n○○○○○○○03\n○○○占○○○04\n○○○○霊○○05\n○○○○○○○06\n○○○○○○○07\n"
    wrong = f"{HEAD}   1 四04占\n   2 五05領\n{diagram}   3 三03占\n"
    candidate = next(candidate for candidate in proven(repaired(wrong)) if candidate.kind is SlipKind.DIAGRAM)
    assert (candidate.ply, candidate.was, candidate.now) == (2, "○○○○霊○○", "○○○○領○○")


def test_a_diagram_that_tells_of_an_earlier_slip():
    """A contradicted diagram leads back to a slip before it."""
    diagram = "局面図\n○○○○○○○01\n○○○○○○○02\n○○○○○○○03\n○○○占○○○04\n○○○○領○○05\n○○○○○○○06\n○○○○○○○07\n"
    wrong = f"{HEAD}   1 四03占\n   2 五05領\n{diagram}   3 三03占\n"
    found = {(candidate.kind, candidate.ply, candidate.now) for candidate in proven(repaired(wrong))}
    assert (SlipKind.BESIDE, 1, "四04占") in found


def test_a_set_up_that_cannot_be_read():
    """A character of a set-up that is no unit is replaced by each unit with which the record is sound."""
    rows = "".join(f"○○○○○○○{row:02d}\n" for row in range(1, 7))
    head = HEAD.splitlines()[0]
    wrong = f"{head}\n局面図\n○○○✕○○○01\n{rows.replace('06', '07').replace('05', '06').replace('04', '05').replace('03', '04').replace('02', '03').replace('01', '02')}手番：先手\n   1 四04占\n"
    candidates = proven(repaired(wrong))
    assert {candidate.kind for candidate in candidates} == {SlipKind.DIAGRAM}
    assert len(candidates) == 1  # equal games are one candidate


def test_a_match():
    """A slip in the second game of a match is found there, and the whole match is proven."""
    text = (SAMPLES / "king/match.kif").read_text("utf-8")
    first, mark, second = text.partition("対局：後半")
    number, move = re.search(r"(?m)^( *20) (\S+)", second).groups()
    wrong = second.replace(f"{number} {move}", f"{number} 〓", 1)
    search = repaired(first + mark + wrong)
    candidate = next(candidate for candidate in proven(search) if candidate.now == move)
    assert (candidate.part, candidate.ply, candidate.to_json()["part"]) == (2, 20, 2)


def test_moves_that_share_a_line():
    """Several moves on a line: a move is replaced at its place, and no line is guessed."""
    wrong = f"{HEAD}1 四04占 2 五05領 3 四04占 4 五06領\nまで4手で中断\n"
    candidates = proven(repaired(wrong))
    assert (SlipKind.BESIDE, "四03占") in {(candidate.kind, candidate.now) for candidate in candidates}
    assert any("1 四04占 2 五05領 3 四03占 4 五06領\n" in candidate.data.decode() for candidate in candidates)
    assert not {SlipKind.TWICE, SlipKind.LEFT_OUT} & {candidate.kind for candidate in candidates}


def test_the_limit_is_said():
    """A search that the limit ends says that there may be more."""
    wrong = with_move(ELIMINATION, 45, "五05占")
    assert repaired(wrong).complete
    assert not repaired(wrong, limit=60).complete


@each(
    "text",
    [
        "",
        "棋種：将棋\n   1 四04占\n",
        "棋種：6面体\n",
        f"{HEAD}   1 四04占\nなぞ04占\n",
        "棋種：6面体\n規則：six/9\n   1 〓\n",
    ],
)
def test_what_cannot_be_repaired(text):
    """Text without a known game, without moves, or with a line that is no move, has no candidates."""
    for record in kifu.read(text.encode()).records:
        assert Repair(record).run().candidates == ()


def test_prose_is_not_read_again_and_again(monkeypatch):
    """No move is looked for in a text without moves with several lines that are not understood; beside one line it is."""
    tried = []
    monkeypatch.setattr(repair, "judge_patched_lines", lambda *args: tried.append(args))
    Repair(kifu.read(f"{HEAD}四04なぞ占\n".encode()).records[0]).run()
    assert tried
    tried.clear()
    Repair(kifu.read(f"{HEAD}四04なぞ占\n三03なぞ占\n".encode()).records[0]).run()
    assert not tried


def test_the_text_that_is_read_again_has_a_limit(monkeypatch):
    """A search that reads free forms again and again stops at a number of characters, and says that it is not complete."""
    text = f"{HEAD}四04なぞ占\n"
    assert repaired(text).complete
    monkeypatch.setattr(repair, "MAX_FREE_CHARACTERS", 3 * len(text))
    search = repaired(text)
    assert not search.complete
    assert not search.exhausted


def test_every_move_illegible():
    """A record without a legible move is answered soon."""
    search = repaired(HEAD + "".join(f"{ply:>4} 〓\n" for ply in range(1, 1500)))
    assert search.candidates == ()


@each("encoding", ["cp932", "euc_jp", "utf-8-sig"])
def test_the_encoding_stays(encoding):
    """A repaired record has the encoding and the line ends of its file."""
    data = with_move(ELIMINATION, 11, "六03-七05弓").replace("\n", "\r\n").encode(encoding)
    (record,) = kifu.read(data).records
    (candidate,) = Repair(record).run().candidates
    text = candidate.data.decode(encoding)
    assert "\r\n  11 六03-六05弓\r\n*もしかして" in text


@cache
def games(name):
    """Return a few random games of a kind."""
    game = kifu.load_game(name)
    plies = {"six": 100, "rengo": 30}.get(name, 60)
    made = [slip_makers.parts_of(random_game_as_kif(game, seed, plies)) for seed in range(3)]
    slip_makers.UNITS_SEEN[name] = {
        slip_makers.squares_of(move)[1].rstrip("反合打成不") for _, moves, _ in made for move in moves
    }
    return game, made


@pytest.mark.parametrize("name", ["six", "ace", "king", "master", "rengo"])
@pytest.mark.parametrize("kind", slip_makers.KINDS)
def test_the_truth_is_among_the_candidates(name, kind):
    """A slip of any kind that shows has the truth among its candidates, in every game."""
    game, made = games(name)
    draw = random.Random(f"{name} {kind}")
    for _ in range(examples(2, 20)):
        head, moves, closing = draw.choice(made)
        wrong = slip_makers.slipped(draw, kind, moves, game)
        if wrong is None:
            continue
        text = slip_makers.sheet(head, wrong.moves, closing, count=len(wrong.moves) if wrong.counted else None)
        (verdict,) = kifu.verify(kifu.read(text.encode()))
        if not verdict.status.exit_code:
            continue
        search = repaired(text)
        assert tuple(moves) in {candidate.moves for candidate in proven(search)} or not search.complete


PROMOTIONS = {
    "飛成": ("龍", "竜", "龍王", "竜王", "成飛"),
    "角成": ("馬", "龍馬", "成角"),
    "銀成": ("全", "成銀"),
    "桂成": ("圭", "成桂"),
    "香成": ("杏", "成香"),
    "歩成": ("と", "と金", "成歩"),
    "平成": ("冠", "成平"),
    "貝成": ("核", "成貝"),
}


def test_a_promotion_by_the_name_of_what_it_leaves():
    """龍 for 飛成, と for 歩成 and so on: what was played is the first candidate, whatever else would do."""
    places = defaultdict(list)
    for name in ("hundred-go13", "hundred-go9", "hundred-shogi", "hundred-janggi"):
        text = (SAMPLES / f"rengo/{name}.kif").read_text("utf-8")
        for found in re.finditer(rf"(?m)^ +\d+ (\S+?)({'|'.join(PROMOTIONS)})$", text):
            places[found[2]].append((text, found))
    for suffix, there in places.items():  # every place and every name, each with one of the others
        faces = PROMOTIONS[suffix]
        for (text, found), face in islice(zip(cycle(there), cycle(faces)), max(len(there), len(faces))):
            search = repaired(text[: found.start(2)] + face + text[found.end(2) :], limit=20_000)
            first = search.candidates[0]
            assert (first.kind, first.now) == (SlipKind.PROMOTED, found[1] + suffix), face
    assert places.keys() == {"飛成", "角成", "桂成", "香成", "歩成", "貝成"}


def test_the_mark_of_the_other_side():
    """A move with the other side's mark is one slip, in whatever marks the record is written."""
    for one, other in (("▲", "△"), ("☗", "☖"), ("先手", "後手")):
        moves = [f"{(one, other)[ply % 2]}{move}" for ply, move in enumerate(("四04占", "三02領", "五05武", "二02士"))]
        moves[2] = other + moves[2].removeprefix(one)
        text = HEAD + "".join(f"{ply:>4} {move}\n" for ply, move in enumerate(moves, start=1))
        candidates = proven(repaired(text))
        assert (candidates[0].kind, candidates[0].ply) == (SlipKind.MARK, 3)


def test_the_only_candidate():
    """It is called the only one where every slip was tried, and not where moves share a line that none can be left out of."""
    shared = "棋種：6面体\n1 四04占 2 一01領\n3 五05武 4 五05武\n"
    parted = "棋種：6面体\n1 四04占\n2 一01領\n3 五05武\n4 五05武\n"
    for text, exhausted in ((shared, False), (parted, True)):
        search = repaired(text)
        assert search.complete
        assert search.exhausted is exhausted
