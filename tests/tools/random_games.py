"""Whole random games against second computations, for as long as asked: 続・連合将棋 ply by ply, matches of キング as records.

    .venv/bin/python tests/tools/random_games.py --game rengo --seconds 3600 --seed 1

A difference is printed with the seed of its game, and ends the run with exit code 1.
"""

import random
import sys
from collections import Counter
from functools import cache
from importlib import util
from pathlib import Path
from time import monotonic

import click

TESTS = Path(__file__).resolve().parents[1]
RENGO = TESTS / "kifu/games/rengo"
sys.path[:0] = [str(TESTS.parent), str(RENGO)]

import naive_game  # noqa: E402 - found in the folder just named
import naive_moves  # noqa: E402
from drawn import drawn  # noqa: E402

from kifu.core import games  # noqa: E402
from kifu.core.errors import InvalidSetup  # noqa: E402
from kifu.core.outcome import Ending  # noqa: E402
from kifu.games.rengo import rules  # noqa: E402
from kifu.games.rengo.check_detection_and_effect_breaches import is_in_check  # noqa: E402
from kifu.games.rengo.diagrams_and_drawing import spell_diagram  # noqa: E402
from kifu.games.rengo.game import Rengo  # noqa: E402
from kifu.games.rengo.position import (  # noqa: E402
    RULES,
    parse_rules,
    rule_context,
)
from kifu.referee.verify import verify  # noqa: E402
from notation.reading import read  # noqa: E402

PLIES = 40
REFUSED = 60
"""Illegal actions, sound in form, whose article is compared at each ply."""
PIECES = "飛竜角馬金銀全桂圭香杏歩歩と后城僧騎兵兵俥傌炮相仕卒车马象包士卆船午根種貝核平平冠"
STONES = "碁碁碁碁翻翻珠珠"
KINDS = {
    "crowded": (0.5, PIECES + STONES),
    "stony": (0.45, STONES * 3 + PIECES),
    "open": (0.15, PIECES + STONES * 2),
    "bare": (0.04, PIECES + STONES),
    "draughts": (0.25, "平平平冠碁翻珠歩"),
    "pearls": (0.35, "珠珠珠珠翻平碁歩"),
    "walled": (0.7, "碁碁碁珠翻歩平飛炮桂"),
}
BOARDS = [
    *["碁盤9路", "オセロ盤", "チャンギ盤"] * 3,
    *["チェス盤", "ドラフツ盤", "シャンチー盤", "連珠盤"] * 2,
    "将棋盤",
    "マークルック盤",
    "碁盤13路",
]


class Differs(Exception):
    """The two computations disagree."""


def whole_game(seed, plies=PLIES):
    """Play one random game of 続・連合将棋 with both computations; return what was compared. Raises Differs."""
    draw = random.Random(f"rengo {seed}")
    board = draw.choice(BOARDS)
    chosen = {
        option.name: draw.choice(option.values)
        for option in RULES.options
        if not option.number and option.name != "kan" and draw.random() < 0.3
    }
    options = naive_moves.OPTIONS | chosen
    lawful = rule_context(
        board, parse_rules("rengo/1 " + " ".join(f"{name}={value}" for name, value in chosen.items()))
    )
    position, plain = _start(draw, lawful, options)
    game = Rengo(lawful)
    positions, moves, states, checks = [position], [], [plain], []
    seen = Counter([position])
    counts = Counter(games=1)
    shuffling = draw.random() < 0.3
    ending = None
    while True:
        try:
            judged = naive_game.judge(plain)
        except naive_moves.TooMany:
            counts["left: too many leaps"] += 1
            return counts
        checks.append(judged.check)
        repeated = None
        if plain.ended in {"", "passes"} and (judged.end is None or plain.ended) and len(states) > 1:
            repeated = naive_game.repetition(states, checks)
        end = repeated or judged.end
        ending = ending or game.outcome(position)
        _same(seed, position, "end", end, ending and (int(ending.article[6:]), ending.outcome.value))
        _same(seed, position, "score", naive_game.score(plain), game.score(position))
        counts["positions"] += 1
        if end is not None:
            counts[f"ended by rengo.{end[0]}"] += 1
            return counts
        _same(seed, position, "check", judged.check, is_in_check(position))
        mine = {game.spell(move): move for move in game.legal_moves(position)}
        _same(seed, position, "legal", sorted(judged.legal), sorted(mine))
        texts = sorted(judged.illegal)
        for text in draw.sample(texts, min(REFUSED, len(texts))):
            article = rules.first_breach(position, game.resolve(position, game.read(text)))
            _same(seed, position, f"the article of {text}", judged.illegal[text], article)
            counts[f"refused by rengo.{article}"] += 1
        counts["checks"] += judged.check
        counts["legal actions"] += len(mine)
        if len(moves) == plies * (1 + shuffling):
            return counts
        text = _choice(draw, game, moves, mine, shuffling=shuffling)
        move = mine[text]
        position, plain = game.play_legal(position, move), judged.legal[text]
        positions.append(position)
        moves.append(move)
        states.append(plain)
        seen[position] += 1
        found = game.history(positions, moves, seen[position])
        ending = found if isinstance(found, Ending) else None


