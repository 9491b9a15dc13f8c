"""`kifu new`: an empty record of each game, which is read as one, also when its examples are taken into it."""

import json
import re

import pytest
from click.testing import CliRunner
from each import each
from helpers import DATA, codes_of, document, record, verdict, verdicts

from kifu.cli.main import main
from kifu.core import games
from kifu.games.rengo.boards_and_unit_movements import BOARDS
from notation.encoding import ALIASES
from notation.formats.kif_empty_record import read_game_template

EXAMPLE = re.compile(r"(?m)^# 例(?= +[0-9])")
"""What is to be taken away from a numbered example."""
HIRAGANA = re.compile("[ぁ-ん]")
HOSTILE = ("甲\n   1 四04占", "甲\r棋種：王", "甲\x1b[31m", "甲\u2028乙", "甲\u202e乙", "\ud800", "甲\t乙", "甲\x00")


def new(*options, lang=None):
    """Run `kifu new`."""
    language_options = () if lang is None else ("--lang", lang)
    return CliRunner().invoke(main, ["new", *language_options, *map(str, options)], env={"LC_ALL": "C.UTF-8"})


def template(game, *options, lang=None):
    """Return the text of an empty record."""
    result = new("--game", game, *options, lang=lang)
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes.decode()


def is_clean(text, noted=()):
    """Tell whether a file of one record is read as a game that goes on, and nothing is said but the codes `noted`."""
    read = document(text)
    (judged,) = verdicts(text)
    diagnostics = [
        *read.diagnostics,
        *judged.diagnostics,
        *(diagnostic for game in judged.games for diagnostic in game.diagnostics),
    ]
    return judged.status == "UNFINISHED" and set(codes_of(diagnostics)) == set(noted)


@each("lang", [None, "ja", "en"])
@each("game", games.ids())
def test_an_empty_record_is_read_as_one(game, lang):
    """UNFINISHED, exit code 0, without a remark; its game is the one asked for."""
    text = template(game, lang=lang)
    assert is_clean(text)
    assert (verdict(text).plies, verdict(text).game.id) == (0, game)
    assert record(text).rules == games.load(game).rules


@pytest.mark.parametrize("game", games.ids())
def test_verify_says_so_too(game, tmp_path):
    """The file that is written, judged as a user does it."""
    path = tmp_path / "game.kif"
    assert new("--game", game, "-o", path).exit_code == 0
    result = CliRunner().invoke(main, ["verify", "--format", "json", str(path)])
    assert result.exit_code == 0
    assert '"status": "UNFINISHED"' in result.stdout
    assert {diagnostic["code"] for diagnostic in json.loads(result.stdout)["diagnostics"]} <= {DATA}


@each("game", games.ids())
def test_the_examples_are_a_game(game):
    """Taken into the record one after the other they are legal moves, whatever stays behind them."""
    text = template(game)
    count = len(EXAMPLE.findall(text))
    assert count > 2
    for taken in range(1, count + 1):
        filled = EXAMPLE.sub("", text, count=taken)
        assert is_clean(filled)
        assert verdict(filled).plies == taken


@each("game", games.ids())
def test_every_form_that_is_shown_can_be_read(game):
    """Also what such a short line of play does not reach; the game's own examples are all legal in a row."""
    played = games.load(game)
    examples = read_game_template(played)
    text = template(game)
    for form in examples.forms:
        for move in form.moves:
            assert f"# 例えば {move}\n" in text
            assert played.read(move).written is not None
    moves = [move for example in examples.play for move in example.moves]
    assert [line.split()[3] for line in text.splitlines() if EXAMPLE.match(line)][: len(moves)] == moves


def test_the_second_game_of_a_match_is_filled_in_too():
    """King has both parts; without the second and the two lines it is a game of its own."""
    text = template("king")
    moves = "".join(EXAMPLE.sub("", line) + "\n" for line in text.splitlines() if EXAMPLE.match(line))
    filled = EXAMPLE.sub("", text) + moves
    assert is_clean(filled)
    assert [game.plies for game in verdict(filled).games] == [4, 4]
    first, _ = EXAMPLE.sub("", text).split("対局：後半\n")
    alone = first.replace("対局：前半\n", "")
    assert is_clean(alone)
    assert verdict(alone).games == ()


