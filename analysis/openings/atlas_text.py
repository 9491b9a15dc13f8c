"""Text of the opening atlas in Japanese and English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.openings.opening_sets import expected_misses
from kifu.core.game.counting import places_units
from kifu.core.message import Message

if TYPE_CHECKING:
    from analysis.openings.opening_sets import OpeningRecords
    from kifu.core.game.game import Game
    from kifu.core.outcome import Side


def opening_size_label(game: Game, size: int) -> Message:
    """Return the size of an opening in words: units or plies."""
    if places_units(game):
        unit = game.opening_unit or ""
        return Message(f"{unit} {size} 個".lstrip(), f"{size} {unit or 'placed'}")
    return Message(f"{size} 手", f"{size} plies")


def placed_units_heading(game: Game) -> Message:
    """Return the grouping of the results: units placed by each side."""
    unit = game.opening_unit
    return Message(
        f"{unit}を置いた数ごと" if unit else "置いた数ごと", f"by how many {f'{unit} ' if unit else ''}each side placed"
    )


def games_count_text(games: int) -> Message:
    """Return a number of games in words."""
    return Message(f"{games} 局", f"{games} game{'' if games == 1 else 's'}")


def square_shares_heading(game: Game, turns: int) -> Message:
    """Return the title of square maps, averaged over symmetries."""
    unit = game.opening_unit or ""
    mean = Message(f"盤の {turns} 通りの向きの平均", f"mean of {turns} turns of the board")
    ja, en = (f"、{mean.ja}", f"; {mean.en}") if turns > 1 else ("", "")
    if places_units(game):
        return Message(
            f"{unit}を置いたマス (その数だけ置いた局のうち、そのマスに置いた割合{ja})",
            f"squares of {unit} (share of the games with this number that placed one there{en})",
        )
    return Message(f"動いた先 (そのマスに動いた局の割合{ja})", f"squares moved to (share of the games that did{en})")


def opening_definition(opening_records: OpeningRecords) -> Message:
    """Say how the opening of a side is defined."""
    if opening_records.game.opening_note is not None:
        return opening_records.game.opening_note
    plies = opening_records.plies
    return Message(
        f"序盤とは、はじめの {plies} 手のうち各対局者が指した手の集合です。順序は問いません。{plies} 手に届かない棋譜は数えません。",
        f"The opening of a side is the set of its moves among the first {plies} plies, whatever their order. Records "
        f"shorter than that are left out.",
    )


def equivalence_note(opening_records: OpeningRecords) -> Message:
    """Say which openings count as the same."""
    turns = len(opening_records.turns)
    if turns == 1:
        return Message(
            "開始局面を変えない盤の対称形はないので、向きの違う配置は別のものです。",
            "No turn of the board leaves the start as it is, so openings are the same only as they stand.",
        )
    return Message(
        f"盤の {turns} 通りの対称形で重なるものは同じとみなし、地図はその平均です。先手と後手は別々に数えます。",
        f"Openings that one of the {turns} symmetries of the board turns into each other are the same, and the maps are "
        f"their mean. The two sides are counted apart.",
    )


def sample_size_cautions(share_count: int, min_games: int) -> list[Message]:
    """Warn about the limits of the numbers; `share_count` counts shares.

    It is the number of shares that have `min_games` games or more.
    """
    misses = f"{expected_misses(share_count):.1f}"
    return [
        Message(
            "割合は得点率です: 勝ちを 1、引き分けを 1/2 とし、結果の付いた局だけで割ります。未了の局は引き分けではなく、別に数えます。",
            "A share is points of finished games: a win is 1, a draw ½. Unfinished games are no draws; they are counted apart.",
        ),
        Message(
            "区間は Wilson の 95% 区間です。n は結果の付いた局の数です。",
            "Intervals are Wilson's, 95 %. n is the number of finished games.",
        ),
        Message(
            f"n が {min_games} 未満のものは灰色で示しました。この数では判断できません。",
            f"What rests on n below {min_games} is shown in grey: it is too little to judge by.",
        ),
        Message(
            f"{min_games} 局以上のマスは {share_count} あります。95% 区間は、差がなくても平均 {misses} 個が外れます。選び出したマスには、全体で 95% になる"
            "広い区間 (Bonferroni) を使ってください。太枠はその区間が 50% を含まないものです。",
            f"{share_count} cells have {min_games} games or more: on the average {misses} of their 95 % intervals miss the truth "
            "though nothing is the matter. For a cell that was picked out use the wider interval that holds for all of "
            "them at once (Bonferroni); a frame marks those where that one leaves out 50 %.",
        ),
        Message(
            "これは記録された局の数え上げです。強い人が好む配置は、配置のためでなくその人のために勝つことがあります。",
            "These are counts of recorded games: what strong players prefer may win because of them, not because of the placement.",
        ),
    ]


def skipped_games_notes(opening_records: OpeningRecords) -> list[Message]:
    """Say which games are not in the tables, and why."""
    left_out = opening_records.passed_over
    reasons = [
        (left_out.duplicates, "ほかの局と同じ (対称形を含む)", "the same as another game, or as an image of it"),
        (left_out.incomplete, "序盤が終わる前に記録が終わる", "the record ends before the opening does"),
        (left_out.other_start, "開始局面が違う", "from another start"),
        (left_out.other_rules, "規則が違う", "under other rules"),
        (left_out.too_long, "手が長すぎて番号にならない", "a move too long for its number"),
    ]
    return [Message(f"{ja}: {games} 局", f"{en}: {games}") for games, ja, en in reasons if games]


def frequent_openings_heading(game: Game, side: Side) -> Message:
    """Return the title of a side's most frequent openings."""
    mark, label = game.sides[side]
    if places_units(game):
        unit = game.opening_unit
        return Message(
            f"{mark}{label.ja}の{unit}の配置 (局数の多い順)", f"most frequent placements of {unit} by {mark} {label.en}"
        )
    return Message(f"{mark}{label.ja}の序盤 (局数の多い順)", f"most frequent openings of {mark} {label.en}")


