"""Decoding: a game from the ink of one or two sheets, what is asked, and what is never mended in silence."""

import random
from itertools import pairwise

import simulated_ink
from helpers import SIX

import kifu
from analysis.scan.beam_search import Decoder
from analysis.scan.draft import scan_draft_of_sheets
from analysis.scan.draft_of_one_game import draft_of_game
from analysis.scan.plies_and_move_likelihood import plies_without_gaps, stated_ply_count
from analysis.scan.scanned_sheet import CROSSED, EMPTY, OWN, PLAIN, POOR, STRIP, InkRow, Photograph, Sheet

MOVES = ["五02占", "三01領", "四03弓", "二01馬", "六02武", "三02馬", "四01巫", "四02馬", "六03弓", "二01-三03馬"]
LEAP = "samples/rengo/game-draughts.kif"


def sheet(moves, hand, *, game=SIX, quality=1.2, **more):
    """Return the plies of a sheet."""
    draw = random.Random(f"sheet {hand}")
    return plies_without_gaps(
        game, [simulated_ink.sheet_page(game, moves, simulated_ink.Hand(hand, quality), draw, **more)]
    )


def read(*sheets, game=SIX, start=None):
    """Return the draft of a game."""
    return draft_of_game(game, SIX.start() if start is None else start, sheets)


def texts(draft):
    """Return the moves of a draft."""
    return [ply.text for ply in draft.plies]


def test_clear_ink_is_read_without_a_question():
    """A clear hand gives the moves as they were written, in both forms, and nothing is asked."""
    for form in "12":
        draft = read(sheet(MOVES, 1, quality=3.0, form=form))
        assert texts(draft) == MOVES
        assert [ply.written for ply in draft.plies] == [(text,) for text in MOVES]
        assert not any(ply.asked or ply.differs or ply.foul for ply in draft.plies)


def test_two_sheets_are_surer_than_one():
    """What one hand leaves open the other decides."""
    hands = [sheet(MOVES, hand, quality=0.9) for hand in range(3)]
    alone = [sum(ply.asked for ply in read(one).plies) for one in hands]
    both = [sum(ply.asked for ply in read(one, other).plies) for one, other in pairwise(hands)]
    drafts = [read(one, other) for one, other in pairwise(hands)]
    assert all(ply.asked or ply.text == text for draft in drafts for ply, text in zip(draft.plies, MOVES, strict=True))
    assert sum(both) / 2 < sum(alone) / 3


def test_a_foul_is_a_candidate_with_its_article():
    """An illegal move on both sheets is asked and suspected, whether the game ends with it or not; it is not made legal in silence."""
    foul = [*MOVES[:6], "六02-六04武"]
    for moves in (foul, [*foul, *MOVES[7:]]):
        draft = read(sheet(moves, 1), sheet(moves, 2))
        ply = draft.plies[6]
        assert ply.asked
        assert ply.foul
        assert ("六02-六04武", "six.7") in [(one.text, one.breach and one.breach.article) for one in ply.candidates]
        assert sum(one.asked for one in draft.plies[:6]) <= 1


def test_a_line_left_out_is_not_the_end():
    """Where one sheet lacks a line the other gives it, and it is asked; where the only sheet does, its place is kept."""
    shorter = [*MOVES[:4], *MOVES[5:]]
    draft = read(sheet(shorter, 1), sheet(MOVES, 2))
    assert texts(draft) == MOVES
    assert [ply.ply for ply in draft.plies if ply.slip] == [5]
    assert draft.plies[4].written[0] is None
    clear = read(sheet(shorter, 1, quality=3.0), sheet(MOVES, 2, quality=3.0))
    assert [ply.ply for ply in clear.plies if ply.asked] == [5]
    alone = read(sheet(shorter, 1, quality=2.0))
    assert len(alone.plies) == len(MOVES)
    unwritten = [ply.ply for ply in alone.plies if not ply.text]
    assert len(unwritten) == 1
    assert alone.plies[unwritten[0] - 1].asked
    assert texts(alone)[6:] == MOVES[6:]


