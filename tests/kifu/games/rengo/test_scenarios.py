"""T03-T41 of the rules, every line of them (T01 and T02 are in test_setups.py)."""

import re
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest
from drawn import position_of
from each import each, rows_beside

from kifu.games.rengo import score_and_evaluation
from kifu.games.rengo.check_detection_and_effect_breaches import is_in_check
from kifu.games.rengo.diagrams_and_drawing import cell_text, spell_diagram, spell_stand
from kifu.games.rengo.game import Rengo
from kifu.games.rengo.position import RULES
from kifu.referee.record import Entry
from kifu.referee.replay import Replay, replay_entries

TEXT = Path(__file__).with_name("scenarios.txt").read_text("utf-8")
MORE = Path(__file__).with_name("more.txt").read_text("utf-8")
ARROW = " → "


class Case(NamedTuple):
    """One line of a scenario."""

    name: str
    position: str
    options: str
    moves: tuple[str, ...]
    article: str | None
    facts: str


def cases(text):
    """Yield the lines of scenarios."""
    for block in text.split("\n\n")[1:]:
        name, position, *lines = block.strip().splitlines()
        for number, line in enumerate(lines, start=1):
            yield case_of(f"{name.split()[0]}.{number} {line}", position, line)


def case_of(name, position, line):
    """Return the case that one line tells."""
    moves, _, facts = line.partition(";")
    article = None
    if match := re.match(r"(rengo\.\d+): ", moves):
        article, moves = match[1], moves[match.end() :]
    options = []
    while match := re.match(r"\[([^]]*)\] ?", moves):
        moves = moves[match.end() :]
        if match[1].partition("=")[0] in RULES.defaults:
            options.append(match[1])
        else:
            position = changed(position, match[1])
    return Case(
        name, position, " ".join(options), tuple(filter(None, moves.strip().split(ARROW))), article, facts.strip()
    )


def changed(position, part):
    """Return the position with one part replaced."""
    parts = [one.strip() for one in position.split("|")]
    key = part.partition(":")[0] if ":" in part else None
    at = 0 if key is None else next(n for n, one in enumerate(parts) if one.startswith(f"{key}:"))
    parts[at] = part
    return " | ".join(parts)


CASES = list(cases(TEXT))
MORE_CASES = list(cases(MORE))
BY_SCENARIO = {
    name: list(lines) for name, lines in groupby(CASES + MORE_CASES, lambda case: case.name.split(".", maxsplit=1)[0])
}
"""The cases of each scenario."""


def played(case):
    """Return what the rules make of the moves of a case."""
    start = position_of(case.position, case.options)
    game = Rengo(start.context)
    entries = [Entry(ply, text, 1, 1) for ply, text in enumerate(case.moves, start=1)]
    return game, replay_entries(game, entries, Replay((start,), (), None, game.outcome(start)))


def test_there_are_all_scenarios():
    """T03 to T41 are there, none left out."""
    assert {case.name.split(".")[0] for case in CASES if "b" not in case.name[:5]} == {
        f"T{number:02d}" for number in range(3, 42)
    }


def test_over_two_hundred_actions_are_refused():
    """Over 200 illegal actions are judged, each with its article, and they break all kinds of articles."""
    refused = [case.article for case in CASES + MORE_CASES if case.article]
    assert len(refused) > 200
    assert len(set(refused)) > 20


def check(case):
    """Check that the last move is legal, or breaks the article named, and that what follows is as told."""
    game, replayed = played(case)
    drawing = spell_diagram(replayed.positions[-1])
    article = replayed.fault.article if replayed.fault else None
    assert (article, len(replayed.moves)) == (case.article, len(case.moves) - (case.article is not None)), drawing
    check_facts(game, replayed, case.facts, drawing)


@pytest.mark.parametrize("scenario", BY_SCENARIO)
def test_scenario(scenario):
    """Every line of a scenario is as told."""
    each("case", BY_SCENARIO[scenario], ids=lambda case: case.name)(check)()


@each(("line", "options", "moves", "ja", "en"), rows_beside(__file__, "sentences.txt"))
def test_sentences(line, options, moves, ja, en):
    """The refusal of the last move says why, word for word in both languages."""
    _, replayed = played(Case("", line, options, tuple(moves.split(ARROW)), None, ""))
    assert tuple(replayed.fault.message) == (ja, en)


