"""Texts in doubt, that are asked about: they may tell an end, or what happens at the end of a move."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS, SIDE_NAMES, Outcome, Side
from kifu.core.squares import COLUMNS
from notation.freeform.check_counts_told_in_sentences import SentenceCounts
from notation.freeform.hypothesis import Situation
from notation.freeform.move_readings import is_legal, move_key
from notation.freeform.plain_copy import copy_line, move_text_of_line
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.results_in_texts_and_beside_players import (
    read_result,
    without_brackets_behind_names,
)
from notation.freeform.table_cells_and_columns import (
    SUFFIX_ROLES,
    TableColumn,
    column_role,
    is_frame_line,
    read_column_names,
    split_row,
)
from notation.freeform.tokens_of_result_words import (
    CLAIMED,
    OF_ANOTHER_TIME,
    SOMEBODY_WON,
    WEIGHTY,
    counts_several_games,
)
from notation.freeform.turns_of_table_rows import has_unknown_flag
from notation.freeform.undecided_results import denies_a_result
from notation.freeform.unsettled_move_errors import several_readings_error
from notation.lazy_pattern import kept_pattern, lazy_pattern
from notation.line_kinds import parse_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import LocatedText
    from notation.freeform.hypothesis import CopyItem, Hypothesis
    from notation.freeform.hypothesis_search import Search
    from notation.freeform.plain_copy import CopyLine, LineOfItemId


def not_understood_unless_denied(search: Search, item: CopyItem, passage: LocatedText) -> Iterator[LineOfItemId]:
    """Yield a free text, by identity, as a line that is not understood, but for one whose sentence denies a result."""
    line, start = search.source.lines[passage.place[0] - 1], passage.place[1] - 1
    behind = line.find("。", start + passage.width - 1)
    if not denies_a_result(line[line.rfind("。", 0, start) + 1 : behind if behind >= 0 else None]):
        yield as_unread_line(search, item, passage)


def as_unread_line(search: Search, item: CopyItem, passage: LocatedText) -> LineOfItemId:
    """Return a free text, by identity, as a line that is not understood."""
    written = search.written(passage)
    return id(item), copy_line(passage, written, written)._replace(kind="unread")


_GIVEN_UP = kept_pattern(
    r"(?:頭|首)を(?:下|垂)|一礼|白旗|お手上げ|(?:諦|あきら)め|脱帽|観念|手を(?:止|置)|(?:駒台|盤)に手|投げ(?!銭|か|場|ず)|不戦|軍配|"
    r"時間[がをの]?(?:尽き|使い|ゼロ|0)|(?i:offer|propose)[a-z]* (?:an? )?draw(?!.*(?:declin|refus|reject))|(?:引き?分け|ドロー)[^。]{0,8}(?:しよう|提案|申し|言われ|いい)(?!.*(?:断|ことわ|拒|続|のに|けど|ものの))|"
    r"(?:駒|石|盤)を(?:崩|片付|片づ|かたづ|ひっくり)|席を(?:立|離)|(?:心|気持ち)?が?折れ(?:て|た|ま)|押し切(?:っ|り)|(?<!未)決着(?![はがも]?(?:つか|せず|な|しな))|手打ち|ノーサイド|和解|half a point|(?:帰|かえ)って?(?:しま|い[きっ])|give[sn]? up|gave up|bow(?:s|ed)\b|「[^「」]{0,10}(?:やめ(?:と[くき]|ておく|ます)|降り(?:る|ます))[^「」]{0,3}(?:」|$)"
)
"""Idioms for the end of a game, or for giving it up: nobody is named, but somebody has won."""


_STOPPED = kept_pattern(
    r"(?:迎え|塾|習い事|チャイム|電話|用事|仕事|バス|電車|夕飯|ご飯|ごはん|お?風呂|雨|閉館|閉店|消灯|門限|帰(?:る|宅)|時間な)[^。]{0,10}"
    r"(?:ここまで|お(?:開|ひら)き|(?:終|お)わり|おしまい|終了|(?:一旦|いったん)?(?:止|と)め)"
    r"|^[^勝負敗詰投降諦参。]*(?:から|ので|ため|て|で)[、,\s]*(?:ここまで|お(?:開|ひら)き|(?:終|お)わり|おしまい|終了)(?:に(?:した|します|しました)|です|でした|ました)?\W*$"
    r"|(?i:\b(?:no result|unfinished|to be continued)\b)"
)
"""A cause from outside by which a game is left as it stands."""

_GOES_ON = kept_pattern(
    r"粘[るっ](?!も|が)|続行|続け[るてた]|(?:投げ|諦め|あきらめ)ず|[?？]\W*$|長考|休憩|有利|優勢|勝勢|必勝|不利|劣勢|良[しい]|苦し|難し|[悪好妙緩]手|疑問手|勝負手|ミス|失着|パターン|時間の問題|級の"
    r"|ペース|ピンチ|チャンス|リード|狙[いうっ]|抱え|悩|迷|笑っ?[たて]|涙目|有望|逃し|急い"
)
"""Words of a sentence about a player who plays on, or a question."""

_END_SHOWN = (
    "全滅|手詰ま|行き?詰ま|動け(?:な|ず)|(?:指す|打つ|指せる|打てる|動かす|動かせる|置く|置ける)[手所](?:が|は|も)?(?:な|無)|満局|満盤"
    "|(?:盤|マス|枡)(?:が|は)?(?:全部|すべて)?(?:埋ま|うま|いっぱい)|(?:同一|同じ|おなじ)局面|(?:得点|点)差で|欠席|欠場|来ず"
    "|(?i:wipe ?d? ?out|elimination|eliminated|board ?full|full ?board|stand ?still)"
)
"""Words of an end that the board may show, or that a player did not come, in a text of few words."""

_RESULT_MARKS = "○◯〇●×✕"
"""The signs of who has won and who has lost."""


@lru_cache(maxsize=16)
def _player_or_end_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a text behind the last move that is about a player, or about an end."""
    name = rf"(?:{'|'.join(map(re.escape, names))}){HONORIFICS}"
    marked = rf"(?:[{_RESULT_MARKS}]\s*{name}|{name}\s*[{_RESULT_MARKS}])"
    return re.compile(
        rf"\W*{name}[番側方]?(?:[がはもの、,にを]|\s+)\s*(?!より|拝|記|弁|感想|コメント|手持ち|持ち?駒|次の手|初手[はがで:\s]|お疲れ|おつかれ|ありがと|有難|\S{{1,40}}@|(?i:thank|thx|gg\b|good|nice|well))[^\W\d_]"
        rf"|(?:\W*{marked}){{1,2}}\W*$"
        rf"|\W*(?:\w{{1,8}}[はがもの\s])?\w{{0,6}}(?:{_END_SHOWN})\w{{0,6}}\W*$"
        rf"|.*(?:から|ので|で|、){name}[番側方]?[のがは]?\w{{0,3}}(?:勝ち?|負け?|勝利|敗北|投了)\W*$"
        r"|\W*[投降負敗勝参]\w?\W*$|\W*\w{0,4}(?:引き?分|き?分け|合意|投[りぅ了]|時間切|反則)\w{0,6}\W*$"
        r"|\W*(?:結果|勝敗|勝者|(?i:result|winner|outcome)(?=\s?:))\s?[はが:]"
    )


