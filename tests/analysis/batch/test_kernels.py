"""The kernels of a batch give the same results interpreted and compiled, and the right ones."""

from functools import partial

import numpy as np
import pytest
from each import each

from analysis.batch import scan_and_replay, scanner_kernel
from analysis.batch import scanner_layout_and_text_kernel as layout
from analysis.batch.file_pieces_and_temporary_copies import record_offsets
from analysis.batch.plain_heads_and_cached_verdicts import parse_plain_head
from analysis.batch.scan_and_replay import WantedOutputs, replay_lines
from kifu.core.compiled import position_hash, replay_kernel
from kifu.core.compiled.bind_and_compile import bind, compiled_kernels_of_layers, compiled_rule_kernels
from kifu.core.compiled.replay_kernel import ENDED_BY, ENDING, FAULT, LEGAL, MOVES, TURN
from kifu.core.games import load
from notation.formats.kif_head_reader import RulesSource
from notation.random_record import random_game_as_kif

ODD = """棋種：6面体
規則：six/1
*注
手数----指手---------消費時間--
   1 四04占   ( 0:05/00:00:05)
   2 ▽七04領 (0:10/00:00:10)

   3 六01占( 1:00/00:01:05 )
&しおり
   4 投了
まで3手で先手の勝ち
# 終
"""
BAD = (
    ODD.replace("   2 ", "   3 "),
    ODD.replace("0:05/", "0:06/"),
    ODD.replace("規則", "規則：six/1\n規則"),
    ODD.replace("*注", "* \u200e"),
    ODD.replace("棋種：6面体\n", ""),
    ODD.replace("まで3手", "まで3手で先手の勝ち\nまで3手"),
    ODD.replace("1:00/", "1:60/"),
    ODD.replace("00:01:05", "00:61:05"),
    ODD.replace("手数", "変化：1手\n手数"),
    ODD.replace("   2 ▽", "   2▽"),
    ODD.replace("(0:10", "(0:10+"),
    ODD.replace("&しおり", "先手：太郎"),
)


def bounds_of(data):
    """Return where each record begins and ends."""
    starts = record_offsets(data)
    return np.array([*zip([0, *starts[1:]], [*starts[1:], len(data)], strict=True)], dtype=np.int64)


def test_the_parts_of_a_record():
    """Comments, bookmarks, blank lines and times are plain; the scanner collects words and closing line."""
    data = ODD.encode()
    scanned = scan_and_replay.scan_records(data, bounds_of(data), scan_and_replay.UNREACHED_PLY)
    row = scanned.found[0]
    words = [scanned.texts[word].decode() for word in scanned.words[: row[layout.PLIES]]]
    assert row[layout.PLAIN]
    assert words == ["四04占", "▽七04領", "六01占", "投了"]
    assert scanned.texts[row[layout.HEAD]].decode() == ODD.partition("   1")[0].replace("*注\n", "")
    assert scanned.texts[row[layout.CLOSING]].decode() == "手で先手の勝ち"
    assert row[layout.COUNT] == 3


@each("text", BAD)
def test_what_is_not_plain(text):
    """A record that the careful reader could give a diagnostic is not plain."""
    data = text.encode()
    scanned = scan_and_replay.scan_records(
        data, np.array([[0, len(data)]], dtype=np.int64), scan_and_replay.UNREACHED_PLY
    )
    plain, head = scanned.found[0, [layout.PLAIN, layout.HEAD]]
    assert not plain or parse_plain_head(scanned.texts[head], RulesSource()) is None


def test_interpreted_as_compiled(monkeypatch):
    """The interpreted scanner gives the results of the compiled one."""
    data = ("".join(random_game_as_kif(load("six"), seed, 12) for seed in range(4)) + ODD + "".join(BAD)).encode()
    monkeypatch.setattr(scan_and_replay._thread_vocabulary, "vocabulary", scan_and_replay.ScannedTexts())
    compiled = scan_and_replay.scan_records(data, bounds_of(data), scan_and_replay.UNREACHED_PLY)
    # The items of bytes are integers of Python. Items of an array would overflow with a warning.
    monkeypatch.setattr(
        scan_and_replay, "_compiled_scanner", lambda: lambda array, *rest: scanner_kernel.scan(array.tobytes(), *rest)
    )
    monkeypatch.setattr(scan_and_replay._thread_vocabulary, "vocabulary", scan_and_replay.ScannedTexts())
    interpreted = scan_and_replay.scan_records(data, bounds_of(data), scan_and_replay.UNREACHED_PLY)
    assert interpreted.texts == compiled.texts
    assert (interpreted.found == compiled.found).all()
    assert (interpreted.words == compiled.words).all()


def image_keys(game, position, row):
    """Put the keys of a position's images into an array, as the compiled kernel does."""
    row[:] = [position_hash.position_key(game, game.image(position, number)) for number in range(len(row))]


def interpreted_kernel(game, name):
    """Return a kernel of a game as its source defines it, interpreted."""
    keys_of_game = {"key": partial(position_hash.position_key, game), "image_keys": partial(image_keys, game)}
    modules = game.kernel_modules()[:2]
    return keys_of_game.get(name) or next((vars(module)[name] for module in modules if name in vars(module)), None)