def frequent_openings_caption(min_games: int) -> Message:
    """Return what stands above each board of the most frequent openings."""
    return Message(
        f"局数、得点率 (95% 区間、n は結果の付いた局)。灰色は n が {min_games} 未満",
        f"games, share (95 % interval, n finished games); grey: n below {min_games}",
    )


def families_heading(game: Game, side: Side) -> Message:
    """Return the title of a side's families of openings."""
    mark, label = game.sides[side]
    if places_units(game):
        unit = game.opening_unit
        return Message(
            f"{mark}{label.ja}の近い配置 (ほかの{unit}は同じで、一つだけ違うもの)",
            f"near placements of {mark} {label.en} (the same {unit} but for one)",
        )
    return Message(
        f"{mark}{label.ja}の近い序盤 (ほかの手は同じで、一手だけ違うもの)",
        f"near openings of {mark} {label.en} (the same moves but for one)",
    )


def omitted_singletons_note(singletons: int) -> Message:
    """Say how many openings are omitted as singletons."""
    return Message(
        f"ほかに、一局にしかないものが {singletons} 通りあります (一局では何も言えないので載せません)",
        f"{singletons} more stand in one game each, which tells nothing; they are not listed",
    )


def pairs_heading(game: Game) -> Message:
    """Return the title of the most frequent openings of both sides together."""
    first = game.sides[0].label
    return Message(
        f"双方の序盤の組 (局数の多い順、得点率は{first.ja}の)",
        f"most frequent pairs of openings of both sides (share of {first.en})",
    )


def sequences_heading(game: Game) -> Message:
    """Return the title of the most frequent move sequences."""
    first = game.sides[0].label
    return Message(f"手順 (局数の多い順、得点率は{first.ja}の)", f"most frequent sequences (share of {first.en})")
