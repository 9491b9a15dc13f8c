"""Tables of the points of several games: held against the points that the boards show."""

import pytest
import typed_records

from kifu.referee.status_fault_and_basis import Status

ONE = ("六07-六06三外合", "二01-二02三外合", "四07-四06五外合", "六01-六02八外合", "二07-二06八外合")
TWO = ("二07-二06八外合", "二01-二02三外合", "四07-四06五外合", "四01-四02五外合")
GAMES = """ユニオンキング　決勝
{table}
【前半】　白 久保田　黒 新井
{one}
久保田投了
【後半】　白 新井　黒 久保田
{two}
新井投了
{below}
"""


def judged(table, tmp_path, below=""):
    """Return the records of a text with a table as they are judged."""
    file = tmp_path / "record.txt"
    moves = {
        key: "\n".join(f"{at} {move}" for at, move in enumerate(own, start=1))
        for key, own in (("one", ONE), ("two", TWO))
    }
    file.write_text(GAMES.format(table=table, below=below, **moves), "utf-8")
    return typed_records.judged(file)


TABLES = {
    "players": "　　　前半　後半　合計\n久保田　48　32　80　優勝\n新井　　32　32　64",
    "marks, with a frame": "氏名 | 前半戦 | 後半戦 | 計\n久保田さん | 48点 | 32点 | 80点 | ○\n新井さん | 32点 | 32点 | 64点 | ●",
    "games": "　　　新井　久保田\n前半　32　48\n後半　32　32\n合計　64　80",
    "pairs": "前半　久保田48　新井32\n後半　新井32　久保田32\n合計　久保田80　新井64",
    "points between the names": "前半　久保田 48 - 32 新井\n後半　新井 32 - 32 久保田\n合計　久保田 80 - 64 新井",
    "no names of columns": "久保田　48　32　80\n新井　32　32　64",
    "no sums": "得点　前半　後半\n久保田　48　32\n新井　32　32",
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_points(name, tmp_path):
    """A row for each player, or for each game; the sums and the winner are so."""
    expected = [(Status.DECLARED, "second")] * 2
    assert [(one.status, one.winner) for one in judged(TABLES[name], tmp_path)] == expected
    assert [(one.status, one.winner) for one in judged("", tmp_path, TABLES[name])] == expected


@pytest.mark.parametrize(
    ("table", "status"),
    [
        ("前半　後半　合計\n久保田　48　32　81\n新井　32　32　64", Status.UNREADABLE),
        ("前半　後半　合計\n久保田　48　32　80\n新井　32　32　64　優勝", Status.UNREADABLE),
        ("前半　後半　合計\n久保田　48　　80\n新井　32　32　64", Status.UNREADABLE),
        ("前半　後半　合計\n久保田　48　32　80\n荒井　32　32　64", Status.UNREADABLE),
        ("前半　後半　合計\n久保田　50　32　82\n新井　32　32　64", Status.CONTRADICTED),
        ("　新井　久保田\n前半　48　32\n後半　32　32\n合計　80　64", Status.CONTRADICTED),
        ("　　　前半　後半\n久保田　12　15\n新井　13　20", Status.UNREADABLE),
    ],
)
def test_a_table_that_does_not_fit(table, status, tmp_path):
    """A sum, a winner, a name or points that are not so, and numbers that may be minutes, are errors."""
    assert judged(table, tmp_path)[0].status is status


def test_numbers_of_a_game_without_points(tmp_path):
    """In 6面体 a table of numbers says nothing of points: it is asked about, and contradicts nothing."""
    file = tmp_path / "record.txt"
    games = "第1局　先手 森　後手 林\n1 四04占\n2 四02領\n森投了\n第2局　先手 林　後手 森\n1 四04占\n2 四02領\n林投了\n"
    file.write_text(f"6面体\n　第1局　第2局　合計\n森　10　12　22\n林　9　11　20\n{games}", "utf-8")
    assert [one.status for one in typed_records.judged(file)] == [Status.UNREADABLE] * 2
