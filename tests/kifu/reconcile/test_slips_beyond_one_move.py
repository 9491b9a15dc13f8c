"""Tests slips that a writer makes in every line: each is one candidate, with the number of its lines."""

import slip_makers
from each import each
from repository import ROOT

import kifu
from kifu.core.games import load
from kifu.reconcile.move_tokens import Tokenizer, respelled_moves
from kifu.reconcile.repair import Repair
from kifu.reconcile.slip_rules import SlipKind, slip_between
from notation.formats.kif_head_reader import KEPT_BY_A_TABLE

SAMPLES = {
    "six": "six/elimination",
    "king": "king/draw",
    "master": "master/draw",
    "shogi": "rengo/hundred-shogi",
    "go": "rengo/game-go9",
    "wide": "rengo/game-go13",
}


def sample(name):
    """Return head, moves and closing line of a sample, and its board."""
    text = (ROOT / f"samples/{SAMPLES[name]}.kif").read_text("utf-8")
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    return slip_makers.parts_of(text), verdict.game.board


def searched(head, moves, closing):
    """Return the finished search in a record with these moves, which is read as it stands."""
    (record,) = kifu.read((KEPT_BY_A_TABLE + "\n" + slip_makers.sheet(head, moves, closing)).encode()).records
    return Repair(record, limit=10_000).run()


@each(
    ("name", "made", "kind", "readings"),
    [
        ("six", "shogi-order", SlipKind.FIGURES, 2),
        ("six", "row-first", SlipKind.FIGURES, 2),
        ("six", "figures", SlipKind.FIGURES, 2),
        ("six", "opposite-of-one", SlipKind.OPPOSITE, 2),
        ("six", "letters", SlipKind.LOOK_ALIKE, 1),
        ("six", "letters-of-one", SlipKind.LOOK_ALIKE, 1),
        ("six", "unit", SlipKind.LOOK_ALIKE, 1),
        ("king", "shogi-order", SlipKind.FIGURES, 1),
        ("king", "figures", SlipKind.FIGURES, 1),
        ("king", "transposed", SlipKind.TRANSPOSED, 1),
        ("king", "opposite", SlipKind.OPPOSITE, 1),
        ("master", "row-first", SlipKind.FIGURES, 2),
        ("shogi", "mirrored", SlipKind.MIRRORED, 1),
        ("shogi", "shogi-order", SlipKind.FIGURES, 1),
        ("go", "opposite", SlipKind.OPPOSITE, 1),
        ("six", "kanji-ranks", SlipKind.FIGURES, 1),
        ("go", "drop-mark", SlipKind.SUFFIX, 1),
        ("wide", "figures", SlipKind.FIGURES, 1),
    ],
)
def test_one_candidate_for_all_lines(name, made, kind, readings):
    """The true game is offered with the count of its lines; where the board is the same in a mirror, so is its image."""
    (head, moves, closing), board = sample(name)
    wrong = slip_makers.slipped_throughout(made, moves, board)
    search = searched(head, wrong, closing)
    assert len(search.candidates) == readings
    candidate = next(one for one in search.candidates if one.moves == tuple(moves))
    # What has one reading only was read by itself (44占): no slip is left in it.
    texts = [entry.text for entry in search.record.main.entries]
    changed = [place for place, (one, two) in enumerate(zip(texts, moves, strict=True)) if one != two]
    assert len(changed) > len(moves) // 5
    assert (candidate.kind, candidate.slip) == (SlipKind.THROUGHOUT, kind)
    assert (candidate.ply, candidate.lines) == (changed[0] + 1, len(changed))
    assert (candidate.was, candidate.now) == (texts[changed[0]], moves[changed[0]])
    (verdict,) = kifu.verify(kifu.read(candidate.data))
    assert verdict.status.exit_code == 0
    assert candidate.to_json().keys() >= {"kind", "ply", "was", "now", "moves", "status", "sha256", "slip", "lines"}


