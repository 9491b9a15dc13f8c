"""A batch of records gets the same verdicts as its records one by one."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from each import each
from hypothesis_profile import examples
from statements import TABLE, cases

import kifu
from analysis.batch.file_splitting import read_pieces, survey_file
from analysis.batch.judge_pieces_and_rule_readings import Batch
from kifu.cli.arguments.game_and_rules_options import rules_source
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.games import ids, load
from kifu.core.message import CONTROL
from notation.random_record import random_game_as_kif
from notation.reading import read

SAMPLES = sorted(file for file in Path("samples").rglob("*") if file.suffix in {".kif", ".kifu", ".json", ".txt"})


def one_by_one(name: str, data: bytes, rules: str | None = None) -> list[dict]:
    """Return the JSON of the careful verdicts, under `rules` if they are given."""
    return [verdict.to_json() for verdict in kifu.verify(read(name, data, rules_source(name, rules)))]


def together(name: str, data: bytes, size: int = 1 << 23, rules: str | None = None) -> tuple[list[dict], int] | None:
    """Return the JSON of the batch verdicts, and the number of plain records; None if the file cannot be cut."""
    surveyed = survey_file(name, lambda: io.BytesIO(data), piece_bytes=size)
    if surveyed is None:
        return None
    batch = Batch(list(read_pieces(surveyed)), rules_source(name, rules), matches=True)
    items = list(batch)
    assert sum(batch.plain_statuses().values()) + sum(1 for _ in batch.records_not_plain()) == len(batch) == len(items)
    return [item.judgement.to_json() for item in items], sum(item.record is None for item in items)


@pytest.mark.parametrize("file", SAMPLES, ids=str)
def test_samples_are_judged_the_same(file):
    """Every sample gets the same JSON from the batch and from the careful reader."""
    data = file.read_bytes()
    if (result := together(str(file), data)) is not None:
        assert result[0] == one_by_one(str(file), data)


@each(
    "lines",
    [
        "#1 四04占\n#2 三03領\n",
        "*四04占\n*三03領\n",
        "備考：四04占 三03領\n1 四04占\n2 三03領\n",
        "備考：d4T ｃ３Ｔ\n1 四04占\n2 三03領\n",
        "備考：ｃ３Ｔ 四０４占\n1 四04占\n2 三03領\n",
        "備考：四四占\n1 中断\n",
        "手数-1 四04占\n1 四04占\n2 三03領\n",
        "先手：四04占\n1 四04占\n2 三03領\n",
        "先手：鈴木 勝者：後手\n1 四04占\n2 三03領\n",
        "後手：投了\n1 四04占\n2 三03領\n",
        "備考：審判＝山田、▲反則負け\n1 四04占\n2 三03領\n",
        "持ち時間：10分 後手：田中\n1 四04占\n2 三03領\n",
        "先手：田中\n後手：鈴木\n先番：鈴木\n1 四04占\n2 三03領\n",
        "先手：田中\n後手：鈴木\n先手：鈴木\n1 四04占\n2 三03領\n",
        "先攻：鈴木\n先手：田中\n後手：鈴木\n1 四04占\n2 三03領\n",
        "手数：3でした\n1 四04占\n2 三03領\n",
        "手数：3か4\n1 四04占\n2 三03領\n",
        "棋戦：第3回 (2013年5月1日)\n手数----指手---------消費時間--\n1 四04占\n2 三03領\n",
    ],
)
def test_misplaced_moves_are_found_in_a_batch_too(lines):
    """A batch does not ignore moves in comments, headers and table heads."""
    data = f"棋種：6面体\n{lines}".encode()
    result = together("x.kif", data)
    assert result is not None
    assert result[0] == one_by_one("x.kif", data)


@each(
    "lines",
    [
        "1 (四04占)\n2 （三03領） ( 0:05/00:00:05)\n",
        "1 四04占\n2 三03領\n3 四05武\n4 三04士\n5 武→左下 ( 0:05/00:00:05)\n6 士→上\n",
        "1 四04占\n2 巫女→右上→右下\n",
        "1 四04占\n2 領→上\n",
        "局面図\n○○○○○○◎01\n○○○○○○○02\n○○○○○○○03\n○○○○○○○04\n○○○○○○○05\n○○○○○○○06\n○○○○○○○07\n1 四04占\n",
    ],
)
def test_what_the_page_writes_is_judged_the_same(lines):
    """Brackets, directions and marks get the verdict of the careful reader in a batch."""
    data = f"棋種：6面体\n{lines}まで2手で中断\n".encode()
    result = together("x.kif", data)
    assert result is not None
    assert result[0] == one_by_one("x.kif", data)


def test_a_record_with_a_date_is_plain():
    """Figures alone do not make a header look like moves, and a proven win in a remark of a duel is no result."""
    for header in ("棋戦：第3回 (2013年5月1日)", "備考：19 手目からは証明された必勝の手順"):
        data = f"棋種：6面体\n{header}\n1 四04占\n2 三03領\nまで2手で中断\n".encode()
        assert together("x.kif", data)[1] == 1
    assert together("x.kif", data.replace("手順".encode(), "手順で勝ち".encode()))[1] == 0


OVER = {"six": "elimination", **dict.fromkeys(("ace", "king", "master"), "black-reaches-the-target")}
"""A sample of each game that the rules end, from the game's own start."""