def test_blank_rows_are_passed_over_or_guessed_within_bounds():
    """A row that was skipped moves nothing; three blank rows of Master cost a bounded number of positions, and are asked."""
    skipped = sheet(MOVES, 1, quality=3.0, blank={4})
    draft = read(skipped)
    assert texts(draft) == MOVES
    assert [ply.ply for ply in draft.plies if ply.asked] == [4]
    judged = kifu.verify(kifu.read("samples/master/resigned.kif"))[0]
    moves = [judged.game.spell(move) for move in judged.replay.moves[:24]]
    unread = [moves[ply] if ply not in {8, 9, 10} else "" for ply in range(24)]
    decoder = Decoder(judged.game, judged.replay.positions[0], [sheet(unread, 1, game=judged.game, quality=3.0)])
    assert len(decoder.best_game().steps) == len(unread)
    assert decoder.course.played < 8000


def test_a_ply_on_a_page_that_lies_badly_is_asked():
    """Where the print does not match, every ply is asked."""
    page = simulated_ink.sheet_page(SIX, MOVES, simulated_ink.Hand(1, 3.0), random.Random(1))
    draft = read(plies_without_gaps(SIX, [page._replace(warnings=(POOR,))]))
    assert texts(draft) == MOVES
    assert all(ply.asked for ply in draft.plies)


def test_one_sheet_with_another_move_is_asked():
    """Two sheets that clearly say two moves of one ply are asked, whether the other one is legal or not."""
    for said in ("六02弓", "六04弓"):
        draft = read(sheet([*MOVES[:8], said], 1, quality=2.0), sheet(MOVES[:9], 2, quality=2.0))
        assert [ply.ply for ply in draft.plies if ply.asked] == [9], said


def test_another_legal_move_that_fits_the_only_sheet_is_asked():
    """A digit of two readings is asked of one sheet even where later plies allow only one of them, and not if another sheet is clear."""
    page = simulated_ink.sheet_page(SIX, MOVES, simulated_ink.Hand(1, 3.0), random.Random(1))
    row = page.rows[4]
    at = next(number for number, box in enumerate(row.boxes) if box.place == "row")
    chances = tuple({"2": 0.7, "3": 0.3}.get(symbol, 0.0) for symbol in row.boxes[at].symbols)
    boxes = (*row.boxes[:at], row.boxes[at]._replace(chances=chances), *row.boxes[at + 1 :])
    doubtful = plies_without_gaps(
        SIX, [page._replace(rows=(*page.rows[:4], row._replace(boxes=boxes), *page.rows[5:]))]
    )
    for sheets, asked in (([doubtful], [5]), ([doubtful, sheet(MOVES, 2, quality=3.0)], [])):
        draft = read(*sheets)
        assert texts(draft) == MOVES
        assert [ply.ply for ply in draft.plies if ply.asked] == asked


def test_a_tick_that_may_be_a_speck_is_asked_sooner():
    """The last ply of the only sheet is asked for a doubtful tick, and not for a digit of the same chance, both moves being legal."""
    record = kifu.verify(kifu.read("samples/ace/resigned.kif"))[0]
    ace = record.game
    for game, moves, other, places in (
        (ace, [ace.spell(move) for move in record.replay.moves[:4]], "四02-五03十内合", ["tick"]),
        (SIX, MOVES[:5], "六03武", ["row"]),
    ):
        page = simulated_ink.sheet_page(game, moves, simulated_ink.Hand(1, 3.0), random.Random(1))
        row, ink = page.rows[len(moves) - 1], plies_without_gaps(game, [page])[-1]
        pairs = [*zip(row.boxes, *(ink.rows_of(text)[0] for text in (moves[-1], other)), strict=True)]
        assert [box.place for box, one, two in pairs if one != two] == places
        boxes = tuple(box if one == two else doubtful_box(box, one, two) for box, one, two in pairs)
        page = page._replace(rows=(*page.rows[: len(moves) - 1], row._replace(boxes=boxes)))
        draft = read(plies_without_gaps(game, [page]), game=game, start=game.start())
        assert texts(draft) == moves
        assert [ply.ply for ply in draft.plies if ply.asked] == ([len(moves)] if places == ["tick"] else [])