def _start(draw, lawful, options):
    """Return a random later position as both computations see it."""
    table = naive_moves.BOARDS[lawful.board]
    while True:
        share, kinds = KINDS[draw.choice(list(KINDS))]
        squares = [(row, column) for row in range(table.rows) for column in range(table.columns)]
        units = {at: (draw.choice((0, 1)), draw.choice(kinds), False) for at in squares if draw.random() < share}
        both = draw.choice(["玉玉", "楚楚", "帥帥", draw.choice("玉王帥楚君") + draw.choice("玉王帥楚君")])
        for side, at in enumerate(draw.sample(squares, 2)):
            units[at] = (side, both[side], False)
        if draw.random() < 0.4:
            _nearly_five(draw, table, units)
        for at, (side, unit, _) in units.items():
            home = at[0] + 1 == (table.rows + 1 - table.soldiers if side else table.soldiers)
            units[at] = (side, unit, unit == "兵" and home)
        stands = tuple(
            {unit: draw.randint(1, 3) for unit in "飛角金銀桂香歩歩碁碁翻翻珠珠" if draw.random() < 0.3} for _ in "先後"
        )
        captives, turn = (draw.randint(0, 3), draw.randint(0, 3)), draw.choice((0, 1))
        cells = [["・・"] * table.columns for _ in range(table.rows)]
        for (row, column), (side, unit, _) in units.items():
            cells[row][column] = "▲△"[side] + unit
        lines = ["".join(row) + f"{number:02d}" for number, row in enumerate(cells, start=1)]
        for key, stand in zip(("先手の駒台", "後手の駒台"), stands, strict=True):
            lines.append(f"{key}：" + (" ".join(f"{unit}{number}" for unit, number in stand.items()) or "なし"))
        lines += [f"アゲハマ：先手{captives[0]} 後手{captives[1]}", f"手番：{'先後'[turn]}手"]
        try:
            position = drawn(lawful, "\n".join(lines))
        except InvalidSetup:
            continue
        state = naive_moves.State(table, options, units, stands, captives, turn)
        kings = state.king(0), state.king(1)
        facing = both == "楚楚" and naive_moves.open_column(units, *kings)
        return position, state._replace(facing=facing)


def _nearly_five(draw, table, units):
    """Draw a line of five squares with 珠 of one side on most of them, kings left alone."""
    down, right = draw.choice([(0, 1), (1, 0), (1, 1), (1, -1)])
    row, column = draw.randrange(table.rows), draw.randrange(table.columns)
    side = draw.choice((0, 1))
    for number in range(5):
        at = (row + down * number, column + right * number)
        if (
            0 <= at[0] < table.rows
            and 0 <= at[1] < table.columns
            and units.get(at, (0, ""))[1] not in naive_moves.KINGS
        ):
            if draw.random() < 0.75:
                units[at] = (side, "珠", False)
            elif draw.random() < 0.6:
                units.pop(at, None)


def _choice(draw, game, moves, mine, *, shuffling):
    """Choose an action: now and then a pass, or one that takes back what its side did last, else any."""
    texts = sorted(mine)
    if "パス" in mine and draw.random() < 0.12:
        return "パス"
    if shuffling and len(moves) > 1:
        back = game.spell(moves[-2]).partition("-")
        undoing = [text for text in texts if "-" in text and text[:4].startswith(back[2][:3]) and back[0] in text[3:]]
        if undoing and draw.random() < 0.9:
            return draw.choice(undoing)
        walking = [text for text in texts if "-" in text]
        return draw.choice(walking or texts)
    return draw.choice(texts)


