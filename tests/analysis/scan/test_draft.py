"""A draft as JSON and as a record, its confirmation, its score, and what a screen asks."""

import base64
import json
import random

import pytest
import simulated_ink
from click.testing import CliRunner
from helpers import SIX, verdict

import kifu
from analysis.scan import handwriting, review_api
from analysis.scan.draft import scan_draft_of_sheets
from analysis.scan.handwriting import Handwritings
from analysis.scan.scan_errors import UnreadablePage, sheet_warnings
from analysis.scan.scanned_sheet import Photograph, Sheet, move_codec_of_shape
from kifu.cli.main import main
from kifu.core.outcome import Side
from kifu.recording.untrusted_json_fields import Rejected

MOVES = ["五02占", "三01領", "四03弓", "二01馬", "六02武", "三02馬", "四01巫", "四02馬", "六03弓", "二01-三03馬"]
MEMBERS = ["game", "sheets", "plies", "slip_suspected", "foul_suspected"]


@pytest.fixture
def photographs(tmp_path, monkeypatch):
    """Return the paths of two photographs, with a simulated reader in place of that of pictures."""
    monkeypatch.setattr("analysis.scan.read_sheet.read_page", simulated_ink.reader(SIX, MOVES))
    paths = [tmp_path / "a\x1b[2J.jpg", tmp_path / "b.jpg"]
    for number, path in enumerate(paths):
        path.write_bytes(b"x" * (number + 1))
    return list(map(str, paths))


def scan(*arguments):
    """Run the command."""
    return CliRunner().invoke(main, ["scan", "--lang", "en", *arguments], catch_exceptions=False)


def test_the_command_writes_a_draft_and_a_person_confirms_it(photographs, tmp_path):
    """The record says what it was read from; kifu verify warns until it is confirmed, and the notes stay."""
    pytest.importorskip("cv2")
    one, two = photographs
    draft, kept = tmp_path / "draft.kif", tmp_path / "kept.kif"
    truth = tmp_path / "truth.kif"
    truth.write_text(
        "棋種：6面体\n" + "".join(f"{ply} {text}\n" for ply, text in enumerate(MOVES, start=1)), encoding="utf-8"
    )
    done = scan(one, "--second", two, "-o", str(draft), "--format", "json", "--score", str(truth))
    assert done.exit_code in {0, 1}
    value = json.loads(done.stdout)
    assert [*value][:5] == MEMBERS
    assert value["score"]["right"] == value["score"]["plies"] == len(MOVES)
    assert [ply["text"] for ply in value["plies"]] == MOVES
    assert done.exit_code == any(ply["asked"] for ply in value["plies"])
    text = draft.read_text("utf-8")
    assert "\n読み取り：未確認、写真 a␛[2J.jpg sha256 2d711642b726、b.jpg sha256 " in text
    assert text.count("*読み取り") == sum(ply["asked"] or ply["differs"] for ply in value["plies"])
    assert text.endswith("まで10手で投了により先手の勝ち\n")
    assert "unconfirmed-reading" in {one.code for one in verdict(draft.read_bytes()).diagnostics}
    assert scan("--confirm", str(draft), "-o", str(kept)).exit_code == 0
    assert "unconfirmed-reading" not in {one.code for one in verdict(kept.read_bytes()).diagnostics}
    assert kept.read_text("utf-8").count("*読み取り") == text.count("*読み取り")
    again = scan("--confirm", str(kept), "-o", str(tmp_path / "again.kif"))
    assert (again.exit_code, "no-draft" in again.stderr) == (2, True)


