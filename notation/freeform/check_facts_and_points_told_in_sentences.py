"""Facts and points that a sentence tells: a unit taken or standing somewhere, units in hand, points of one side or both."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side, Termination
from notation.freeform.head_lines_in_other_words import LABELLED_POINTS, points_alone, points_in_latin, word_for_side
from notation.freeform.japanese_verbs import IF, PERHAPS, SUPPOSED
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.squares_named_in_text import written_squares
from notation.freeform.tokens_of_result_words import OF_ANOTHER_GAME
from notation.freeform.word_list_patterns import any_word_pattern
from notation.lazy_pattern import kept_pattern, lazy_pattern
from notation.line_kinds import NUMBER, POINTS, parse_numeral, parse_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game, Position

COUNTER = "(?:枚|個|つ|こ|本|駒|石)"
UNIT = "(?:駒|こま|コマ|石|サイコロ|さいころ|ダイス|面体)"
_SQUARE = r"(?P<column>[一二三四五六七八九])\s?0?(?P<row>[1-9])(?!\d)"
TAKEN = kept_pattern(rf"{_SQUARE}に(?:いた|居た|あった)(?:[^\W\d]の)?(?P<unit>\w)を(?:取|討|倒|撃|と[っれ])")
_TAKEN_BY = kept_pattern(
    r"(?P<by>[^\W\d_ぁ-ん])で(?:[^\s、。]{1,8}の)?(?P<unit>[^\W\d_ぁ-ん])を(?:取|と|討|倒)(?:る|ります|った|りました|った|ちました|しました|した|す|つ)(?=[。、!]|$)"
)
_NOT_YET_TAKEN = kept_pattern("次|つぎ|狙|後で|あとで|いずれ|やがて|いつか|先に|前に|前の|さっき")
_STANDS = kept_pattern(rf"(?P<unit>\w)[はが、](?:最後[はに]?|まだ)?{_SQUARE}に?(?:い[るた]|居[るた]|残|立って|のまま)")
PRISONERS = kept_pattern("アゲハマ|あげはま|揚げ?浜|ハマ")
_IN_A_LIST = kept_pattern(rf"(?P<unit>[^\W\d_一二三四五六七八九十百])(?P<number>{NUMBER}|)(?:枚|個|つ)?")
_FIRST_UNION = kept_pattern(
    rf"(?P<ply>{NUMBER})手目[がは]?(?:本局|この局|この対局)?(?:の)?(?:最初|初めて|はじめて)の(?:合|合体|重合)"
    rf"|(?:最初|初めて|はじめて)の(?:合体?|重合)[はが](?P<ply_behind>{NUMBER})手目"
)
_CAPTURE_AT = kept_pattern(rf"(?P<ply>{NUMBER})手目[でにのは][^。、\d]{{0,10}}(?:取っ|取ら|取り|討っ|討た|倒し|倒さ)")

VAGUE = kept_pattern(
    rf"予想|変化|本来|本当は|約(?!束)|ほど|くらい|ぐらい|(?<=[手点組枚個目])以上|以下|未満|近く|前後|たぶん|多分|{PERHAPS}|{SUPPOSED}|だろう|でしょう|記憶|about|some|平均|通算|合計点|思|つもり|予定|{IF}|必要|作戦|かかる|しか|ハンデ|もあった|置き碁"
)
"""Words by which a count is none that the record could contradict."""
_NEXT_GAME = kept_pattern(r"次の?対局|先後|交代|入れ?替|もう[一1]|新しい|後半|[二2]局|始め[たて]")
"""Words of a sentence that tells with whom another game begins, or how this one has begun."""
_NEXT_DAYS = kept_pattern("来[週月年]|次回")
"""Days of another game, or of the rest of one that is broken off."""
_GOING_ON = "(?:続き|つづき|続行|再開|次|つぎ|今度|こんど|明日|あした|あす|翌[日朝週]|来週|後日|ここ(?!まで))"
_FROM = r"(?:\W|$|です|だ|の?再開|の?予定|続|つづ|スタート|お願い|指)"
_BREAK = (
    r"(?:いったん|一旦|今日は)?(?:中断|打ち?切|打ち?掛け|指し?掛け|止[まめ]|ストップ|時間(?!切)|おしまい|お開き|終わ)"
)


_NEXT_IN_ENGLISH = kept_pattern(
    r"(?i)(?<![a-z])(?P<one>white|black|first|second|sente|gote)(?:'s)?\s(?:is\s)?(?:to\s(?:move|play)|(?:(?:turn|move|plays|moves|goes)\s)?next|turn)(?![a-z])"
    r"|(?<![a-z])next\s?(?:is|to\s(?:move|play)|move|turn)?[:\s]{1,3}(?P<two>white|black|first|second|sente|gote)(?![a-z])"
)


class Count(NamedTuple):
    """A count that a sentence tells, and what the record shows."""

    told: str
    shown: str
    right: bool
    clear: bool = True
    """Whether the sentence says what was counted, and when."""


class SentenceFacts:
    """The facts of a record's sentences, and what its game shows."""

    def __init__(
        self,
        game: Game,
        positions: Sequence[Position],
        sides: Mapping[str, Side],
        moves: Sequence[str],
        *,
        is_decided: bool,
    ) -> None:
        self.game, self.positions, self.sides, self.moves = game, positions, sides, moves
        self.is_decided = is_decided

    def _sides_units_numbers_and_counters(self, text: str) -> list[tuple[Side, str, float, str]]:
        """Return the side, the unit, the number and the counter of each count of a side."""
        pattern = _count_of_side_pattern(
            tuple(self.sides), tuple(unit for unit in self.game.vocabulary.units if not re.fullmatch(NUMBER, unit))
        )
        return [
            (self.sides[one["who"]], one["unit"] or "", parse_points(one["number"]), _counter(one))
            for one in pattern.finditer(text)
        ]

    def _counts_of_prisoners(self, text: str, position: Position) -> Iterator[Count]:
        for side, _, number, _ in self._sides_units_numbers_and_counters(text) if PRISONERS.search(text) else ():
            beside = self.game.beside(position, side)
            found = None if beside is None else re.search(r"prisoners (\d+)", beside.en)
            if found is not None:
                yield Count(f"{side.label.ja} {number}", f"{side.label.ja} {found[1]}", number == int(found[1]))

    def _counts_on_stands(self, text: str, position: Position) -> Iterator[Count]:
        """Yield what is told of the units in hand: 先手の駒台に残るは 碁3 翻2."""
        for found in _stand_pattern(tuple(self.sides)).finditer(text) if "駒" in text else ():
            side = self.sides[found["who"]]
            held = {
                unit.removesuffix("打"): number
                for unit, number in self.game.held(position, side).items()
                if number != 0
            }
            told = {one["unit"]: parse_numeral(one["number"] or "1") for one in _IN_A_LIST.finditer(found["list"])}
            known = {unit.removesuffix("打") for unit in self.game.written_on(side)}
            if None not in held.values() and set(told) <= known:
                yield Count(
                    found["list"].strip(),
                    " ".join(f"{unit}{number}" for unit, number in held.items()) or "なし",
                    told == held,
                )

    def _counts_of_taken_units(self, text: str, ply: int) -> Iterator[Count]:
        """Yield what is told of a unit that the last ply has taken: 四5にいた武を取った."""
        yield from self._unit_taken_by_another(text, ply)
        if (found := TAKEN.search(text)) is None or not ply:
            return
        before, square = self.positions[ply - 1], f"{found['column']}{int(found['row']):02}"
        there = [one for one in self.game.tokens(before) if self.game.board.spell(one.square) == square]
        if found["unit"] in self.game.vocabulary.units:
            kinds = kinds_of_unit(self.game, found["unit"])
            shown = "、".join(one.text for one in there) or "なし"
            yield Count(
                f"{square}{found['unit']}", f"{square}{shown}", any(one.text in kinds for one in there), bool(there)
            )

    def counts_of_units_beaten_beside(self, text: str, ply: int) -> Iterator[Count]:
        """Yield the unit that a remark on the line of a ply tells to be beaten, and nothing else: 武を倒す."""
        units = self.game.vocabulary.units
        said = _beaten_alone_pattern(tuple(units)).fullmatch(text.strip())
        if said is None or not 0 < ply < len(self.positions):
            return
        mover = Side(self.game.turn(self.positions[ply - 1]))
        kinds = kinds_of_unit(self.game, units[said["unit"]])
        before, after = ([*self.game.tokens(self.positions[at])] for at in (ply - 1, ply))
        stays = {(one.square, one.side, one.text) for one in after}
        gone = [one.text for one in before if one.side is mover.other and (one.square, one.side, one.text) not in stays]
        held = [self.game.held(self.positions[at], mover) for at in (ply - 1, ply)]
        gained = {unit.removesuffix("打") for unit, number in held[1].items() if number != held[0].get(unit, 0)}
        if gone:  # a promoted unit may be called by what it is in hand
            right = any(one in kinds or one in units[said["unit"]] for one in (*gone, *gained))  # 弓 is a 弓矢
            yield Count(said["unit"], "、".join(gone), right)

    def _unit_taken_by_another(self, text: str, ply: int) -> Iterator[Count]:
        """Yield the unit that the last ply is told to have taken with its own: 竜で義弟の翻を取ります."""
        found = _TAKEN_BY.search(text) if ply and _NOT_YET_TAKEN.search(text) is None else None
        units, move = self.game.vocabulary.units, self.moves[ply - 1] if ply else ""
        squares = written_squares(move)
        if found is None or not squares or found["by"] not in move or not {found["by"], found["unit"]} <= {*units}:
            return
        square = f"{squares[-1][0]}{int(squares[-1][1]):02}"
        tokens = self.game.tokens(self.positions[ply - 1])
        there = [one.text for one in tokens if self.game.board.spell(one.square) == square]
        right = not kinds_of_unit(self.game, found["unit"]).isdisjoint(there)
        yield Count(f"{square}{found['unit']}", f"{square}{''.join(there) or 'なし'}", right, clear=False)

    def _counts_of_standing_units(self, text: str, position: Position) -> Iterator[Count]:
        """Yield what is told of where a unit stands: 王は三2にいた."""
        for found in _STANDS.finditer(text):
            square = f"{found['column']}{int(found['row']):02}"
            there = [one.text for one in self.game.tokens(position) if self.game.board.spell(one.square) == square]
            if found["unit"] in self.game.vocabulary.units:
                right = not kinds_of_unit(self.game, found["unit"]).isdisjoint(there)
                yield Count(f"{square}{found['unit']}", f"{square}{''.join(there) or 'なし'}", right, clear=False)

    def _next_mover(self, text: str, position: Position) -> Iterator[Count]:
        """Yield who is told to move next: 次は白の番, 再開は明日、黒の番から."""
        turn, names = Side(self.game.turn(position)), tuple(self.sides)
        goes_on = not self.is_decided and _is_of_this_game(text)
        if goes_on and (told := _NEXT_IN_ENGLISH.search(text)) is not None and VAGUE.search(text) is None:
            english = self.side_of_word(told["one"] or told["two"])
            if english is not None:
                yield Count(english.label.ja, turn.label.ja, english is turn)
        for clause in re.split("[、,]", text) if "番" in text or "次" in text or "から" in text else ():
            patterns = [] if VAGUE.search(clause.replace("予定", "")) is not None else _next_mover_patterns(names)
            if not goes_on:
                patterns = patterns[: OF_ANOTHER_GAME.search(clause) is None]
            found = next((found for one in patterns if (found := one.search(clause)) is not None), None)
            if found is not None and not _of_the_next_game(names).search(clause):
                side = self.sides[found["who"]]
                yield Count(side.label.ja, turn.label.ja, side is turn)

    def side_of_word(self, word: str) -> Side | None:
        """Return the side that a word means: White, B, 黒, first."""
        label = word_for_side(word)
        english = {one.label.en.partition(" ")[0].lower(): Side(at) for at, one in enumerate(self.game.sides)}
        english |= {"first": Side.FIRST, "sente": Side.FIRST, "second": Side.SECOND, "gote": Side.SECOND}
        return self.sides.get(word, self.sides.get(label, english.get(label)))

    def _counts_of_named_plies(self, text: str) -> Iterator[Count]:
        """Yield the ply that is told to be the first union, and one that is told to have taken a unit."""
        if self.game.joins and (found := _FIRST_UNION.search(text)) is not None:
            ply = parse_numeral(found["ply"] or found["ply_behind"])
            first = next((at for at, move in enumerate(self.moves, start=1) if move.endswith(self.game.joins)), 0)
            yield Count(str(ply), str(first), ply == first)
        for found in _CAPTURE_AT.finditer(text):
            ply = parse_numeral(found["ply"])
            if 0 < ply <= len(self.moves):
                before, after = (sum(1 for _ in self.game.tokens(self.positions[at])) for at in (ply - 1, ply))
                placed = len(self.game.read(self.moves[ply - 1]).written.squares) == 1
                yield Count(found[0], f"{ply}", after - before < placed, clear=False)


