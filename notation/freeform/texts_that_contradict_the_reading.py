"""Texts that tell a winner, a mover or a player otherwise than the record is read, or hold moves that were not read: asked about."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from kifu.core.diagnostic import Diagnostic, error
from kifu.core.message import Message, quoted
from kifu.core.outcome import PLAYERS, SIDE_NAMES, Outcome, Side, Termination
from notation.formats.kif_moves_of_line import holds_a_move
from notation.freeform.chat_messages_and_posts import is_date_stamp
from notation.freeform.doubtful_texts import names_no_winner
from notation.freeform.fold_text import fold_line
from notation.freeform.free_text_risk import count_move_like_texts, holds_move_of_ply, move_patterns
from notation.freeform.hypothesis import CopyItem
from notation.freeform.japanese_verbs import IF, PERHAPS, SEEMS, SUPPOSED
from notation.freeform.lines_in_order_of_play import leading_ply_number
from notation.freeform.plain_copy import CopyLine, LineOfItemId, move_text_of_line
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.table_cells_and_columns import split_row
from notation.freeform.tokens_of_result_words import OF_ANOTHER_TIME, WEIGHTY
from notation.freeform.undecided_results import DISPUTED
from notation.freeform.word_list_patterns import any_word_pattern
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game
    from kifu.referee.record import Source
    from notation.freeform.fold_text import LocatedText
    from notation.freeform.hypothesis import Hypothesis
    from notation.freeform.hypothesis_search import Search

_OF_ANOTHER_GAME = kept_pattern(
    rf"{OF_ANOTHER_TIME.pattern}|第?.[局回]戦?|決勝|通算|対戦成績|団体|チーム|勝\d|\d勝|連勝|連敗|本命|{IF}|たい|[?？]|必勝"
)
"""Words of a title that may speak of another game, or of none yet."""
_PLAYER_OF_A_SIDE = kept_pattern(r"([先後]手)番?[\s:]+[^\W\d_][^\s。、の]{0,11}(?:\s?\([^()]*\))?$")
_NOT_NOTED = kept_pattern(
    r"控え忘れ|(?:書き|写し|付け|つけ)(?:忘れ|落と|漏ら|もら|そびれ)|聞き(?:取れ|そびれ|漏ら|もら)|言い分が(?:合わ|食い違)|見え(?:な|ず)|読め(?:な|ず)"
)
"""Words of a remark by which a part of its move was not noted."""
_ALL_PLIES = kept_pattern(r"(?<=[^\s(（])[\s(（・、]{1,2}(?:全部で|全|総手数)\s?(\d{1,3})手(?=[\s)）・、。]|$)")
"""The plies of the game behind other words of a title: 6面体　全31手; alone they are a count."""
_CORRECTS_A_PLY = kept_pattern(
    r"\d{1,3}手目[^。]{0,16}(?:書き?(?:まちが|間違|損じ|違)|誤記|誤り|まちが|間違)[^。]{0,16}。?[^。]{0,4}正しくは"
    r"[^。]{0,8}[1-9一二三四五六七八九a-g]\s?[.・,、-]?\s?0?[1-9一二三四五六七八九](?![^。]{0,20}(?:べき|ほうが|方が|よかった))"
)
"""A sentence that tells a ply anew, with a square: 上の15手目は書きまちがいです。正しくは 4.1-3.2 武士."""
_WINNER_WITH_SIDE = kept_pattern(r"(?:勝ち|勝利)(?:です|でした)?\s?[(（]\s?(先手?|後手?|白|黒)番?\s?[)）]")
_NOT_CERTAIN = (
    rf"(?:{SEEMS}|っぽい|{PERHAPS}|(?<!意)と?(?:思|おも)(?:う|い|われ|って)|{SUPPOSED}|みたい|かな|だろ|でしょ|やろ|ような|気が(?:する|します))"
    r"(?:しれ(?:ない|ません|ん))?(?:です|ます|う)?(?:が|けど|よ|ね)?"
)
_DOUBTED_AT_ITS_END = kept_pattern(rf"(?:[たでだしの]|だった|でした|なの){{0,2}}{_NOT_CERTAIN}[\s。.…]*$")
"""What stands behind the words of a result that its writer doubts: 負け|たかも; the text ends with it."""
_DOUBT = (
    "たぶん|多分|おそらく|恐らく|不確か|不確実|うろ覚え|(?:記憶|自信)が?(?:あいまい|曖昧|ない|なし|ありません)|未確認|要確認"
    "|(?i:probably|maybe|perhaps|not sure|unsure|(?<![a-z])i (?:think|guess|believe))"
)
_DOUBTED_BEHIND = kept_pattern(
    rf"[^。!！]{{0,80}}(?<![!！])[?？][)）\]]?(?:$|[。\s])|[^。!！\s]{{0,80}}{_NOT_CERTAIN}[…)）\]]{{0,2}}(?:$|[。\s])|.{{0,120}}(?:{_DOUBT})[\s。.…)）\]?？]{{0,6}}$"
)
"""What stands in the sentence of a result that its writer doubts, or at the end of its line."""
_DOUBTED_AHEAD = kept_pattern(rf"(?:^|[\s:：。、(（])(?:{_DOUBT}|たしか(?!に)|確か(?!に|め))[\s、,]?")
"""What stands before such a result."""
MAX_DOUBTED_CHARACTERS = 160
"""The most characters of a result with what stands behind it."""
_WOULD_BE = kept_pattern(
    rf"このまま|{IF}|そろそろ|もう|いずれ|次|あと|最善|優勢|形勢|流れ|展開|予想|評価|検討|感想|解説|局後|もし|つもり|どちら|どっち|だれ|誰"
)
"""Words of a sentence about a result that has not come."""
_MATE = kept_pattern(r"詰(?:み|ん)?(?:でし?た|でる|でい|です|まし|だ|。|$)|(?i:(?<![a-z])checkmate)")
"""Words by which a king is mated: 17手で詰みました."""
_POINTS_AT_THE_MOVE = "←↑⇐"
"""What a remark about the move before it begins with."""


def warnings_on_contradicting_texts(search: Search, best: Hypothesis) -> Iterator[Diagnostic]:
    """Yield an error for each title, remark or line of a player that does not fit what was read."""
    turn: CopyItem | None = None
    before: CopyItem | None = None
    ply, ended, players = 0, False, {key for key, _ in best.head if key in PLAYERS}
    turns = sum(item.is_turn for item in best.items_from_last())
    for item in list(best.items_from_last())[::-1]:
        ply += item.is_turn
        turn = item if item.is_turn else turn
        said = "" if item.passage is None else search.written(item.passage)
        doubted = (
            (
                _tells_another_winner(best, said)
                or _names_player_without_head(item, players)
                or _does_count_differ(said, turns)
            )
            if not ply
            else _names_another_mover(best, item, ply)
            or _is_of_a_move_not_noted(search, item, turn)
            or _is_correction_not_followed(search, item)
            or (before is not None and before.kind == "end" and _disputes_the_end(best, before, item, said))
            or (item.kind == "end" and _names_the_loser(best, said))
        )
        ended = ended or item.kind == "end"
        if ended and not doubted and _is_unread_mate(best, item):
            yield told_otherwise_error(item.lines[0].text, item.lines[0].line, 1)
        before = item
        if doubted and item.passage is not None:
            yield told_otherwise_error(said, *item.passage.place)


def _is_unread_mate(best: Hypothesis, item: CopyItem) -> bool:
    """Return whether a line that was not understood tells a mate which the position does not show, in a game that ends so."""
    if item.is_turn or item.kind in {"end", "comment"} or Termination.MATE not in best.game.decides:
        return False
    position = best.plies.position
    if position is None or best.game.outcome(position) is not None:
        return False
    return any(_MATE.search(line.text) is not None for line in item.lines if not line.text.startswith(("#", "*")))


def _disputes_the_end(best: Hypothesis, end: CopyItem, item: CopyItem, said: str) -> bool:
    """Return whether a text behind an end disputes it, or tells on the same line that the other side has won."""
    if DISPUTED.match(said) is not None:
        return True
    places = [one.passage.place[0] for one in (end, item) if one.passage is not None]
    if item.kind != "comment" or len({*places}) != 1 or not isinstance(best.said, Side) or WEIGHTY.search(said) is None:
        return False
    told = read_result(best.side_context(), said.strip(" \u3000、。,.!！"))
    return told is not None and told.winner not in {None, best.said}


def told_otherwise_error(text: str, line: int, column: int) -> Diagnostic:
    """Return the error for a text that does not fit what was read."""
    message = Message(
        f"「{quoted(text)}」は、読み取った内容と合いません。確かめてください",
        f"'{quoted(text)}' does not fit what was read: see which is right",
    )
    return error("told-otherwise", message, line, column, width=max(1, len(text)))


def doubtful_result_errors(search: Search, best: Hypothesis) -> Iterator[Diagnostic]:
    """Yield an error for each result that its writer doubts, where neither the board nor another line tells it."""
    position = best.plies.position
    if position is not None and best.game.outcome(position) is not None:
        return
    doubted, below = list[int](), True
    for item in best.items_from_last():
        below = below and not item.is_turn
        if item.passage is None:
            continue
        if item.kind == "end" or (item.kind == "head" and item.lines[0].text.startswith("結果")):
            if (line := _line_of_doubt(search, item.passage)) is None:
                return
            doubted.append(line)
        elif item.kind == "comment" and below and names_no_winner(best) and _is_result_in_doubt(item.passage.text):
            doubted.append(item.passage.place[0])
    for line in doubted:
        message = Message(
            "勝敗が確かな言葉で書かれていません。確かなら「たぶん」「？」などを消し、分からなければ行の頭に * を付けて注釈にしてください",
            "the result is not told for certain: leave out the words of doubt, or make the line a comment with * if nobody knows",
        )
        yield error("doubtful-result", message, line, 1)


def _line_of_doubt(search: Search, result: LocatedText) -> int | None:
    """Return the line of a result round whose last words a doubt is written; None if it is told for certain."""
    words = list(WEIGHTY.finditer(result.text))
    line, column = result.places[words[-1].end() - 1] if words else result.place
    behind = column if words else column - 1  # a result of signs alone is looked at from its beginning
    written = search.source.lines[line - 1][: column + MAX_DOUBTED_CHARACTERS].rstrip()
    return line if _DOUBTED_BEHIND.match(written, behind) or _DOUBTED_AHEAD.search(written) else None


def _is_result_in_doubt(text: str) -> bool:
    """Return whether a text ends with a result that its writer doubts."""
    if _WOULD_BE.search(text):
        return False
    return any(_DOUBTED_AT_ITS_END.match(text, found.end()) for found in WEIGHTY.finditer(text))


def _names_the_loser(best: Hypothesis, said: str) -> bool:
    """Return whether the side in brackets behind the winner is that of the loser: 森の勝ち（後手）, where 森 is 先手."""
    named = _WINNER_WITH_SIDE.search(said) if isinstance(best.said, Side) else None
    return named is not None and best.side_context().side_meant_by(named[1]) not in {None, best.said}


def _tells_another_winner(best: Hypothesis, said: str) -> bool:
    """Return whether a text above the moves tells that the player has won who has lost: 【速報】黒の石塚勝つ！."""
    found = _wins_or_loses_pattern(tuple(best.sides_of_players())).search(said)
    if found is None or _OF_ANOTHER_GAME.search(said):
        return False
    side = best.sides_of_players()[found["who"]]
    told = side if found["wins"] else side.other
    position = best.plies.position
    shown = None if position is None else best.game.outcome(position)
    if shown is not None:
        return shown.outcome is not Outcome.win(told)
    return isinstance(best.said, Side) and best.said is not told


def _does_count_differ(said: str, turns: int) -> bool:
    """Return whether a text above the moves tells another number of plies than there are: 全31手."""
    found = _ALL_PLIES.search(said)
    return found is not None and turns > 0 and not _OF_ANOTHER_GAME.search(said) and int(found[1]) != turns


def _names_player_without_head(item: CopyItem, players: set[str]) -> bool:
    """Return whether a line names the player of a side that the head does not have."""
    found = (
        _PLAYER_OF_A_SIDE.match(item.passage.text.strip())
        if item.kind == "comment" and item.passage is not None
        else None
    )
    return found is not None and len(players) == 1 and found[1] not in players


def _names_another_mover(best: Hypothesis, item: CopyItem, ply: int) -> bool:
    """Return whether a remark that points at the move before it gives it to the other side: ←江口の好手."""
    positions = best.plies.positions()[::-1]
    before = positions[ply - 1] if ply < len(positions) else None
    texts = [line.text for line in (item.lines[1:] if item.is_turn else item.lines)]
    if before is None or item.kind not in {"turn", "kept-turn", "comment"}:
        return False
    sides = {**best.sides_of_players(), **SIDE_NAMES}
    pointing = [text for text in texts if any(sign in text for sign in _POINTS_AT_THE_MOVE)]
    told = [found for text in pointing if (found := _owner_of_last_move_pattern(tuple(sides)).match(text)) is not None]
    return any(sides[found["who"]] is not best.game.turn(before) for found in told)


def _is_of_a_move_not_noted(search: Search, item: CopyItem, turn: CopyItem | None) -> bool:
    """Return whether a remark calls its move not noted whose unit was read although it does not stand there."""
    if turn is None or not any(_NOT_NOTED.search(line.text) for line in item.lines[item.is_turn :]):
        return False
    unit = re.sub(r".*\d|[内外反合成打]", "", move_text_of_line(turn.lines[0].text))
    same_line = item.lines[-1].line == turn.lines[0].line
    return same_line and any(sign not in search.source.lines[turn.lines[0].line - 1] for sign in unit)


def _is_correction_not_followed(search: Search, item: CopyItem) -> bool:
    """Return whether a remark stands on a line that corrects a ply, and that was not followed: then it would be `# …`."""
    remark = item.kind == "comment" and item.lines[0].text.startswith("*")
    return remark and _CORRECTS_A_PLY.search(search.source.lines[item.lines[0].line - 1]) is not None


@lru_cache(maxsize=16)
def _wins_or_loses_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of the name of a player who has won, or lost."""
    name = any_word_pattern(one for one in names if len(one) > 1)
    return re.compile(
        rf"(?<![^\W\d_の])(?P<who>{name}){HONORIFICS}?[がは、]?\s?"
        r"(?:(?P<wins>(?:快|完|辛|圧|大)?勝(?:つ|利|ち(?![^\W\d_]))|制す)|負ける|敗れる|(?:惜|完|大)敗)(?=\W|$)"
    )