@pytest.mark.parametrize("game", OVER)
def test_contradictory_records_are_judged_the_same(game):
    """Pairs of statements, and each end of a game that the rules have ended, get the careful verdict in a batch.

    Each game takes a quarter of the pairs, and another one.
    """
    data = "".join(case.text for case in list(cases(game))[list(OVER).index(game) :: len(OVER)]).encode()
    assert together("x.kif", data)[0] == one_by_one("x.kif", data)
    (record,) = read("x.kif", Path(f"samples/{game}/{OVER[game]}.kif").read_bytes()).records
    moves = [entry.text for entry in record.main.entries]
    played = f"棋種：{game}\n" + "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))
    ends = [text for kind in ("word", "mark", "closing") for text in TABLE["phrases"][kind].values()]
    ends = [
        text.format(M="先手", O="後手", MN="甲", ON="乙", m="▲", o="△", n=len(moves), p=len(moves) + 1) for text in ends
    ]
    data = "".join(f"{played}{end}\n" for end in (*ends, *ends, "")).encode()
    verdicts, plain_records = together("x.kif", data)
    assert verdicts == one_by_one("x.kif", data)
    assert plain_records >= 5
    assert "wrong-reason" in {code["code"] for verdict in verdicts for code in verdict["diagnostics"]}


@pytest.fixture(scope="module")
def archive() -> str:
    """Return a file of many games of all kinds, all plain."""
    return "".join(
        random_game_as_kif(load(game), seed, 80) for seed in range(12) for game in ("six", "ace", "king", "master")
    )


def test_generated_records_are_plain_and_judged_the_same(archive):
    """The records that `kifu play` writes are plain, and get the careful verdicts."""
    data = archive.encode()
    verdicts, plain_records = together("archive.kif", data)
    assert verdicts == one_by_one("archive.kif", data)
    assert plain_records == len(verdicts) == 48


@each("encoding", ["cp932", "euc_jp", "utf-8-sig"])
def test_other_encodings(archive, encoding):
    """Files in other encodings get the same verdicts, and a diagnostic tells their encoding."""
    data = archive.encode(encoding)
    verdicts, plain_records = together("archive.kif", data)
    assert verdicts == one_by_one("archive.kif", data)
    assert plain_records == 48
    assert verdicts[0]["diagnostics"][0]["code"] == "encoding"


def test_small_pieces(archive):
    """The places where a file is cut change neither indices nor line numbers."""
    data = archive.replace("六面", "6面", 1).replace("  20 ", "  21 ", 3).replace("04", "44", 2).encode()
    assert together("archive.kif", data, 2000)[0] == one_by_one("archive.kif", data)


# Each damages a line in one way.
SLIPS: tuple = (
    lambda _line, _draw: "",
    lambda line, _draw: line + "\n" + line,
    lambda line, _draw: line.replace("0", "０", 1),
    lambda line, _draw: " " + line,
    lambda line, draw: (
        line + draw.choice(["(0:10)", " ( 0:05/00:00:05)", "(1:70/0:01:10)", "( 0:05/00:00:05", "+", "　"])
    ),
    lambda line, draw: line[: draw.randrange(len(line) + 1)],
    lambda line, draw: (
        line
        + "\n"
        + draw.choice(["*注", "# 注", "&しおり", "", "   ", "変化：3手", "まで1手", "投了", "得点：先手1 後手2"])
    ),
    lambda line, draw: line[:7] + draw.choice("▲△☗☖") + line[7:],
    lambda line, draw: line.translate(
        str.maketrans("一二三四五六七", draw.choice(["二三四五六七一", "1234567", "七六五四三二一"]))
    ),
    lambda line, draw: line + draw.choice(["\u200e", "\x0b", "\x85", "\u2028", "\u202e", "\ufeff", "\t"]),
    lambda line, draw: line.replace("まで", draw.choice(["まで、", "計", "まで9"])),
    lambda line, draw: line.replace(
        "中断", draw.choice(["先手の勝ち", "投了", "太郎の勝ち", "後手の反則負け", "千日手"])
    ),
    lambda line, draw: line.replace("：", draw.choice([":", " ：", "： ", ""])),
    lambda _line, draw: draw.choice(
        ["先手：太郎", "規則：six/1", "規則：六", "備考：", "盤：⑥", "棋種：6面体", " 棋種：six", "局面図", "手数----"]
    ),
    lambda line, draw: line[:4] + draw.choice(["投了", "▲投了", "中断", "反則負け", "パス"]),
)