def doubtful_box(box, likely, other):
    """Return a box that is one symbol, and another with a small chance."""
    return box._replace(chances=tuple({likely: 0.93, other: 0.07}.get(symbol, 0.0) for symbol in box.symbols))


def test_the_likelier_reading_of_a_sheet_is_kept():
    """Of the readings of one sheet the one that ink and rules together explain better makes the draft."""
    good, bad = (
        simulated_ink.sheet_page(SIX, MOVES, simulated_ink.Hand(1, quality), random.Random(1)) for quality in (2.0, 0.5)
    )
    for pages, others, fitted in (((bad,), (good,), STRIP), ((good,), (bad,), PLAIN)):
        found = scan_draft_of_sheets(SIX, SIX.start(), [Sheet((), pages, readings=((STRIP, others),))])
        assert [ply.text for ply in found.plies] == MOVES
        assert [one.fitted for one in found.sheets] == [fitted]


def test_a_sheet_alone_is_read_once_more_by_its_own_plies(monkeypatch):
    """The sure plies of the only sheet are what it is read by; that reading is kept only where it is likelier."""
    shown = []
    good, bad = (
        simulated_ink.sheet_page(SIX, MOVES, simulated_ink.Hand(1, quality), random.Random(1))._replace(flat=b"x")
        for quality in (2.0, 0.9)
    )
    for pages, other, fitted in ((bad, good, OWN), (good, bad, PLAIN)):

        def reread_by_own_sure_plies(sheet, sure, other=other):
            shown.append([one.text for one in sure])
            return sheet._replace(pages=(other,), fitted=OWN)

        monkeypatch.setattr("analysis.scan.handwriting.reread_by_own_sure_plies", reread_by_own_sure_plies)
        one = Sheet((Photograph("a.jpg", "a"),), (pages,))
        assert scan_draft_of_sheets(SIX, SIX.start(), [one]).sheets[0].fitted == fitted
    assert shown[1] == MOVES
    assert all(text in MOVES for text in shown[0])
    both = [one, one._replace(photographs=(Photograph("b.jpg", "b"),))]
    assert [sheet.fitted for sheet in scan_draft_of_sheets(SIX, SIX.start(), both).sheets] == [PLAIN, PLAIN]
    assert len(shown) == 2


def test_what_may_stand_on_either_side_of_a_lost_line_is_asked():
    """A line lost while units are placed is noticed later: no ply between is wrong without a question."""
    for path, lost in (("six/elimination", 3), ("six/elimination", 8), ("master/draw", 14)):
        record = kifu.verify(kifu.read(f"samples/{path}.kif"))[0]
        game = record.game
        moves = [game.spell(move) for move in record.replay.moves[:20]]
        written = sheet([*moves[:lost], *moves[lost + 1 :]], 1, game=game, quality=3.0)
        draft = read(written, game=game, start=game.start())
        wrong = [ply.ply for ply, text in zip(draft.plies, moves, strict=False) if ply.text != text and not ply.asked]
        assert not wrong, lost
        assert not any(ply.surplus for ply in draft.plies), lost


def test_struck_out_rows_and_long_leaps_go_on_in_further_rows():
    """A move that is struck out is read from the further row with its number; a leap over many squares goes on there."""
    draft = read(sheet(MOVES, 1, quality=2.0, struck={3, 8}))
    assert texts(draft) == MOVES
    verdict = kifu.verify(kifu.read(LEAP))[0]
    moves = [verdict.game.spell(move) for move in verdict.replay.moves]
    longest = max(range(len(moves)), key=lambda at: len(moves[at]))
    assert moves[longest].count("-") >= 3
    some = moves[longest - 1 : longest + 2]
    start = verdict.replay.positions[longest - 1]
    for form in "12":
        ink = sheet(some, 1, game=verdict.game, quality=2.0, form=form)
        assert texts(read(ink, game=verdict.game, start=start)) == some