@each(
    ("name", "made", "kind", "readings"),
    [
        ("six", "shogi-order", SlipKind.FIGURES, 2),
        ("six", "row-first", SlipKind.FIGURES, 2),
        ("six", "figures", None, 0),
        ("king", "shogi-order", None, 0),
        ("master", "row-first", SlipKind.FIGURES, 2),
        ("shogi", "shogi-order", None, 0),
        ("six", "kanji-ranks", None, 0),
        ("go", "drop-mark", None, 0),
    ],
)
def test_what_has_one_reading_is_no_slip(name, made, kind, readings):
    """Such lines are read with their notes; the others name both readings, and the candidates are counted in their lines."""
    (head, moves, closing), board = sample(name)
    wrong = slip_makers.slipped_throughout(made, moves, board)
    document = kifu.read(slip_makers.sheet(head, wrong, closing).encode())
    (record,), (verdict,) = document.records, kifu.verify(document)
    played = [entry.text for entry in record.main.entries]
    notes = {one.line for one in record.diagnostics if one.code == "read-as"}
    left = [place for place, (one, two) in enumerate(zip(played, moves, strict=True)) if one != two]
    read = [entry for entry, one in zip(record.main.entries, wrong, strict=True) if entry.text != one]
    assert {entry.line for entry in read} <= notes
    found = Repair(record, limit=10_000).run().candidates
    assert (bool(left), len(found)) == (readings > 0, readings)
    if not left:
        assert (verdict.status.exit_code, len(read)) == (0, sum(map(str.__ne__, wrong, moves)))
        return
    assert (verdict.status.value, verdict.fault.code, verdict.fault.ply) == ("UNREADABLE", "two-readings", left[0] + 1)
    candidate = next(one for one in found if one.moves == tuple(moves))
    assert (candidate.kind, candidate.slip, candidate.lines) == (SlipKind.THROUGHOUT, kind, len(left))
    assert {one.lines for one in found} == {len(left)}


@each("made", ["shogi-order", "row-first", "transposed", "mirrored"])
def test_a_board_in_the_record_decides(made):
    """Where a diagram stands between the moves, only the reading that leads to it is offered, also of moves that are legal."""
    (head, moves, closing), board = sample("six")
    (verdict,) = kifu.verify(kifu.read(slip_makers.sheet(head, moves, closing).encode()))
    wrong = slip_makers.slipped_throughout(made, moves, board)
    lines = slip_makers.sheet(head, wrong, closing).splitlines()
    diagram = verdict.game.spell_diagram(verdict.replay.positions[5])
    text = "\n".join([*lines[: len(head) + 6], "局面図", *diagram.splitlines(), *lines[len(head) + 6 :]]) + "\n"
    (record,) = kifu.read(text.encode()).records
    assert [one.moves for one in Repair(record).run().candidates] == [tuple(moves)]


def test_a_single_line_is_no_slip_of_the_record():
    """One line in the order of shogi is mended alone."""
    (head, moves, closing), board = sample("six")
    wrong = [*moves[:6], *slip_makers.slipped_throughout("shogi-order", moves[6:7], board), *moves[7:]]
    candidates = searched(head, wrong, closing).candidates
    assert {(one.kind, one.slip, one.ply) for one in candidates} == {(SlipKind.FIGURES, None, 7)}
    assert moves[6] in {one.now for one in candidates}


def test_no_mark_is_read_as_another_unit():
    """五05翻 is 五05翻打 without its mark, and no other unit."""
    game = load("rengo").configure(None, {"盤": "碁盤9路"})
    tokenizer = Tokenizer(game, ())
    written = tokenizer.token_of_text("五05翻")
    kinds = [
        slip_between(written, tokenizer.token_of_move(game.read(f"五05{unit}打").move), (9, 9)) for unit in "翻珠碁"
    ]
    assert kinds == [SlipKind.SUFFIX, None, None]


@each(
    ("text", "readings"),
    [
        ("4三占", ("四03占", "三04占")),
        ("44占", ("四04占", "四04占")),
        ("35占", ("三05占", "五03占")),
        ("四四-四五武", ("四04-四05武", "四04-四05武")),
        ("四〇四占", ("四04占", "四04占")),
        ("10三歩", ("十03歩", "三10歩")),
        ("27-26八外", ("二07-二06八外", "七02-六02八外")),
        ("12三歩", ("十二03歩", "三12歩")),
        ("112歩", ("一12歩", "十二01歩")),
        ("112歩", ("十一02歩", "二11歩")),
        ("4444占", None),
        ("四占", None),
        ("占", None),
        ("111-" * 15, None),
    ],
)
def test_figures_of_another_kind(text, readings):
    """Column before row, or where a figure stands before a kanji also row before column."""
    assert readings in respelled_moves(text) if readings is not None else list(respelled_moves(text)) == []