@pytest.mark.parametrize("seed", range(examples(8, 40)))
def test_damaged_records_are_judged_the_same(archive, seed):
    """A batch gives the careful verdicts on files with slips of the pen anywhere."""
    draw = random.Random(seed)
    lines = archive.splitlines()[:1200]
    for _ in range(30):
        at = draw.randrange(len(lines))
        lines[at] = draw.choice(SLIPS)(lines[at], draw)
    data = "\n".join(lines).encode()
    result = together("damaged.kif", data, 8000)
    assert result is not None
    assert result[0] == one_by_one("damaged.kif", data)
    assert result[1] > 0


NAMES = ("甲", "山田 太郎", "先手", "後手の", "黒", "投了", "まで", "千日手", "後手：乙", "第3回 (2013年5月1日)", "")
"""Names of players and places; some of them look like something else."""
MORE_SLIPS: tuple = (
    *SLIPS,
    lambda line, draw: re.sub(r"\d(?=\D*$)", draw.choice("0159"), line),
    lambda line, draw: line.replace("0:", draw.choice(["1:", "11:", "9:5"]), 1),
    lambda line, draw: (
        draw.choice(["持ち時間：10分", "秒読み：30秒", "結果：投了", "得点：先手3 後手4", "対局：前半"]) + "\n" + line
    ),
)


def copies(draw: random.Random, files: list[Path] = SAMPLES) -> str:
    """Return the samples of games that compile, with other names and places."""
    texts = []
    for file in files:
        if file.parent.name in OVER:
            lines = read(file.name, file.read_bytes()).source.lines
            names = {key: draw.choice(NAMES) for key in ("先手", "後手", "場所", "棋戦")}
            text = "".join(f"{line}\n" for line in lines)
            texts.append(
                re.sub(
                    "^(先手|後手|場所|棋戦)：.*$",
                    lambda at, names=names: f"{at[1]}：{names[at[1]]}",
                    text,
                    flags=re.MULTILINE,
                )
            )
    return "".join(texts)


def test_samples_with_other_names_are_judged_the_same():
    """Whoever plays, samples get the careful verdicts in a batch, and most of them without the careful reader."""
    data = "".join(copies(random.Random(seed)) for seed in range(2)).encode()
    verdicts, plain_records = together("copies.kif", data)
    assert verdicts == one_by_one("copies.kif", data)
    valid = [verdict for verdict in verdicts if verdict["status"] not in {"ILLEGAL", "UNREADABLE", "CONTRADICTED"}]
    assert plain_records > 0.4 * len(valid)  # 投了 and 後手：乙 for a name are left to the careful reader


@pytest.mark.parametrize("seed", range(examples(3, 60)))
def test_damaged_samples_are_judged_the_same(seed):
    """A batch gives the careful verdicts on samples with slips of the pen anywhere: in heads, times, scores and ends.

    Each seed takes a third of the samples, so that three take them all.
    """
    draw = random.Random(seed)
    lines = copies(draw, SAMPLES[seed % 3 :: 3]).splitlines()
    for _ in range(60):
        at = draw.randrange(len(lines))
        lines[at] = draw.choice(MORE_SLIPS)(lines[at], draw)
    data = "\n".join(lines).encode()
    result = together("damaged.kif", data)
    assert result is not None
    assert result[0] == one_by_one("damaged.kif", data)
    assert result[1] > 0


def test_every_control_character_is_named():
    """A comment, a name and a closing line with a character that no terminal shows get the careful verdict, in every block."""
    odd = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000 and re.search(CONTROL, chr(code))]
    odd = [
        sign
        for sign in odd
        if sign not in "\0\r\n\x85\u2028\u2029" and (sign < "\U000e0000" or sign in "\U000e0001\U000e0fff")
    ]
    text = "棋種：6面体\n先手：{}\n1 四04占\n*{}注注注注\n2 三03領\nまで2手で中断\n"
    data = "".join(text.format(*signs) for sign in odd for signs in ((sign, ""), ("", sign))).encode()
    verdicts, plain_records = together("odd.kif", data)
    assert verdicts == one_by_one("odd.kif", data)
    assert plain_records == 0
    shown = "".join(text.format(sign, sign) for sign in "甲é（）ｱﾝ「」々①\u3000")
    assert together("x.kif", shown.encode())[1] == len("甲é（）ｱﾝ「」々①\u3000")