@lru_cache(maxsize=16)
def _loser_who_won_tournament_pattern(losers: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a text that calls the loser of a game the winner of a tournament."""
    names = "|".join(map(re.escape, losers))
    return lazy_pattern(rf"(?<!準)優勝[はがの:、]*(?:{names})|(?:{names}){HONORIFICS}[番側方]?[がのは、]?(?<!準)優勝")


def names_no_winner(best: Hypothesis) -> bool:
    """Return whether a record names no end, or only says that it is over: 19手でおわり."""
    return best.said in {None, ""}


def texts_of_possible_other_ends(search: Search, best: Hypothesis) -> Iterator[tuple[int, CopyLine | list[CopyLine]]]:
    """Yield the free texts behind the last move that may tell another end, by identity, as not understood; remarks on it too.

    In a record without an end they are about a player, or an end; behind an end they call the loser the winner of a tournament.
    """
    names = (*best.sides_of_players(), *SIDE_NAMES, *(side.label.ja for side in best.game.sides))
    if isinstance(best.said, Side):
        own = (name for name, side in best.sides_of_players().items() if side is not best.said)
        names = (*own, best.said.other.label.ja)
    position = best.plies.position
    over = position is not None and best.game.outcome(position) is not None  # the board shows who has won

    def tells(written: str) -> bool:
        text = without_brackets_behind_names(best.side_context(), written) or written
        said = any(
            WEIGHTY.search(part)
            and not (denies_a_result(part) or OF_ANOTHER_TIME.search(part) or counts_several_games(part))
            for part in re.split("(?<=[。!！])", text)
        )
        shown = None if position is None else best.game.outcome(position)
        if shown is not None and said and names_no_winner(best):
            told = (read_result(best.side_context(), part) for part in re.split(r"(?<=[。!！])|[\s、]", text) if part)
            winners = [one.winner for one in told if one is not None and one.winner is not None]
            unread = not winners and SOMEBODY_WON.search(text) is not None
            return unread or any(Outcome.win(one) is not shown.outcome for one in winners)
        if names_no_winner(best):
            weighs = WEIGHTY.search(text) is not None and not denies_a_result(text)
            open_still = _STOPPED.search(text) or (_GOES_ON.search(text) and not weighs)
            return not over and (said or (_player_or_end_pattern(names).match(text) is not None and not open_still))
        return _loser_who_won_tournament_pattern(names).search(text) is not None

    for item in best.items_from_last() if names_no_winner(best) or isinstance(best.said, Side) else ():
        if item.is_turn and best.said is None and any(tells(line.text[1:]) for line in item.lines[1:]):
            left = (
                line._replace(kind="unread", text=line.text[1:]) if tells(line.text[1:]) else line
                for line in item.lines[1:]
            )
            yield id(item), [item.lines[0], *left]
        if item.is_turn or item.kind in {"hole", "end"}:
            return
        text = item.passage.text if item.kind == "comment" and item.passage is not None else ""
        if item.passage is not None and names_no_winner(best) and _GIVEN_UP.search(text):
            yield as_unread_line(search, item, item.passage)
        elif tells(text) and item.passage is not None:
            yield from not_understood_unless_denied(search, item, item.passage)


_SIDE_IN_A_NAME = kept_pattern(
    r"(?:[先後]手|[白黒]番?|(?<![a-z])(?:white|black|first|second|sente|gote))\s?[)）]?\s?[:=：＝]|[(（](?:勝ち?|負け?|敗)[)）]",
    re.IGNORECASE,
)
"""The key of a side, or a result, in what would be a player's name: くま 白(後手):おの, 山田（負）."""


def heads_with_sides_in_names(search: Search, best: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the heads whose player's name names a side, by identity, as not understood: another statement stands in them.

    So is one below the first move that takes the place of a line above it about the same side.
    """
    begun = min((item.lines[0].line for item in best.turns()), default=0)
    above = [
        item.passage.text
        for item in best.items_from_last()
        if item.kind == "comment" and item.passage is not None and item.lines[0].line < begun
    ]
    for item in best.items_from_last():
        key, _, name = item.lines[0].text.partition("：") if item.kind == "head" and item.lines else ("", "", "")
        if key not in PLAYERS or item.passage is None:
            continue
        replaces = item.lines[0].line > begun and any(re.search(rf"{key}\s?[:=\s]\s?[^\W\d]", text) for text in above)
        if replaces or _SIDE_IN_A_NAME.search(name):
            yield as_unread_line(search, item, item.passage)


_OF_A_MATCH = kept_pattern("合計|総合|通算|両局")
_POINTS = kept_pattern(r"((?:\d{1,3}(?:\.\d)?|[〇一二三四五六七八九十百]{1,6})点半?)")


def texts_with_doubtful_points(search: Search, best: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the free texts below the last move with two numbers of points that the board does not show, as not understood."""
    position = best.plies.position
    points = None if position is None else best.game.score(position)
    if points is None:
        return
    known = {*points, abs(points[0] - points[1])}
    counts = SentenceCounts.of(best)

    def compares(text: str) -> bool:
        return counts is not None and any(any(counts.told(part, None)) for part in re.split("[。!]", text))

    for item in takewhile(lambda item: not item.is_turn, best.items_from_last()):
        text = item.passage.text if item.kind == "comment" and item.passage is not None else ""
        told = {parse_points(number) for number in _POINTS.findall(text)}
        of_this_game = not (_OF_A_MATCH.search(text) or OF_ANOTHER_TIME.search(text))
        if item.passage is not None and len(told) > 1 and not told <= known and of_this_game and not compares(text):
            yield as_unread_line(search, item, item.passage)


def texts_with_doubtful_claims(search: Search, best: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the free texts beside an end that claim what the board does not show, by identity, as not understood."""
    position = best.plies.position
    if not isinstance(best.said, Side) or position is None or best.game.outcome(position) is not None:
        return
    for item in takewhile(lambda item: not item.is_turn, best.items_from_last()):
        if item.kind == "comment" and item.passage is not None and CLAIMED.search(item.passage.text):
            yield from not_understood_unless_denied(search, item, item.passage)


MAX_WORDS, MAX_WORD_CHARACTERS = 3, 8
"""The most words of a remark that may be no remark, and the most characters of each."""
MAX_SHORT_CHARACTERS = 4
"""The most characters of a word that may be one for a suffix wherever the move may have one, as on a shogi board."""
MIN_TIMES = 2
"""How often a word has to stand behind moves so that it may be one for what happens at their end."""
_WORD = kept_pattern(r"[^\s、。,;・()（）\[\]【】「」]+")
_REMARK = kept_pattern(
    r"[!?！？☆★♪♬✓✔✅☑✨⭐❗❓‼⁉⩲⩱±∓🙏👍🎉🔥\U0001F600-\U0001F64F\U0001F466-\U0001F478\U0001F44A-\U0001F450.…‥~〜～・:/—―ー-]+"
    r"|.*\d.*|[wｗ]+|[笑草汗泣初済同次]|[ぁ-ん]|.*[手着筋形考]|.{1,3}を(?:取|と)(?:る|った|り|って)|はい|どうぞ|了解|お願い.*|ok|move|place|moving|placing",
    re.IGNORECASE,
)
"""What people write behind moves that says nothing of what happens at their end."""


def moves_with_doubtful_suffixes(hypothesis: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the moves behind which a sign stands that may be a suffix, by identity, each with its error.

    A word that stands behind several moves may be the suffix that no move of the record has.
    """
    game, suffixes = hypothesis.game, tuple(dict.fromkeys(hypothesis.game.vocabulary.suffixes.values()))
    turns = list(_turns_with_remarks(hypothesis)) if suffixes else []
    absent = [one for one in suffixes if all(one not in move_text_of_line(turn.lines[0].text) for turn, _, _ in turns)]
    if game.vocabulary.cells and len(absent) < len(suffixes):
        absent = []  # few moves of theirs may have a suffix, and 跳び越えて取る is said of several
    times = Counter(word for _, _, words in turns for word in set(words))
    for turn, position, words in turns:
        named = [word for word in words if _names_a_suffix(game, word)]
        most = (
            MAX_SHORT_CHARACTERS if game.vocabulary.cells else 1
        )  # where few moves may have a suffix, words are asked too
        short = bool(named) or any(len(word) <= most for word in words)
        line = turn.lines[0]
        foul = (
            turn.kind == "turn"
            and line.unread is None
            and position is not None
            and not is_legal(game, position, move_text_of_line(line.text))
        )
        signs = [
            word
            for word in words
            if foul or len(word) <= most or word in named or (absent and times[word] >= MIN_TIMES)
        ]
        if signs and position is not None and turn.kind == "turn" and line.unread is None:
            text = move_text_of_line(line.text)
            before = Situation(position)
            played = move_key(game, text, before)
            meant = [
                text + suffix
                for suffix in (suffixes if short or foul else absent)
                if is_legal(game, position, text + suffix)
            ]
            meant = [other for other in meant if move_key(game, other, before) != played]  # 不成 says nothing new
            if meant:
                yield id(turn), line._replace(unread=several_readings_error(" ".join((text, *signs)), [text, *meant]))


_JOINS_SQUARES = kept_pattern(r"(?:[-−–—‐ー→➡⇒>]|から|より)\s?$")


def moves_with_torn_origins(search: Search, hypothesis: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the move behind a dash or an arrow that no other has before it, by identity: the square before it may be lost."""
    lines, turns = search.source.lines, hypothesis.turns()
    torn = [
        item
        for item in turns
        if (place := item.lines[0].place) and _JOINS_SQUARES.search(lines[place[0] - 1][: place[1] - 1])
    ]
    if len(torn) != 1 or len(turns) == 1 or torn[0].ply is None:
        return
    line, before = torn[0].lines[0], hypothesis.plies.link_of_ply(torn[0].ply - 1).position
    move = move_text_of_line(line.text)
    if before is None or line.unread is not None or "-" in move:
        return
    legal = [hypothesis.game.spell(one) for one in hypothesis.game.legal_moves(before)]
    if meant := [text for text in legal if text.endswith(f"-{move.lstrip('▲△')}")]:
        yield id(torn[0]), line._replace(unread=several_readings_error(lines[line.line - 1].strip(), [move, *meant]))


_PART = r"[a-s]\d{1,2}(?![A-Za-z0-9])|[一二三四五六七八九十]\d{1,2}"
_NAMES_ANOTHER_PART = kept_pattern(
    r"(?i:\b(?:typo|misprint|slip of the pen|should (?:be|read|have been)|meant)\b)"
    rf"\W{{0,3}}(?:(?:for|it|to be|to play|to read|i meant|should be) ){{0,2}}(?P<part>{_PART}|[A-Z](?=\W|$))"
    rf"|^\W{{0,3}}(?P<was>{_PART})(?:でした|だった)\W{{0,3}}$"
)
"""A remark that names another square or unit: (should be f6), ※六06でした; the reader may have parted it at a blank."""


def moves_that_remarks_correct(hypothesis: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the moves that a remark on their line corrects, and that were not put right, by identity, each with its error."""
    behind: list[CopyLine] = []
    for item in hypothesis.items_from_last():
        if item.kind == "turn" and item.lines[0].unread is None:
            line = item.lines[0]
            texts = [*(one.text for one in item.lines[1:]), *(one.text for one in behind if one.line == line.line)]
            said = _NAMES_ANOTHER_PART.search(" ".join(text.removeprefix("*") for text in texts))
            move = move_text_of_line(line.text)
            part = "" if said is None else said["part"] or said["was"]
            if said is not None and _in_notation(part) not in move:
                yield id(item), line._replace(unread=several_readings_error(f"{move} {said[0]}", [move, part]))
        behind = [*item.lines, *behind] if item.kind == "comment" else []


def _in_notation(part: str) -> str:
    """Return a square of a letter or a numeral with figures as the notation spells it; a unit as it stands."""
    column = COLUMNS[ord(part[0]) - ord("a")] if part[0].islower() else part[0]
    return f"{column}{int(part[1:]):02}" if part[1:] else part


def _turns_with_remarks(hypothesis: Hypothesis) -> Iterator[tuple[CopyItem, Position | None, list[str]]]:
    """Yield each turn, the last first, with the position before it, and the short remarks behind it on its line.

    Below it only a suffix counts: a remark of its own says nothing of the move.
    """
    plies, behind = hypothesis.plies, list[tuple[str, int]]()
    for item in hypothesis.items_from_last():
        if item.is_turn and item.ply is not None:
            plies = plies.link_of_ply(item.ply - 1)
            line = item.lines[0].line
            texts = [one.text for one in item.lines[1:]] + [text for text, at in behind if at == line]
            below = [
                word
                for text, at in behind
                if at != line
                for word in _short_words_of_remark(text)
                if _names_a_suffix(hypothesis.game, word)
            ]
            yield item, plies.position, [*(word for text in texts for word in _short_words_of_remark(text)), *below]
        behind = [*behind, *((one.text, one.line) for one in item.lines)] if item.kind == "comment" else []


def _names_a_suffix(game: Game, word: str) -> bool:
    """Return whether a word is one for what happens at the end of a move, in a cell or behind the move."""
    suffixes = game.vocabulary.suffixes
    return word in suffixes or word in suffixes.values() or column_role(word, ()) in suffixes.values()


def _short_words_of_remark(remark: str) -> list[str]:
    words = [
        word for word in (one.strip("-") for one in _WORD.findall(remark.removeprefix("*").removeprefix("# "))) if word
    ]
    return (
        [word for word in words if len(word) <= MAX_WORD_CHARACTERS and not _REMARK.fullmatch(word)]
        if sum(map(str.isalnum, (word[0] for word in words))) <= MAX_WORDS
        else []
    )


def with_unknown_flags_refused(lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with each row refused whose flag is not understood: as a text its move would be read without it."""
    made: list[CleanLine] = []
    columns: tuple[TableColumn, ...] = ()
    for laid in lines:
        ruled = laid.parts or laid.furniture or is_frame_line(laid.passage.text)
        cells = None if ruled else split_row(laid.passage, columns)
        named = read_column_names([cell.text for cell in cells], {}) if cells else ()
        columns = named or columns
        flagged = any(column.role in SUFFIX_ROLES for column in columns)
        refused = cells is not None and flagged and not named and has_unknown_flag(cells, columns)
        made.append(laid._replace(refused=True) if refused else laid)
    return made