@each("game", games.ids())
def test_moves_written_by_hand_below_the_comments(game):
    """The comments may stay: they are no moves of the game."""
    text = template(game)
    examples = [EXAMPLE.sub("", line) for line in text.splitlines() if EXAMPLE.match(line)]
    assert is_clean(text + "\n".join(examples))
    assert verdict(text + "\n".join(examples)).plies == len(examples)


@pytest.mark.parametrize("game", games.ids())
def test_a_fair_copy(game, tmp_path):
    """In canonical form and by way of JSON it is an empty record still."""
    path, copy, json = (tmp_path / name for name in ("game.kif", "copy.kif", "game.json"))
    assert new("--game", game, "-o", path).exit_code == 0
    for target, options in ((copy, ["--canonical"]), (json, []), (path, ["--force"])):
        source = json if target is path else path
        assert CliRunner().invoke(main, ["convert", str(source), "-o", str(target), *options]).exit_code == 0
    assert path.read_bytes().decode() == template(game)
    assert is_clean(copy.read_bytes())


def test_a_commented_move_is_still_missed():
    """Only 例 marks an example: a game that somebody commented out is not passed over."""
    lost = "棋種：6面体\n#   1 四04占\n"
    assert codes_of(verdict(lost).diagnostics) or [verdict(lost).fault.code] == ["move-elsewhere"]
    assert verdict("棋種：6面体\n*例 四04占\n").status == "UNREADABLE"
    assert is_clean("棋種：6面体\n#　例えば 四04占\n")


@each("board", BOARDS)
def test_every_board_of_rengo(board):
    """The diagram is that board, with a 玉 on each side; the examples are legal there."""
    text = template("rengo", "--head", f"盤={board}")
    assert text.count(f"\n盤：{board}\n") == 1
    noted = ["reconstructed-board"] if BOARDS[board].reconstructed else []
    assert is_clean(text, noted)
    assert is_clean(EXAMPLE.sub("", text), noted)
    rows = [line for line in text.splitlines() if re.fullmatch("[・▲△玉]+[0-9]{2}", line)]
    assert len(rows[0]) % 2 == 0
    assert (rows[0].count("△玉"), rows[-1].count("▲玉"), "".join(rows).count("玉")) == (1, 1, 2)


def test_what_is_given_stands_in_the_head():
    """Names, rules, place and time; the times of the moves are then checked."""
    text = template(
        "rengo", "--rules", "rengo/1 saki=five", "--first", "甲（B）", "--second", "乙", "--head", "持ち時間=1分"
    )
    for line in ("規則：rengo/1 saki=five", "先手：甲（B）", "後手：乙", "持ち時間：1分"):
        assert text.count(f"\n{line}\n") == 1
    assert is_clean(text)
    late = EXAMPLE.sub("", text, count=1).replace("六08玉", "六08玉 ( 2:00/00:02:00)")
    assert codes_of(verdict(late).diagnostics) == ["overtime"]


def test_comments_are_in_the_language_asked_for():
    """Japanese whatever the locale; English when asked for. The head stays Japanese: it is the notation's."""
    for game in games.ids():
        japanese, english = template(game), template(game, lang="en")
        comments = [line for line in english.splitlines() if line.startswith("#")]
        assert not HIRAGANA.search(
            re.sub("例えば|まで[^ ]*|持ち時間|秒読み|詰み|引き分け|反則負け", "", "".join(comments))
        )
        assert EXAMPLE.findall(english) == EXAMPLE.findall(japanese)
        assert template(game, lang="ja") == japanese


@pytest.mark.parametrize("encoding", sorted(ALIASES))
@pytest.mark.parametrize("game", games.ids())
def test_every_encoding(game, encoding, tmp_path):
    """The same text, and read again as it was written."""
    path = tmp_path / "game.kif"
    options = ("--game", game, "--first", "山田", "--second", "鈴木")
    assert new(*options, "--encoding", encoding, "--newline", "crlf", "-o", path).exit_code == 0
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") == (encoding == "utf-8-sig")
    assert data.decode(ALIASES[encoding]) == template(*options[1:]).replace("\n", "\r\n")
    assert is_clean(data, () if ALIASES[encoding] == "utf-8" else ["encoding"])


