"""Records of 60 plies of each game, as a table writes them, for the tests of links."""

import random
from pathlib import Path

from kifu.recording.journal_and_record_mark import JournalMark
from notation.formats import kif_full_writer
from notation.reading import read

SAMPLES = Path(__file__).parents[2] / "samples"
LONG = {
    "six": "six/seven-against-eight.kif",
    "ace": "ace/draw.kif",
    "king": "king/draw.kif",
    "master": "master/draw.kif",
    "rengo": "rengo/hundred-go9.kif",
}
"""A record of each game with at least 60 plies."""
HEAD = {
    "開始日時": "2026/11/26 13:05",
    "棋戦": "秋季対局会 予選",
    "先手": "山田 太郎",
    "後手": "佐藤 花子",
    "持ち時間": "15分、秒読み30秒",
}
MARK = JournalMark(74, "0123456789abcdef" * 4)


def sixty_plies(game):
    """Return 60 plies of a sample as a table writes them: head, times, resignation."""
    record = read("a.kif", (SAMPLES / LONG[game]).read_bytes()).records[0]
    rng = random.Random(game)
    turns = tuple(
        kif_full_writer.WrittenTurn(entry.text, int(rng.lognormvariate(2.5, 1))) for entry in record.main.entries[:60]
    )
    setup = None if record.setup is None else record.game.spell_diagram(record.game.read_diagram(record.setup))
    head = {header.key: header.value for header in record.headers if header.key == "盤"} | HEAD
    play = kif_full_writer.WrittenPlay(turns, special="投了", end_seconds=5)
    return kif_full_writer.write(kif_full_writer.WrittenRecord(record.game, head, setup, play))
