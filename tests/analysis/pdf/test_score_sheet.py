"""Score sheets: room to write, nothing beyond the margins, every move of a record, the same bytes twice."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path

import pypdf
import pytest
from each import each

import kifu
from analysis.pdf import move_rows
from analysis.pdf.labelled_fields_and_header import header_keys_with_field
from analysis.pdf.paper_page import MARGIN, SIZES, fiducial_areas
from analysis.pdf.score_sheet import blank_pdf, blank_sheet, layout_pages, records_pdf, sheet_pages
from analysis.pdf.sheet_contents import (
    MARKED,
    TAUGHT,
    PlySlot,
    blank_slots,
    box_counts_of_longest_moves,
    compact_move_text,
    do_players_set_up,
)
from analysis.pdf.sheet_contents_of_record import score_sheet_of_record
from kifu import load_game
from kifu.core.game.game import Game
from kifu.core.outcome import Side
from kifu.render.shapes_and_svg import Rectangle, Text
from notation.reading import read

GAMES = ("ace", "king", "master", "rengo", "six")
SAMPLES = Path(__file__).resolve().parents[3] / "samples"
RECORDS = [
    "ace/resigned.kif",
    "king/match.kif",
    "king/resigned.kif",
    "master/last-move-taken.kif",
    "rengo/hundred-go19.kif",
    "rengo/hundred-draughts.kif",
    "rengo/rulebook.kif",
    "six/branches.kif",
    "six/damaged.kif",
    "six/illegal-move.kif",
    "six/out-of-time.kif",
]


def blank(name, size="a4", language="ja", side=Side.FIRST, **options):
    """Return an empty sheet."""
    game = load_game(name)
    return blank_sheet(game, side=side, size=size, language=language, head_values={}, **options)


def loaded(name):
    """Return the records of a sample and the verdicts on them."""
    document = read(name, (SAMPLES / name).read_bytes())
    return document.records, kifu.verify(document)


def text_of(data):
    """Return the text of a PDF without blanks."""
    return re.sub(r"\s", "", "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages))


def assert_within_margins(form):
    """Assert that nothing of a sheet stands beyond the margins, where printers do not print."""
    width, height = SIZES[form.size]
    least = 10.0 if form.version == 1 else 5.0
    assert least <= MARGIN
    for page in sheet_pages(form):
        for shape in page.shapes:
            if isinstance(shape, Rectangle):
                assert least <= shape.x
                assert least <= shape.y
                assert shape.x + shape.width <= width - least + 0.01
                assert shape.y + shape.height <= height - least
            elif isinstance(shape, Text):
                assert least <= shape.x <= width - least + 0.01
                assert least <= shape.y <= height - least


@each("side", Side)
@each("language", ["ja", "en"])
@each("size", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_an_empty_sheet(name, size, language, side):
    """Every ply has a number, in order; the boxes are wide and high enough; the QR code names game and side.

    The leaves are read again for half of the sheets, with each two of size, language and side.
    """
    form = blank(name, size, language, side, version=1)
    assert_within_margins(form)
    boxes = move_rows.grid_of_sheet(form, MARGIN, SIZES[size][0] - 2 * MARGIN)
    assert boxes.box_width >= 6.0
    assert move_rows.ROW >= 7.0
    assert form.code_of_form_without_fiducials == f"kifu:{name}:{'second' if side else 'first'}:1"
    for part in form.parts:
        assert len(part.slots) >= 80
        assert [slot.ply for slot in part.slots] == list(range(1, len(part.slots) + 1))
    if (size == "a4") ^ (language == "ja") ^ (side is Side.FIRST):
        return
    data = blank_pdf(form)
    assert len(data) < 200_000
    assert form.code_of_form_without_fiducials in text_of(data)
    # A leaf a game, and a page for the armies of rengo.
    assert len(pypdf.PdfReader(io.BytesIO(data)).pages) == 2 * len(form.parts) + do_players_set_up(form.game)


@each("size", SIZES)
@each("name", [*GAMES, "rengo 碁盤19路"])
def test_the_forms_with_marks(name, size):
    """Its boxes are wide enough and do not overlap, each stands on the page, and each page has a code that names it."""
    name, _, board = name.partition(" ")
    game = load_game(name) if not board else load_game(name).configure(None, {"盤": board})
    for version in (MARKED, TAUGHT):
        form = blank_sheet(game, side=Side.SECOND, size=size, language="en", head_values={}, version=version)
        assert_boxes_stand_apart(form, game, size)


def assert_boxes_stand_apart(form, game, size):
    """Fail if a box of a marked form overlaps another, leaves the page, or has no room to write in."""
    assert_within_margins(form)
    numbers = []
    for page, laid in enumerate(layout_pages(form, 0), start=1):
        numbers += [row.ply for row in laid.rows if row.ply is not None]
        assert [row.ply for row in laid.rows].count(None) in {2, 4}
        boxes = [box for row in laid.rows for box in row.boxes] + list(laid.loose)
        assert all(box.area.width >= (2.9 if box.place in {"tick", "ten", "digit", "result"} else 4.8) for box in boxes)
        for row in laid.rows:
            assert all(left.area.right <= right.area.left + 0.01 for left, right in pairwise(row.boxes))
            assert row.boxes[-1].area.right <= row.time.left + 0.01
        assert max(box.area.bottom for box in boxes) < fiducial_areas(size)[2].top
        code = f"KIFU:{game.id}:second:{form.version}:{size}:{len(form.parts[0].slots)}:1:{page}".upper()
        assert form.page_code_text(0, page) == code + "".join(f":{value}" for value in game.required_head.values())
    assert numbers == list(range(1, len(form.parts[0].slots) + 1))


@each("name", GAMES)
def test_the_boxes_of_a_ply_hold_every_move(name):
    """What a move says besides its squares is made of the words of its boxes, also on the plies that place pieces."""
    game = load_game(name)
    position = game.blank_start() if do_players_set_up(game) else game.start()
    parts = game.ply_boxes(placing=bool(game.placing_plies))
    words = {*parts.units, *parts.ticks, *parts.marks, *parts.becomes, *(["パス"] if game.passes else [])}
    pattern = re.compile(f"(?:{'|'.join(sorted(words, key=len, reverse=True))})+")
    for move in game.legal_moves(position):
        said = re.sub("^(?:[一二三四五六七八九十]+[0-9]+-?)*", "", game.spell(move))
        assert pattern.fullmatch(said), said


@each("name", GAMES)
def test_the_longest_moves_are_those_of_the_move_space(name):
    """What a game says of its longest moves is long enough for a thousand moves of random games."""
    game = load_game(name)
    longest = {len(game.read(text).written.squares): len(text) for text in game.longest_moves()}
    position = game.start()
    for ply in range(200):
        moves = list(game.legal_moves(position))
        if not moves:
            break
        for move in moves:
            text = game.spell(move)
            squares = len(game.read(text).written.squares)
            if squares in longest:
                assert len(text) <= longest[squares], text
        position = game.play_legal(position, moves[ply * 7919 % len(moves)])
    assert all(game.read(compact_move_text(text)).written == game.read(text).written for text in game.longest_moves())


@pytest.mark.no_cover  # it goes through the whole move space
def test_the_default_of_the_contract_finds_them_too():
    """A game that does not say what its longest moves are gets them from its moves."""
    game = load_game("rengo")
    assert {len(text) for text in Game.longest_moves(game)} == {len(text) for text in game.longest_moves()[:2]}
    assert box_counts_of_longest_moves(load_game("six")) == (3, 6, 9)  # a flight of 怨 takes nine


def test_who_moves_when_pieces_are_placed():
    """In ユニオンマスター black begins, and white moves again after the last placement (master.1)."""
    sides = [slot.side for slot in blank_slots(load_game("master"), 31)]
    assert sides[0] is Side.SECOND
    assert sides[27] is sides[28] is Side.FIRST
    assert all(one is not other for one, other in pairwise(sides[:28]))
    text = text_of(blank_pdf(blank("master")))
    assert "配置1–28" in text
    assert "指し手29–" in text


def test_a_match_has_two_games_and_their_sum():
    """ユニオンキング: each game has a head and a band of its own, the last page the sums."""
    text = text_of(blank_pdf(blank("king")))
    assert "ユニオンキング前半" in text
    assert "ユニオンキング後半" in text
    assert "二局の合計" in text
    assert "二局の合計" not in text_of(blank_pdf(blank("ace")))


@each("plies", [1, 40, 300])
def test_the_plies_of_an_empty_sheet_can_be_chosen(plies):
    """They stand on as many pages as they take."""
    form = blank("six", plies=plies)
    assert len(form.parts[0].slots) == plies
    assert_within_margins(form)


@pytest.mark.parametrize("name", RECORDS)
def test_every_move_of_a_record_is_printed(name):
    """Moves, closing words, names and comments stand in the text of the file, and the result as the record claims it."""
    records, verdicts = loaded(name)
    data = records_pdf(records, verdicts, side=Side.FIRST, size="a4", language="ja")
    assert data == records_pdf(records, verdicts, side=Side.FIRST, size="a4", language="ja")
    assert len(data) < 200_000
    text = text_of(data)
    place = 0
    for record in records:
        assert all(re.sub(r"\s", "", value) in text for key, value in record.head.items() if key != "規則")
        for one in record.games or (record,):
            for entry in one.main.entries:
                # Strokes stand for 傌 车 马, which the font lacks.
                move = re.sub("[傌车马]", "", entry.text)
                place = text.index(move, place) + len(move)
            if one.main.closing is not None:
                assert one.main.closing.text in text
            assert all(re.sub(r"[\s傌车马]", "", comment.text) in text for comment in one.main.comments)
        form = score_sheet_of_record(record, None, side=Side.SECOND, size="letter", language="en")
        assert_within_margins(form)


def test_what_is_left_out_is_said():
    """Branches are named by their number."""
    records, verdicts = loaded("six/branches.kif")
    text = text_of(records_pdf(records, verdicts, side=Side.FIRST, size="a4", language="ja"))
    assert "変化3は棋譜のファイルにあります" in text


def test_nothing_is_judged_without_a_verdict():
    """The sheet of a silent game has neither a status nor a position that only the rules know."""
    records, verdicts = loaded("six/illegal-move.kif")
    judged = text_of(records_pdf(records, verdicts, side=Side.FIRST, size="a4", language="ja"))
    silent = text_of(records_pdf(records, [None], side=Side.FIRST, size="a4", language="ja"))
    assert "ILLEGAL" in judged
    assert "最後の局面" in judged
    assert "ILLEGAL" not in silent
    assert "はじめの局面" in silent


def test_the_players_of_a_match_exchange_their_sides():
    """The name of 先手 in the head is that of 後手 in the second game."""
    (record,), (verdict,) = loaded("king/match.kif")
    form = score_sheet_of_record(record, verdict, side=Side.FIRST, size="a4", language="ja")
    assert [part.names for part in form.parts] == [("プログラム甲", "プログラム乙"), ("プログラム乙", "プログラム甲")]


def printed_on(form):
    """Return the texts of each page of a form, without blanks."""
    return [
        [re.sub(r"\s", "", shape.text) for shape in page.shapes if isinstance(shape, Text)]
        for page in sheet_pages(form)
    ]


@each("version", [1, 2])
def test_the_second_game_of_an_empty_sheet_names_the_sides_as_they_are_then(version):
    """Whoever has ▲ ○ 白 in the first game has △ ● 黒 in the second: in the head, on the board, and in the sums."""
    for side in Side:
        form = blank("king", side=side, version=version)
        assert [form.side_of_writer(part) for part in form.parts] == [side, side.other]
        halves = printed_on(form)
        heads, later, sums = halves[0], halves[len(halves) // 2], halves[-1]
        white, black = "▲先手=○白", "△後手=●黒"
        assert f"記入:{(white, black)[side]}" in heads
        assert f"記入:{(black + '(前半の先手)', white + '(前半の後手)')[side]}" in later
        assert {white, black} <= set(heads)
        assert {f"{white}(前半の後手)", f"{black}(前半の先手)"} <= set(later)
        at = sums.index("二局の合計(前半の手番で)")
        assert sums[at + 1 : at + 10] == [
            *("前半", white, black),
            *("後半", f"{black}(前半の先手)", f"{white}(前半の後手)"),
            *("合計", "前半の先手", "前半の後手"),
        ]


@each(("name", "language"), [(name, language) for name in GAMES for language in ("ja", "en")])
def test_a_sheet_of_one_game_says_nothing_of_a_first_one(name, language):
    """Only a match has games in which the sides are exchanged."""
    form = blank(name, language=language)
    said = [text for page in printed_on(form) for text in page if "前半の" in text or "inthefirstgame" in text]
    assert bool(said) is (form.game.match_article is not None)
    for part in form.parts[:1]:
        assert form.side_of_writer(part) is Side.FIRST


def hostile(value, move="四04占"):
    """Return a record with a text in its head, its names, a comment and a move."""
    lines = [f"棋種：6面体\n棋戦：{value}\n場所：{value}\n先手：{value}\n後手：{value}\n{value}：{value}"]
    return "\n".join([*lines, f"   1 {move}", f"*{value}", f"   2 {value}", ""])


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("a\x1b[2Jb", "a<U+001B>[2Jb"),
        ("a\u202eb", "a<U+202E>b"),
        ("한글", "〓〓"),
        ("\U0010ffff", "<U+10FFFF>"),
        ("傌车马馬", "馬"),
        ("()\\", "()\\"),
    ],
)
def test_hostile_text_is_shown_and_never_fails(value, shown):
    """Control characters, markup, long text and missing glyphs: visible, whole, within the margins."""
    document = read("x.kif", hostile(value).encode())
    for verdicts in (kifu.verify(document), [None]):
        data = records_pdf(document.records, verdicts, side=Side.FIRST, size="a4", language="en")
        assert re.sub(r"\s", "", shown) in text_of(data)
    assert_within_margins(score_sheet_of_record(document.records[0], None, side=Side.FIRST, size="a4", language="ja"))


def test_long_text_is_shown_whole():
    """Five thousand characters in names, head and comments take several pages, and none of them is lost."""
    document = read("x.kif", f"棋種：6面体\n先手：{'山' * 5000}\n   1 四04占\n*{'川' * 5000}\n".encode())
    data = records_pdf(document.records, kifu.verify(document), side=Side.FIRST, size="a4", language="ja")
    text = text_of(data)
    assert text.count("山") >= 5000
    assert text.count("川") == 5000


def test_a_long_move_goes_on_in_further_rows():
    """Nothing of it is lost."""
    form = blank("six", version=1)
    form = form._replace(filled=True, parts=(form.parts[0]._replace(slots=(PlySlot(1, Side.FIRST, "長" * 100),)),))
    assert text_of(blank_pdf(form)).count("長") == 100
    boxes = move_rows.grid_of_sheet(form, MARGIN, SIZES["a4"][0] - 2 * MARGIN)
    assert boxes.box_width >= move_rows.MIN_PRINTED_BOX
    assert move_rows.row_count(boxes, form.parts[0].slots) == -(-100 // boxes.boxes)


def test_long_remarks_of_an_empty_sheet_get_their_own_pages():
    """The plies stay; the text goes on behind them."""
    game = load_game("six")
    values = {"備考": "山" * 5000, "場所": "会館", "棋戦": "川" * 300}
    form = blank_sheet(game, side=Side.FIRST, size="a4", language="ja", head_values=values)
    assert len(form.parts[0].slots) >= 80
    assert_within_margins(form)
    text = text_of(blank_pdf(form))
    assert text.count("山") == 5000
    assert text.count("川") >= 300


def test_the_fields_of_the_head_are_those_of_records():
    """A key that a sheet has a field for is not repeated among the remarks."""
    assert {"棋戦", "場所", "先手", "後手", "開始日時", "終了日時", "持ち時間"} <= header_keys_with_field()


def test_a_record_without_a_game_has_no_sheet():
    """It is left out, and asking for its form is an error."""
    document = read("x.kif", "棋種：不明\n   1 四04占\n".encode())
    assert document.records[0].game is None
    with pytest.raises(ValueError, match="without a game"):
        score_sheet_of_record(document.records[0], None, side=Side.FIRST, size="a4", language="ja")


def test_a_printed_record_says_what_happened():
    """The result and the illegal move stand in their boxes, each time in its column, and the last board is 6 cm wide."""
    flight = "1 六01-四03-一06怨霊 (1:02:03)\n"
    start = (SAMPLES / "six/example-1.kif").read_text("utf-8").partition("   1 ")[0]
    for language, said in (("ja", "2手目"), ("en", "Atply2")):
        document = read("x.kif", f"{start}{flight}2 一01領 (0:07)\nまで1手で先手の勝ち\n".encode())
        (record,), (verdict,) = document.records, kifu.verify(document)
        form = score_sheet_of_record(record, verdict, side=Side.FIRST, size="letter", language=language)
        assert form.parts[0].foul.ply == 2, verdict
        assert form.parts[0].ending == "▲ " + ("先手の勝ち" if language == "ja" else "first (先手) wins")
        assert_within_margins(form)
        shapes = sheet_pages(form)[0].shapes
        written = [shape for shape in shapes if isinstance(shape, Text)]
        times = [shape.x for shape in written if shape.text in {"1:02:03", "0:07"}]
        assert len(times) == 2
        assert min(times) > max(shape.x for shape in written if shape.text == "怨")
        assert said in text_of(blank_pdf(form))
        boxes = move_rows.grid_of_sheet(form, MARGIN, SIZES["letter"][0] - 2 * MARGIN)
        assert [move_rows.row_count(boxes, [slot]) for slot in form.parts[0].slots] == [1, 1]


@pytest.mark.parametrize(
    "name", ["six/elimination.kif", "ace/draw.kif", "rengo/hundred-go19.kif", "rengo/hundred-xiangqi.kif"]
)
def test_the_last_board_is_wide_enough(name):
    """Its squares together are 6 cm wide and high at least, 5 on the small paper."""
    (record, *_), (verdict, *_) = loaded(name)
    for size in SIZES:
        form = score_sheet_of_record(record, verdict, side=Side.FIRST, size=size, language="ja")
        squares = [
            shape
            for shape in sheet_pages(form)[0].shapes
            if isinstance(shape, Rectangle) and shape.paint.fill == "#ffffff"
        ]
        board = max(squares, key=lambda square: square.width)
        assert min(board.width, board.height) >= (50.0 if size == "b5" else 60.0), size