def check_facts(game, replayed, facts, drawing):
    """Check the facts that a scenario tells about the last position."""
    position = replayed.positions[-1]
    words = re.sub(r"(台先|台後) ((?:\S*[^\s=](?<!ハマ)(?: |$))*)", r"\1 \2", facts)
    for stand, side in (("台先", 0), ("台後", 1)):
        if match := re.search(rf"{stand} ((?:[碁翻珠歩金銀桂香角飛]\d* ?|なし)+)", words):
            assert spell_stand(position.stands[side]) == match[1].strip(), drawing
    for square, text in re.findall(r"(\S+)=(\S\S)", words):
        assert cell_text(position, game.board.parse(square)) == text, drawing
    if match := re.search(r"ハマ (\d+) (\d+)", words):
        assert position.captives == (int(match[1]), int(match[2])), drawing
    if match := re.search(r"数 (\S+) (\S+)", words):
        assert score_and_evaluation.sums_of_both_sides(position) == (float(match[1]), float(match[2])), drawing
    if "王手" in words:
        assert is_in_check(position) == ("王手なし" not in words), drawing
    if "続く" in words:
        assert replayed.ending is None, drawing
    if match := re.search(r"終局 (\S+) (\S+)", words):
        assert replayed.ending is not None, drawing
        assert (replayed.ending.article, replayed.ending.outcome.value) == (match[1], match[2]), drawing


CYCLE = ("五09-四09玉", "五01-四01{}", "四09-五09玉", "四01-五01{}")


@each(("king", "plies"), [("王", 16), ("玉", 12), ("帥", 8), ("楚", 8), ("君", 8)])
def test_t41_by_each_king(king, plies):
    """千日手 ends the game at the occurrence that 後手's king asks for, and not before."""
    moves = tuple(CYCLE[number % 4].format(king) for number in range(plies + 1))
    line = f"碁盤9路 | 先: 玉五09 | 後: {king}五01 | 番: 先"
    _, replayed = played(Case("", line, "", moves[:plies], None, ""))
    assert replayed.ending is not None
    assert (replayed.ending.article, replayed.ending.outcome.value) == ("rengo.51", "draw")
    _, before = played(Case("", line, "", moves[: plies - 1], None, ""))
    assert before.fault is None
    assert before.ending is None
    _, beyond = played(Case("", line, "", moves, None, ""))
    assert beyond.fault.article == "rengo.51"


def test_a_wrong_line_would_fail():
    """The checker can fail: it refuses a changed article and a changed fact."""
    good = next(case for case in CASES if case.name.startswith("T20"))
    with pytest.raises(AssertionError):
        check(good._replace(article="rengo.45"))
    flank = next(case for case in CASES if case.name.startswith("T16"))
    with pytest.raises(AssertionError):
        check(flank._replace(facts=flank.facts.replace("▲騎", "△騎")))


CHECKS = ("一01-一02飛", "五02-五01{}", "一02-一01飛", "五01-五02{}")


@each(
    ("king", "plies", "winner"),
    [("玉", 12, "second"), ("帥", 8, "second"), ("楚", 8, "draw"), ("君", 8, "draw"), ("王", 16, "draw")],
)
def test_unbroken_checks(king, plies, winner):
    """One side's unbroken checks lose under the rule of 玉 and 帥, and draw under the others."""
    moves = tuple(CHECKS[number % 4].format(king) for number in range(plies))
    line = f"碁盤9路 | 先: 玉九09 飛一01 | 後: {king}五02 | 番: 先"
    _, replayed = played(Case("", line, "", moves, None, ""))
    assert replayed.fault is None
    assert (replayed.ending.article, replayed.ending.outcome.value) == ("rengo.51", winner)


def test_nonking_lets_a_pocketed_king_be_taken():
    """T34: 騎 on 六05 gives check only under kinshi=nonking."""
    line = "碁盤9路 | 先: 玉九09 騎六05 | 後: 玉五03 碁五02,四03,六03,五04 | 番: 後"
    assert not is_in_check(position_of(line))
    assert is_in_check(position_of(line, "kinshi=nonking"))