def test_records_in_a_row_that_end_in_every_way():
    """Each end of a record gets its own verdict: it depends on the turn, the rules and the closing words."""
    texts = []
    for seed in range(6):
        game = random_game_as_kif(load("six"), seed, 400)
        moves, closing = game.rstrip("\n").rsplit("\n", 1)
        plies = int(moves.rsplit("\n", 1)[1].split()[0])
        ends = (
            closing,
            f"まで{plies}手で先手の勝ち",
            f"まで{plies}手で後手の勝ち",
            "まで先手の反則負け",
            f"まで{plies + 1}手で先手の勝ち",
            f"{plies + 1} 投了",
            f"{plies + 1} ▲投了\nまで{plies}手で後手の勝ち",
            f"{plies + 1} 反則勝ち",
            f"{plies + 1} 千日手",
            "",
        )
        texts += [f"{moves}\n{end}\n" for end in ends]
    data = "".join(texts).encode()
    assert together("ends.kif", data)[0] == one_by_one("ends.kif", data)


READINGS = [
    load(game_id).under(option.name, value).rules
    for game_id in ids()
    if rules_compile(load(game_id)) and load(game_id).quiet_until is not None
    for option in load(game_id).options
    for value in option.values
    if value != option.default
]
"""The rules of each game that is judged in batches, under each value of its options that is not a default."""


@pytest.mark.parametrize("rules", READINGS)
def test_records_under_options_are_judged_together(rules):
    """Records under an option are plain too, and get the careful verdicts: legal games, illegal moves, claims, repetitions."""
    game_id = rules.partition("/")[0]
    default = load(game_id)
    game = default.configure(rules, {})
    texts = [random_game_as_kif(played, seed, 70) for seed in range(6) for played in (default, game)]
    texts += [text.replace(f"規則：{default.rules}\n", f"規則：{rules}\n") for text in texts[:6:2]]
    texts += [text.replace(f"規則：{rules}\n", f"規則：{default.rules}\n") for text in texts[1:6:2]]
    texts += [text.replace("中断", "千日手").replace("先手の勝ち", "後手の勝ち") for text in texts]
    data = "".join(texts).encode()
    verdicts, plain_records = together("options.kif", data)
    assert verdicts == one_by_one("options.kif", data)
    assert {verdict["rules"] for verdict in verdicts} == {default.rules, rules}
    assert plain_records >= 12


def test_a_mixture_of_options_and_their_spellings():
    """A file may mix rules, however they are spelled; unknown rules and repetitions are left to the careful reader."""
    text = random_game_as_kif(load("six"), 5, 40)
    cycle = ["四04占", "七04領", "四05武", "七05士", *["四05-三05武", "七05-六05士", "三05-四05武", "六05-七05士"] * 3]
    rules = (
        "six/1",
        "six",
        "six/1 near=own",
        "six/1 near=any four=draw",
        "six/1 four=draw near=any",
        "six/1 far=any",
        "ｓｉｘ/1 four=draw",
    )
    texts = [text.replace("規則：six/1\n", f"規則：{name}\n") for name in rules]
    head = "手数----指手---------消費時間--\n"
    for name in rules:
        for more in ([], ["四05-三05武"], ["投了"], ["千日手"]):
            lines = "".join(f"{ply} {move}\n" for ply, move in enumerate([*cycle, *more], start=1))
            texts.append(f"棋種：6面体\n規則：{name}\n{head}{lines}")
    data = "".join(texts).encode()
    verdicts, plain_records = together("mixed.kif", data)
    assert verdicts == one_by_one("mixed.kif", data)
    assert plain_records == len(rules) - 1  # far=any is unknown
    assert {verdict["status"] for verdict in verdicts} == {
        "CONFIRMED",
        "CONTRADICTED",
        "DECLARED",
        "ILLEGAL",
        "UNFINISHED",
        "UNREADABLE",
    }


@each(
    "rules",
    ["six/1", "six/1 near=any", "six/1 beat=any four=draw", "six/1 near=all", "king/1", " six/1", "six/1\udc80"],
)
def test_rules_in_words_replace_those_of_the_records(archive, rules):
    """Under rules in words every record of that game is plain, whatever its own 規則 says."""
    data = archive.replace("規則：six/1\n", "規則：six/9\n", 3).encode()
    verdicts, plain_records = together("archive.kif", data, rules=rules)
    assert verdicts == one_by_one("archive.kif", data, rules)
    assert plain_records == (0 if rules in {"six/1 near=all", "six/1\udc80"} else 12)