@pytest.mark.parametrize("game_id", ["six", "king", "master"])
def test_lines_of_play_interpreted_as_compiled(game_id):
    """Both replays agree on lines: legal, cut short, ended by a word, with a word inside, and without a ply."""
    game = load(game_id)
    data = "".join(random_game_as_kif(game, seed, 70) for seed in range(3)).encode()
    scanned = scan_and_replay.scan_records(data, bounds_of(data), scan_and_replay.double_turn_ply(game, game.start()))
    meanings = scan_and_replay.parse_texts(game, (*scanned.texts, "投了".encode()))
    resigns = len(scanned.texts)
    words = np.append(scanned.words, [resigns, scanned.words[0]]).astype(np.int32)
    total = int(scanned.found[:, layout.PLIES].sum())
    words[total : total + 2] = resigns, words[0]
    firsts = np.array([0, 0, total, total, total - 1, 0], dtype=np.int64)
    plies = np.array([70, 3, 1, 2, 1, 0], dtype=np.int64)
    results = []
    for jit in (False, True):
        kernels = {name: interpreted_kernel(game, name) for name in compiled_rule_kernels(game)}
        source = replay_kernel.__name__
        interpreted = bind(source, f"{game_id}_replay_interpreted", kernels, jit=False).replay
        run = compiled_kernels_of_layers(game, (source,))["replay"] if jit else interpreted
        # Lists hold integers of Python. Items of arrays would overflow with a warning where those are wrapped.
        lines = [firsts, plies] if jit else [firsts.tolist(), plies.tolist()]
        tops = np.concatenate(([0], np.cumsum(plies + 1)[:-1]))
        ends = np.zeros((6, replay_kernel.COLUMNS), dtype=np.int32)
        finals = np.zeros((6, len(game.start())), dtype=np.int64)
        rows = int((plies + 1).sum())
        out = [ends, finals, np.zeros((rows, replay_kernel.SCORE_COLUMNS), dtype=np.int32)]
        out.append(np.zeros((rows, len(game.symmetries)), dtype=np.int64))
        texts = [words, *meanings] if jit else [words.tolist(), *(column.tolist() for column in meanings)]
        tables = [np.zeros(replay_kernel.SLOTS, dtype=kind) for kind in (np.int64, np.int32, np.int32)]
        run(game.start(), *lines, tops, *texts, 4, *tables, *out)
        results.append(out)
    for interpreted, compiled in zip(*results, strict=True):
        assert (interpreted == compiled).all()
    ends = results[1][0]
    assert ends[:, LEGAL].tolist()[:4] == [1, 1, 1, 0]
    assert ends[:4, MOVES].tolist() == [70, 3, 0, 0]
    assert ends[2, ENDED_BY] == resigns
    assert ends[2, ENDING] == 0
    assert (
        ends[1, TURN] == game.turn(game.play_legal(game.start(), int(meanings.moves[words[0]]))) or game_id == "master"
    )


def test_a_position_that_occurs_too_often_is_left_to_the_referee():
    """Every move is legal, but the repetition has to be judged by the referee."""
    game = load("six")
    moves = ["四04占", "七04領", "四05武", "七05士"] + ["四05-三05武", "七05-六05士", "三05-四05武", "六05-七05士"] * 3
    record = "棋種：6面体\n" + "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))
    data = record.encode()
    scanned = scan_and_replay.scan_records(data, bounds_of(data), scan_and_replay.double_turn_ply(game, game.start()))
    meanings = scan_and_replay.parse_texts(game, scanned.texts)
    for plies, legal in ((len(moves), 0), (len(moves) - 1, 1)):
        played = replay_lines(
            game,
            np.array([0]),
            np.array([plies]),
            scanned.words,
            meanings,
            start=game.start(),
            legal_occurrences=4,
            wanted_outputs=WantedOutputs(),
        )
        assert played.ends[0, LEGAL] == legal


@each(
    ("moves", "plies", "article"),
    [
        (["四04占", "七07領", "六06武"], 2, "six.4"),
        (["四04武", "七07領"], 0, "six.2"),
        (["四04占", "四04領", "四04占"], 1, "six.3"),
        (["四04占", "パス"], 1, "six.1"),
        (["四04占", "七07領", "四05武", "七06士", "四05-四07武"], 4, "six.7"),
        (["四04占", "七07領"], 2, None),
        (["四04占", "▲七07領"], 1, None),
        (["四04占", "中断", "七07領"], 1, None),
    ],
)
def test_the_article_that_cuts_a_line_short(moves, plies, article):
    """A line that an illegal move cuts short has the plies before it and its article; every other line has no article."""
    game = load("six")
    record = "棋種：6面体\n" + "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))
    data = record.encode()
    scanned = scan_and_replay.scan_records(data, bounds_of(data), scan_and_replay.double_turn_ply(game, game.start()))
    known = scan_and_replay.parse_texts(game, scanned.texts)
    played = replay_lines(
        game,
        np.array([0]),
        np.array([len(moves)]),
        scanned.words,
        known,
        start=game.start(),
        legal_occurrences=4,
        wanted_outputs=WantedOutputs(),
    )
    assert played.ends[0, MOVES] == plies
    number = int(played.ends[0, FAULT])
    assert (number and game.article_of(number)) == (article or 0)


@each("game", ["ace", "king", "rengo"])
def test_points_by_colour_are_left_to_the_referee(game):
    """The scanner does not read points by the colours of stones, which may be either side's; points by 先手 and 後手 it does."""
    assert scan_and_replay.parse_points_line(load(game), "黒27 白35".encode()) is None
    assert scan_and_replay.parse_points_line(load(game), "先手27 後手35".encode()) == (27, 35)