def _counter(count: re.Match[str]) -> str:
    """Return the counter of a count of a side; a half is one of points, and so is 目 behind a number."""
    return "点" if count["counter"] == "目" or re.search(r"\.|半", count["number"]) else count["counter"] or ""


def _is_of_this_game(text: str) -> bool:
    """Return whether a sentence does not speak of another game, where days to come are those of this one."""
    return _NEXT_GAME.search(text) is None and OF_ANOTHER_GAME.search(_NEXT_DAYS.sub("", text)) is None


def kinds_of_unit(game: Game, unit: str) -> set[str]:
    """Return what either side calls a unit."""
    kinds = {unit}
    for at in Side:
        written, others = list(game.written_on(at)), list(game.written_on(at.other))
        if unit in written and len(others) == len(written):
            kinds.add(others[written.index(unit)])
    return kinds


@lru_cache(maxsize=16)
def _beaten_alone_pattern(units: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a remark that tells what a move has beaten: 騎を倒す, 相手の飛を取った."""
    return lazy_pattern(
        rf"(?:相手|敵|[先後]手)?の?(?P<unit>{any_word_pattern(units)})[を、]?(?:取(?:る|った|り)|とる|とった|倒(?:す|した|し)|討(?:つ|った|ち)|撃破|捕獲)(?:ます|ました)?[!。]?"
    )


@lru_cache(maxsize=16)
def _stand_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of what is told of the units in a side's hand: 後手の駒台は なし."""
    name = any_word_pattern(names)
    unit = rf"[^\W\d_一二三四五六七八九十百なはがのをにで](?:{NUMBER})?(?:枚|個|つ)?"
    return lazy_pattern(
        rf"(?P<who>{name}){HONORIFICS}?の(?:駒台|持ち?駒|手駒)(?:に残るの?は|の残りは|に?は|:)\s*(?P<list>(?:{unit}[\s・]{{0,2}}){{1,12}}|(?=なし))(?=なし|[、,]|$)"
    )


@lru_cache(maxsize=16)
def _next_mover_patterns(names: tuple[str, ...]) -> list[re.Pattern[str]]:
    """Return the patterns of who moves next: 次は白; and, of a game that is broken off, 明日は白の番から, 黒の手番で中断."""
    name = any_word_pattern(names)
    whole = any_word_pattern([one for one in names if one not in {"先", "後"}])  # 続きは午後から, 続きは食事の後から
    own = r"(?:の(?:私|わたし|僕|ぼく|俺|おれ|自分))?"
    who = rf"(?P<who>{whole}){HONORIFICS}?側?{own}(?:番?[^\W\d_の]{{1,12}}?{HONORIFICS})?"
    next_ply = r"(?:次|つぎ)(?:の手番|の番|に(?:指|置|打|動か)(?:す|く|つ)の|の(?:一|1)?手|に(?:指|置|打|動か)(?:す|く|つ)(?:人|ほう|方))?"
    behind = rf"(?:{_GOING_ON}[^。]{{0,12}}?)"
    return [
        lazy_pattern(
            rf"(?:{next_ply}は|手番[は:]\s?)(?P<who>{name}){HONORIFICS}?(?:の{name}{HONORIFICS}?)?(?:の?手?番|の手|の[^\s、。]{{1,12}}?(?:さん|くん|君|氏|様))?(?:から)?(?=\W|$|です|だ|(?<=から)(?:始め|はじめ|再開|続|つづ|指|打|スタート|開始|やり))"
        ),
        lazy_pattern(
            rf"(?:(?<![^\W_])(?:[^\W\d_]{{1,6}}の)?|{behind}){who}(?:の?手?番(?:から{_FROM}|で{_BREAK})|から(?:の?再開|の?続))"
        ),
        lazy_pattern(rf"^\W{{0,3}}(?P<who>{name}){HONORIFICS}?側?の手?番(?:です|だ|\W{{0,3}}$)"),
        lazy_pattern(rf"{behind}{who}(?:から{_FROM}|の?手?番(?:\W|$|です|だ(?!っ)))"),
    ]


@lru_cache(maxsize=16)
def _of_the_next_game(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a clause that gives a player a side for the next game: 勝った鈴木が次は後手."""
    name, side = any_word_pattern(names), "(?:先手|後手|先番|後番|先攻|後攻|[白黒])"
    return lazy_pattern(
        rf"(?:勝った|負けた|勝者|敗者)(?:方|ほう|側|人|の)?(?:{name})?|(?:{name}){HONORIFICS}?[がはも](?:次|つぎ)[はもの]|(?:次|つぎ)は(?:{name}){HONORIFICS}?[がはも]{side}"
    )


@lru_cache(maxsize=16)
def _count_of_side_pattern(names: tuple[str, ...], units: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a count of a side: 後手の占4枚."""
    name, unit = map(any_word_pattern, (names, units))
    return lazy_pattern(
        rf"(?<![最午優])(?P<who>{name}){HONORIFICS}?(?:側|番|陣営|組|い(?={UNIT}))?[はがのに:、\s]{{0,2}}(?:得点|点数|スコア|(?:同色)?(?:重?合体|組)(?:数|駒|ゴマ)?|(?P<unit>{unit})|{UNIT})?"
        rf"[はがの:\s]{{0,2}}(?:残り|のこり|コミ(?:込み|を?入れ|を?含め)て?で?)?(?P<number>{POINTS})(?P<counter>{COUNTER}|手(?!目|番|差)|組(?!目|を)|点(?!目|差|の差|リード|を|勝|負)|目(?=[、,。\s対でに-]|$))?(?![\d目]|\.\d)"
    )


_POINTS = kept_pattern(r"得点|点数|スコア|(?<![このその要欠弱])点は|score", re.IGNORECASE)
OF_A_MATCH = kept_pattern("合計|総合|両局|2局|二局|total")
_TWO_POINTS = kept_pattern(
    r"(?:得点|点数|スコア|score)[はが:\s]{0,3}(\d{1,3})点?(?:\s?[と、・/]\s?|\s{1,3})(\d{1,3})点?(?:です|でした)?\W*$",
    re.IGNORECASE,
)
"""The points of both sides behind their word, with no sign that sets them against each other: 最後の点数 15 101."""
_PAIR_OF_POINTS = kept_pattern(
    r"(?:得点|点数|スコア|(?<![このその要欠弱])点は|score)[はが:\s]{0,3}(\d{1,3}(?:\.\d)?)点?\s?[-−–対]\s?(\d{1,3}(?:\.\d)?)(?![\d-]|\.\d)",
    re.IGNORECASE,
)
_OF_TIME = kept_pattern(r"\d\s?(?:分|秒|時間|min|sec|:\d)")
_AGAINST = kept_pattern(
    r"(?<![\d.:-])(\d{1,3}(?:\.\d)?(?:[点目]?半)?)[点目]?\s?(?:対|[-−–―~〜]|:(?!\d\d(?!\d))|vs|to)\s?(\d{1,3}(?:\.\d(?!\d))?(?:[点目]?半)?)(?![\d:-]|\.\d)"
)
"""Points of both sides, whoever has which: 32対14."""
_OF_A_MOVE = kept_pattern(r"(?:moves?|ply|round) ?\d", re.IGNORECASE)
_MARGIN = kept_pattern(rf"(?P<margin>{POINTS})[点目]?(?:の)?差|差は(?P<margin_behind>{POINTS})[点目]?")


class SentencePoints(SentenceFacts):
    """The points of a record's sentences, and what its game shows."""

    @property
    def counts_points(self) -> bool:
        """Whether points are made in the game, or its last position was counted."""
        ending = self.game.outcome(self.positions[-1])
        return self.game.counts_points or (ending is not None and ending.termination is Termination.COUNT)

    def _points(self, text: str, position: Position) -> Iterator[Count]:
        shown = self.game.score(position)
        if OF_A_MATCH.search(text) or PRISONERS.search(text):
            return
        if (found := _MARGIN.search(text)) is not None:
            margin = parse_points(found["margin"] or found["margin_behind"])
            yield Count(str(margin), str(abs(shown[0] - shown[1])), margin == abs(shown[0] - shown[1]))
        said = _POINTS.search(text) is not None
        patterns = _counts_with_names(tuple(self.sides)) if said else ()
        between = next((found for pattern in patterns if (found := pattern.search(text)) is not None), None)
        if between is not None:
            numbers = parse_points(between["n"]), parse_points(between["m"])
            parts = [(self.sides[between[who]], number) for who, number in zip(("one", "other"), numbers, strict=True)]
        else:
            counts = self._sides_units_numbers_and_counters(text)
            bare = said or any(not float(number).is_integer() for _, _, number, _ in counts)
            parts = [
                (side, number)
                for side, unit, number, counter in counts
                if not unit and (counter == "点" or (bare and not counter))
            ]
        if said and not parts and (pair := LABELLED_POINTS.search(text)) is not None:
            words = (self.side_of_word(pair[group]) for group in ("one", "two"))
            parts = [
                (side, parse_points(pair[group])) for side, group in zip(words, "nm", strict=True) if side is not None
            ]
            parts *= len({side for side, _ in parts}) == len(Side)
        parts = parts or (self._points_in_latin(text) if said else [])
        so_far = _OF_A_MOVE.search(text) is not None
        if said and not parts and not so_far and (pair := _PAIR_OF_POINTS.search(text)) is not None:
            told = (parse_points(pair[1]), parse_points(pair[2]))
            yield Count("{}-{}".format(*told), "{}-{}".format(*shown), sorted(told) == sorted(shown))
        elif said and not parts and not so_far and (pair := _TWO_POINTS.search(text)) is not None:
            told = (parse_numeral(pair[1]), parse_numeral(pair[2]))
            yield Count("{}-{}".format(*told), "{}-{}".format(*shown), sorted(told) == sorted(shown), clear=False)
        if said or len(parts) == len(Side):
            for side, number in parts:
                yield Count(f"{side.label.ja} {number}", f"{side.label.ja} {shown[side]}", number == shown[side])

    def _points_in_latin(self, text: str) -> list[tuple[Side, float]]:
        """Return the points of both sides behind their words in Latin letters; none where both are not known."""
        pair = points_in_latin(text) or ()
        told = [(side, number) for word, number in pair if (side := self.side_of_word(word)) is not None]
        return told if len({side for side, _ in told}) == len(Side) else []

    def _points_alone(self, text: str) -> Iterator[Count]:
        """Yield the points of a text of nothing else, which no word calls so: asked about where the board shows others."""
        shown = self.game.score(self.positions[-1])
        told = points_alone(text)
        sides = [self.side_of_word(word) for word, _ in told]
        numbers = [number for _, number in told]
        if len(told) == len(Side) and not any(word for word, _ in told):
            right = sorted(numbers) == sorted(shown)
        elif told and None not in sides and len({*sides}) == len(told):
            right = all(shown[side] == number for side, number in zip(sides, numbers, strict=True) if side is not None)
        else:
            return
        yield Count("-".join(map(str, numbers)), "{}-{}".format(*shown), right, clear=False)

    def _points_reached(self, text: str, position: Position) -> Iterator[Count]:
        """Yield the points that a side has reached by a sentence: 白が100点になったので終わり."""
        shown = self.game.score(position)
        for found in _points_reached_pattern(tuple(self.sides)).finditer(text) if self.counts_points else ():
            side, number = self.sides[found["who"]], parse_numeral(found["number"])
            right = shown[side] == number or (shown[side] > number and found["passed"] is not None)
            yield Count(f"{side.label.ja} {number}", f"{side.label.ja} {shown[side]}", right)
        if self.game.counts_points and (alone := _REACHED_BY_NOBODY.match(text)) is not None:
            number = parse_numeral(alone["number"])
            yield Count(str(number), "-".join(map(str, shown)), number in shown or number < max(shown), clear=False)

    def _points_behind_a_count(self, text: str) -> Iterator[Count]:
        """Yield the points of both sides in a sentence that begins with the count of the plies; none where a word calls them so."""
        if not self.counts_points or _POINTS.search(text) or _OF_TIME.search(text):
            return
        shown = self.game.score(self.positions[-1])
        told = [
            (side, one)
            for side, unit, one, counter in self._sides_units_numbers_and_counters(text)
            if not unit and counter in {"", "点"}
        ]
        told = self._points_in_latin(text) or told
        if len(told) == len({side for side, _ in told}) == len(Side):
            for side, one in told:
                yield Count(f"{side.label.ja} {one}", f"{side.label.ja} {shown[side]}", one == shown[side], clear=False)
        else:
            yield from self._points_against_each_other(text)

    def _points_against_each_other(self, text: str) -> Iterator[Count]:
        """Yield the points of both sides, whoever has which: 32対14; none for 1-0, a time, or a match."""
        found = _AGAINST.search(text)
        points = [] if found is None else sorted(map(parse_points, found.groups()))
        if found is not None and points[-1] > 1 and not (_OF_TIME.search(text) or OF_A_MATCH.search(text)):
            shown = self.game.score(self.positions[-1])
            yield Count(found[0], "{}-{}".format(*shown), points == sorted(shown), clear=False)


_REACHED_BY_NOBODY = kept_pattern(
    rf"\W{{0,3}}(?P<number>{NUMBER})点(?:に(?:なっ|なり)|[にを](?:達し|届|到達|超え|越え))"
)
"""The points that somebody has come to at the beginning of a sentence: 83点になって終わり."""


@lru_cache(maxsize=16)
def _points_reached_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of the points that a side has come to: 黒が100点に届き."""
    name = any_word_pattern(names)
    return re.compile(
        rf"(?P<who>{name}){HONORIFICS}?[がはも、]\s?(?P<number>{NUMBER})点(?:に(?:なっ[たて]|なりまし)|(?P<passed>[にを](?:達し|とど[いき]|届[いき]|到達|超え|越え|取[っり])))"
    )


@lru_cache(maxsize=16)
def _counts_with_names(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of two counts between the names of the sides, and behind both: なつき 56 - 44 五十嵐, なつき/五十嵐 56/44."""
    name, counts = any_word_pattern(names), rf"(?P<n>{POINTS})[点目]?\s?[-−–―~:/・対]\s?(?P<m>{POINTS})[点目]?"
    return (
        re.compile(rf"(?P<one>{name}){HONORIFICS}?\s?{counts}\s?(?P<other>{name})"),
        re.compile(
            rf"(?P<one>{name}){HONORIFICS}?\s?[-−–―~:/・対]\s?(?P<other>{name}){HONORIFICS}?\s?[:=は、]?\s?{counts}"
        ),
    )