def _same(seed, position, what, theirs, ours):
    if theirs != ours:
        shown = f"{position.context}\n{spell_diagram(position)}ended={position.ended} facing={position.facing}"
        if what == "legal":
            theirs, ours = sorted(set(theirs) - set(ours)), sorted(set(ours) - set(theirs))
        message = f"game {seed}: {what}: second computation {theirs}, program {ours}\n{shown}"
        raise Differs(message)


@cache
def _union():
    """Return the second computation of the Union games."""
    spec = util.spec_from_file_location("naive_union", TESTS / "kifu/games/union/naive.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def king_match(seed):
    """Play a match of キング by the second computation, and have it judged as a record. Raises Differs."""
    draw = random.Random(f"king {seed}")
    game = games.load("king")
    lines, sums, plies = ["棋種：ユニオンキング", "先手：甲", "後手：乙"], [0, 0], 0
    for number, part in enumerate(("前半", "後半")):
        plain, position = _union().Game("king"), game.start()
        lines.append(f"対局：{part}")
        played = 0
        while not plain.over():
            theirs = plain.moves()
            mine = {game.spell(move): move for move in game.legal_moves(position)}
            if sorted(theirs) != sorted(mine):
                message = f"match {seed}: moves differ after {lines}"
                raise Differs(message)
            text = _uniting(draw, game, position, mine)
            plain.play(theirs[text])
            position = game.play_legal(position, mine[text])
            played += 1
            lines.append(f"{played} {text}")
        points = plain.points("白"), plain.points("黒")
        if game.score(position) != points:
            message = f"match {seed}: {part} counts {points}, the program {game.score(position)}"
            raise Differs(message)
        result = {"first": "先手の勝ち", "second": "後手の勝ち", "draw": "引き分け"}[plain.winner()]
        lines.append(f"まで{played}手で{result}")
        sums[number], sums[1 - number] = sums[number] + points[0], sums[1 - number] + points[1]
        plies += played
    winner = "draw" if sums[0] == sums[1] else "first" if sums[0] > sums[1] else "second"
    document = read("match", "\n".join(lines).encode())
    (verdict,) = (verify(record, document.sha256, document.diagnostics) for record in document.records)
    expected = ("CONFIRMED", winner, "king.3", tuple(sums), plies)
    ours = (
        str(verdict.status),
        verdict.outcome and verdict.outcome.outcome.value,
        verdict.outcome and verdict.outcome.article,
        verdict.scores()[-1],
        verdict.plies,
    )
    if expected != ours:
        message = f"match {seed}: {expected} but judged {ours}\n" + "\n".join(lines)
        raise Differs(message)
    return Counter({"games": 2, "plies": plies, f"won by {winner}": 1})


def _uniting(draw, game, position, mine):
    """Choose a move: mostly the union that scores most, else one that breaks no pair, so that the game comes to its end."""
    texts = sorted(mine)
    if draw.random() < 0.2 or len(texts) == 1:
        return draw.choice(texts)
    side = game.turn(position)

    def points(text):
        return game.score(game.play_legal(position, mine[text]))[side]

    best = max((text for text in texts if text.endswith("合")), key=points, default=None)
    if best is not None and points(best) > game.score(position)[side]:
        return best
    keeping = [text for text in texts if not any(mark.kind == "breaking" for mark in game.trace(position, mine[text]))]
    return draw.choice(keeping or texts)


@click.command()
@click.option("--game", "kind", type=click.Choice(["rengo", "king"]), default="rengo", show_default=True)
@click.option("--seconds", default=60, show_default=True, help="How long.")
@click.option("--seed", default=0, show_default=True, help="Number of the first game.")
def main(kind, seconds, seed):
    """Play until the time is up, and print what was compared."""
    one = {"rengo": whole_game, "king": king_match}[kind]
    counts, differing = Counter(), 0
    start = monotonic()
    number = seed
    while monotonic() - start < seconds:
        try:
            counts += one(number)
        except Differs as found:
            differing += 1
            click.echo(found)
        number += 1
    click.echo(f"{kind}: from {seed} to {number - 1}, {differing} differ")
    for what in sorted(counts):
        click.echo(f"  {counts[what]:>9,} {what}")
    sys.exit(min(differing, 1))


if __name__ == "__main__":
    main()
