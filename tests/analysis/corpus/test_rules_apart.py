"""Records of one game under different options are different games for every question to a dataset."""

import pytest
from corpora import table

from analysis.corpus.build import build_dataset
from analysis.corpus.dataset_queries import open_dataset
from analysis.corpus.dataset_statistics import dataset_statistics
from analysis.explorer.dataset_search import find_position
from analysis.explorer.move_tree import TreeLimits, build_tree
from kifu.core import games

TEXTS = {
    "six": ("6面体", ("six/1", "six/1 near=any"), "1 四04占\n2 一01領\n3 投了\n"),
    "king": (
        "ユニオンキング",
        ("king/1", "king/1 last=must", "my.toml", "my.toml last=must"),
        "1 一06-一05四内\n2 投了\n",
    ),
    "master": ("ユニオンマスター", ("master/1", "master/1 turn=once"), "1 四04白A内\n2 投了\n"),
}


@pytest.fixture(params=TEXTS, name="mixed")
def _mixed(request, tmp_path):
    """Return a game, and a dataset with one record of it under each rules, and one reject under each."""
    name, all_rules, moves = TEXTS[request.param]
    game = games.load(request.param)
    if game.entries():
        (tmp_path / "my.toml").write_text(f'game = "{game.id}"\n', "utf-8")
    move = game.spell(next(iter(game.legal_moves(game.start()))))
    for number, rules in enumerate(all_rules):
        head = f"棋種：{name}\n規則：{rules}\n"
        first = moves if request.param != "king" else f"1 {move}\n2 投了\n"
        (tmp_path / f"{number}.kif").write_text(head + first, "utf-8")
        (tmp_path / f"bad{number}.kif").write_text(head + f"1 {move}\n2 {move}\n", "utf-8")
    build_dataset([str(tmp_path)], tmp_path / "out")
    return game, all_rules, tmp_path


def under(game, rules, folder):
    """Return a game under the rules of a record."""
    if not rules.startswith("my.toml"):
        return game.configure(rules, {})
    variant = game.variant("my.toml", (folder / "my.toml").read_text("utf-8"))
    return variant.configure(rules, {})


def test_a_question_counts_the_games_under_its_own_rules(mixed):
    """Look-ups and the tree of moves see the one game under the rules asked for; the keys of the others differ."""
    game, all_rules, folder = mixed
    with open_dataset(folder / "out") as connection:
        files = {}
        for rules in all_rules:
            asked = under(game, rules, folder)
            (hit,) = find_position(connection, asked, asked.start())
            files[rules] = hit.record
            tree = build_tree(connection, asked, asked.start(), TreeLimits(1, 1, 5), symmetric=True)
            assert tree.nodes[0].tally.games == 1
        assert len({*files.values()}) == len(all_rules)
    keys = {row["rules"]: {ply["key"] for ply in table(folder / "out", "plies") if ply["record"] == row["record"]}
            for row in table(folder / "out", "games")}  # fmt: skip
    assert keys.keys() == {*all_rules}
    for rules, there in keys.items():
        alike = [other for other in keys if other != rules and not there.isdisjoint(keys[other])]
        # A variant file is no part of a position; the replay tells its games apart.
        assert all("my.toml" in rules + other for other in alike)


def test_statistics_are_apart(mixed):
    """Each rules has its own games, rejects and shares; equal moves under other rules are no duplicates."""
    game, all_rules, folder = mixed
    with open_dataset(folder / "out") as connection:
        counted = dataset_statistics(connection)
    assert [(each.game, each.rules) for each in counted] == [(game.id, rules) for rules in sorted(all_rules)]
    assert {(each.games, each.rejects, each.duplicates, each.similar, each.finished) for each in counted} == {
        (1, 1, 0, 0, 1)
    }
    assert sorted(row["rules"] for row in table(folder / "out", "rejects")) == sorted(all_rules)