@each("newline", [("lf", b"\n"), ("crlf", b"\r\n"), ("cr", b"\r")])
def test_line_ends(newline):
    """All of them are of one kind."""
    name, end = newline
    data = new("--game", "six", "--newline", name).stdout_bytes
    assert re.findall(rb"\r\n|\r|\n", data) == [end] * len(data.splitlines())
    assert is_clean(data)


def test_a_name_that_the_encoding_lacks():
    """It is said which character; nothing is written, never a `?`."""
    result = new("--game", "six", "--first", "𠮷田", "--encoding", "cp932")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "𠮷" in result.stderr


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("option", ["--first", "--second", "--head"])
def test_hostile_names(option, name, tmp_path):
    """A name is one line that a terminal shows as it is; anything else is refused, and no file is written."""
    path = tmp_path / "game.kif"
    given = f"場所={name}" if option == "--head" else name
    result = new("--game", "king", option, given, "-o", path)
    assert result.exit_code == 2
    assert not path.exists()
    assert not any(character in result.stderr for character in "\x1b\r\x00\u202e\u2028")


@each("name", ["#甲", "*甲", "対局：後半", "局面図", "=1+1", " 甲 "])
def test_odd_names_are_names(name):
    """What would mean something on a line of its own means nothing behind 先手：."""
    text = template("king", "--first", name, "--second", name)
    assert is_clean(text)
    assert record(text).header("先手") == name.strip()


@pytest.mark.parametrize("name", ["四04占", "まで3手で先手の勝ち"])
def test_a_name_that_would_be_taken_for_a_statement(name):
    """The record would not be read as an empty one: it is not written."""
    result = new("--game", "six", "--first", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert name in result.stderr


@pytest.mark.parametrize(
    "given", ["場所", "=会館", "先手=甲", "棋種=王", "規則=six/2", "知らない項目=1", "盤=まるい盤"]
)
def test_what_is_no_line_of_the_head(given):
    """Neither KEY=VALUE, nor a key that has its own option, nor one that is not known, nor a board there is not."""
    game = "rengo" if given.startswith("盤") else "six"
    result = new("--game", game, "--head", given)
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_key_twice():
    """Which of the two would count?"""
    assert new("--game", "six", "--head", "場所=甲", "--head", "場所=乙").exit_code == 2


def test_never_over_another_file(tmp_path):
    """Not unless forced; and then whole."""
    path = tmp_path / "new" / "game.kif"
    assert new("--game", "six", "-o", path).stdout == ""
    assert path.read_bytes().decode() == template("six")
    assert new("--game", "ace", "-o", path).exit_code == 2
    assert path.read_bytes().decode() == template("six")
    assert new("--game", "ace", "-o", path, "--force").exit_code == 0
    assert path.read_bytes().decode() == template("ace")
    assert [file.name for file in path.parent.iterdir()] == ["game.kif"]


def test_json_is_converted_not_made():
    """A file named .json that holds KIF would not be read."""
    result = new("--game", "six", "-o", "game.json")
    assert (result.exit_code, "kifu convert" in result.stderr) == (2, True)


def test_a_variant_file_is_named_and_copied_beside(tmp_path):
    """On a board where the game's own examples are no moves, others are shown."""
    rules = tmp_path / "my-king.toml"
    assert CliRunner().invoke(main, ["rules", "king", "--export", str(rules)]).exit_code == 0
    layout = rules.read_text(encoding="utf-8").replace('"三07" = "外六"', '"四04" = "外六"')
    rules.write_text(layout, encoding="utf-8")
    path = tmp_path / "records" / "game.kif"
    result = new("--game", "king", "--rules", rules, "-o", path)
    assert result.exit_code == 0, result.stderr
    assert (path.parent / "my-king.toml").read_text(encoding="utf-8") == layout
    text = path.read_text(encoding="utf-8")
    assert "\n規則：my-king.toml\n" in text
    assert "三07-五05六外" not in text
    for content in (text, EXAMPLE.sub("", text)):
        path.write_text(content, encoding="utf-8")
        result = CliRunner().invoke(main, ["verify", str(path)])
        assert (result.exit_code, "UNFINISHED" in result.stdout) == (0, True)


@each("rules", ["six/2", "rengo/1", "missing.toml"])
def test_rules_there_are_not(rules):
    """The command says so, and makes nothing."""
    result = new("--game", "six", "--rules", rules)
    assert (result.exit_code, result.stdout) == (2, "")