def test_a_crossed_box_says_nothing_and_is_asked():
    """A box that is crossed out alone leaves its move open, and the ply is asked."""
    page = simulated_ink.sheet_page(SIX, MOVES, simulated_ink.Hand(1, 3.0), random.Random(1))
    rows = list(page.rows)
    box = rows[3].boxes[-1]
    chances = tuple(1.0 if symbol == CROSSED else 0.0 for symbol in box.symbols)
    rows[3] = rows[3]._replace(boxes=(*rows[3].boxes[:-1], box._replace(chances=chances)))
    crossed = plies_without_gaps(SIX, [page._replace(rows=tuple(rows))])
    draft = read(crossed)
    assert [ply.ply for ply in draft.plies if ply.asked] == [4]
    assert draft.plies[3].written == ("二01×",)
    for other, asked in ((MOVES, []), ([*MOVES[:3], "二03馬", *MOVES[4:]], [4])):
        draft = read(crossed, sheet(other, 2, quality=3.0))
        assert [ply.ply for ply in draft.plies if ply.asked] == asked


def test_specks_in_a_further_row_are_no_correction():
    """A further row without a number that has ink in one box asks nothing; with a number, its ply is asked."""
    page = simulated_ink.sheet_page(SIX, MOVES, simulated_ink.Hand(1, 3.0), random.Random(1), struck={5})
    clean = simulated_ink.sheet_page(SIX, MOVES, simulated_ink.Hand(1, 3.0), random.Random(1))
    speck = page.further[0].boxes[3]
    empty = [
        box._replace(chances=tuple(float(symbol == EMPTY) for symbol in box.symbols)) for box in page.further[0].boxes
    ]
    for number, asked in ((empty[:3], []), (page.further[0].boxes[:3], [5])):
        further = InkRow(None, (*number, speck, *empty[4:]))
        draft = read(plies_without_gaps(SIX, [clean._replace(further=(further,))]))
        assert texts(draft) == MOVES
        assert [ply.ply for ply in draft.plies if ply.asked] == asked


def test_words_that_are_all_ticked_say_nothing():
    """A fold over all words of a row leaves its move to the rest of the ink and the rules, and the ply is asked."""
    judged = kifu.verify(kifu.read("samples/king/draw.kif"))[0]
    moves = [judged.game.spell(move) for move in judged.replay.moves[:12]]
    page = simulated_ink.sheet_page(judged.game, moves, simulated_ink.Hand(1, 3.0), random.Random(1))
    row = page.rows[4]
    folded = tuple(box._replace(chances=(0.0, 1.0)) if box.place == "tick" else box for box in row.boxes)
    ink = plies_without_gaps(
        judged.game, [page._replace(rows=(*page.rows[:4], row._replace(boxes=folded), *page.rows[5:]))]
    )
    draft = read(ink, game=judged.game, start=judged.game.start())
    assert [text for ply, text in enumerate(texts(draft)) if ply != 4] == [*moves[:4], *moves[5:]]
    assert moves[4] in [one.text for one in draft.plies[4].candidates]
    assert [ply.ply for ply in draft.plies if ply.asked] == [5]


def test_a_derailed_reading_is_found():
    """Ink that the rules do not explain is read as it stands, and said from where on."""
    stranger = [
        "四04占",
        "三02領",
        "七07-七01弓",
        "一01-一07霊",
        "二02-二05馬",
        "六06-六01巫",
        "五05-三03武",
        "四01-七04女",
    ]
    draft = read(sheet(stranger, 1, quality=3.0), sheet(stranger, 2, quality=3.0))
    assert draft.off == 3
    assert texts(draft) == stranger
    assert all(ply.asked for ply in draft.plies[2:])


def test_the_count_of_a_sheet_is_a_check():
    """手まで is compared with the plies: unclear digits that may say it do, others do not."""
    page = simulated_ink.sheet_page(SIX, MOVES, simulated_ink.Hand(1, 3.0), random.Random(1), finish=("▲",))
    assert stated_ply_count([page], 10) == 10
    assert stated_ply_count([page], 9) == 10