def test_a_handwriting_is_kept_by_its_name_and_forgotten(photographs, tmp_path, monkeypatch):
    """A confirmed sheet teaches its writer's hand; the next sheet of the same name is read by it, and says so, until it is forgotten."""
    pytest.importorskip("cv2")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    truth = tmp_path / "truth.kif"
    truth.write_text(
        "棋種：6面体\n" + "".join(f"{ply} {text}\n" for ply, text in enumerate(MOVES, start=1)), encoding="utf-8"
    )
    assert "no handwriting of 佐藤 is kept yet" in scan(photographs[0], "--player", "佐藤").stdout
    assert "kept on this machine only" in scan(photographs[0], "--player", "佐 藤", "--adapt", str(truth)).stdout
    (kept,) = (tmp_path / "kifu" / "handwritings").iterdir()
    assert scan("--players").stdout.split() == [kept.stem] == ["佐藤"]
    first = kept.read_bytes()
    assert scan(photographs[0], "--player", "佐藤", "--adapt", str(truth)).exit_code == 0
    assert kept.read_bytes() != first
    assert "佐藤" in scan(photographs[0], "--player", "佐藤").stdout.splitlines()[-1]
    assert "forgotten" in scan("--forget", "佐藤").stdout
    assert not kept.exists()
    for wrong in (
        ["--forget", "佐藤"],
        ["--players", "--forget", "佐藤"],
        [photographs[0], "--player", "a", "--player", "b"],
    ):
        assert scan(*wrong).exit_code == 2, wrong
    assert "handwriting-name" in scan("--forget", " ").stderr


def test_a_sheet_has_each_page_once(photographs):
    """Two photographs of one page are no sheet: the message names --second."""
    pytest.importorskip("cv2")
    done = scan(*photographs)
    assert done.exit_code == 3
    assert "--second" in done.stderr
    assert "[same-page]" in done.stderr


def test_the_desk_answers_a_screen(photographs):
    """A screen gets the ink with the draft, boards with the place where the rules stop them, and the record as a person left it."""
    assert photographs
    photo = {"name": "a.jpg", "data": base64.b64encode(b"x").decode()}
    answer = review_api.read_photos({"sheets": [[photo]]})
    assert [ply["text"] for ply in answer["plies"]] == MOVES
    assert all(len(ply["ink"][0]) in {7, 10} for ply in answer["plies"])
    board = review_api.draft_board({"head": answer["head"], "texts": [*MOVES[:3], "五02領", "〓"]})
    assert (board["plies"], board["wrong"]["ply"], board["wrong"]["words"][0]) == (3, 4, "six.3")
    plies = [{"part": 0, "text": text, "note": ""} for text in MOVES[:2]]
    asked = {"head": answer["head"], "plies": plies, "ends": [""], "confirmed": True}
    assert "読み取り：確認済み、写真 a.jpg" in review_api.confirmed_record(asked).decode()
    for wrong in ({**asked, "plies": [{**plies[0], "text": "〓"}]}, {**asked, "ends": []}, {**asked, "head": ["棋種"]}):
        with pytest.raises(Rejected):
            review_api.confirmed_record(wrong)


def test_a_screen_keeps_a_handwriting(monkeypatch, tmp_path):
    """Confirmed photographs teach the hand of a named writer, whose next sheet is read by it, until it is forgotten."""
    pytest.importorskip("cv2")
    monkeypatch.setattr("analysis.scan.read_sheet.read_page", simulated_ink.reader(SIX, MOVES))
    kept, sheets = Handwritings(tmp_path / "hands"), [[{"name": "a.jpg", "data": base64.b64encode(b"x").decode()}]]
    answer = review_api.read_photos({"sheets": sheets, "players": ["佐藤"]}, kept)
    assert answer["sheets"][0]["kept"] is False
    plies = [{"part": 0, "text": text, "note": ""} for text in MOVES]
    asked = {"sheets": sheets, "players": ["佐藤"], "head": answer["head"], "plies": plies, "ends": [""]}
    learned = review_api.learn_handwriting(asked, kept)
    assert learned["players"] == ["佐藤"]
    assert learned["learned"][0]["boxes"] > 20
    again = review_api.read_photos({"sheets": sheets, "players": ["佐 藤"]}, kept)
    assert again["sheets"][0] | {"player": "佐 藤", "kept": True} == again["sheets"][0]
    for wrong in ({**asked, "players": []}, {**asked, "players": ["a" * 61]}, {**asked, "players": [1]}):
        with pytest.raises(Rejected):
            review_api.learn_handwriting(wrong, kept)
    assert review_api.forget_handwriting({"player": "佐藤"}, kept) == {"forgotten": True, "players": []}
    assert review_api.forget_handwriting({"player": "佐藤"}, kept)["forgotten"] is False