@lru_cache(maxsize=16)
def _owner_of_last_move_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a remark that says whose the move before it is."""
    name = any_word_pattern(names)
    return re.compile(
        rf"\W*[{_POINTS_AT_THE_MOVE}]\s?(?P<who>{name}){HONORIFICS}?の\w{{0,4}}?(?:好手|妙手|名手|鬼手|決め手|悪手|疑問手|緩手|失着|敗着|勝着|ミス|うっかり|一手)"
    )


MIN_COMMENTED_MOVES = 4
"""The fewest moves in the comments of a file without any other by which they are its game."""

_FIGURES = kept_pattern(r"(?<![\d.:/,-])[1-9][1-9]\s?(?:->|→|:\w{1,12}:|-)\s?[1-9][1-9](?![\d:/年月日])")
"""Two squares in figures, from which and to which a unit goes."""
_COMMENTED_PLY = kept_pattern(r"\s*(?:[*#＊＃]+|//|;)[\s|]*(\d{1,3})(?:手目?)?[.)、:：|]?[\s|]+([^\s|].{0,60})$")
"""A comment of the file that begins with a ply number."""


def may_texts_hold_whole_game(hypothesis: Hypothesis) -> bool:
    """Return whether a reading has no move, although its free texts, or names, or comments may hold the game."""
    items = [item for item in hypothesis.items_from_last() if item.passage is not None]
    if hypothesis.ply or any(item.kind == "hole" for item in items):
        return False
    return _do_comments_hold_game(hypothesis) or any(_may_hold_moves(hypothesis.game, item) for item in items)


def _do_comments_hold_game(hypothesis: Hypothesis) -> bool:
    """Return whether the comments of a file hold its game, in no form of the notation."""
    counted = [
        (item, moves)
        for item in hypothesis.items_from_last()
        if (moves := _count_moves_of_comment(hypothesis.game, item))
    ]
    if any(holds_a_move(hypothesis.game, item.lines[0].text) for item, _ in counted):
        return False  # the strict reader asks of those
    return sum(moves for _, moves in counted) >= MIN_COMMENTED_MOVES


def _count_moves_of_comment(game: Game, item: CopyItem) -> float:
    """Return the number of moves in a line that stands as a comment in the file."""
    text = item.lines[0].text if item.kind in {"kept", "comment"} and item.lines else ""
    if not text.startswith(("#", "*", "＃", "＊")):
        return 0.0
    text = fold_line(text, 1).text
    if all(holds_move_of_ply(game, text, ply) for ply in range(1, MIN_COMMENTED_MOVES + 1)):
        return MIN_COMMENTED_MOVES  # the rows of a table, written as one line
    return max(count_move_like_texts(game, text), float(len(_FIGURES.findall(text))))


def _may_hold_moves(game: Game, item: CopyItem) -> bool:
    """Return whether an item is free text, or the name of a player with a move or words of a result in it."""
    parts = [line.text.partition("：") for line in item.lines] if item.kind == "head" else []
    return item.kind == "comment" or any(
        key in PLAYERS and (WEIGHTY.search(value) is not None or count_move_like_texts(game, value) > 0)
        for key, _, value in parts
    )


def _is_note_without_ply(game: Game, item: CopyItem) -> bool:
    """Return whether an item is a comment, or a title, that is no row of a table and has no ply number and no move."""
    if item.passage is None or not item.lines[0].text.startswith(("#", "表題")):
        return False
    text = item.passage.text
    numbered = leading_ply_number(text) is not None and not is_date_stamp(text)
    return not (numbered or split_row(item.passage, ()) or count_move_like_texts(game, text))


def with_hidden_moves_not_understood(hypothesis: Hypothesis, source: Source) -> Hypothesis:
    """Return the reading with such texts as the lines that they stand on, so that each is named as not understood."""
    items, commented = list(hypothesis.items_from_last())[::-1], _do_comments_hold_game(hypothesis)
    hypothesis = hypothesis._replace(made=None)
    given: set[int] = set()
    of_turns = {line.line for item in items if item.is_turn for line in item.lines}  # what is beside a ply hides none
    for item in items:
        numbers: set[int] = set()
        if commented and _count_moves_of_comment(hypothesis.game, item):
            numbers = {line.line for line in item.lines}
        elif (
            item.passage is not None
            and _may_hold_moves(hypothesis.game, item)
            and not _is_note_without_ply(hypothesis.game, item)
        ):
            numbers = {line for line, _ in item.passage.places}
        numbers -= of_turns
        if not numbers or not item.lines[0].text:
            hypothesis = hypothesis.adding(item)
            continue
        lines = tuple(
            CopyLine(source.lines[number - 1], None, number, kind="unread") for number in sorted(numbers - given)
        )
        given |= numbers
        hypothesis = hypothesis.adding(CopyItem(lines, "unread"))
    return hypothesis


def comments_of_next_ply(hypothesis: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the comments below the last move, and heads, that may be the next one, by identity, as lines not understood."""
    for item in takewhile(lambda item: not item.is_turn, hypothesis.items_from_last()):
        if item.kind == "kept" and item.lines and _is_the_next_ply(hypothesis, item.lines[0].text):
            yield id(item), item.lines[0]._replace(kind="unread")
    for item in hypothesis.items_from_last():  # where the last move stands first, the one behind it stands in the head
        value = item.lines[0].text.partition("：")[2] if item.kind == "head" and item.lines else ""
        if value and holds_move_of_ply(hypothesis.game, fold_line(value, 1).text, _next_number(hypothesis)):
            yield id(item), item.lines[0]._replace(kind="unread")


def _next_number(hypothesis: Hypothesis) -> int:
    """Return the number that the next ply would have."""
    return hypothesis.ply // 2 + 1 if hypothesis.numbering == "round" else hypothesis.number + 1


def _is_the_next_ply(hypothesis: Hypothesis, text: str) -> bool:
    """Return whether a comment of the file begins with the number of the next ply, and has a sign of a move behind it."""
    ply = _COMMENTED_PLY.match(text)
    return (
        ply is not None
        and int(ply[1]) == _next_number(hypothesis)
        and bool(move_patterns(hypothesis.game).ink & {*ply[2]})
    )
