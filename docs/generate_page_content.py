"""Writes what the page carries to be tried at once: `python docs/generate_page_content.py [samples] [puzzles] [explorer]`.

Samples are of samples/, the explorer is of the reference corpus, puzzles are of samples/ or of games of the engine, as PUZZLES says. The
same version writes the same files; puzzles and explorer take some minutes.
"""

import gzip
import json
import sys
import zipfile
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from analysis.explorer.graph_json import explorer_json
from analysis.explorer.played_game import PlayedGame, games_of_verdict
from analysis.explorer.position_graph import GraphCollector
from kifu.cli.commands.study.puzzles import puzzle_json
from kifu.core import games
from kifu.core.game.game import Game
from kifu.engine.puzzles import Puzzle, game_puzzles
from kifu.recording.journal_and_record_mark import canonical_json_text
from kifu.referee.verify import verify
from notation.reading import read

ROOT = Path(__file__).parent.parent
PLACE = ROOT / "kifu/web/standalone/static"
EXPLORED = ((("six.zip", "six-sevens.zip"), 16), (("ace.zip",), 14), (("king.zip",), 14), (("master.zip",), 14))
"""The corpora of each game whose openings the page carries, and for how many plies: with seven 占 a side has placed them at ply 14."""
MAX_GAMES = 400
"""The games of each corpus, from its first on."""
SHOWN = {"whole": "six/seven-against-eight.kif", "foul": "six/illegal-move.kif", "clock": "master/resigned.kif"}
"""The records to judge, by what they show."""
SHEET = "six/seven-against-eight.kif"
SLIPS = {8: ("七06", "七05"), 25: ("六04", "六05"), 44: ("馬", "騎")}
"""By ply: what the second sheet of two writes otherwise than SHEET, which is the first."""
PUZZLES = {"ace": {5: 12}, "king": {3: 2, 5: 10}, "master": {3: 6, 5: 6}}
"""The number of puzzles by their plies, of games without a tablebase."""
SEEDS = 1_000
"""The seeds from one search to the next."""


def samples() -> None:
    """Write the records to judge and the two sheets to compare."""
    text = (ROOT / "samples" / SHEET).read_text("utf-8")
    lines = text.split("\n")
    for ply, (was, now) in SLIPS.items():
        at = next(number for number, line in enumerate(lines) if line.lstrip().startswith(f"{ply} "))
        if was not in lines[at]:
            raise ValueError(lines[at])
        lines[at] = lines[at].replace(was, now, 1)
    records = {
        key: {"name": name.replace("/", "-"), "text": (ROOT / "samples" / name).read_text("utf-8")}
        for key, name in SHOWN.items()
    }
    sheets = {"a": {"name": "sheet-a.kif", "text": text}, "b": {"name": "sheet-b.kif", "text": "\n".join(lines)}}
    write("content-samples.json", {"records": records, "sheets": sheets})


def puzzles() -> None:
    """Write twelve puzzles of each game that can be solved, as text of records or JSON lines."""
    found = {"six": (ROOT / "samples/six/puzzles.kif").read_text("utf-8")}
    for game_id, wanted in PUZZLES.items():
        game = games.load(game_id)
        made = [puzzle for plies, number in wanted.items() for puzzle in islice(of_games(game, plies), number)]
        found[game_id] = "".join(json.dumps(puzzle_json(game, puzzle), ensure_ascii=False) + "\n" for puzzle in made)
    write("content-puzzles.json", found)


def of_games(game: Game, plies: int) -> Iterator[Puzzle]:
    """Yield puzzles of games of the engine, from seed 1 on. A search ends where many games have none: the next one goes on."""
    seen = set()
    for seed in count(1, step=SEEDS):
        for puzzle in game_puzzles(game, plies, seed):
            if puzzle.position not in seen:
                seen.add(puzzle.position)
                yield puzzle


def explorer() -> None:
    """Write the graphs of the reference corpus. How boards are drawn is put in when the page is built."""
    graphs, rejected = [], 0
    for files, plies in EXPLORED:
        gathered = GraphCollector(plies)
        for name in files:
            for game in played(ROOT / "docs/corpus" / name):
                gathered.add_game(game)
        graphs += gathered.graphs()
        rejected += gathered.rejected
    made = explorer_json(graphs, rejected)
    for graph in made["graphs"]:
        del graph["look"]
    del made["version"]
    write("content-explorer.json", made)


def played(path: Path) -> Iterator[PlayedGame | None]:
    """Yield the first games of a corpus."""
    with zipfile.ZipFile(path) as packed:
        (name,) = packed.namelist()
        document = read(name, packed.read(name))
    for record in document.records[:MAX_GAMES]:
        yield from games_of_verdict(verify(record, document.sha256))


def write(name: str, value: object) -> None:
    """Write a value as a packed file of the page."""
    (PLACE / f"{name}.gz").write_bytes(gzip.compress(canonical_json_text(value).encode(), 9, mtime=0))


PARTS = {"samples": samples, "puzzles": puzzles, "explorer": explorer}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