def test_a_line_that_a_sheet_lacks_teaches_no_other_row(monkeypatch):
    """The rows of a sheet are paired with the confirmed moves before they teach a hand."""
    pytest.importorskip("cv2")
    taught = []
    monkeypatch.setattr(handwriting, "_fit_layer", lambda net, _inks, known: taught.extend(known) or net)
    page = simulated_ink.reader(SIX, MOVES)(b"x")
    handwriting.fine_tuned_layer_and_box_count(Sheet((), (page,)), SIX, [[*MOVES[:4], "七07武", *MOVES[4:]]])
    columns = "".join(one.symbol for one in taught[0] if one.box.place == "column")
    assert columns.endswith("三四四六二三")
    assert "七" not in columns


def played(step, plies=20):
    """Return the moves of a game that a number chooses."""
    position, moves = SIX.start(), []
    for ply in range(1, plies + 1):
        legal = sorted(SIX.legal_moves(position))
        moves.append(SIX.spell(legal[ply * step % len(legal)]))
        position = SIX.play(position, moves[-1])
    return moves


def written(moves, number=1, **page):
    """Return a sheet with one page of moves, in the hand of a number."""
    ink = simulated_ink.sheet_page(SIX, moves, simulated_ink.Hand(number), random.Random(number), struck=())
    return Sheet((Photograph(f"{number}.jpg", f"{number}"),), (ink._replace(**page),))


def test_sheets_that_do_not_belong_together():
    """An empty sheet, a photograph given twice and another game are refused; pages and sheets of one side only are said."""
    start = SIX.start()
    for sheets, code in (
        ([written([])], "sheet-empty"),
        ([written(MOVES), written([], 2)], "sheet-empty"),
        ([written(MOVES), written(MOVES)], "same-photograph"),
        ([written(played(7919)), written(played(104729), 2)], "other-record"),
    ):
        with pytest.raises(UnreadablePage) as caught:
            scan_draft_of_sheets(SIX, start, sheets)
        assert caught.value.code == code
    moves = played(7919)
    assert not scan_draft_of_sheets(SIX, start, [written(moves), written(moves[:9] + moves[10:], 2)]).warnings
    first, second = (written(MOVES, 3, side=side, code="read") for side in Side)
    both = first._replace(pages=(*first.pages, second.pages[0]._replace(part=1)))
    assert "mixed up" in next(sheet_warnings([both])).en
    assert "same side" in next(sheet_warnings([first, first])).en
    assert not [*sheet_warnings([first, second])]


def test_a_struck_row_is_shown_beside_its_correction(monkeypatch):
    """The card of a ply has the row that was struck out too, or the correction that may be meant."""
    monkeypatch.setattr("analysis.scan.read_sheet.read_page", simulated_ink.reader(SIX, MOVES))
    photo = {"name": "a.jpg", "data": base64.b64encode(b"x").decode()}
    plies = review_api.read_photos({"sheets": [[photo]]})["plies"]
    assert [ply["ply"] for ply in plies if ply["aside"][0]] == [3]
    assert len(plies[2]["aside"][0][0]) in {7, 10}


def test_boxes_hold_every_move():
    """What the moves of the samples put into the boxes of both forms is read back as the same moves."""
    for path in ("six/elimination", "king/draw", "master/draw", "rengo/game-go19", "rengo/hundred-draughts"):
        judged = kifu.verify(kifu.read(f"samples/{path}.kif"))[0]
        game = judged.game
        for ply, move in enumerate(judged.replay.moves, start=1):
            placing = ply <= (game.placing_plies or 0)
            for form in "12":
                boxes = move_codec_of_shape(simulated_ink.shape_of(game, form, placing=placing))
                text = boxes.joined_text(boxes.rows(game.spell(move)))
                assert game.resolve(judged.replay.positions[ply - 1], game.read(text)) == move, (path, ply, text)
