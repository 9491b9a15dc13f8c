"""What each player says of the end (白の言い分：…): admitted by the one who lost, settled by the record, or in dispute."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side
from notation.freeform.claims_of_clauses_about_ends import EndContext
from notation.freeform.ends_told_in_sentences import told_end
from notation.freeform.fold_text import word_at
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.lines_in_order_of_play import leading_ply_number
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.spans_line_context_and_sides import SideContext
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.result_of_word_tokens import StatedResult

MAX_CLAIM_CHARACTERS = 160
MAX_NAME_CHARACTERS = 30
"""The most characters of a line that names whose words stand below it."""
_CLAIM = kept_pattern(
    rf"\W{{0,3}}(?P<who>[^\W\d](?:[^\s:「」、。()]{{0,15}}?))(?:{HONORIFICS})(?:番|側)?の(?:言い分|主張|申し?立て?|弁明|弁解|釈明|訴え|抗議|反論|言い訳|陳述|話|証言|説明|見解|申告)(?:は|では|によると|によれば)?\s{{0,4}}[:、]?\s?(?P<said>[^\s:][^\n]{{1,160}})"
)
"""Words of a player about the game: 白の言い分：…, 高木さんの主張「…」, 立花の話　…."""
_HEAD_OF_CLAIMS = kept_pattern(
    rf"\W{{0,3}}(?P<who>[^\W\d](?:[^\s:「」、。()]{{0,15}}?))(?:{HONORIFICS})(?:番|側)?(?:の(?:話|言い分|主張|説明))?\s?:\s{{0,4}}"
)
"""A line of nothing but the name of a player, whose words stand below it: 大城：."""
_CLAIM_IN_ENGLISH = kept_pattern(
    r"\W{0,3}(?P<who>[A-Za-z]{1,20})(?:(?:'s|s') (?:claim|version|statement|side|account|argument|protest)\s?[:,]|\s?(?:claims|claimed|argues|argued|insists|insisted|maintains|protests|protested)\s?[:,])\s?(?P<said>[^\n]{2,160})"
)
_QUOTED_CLAIM = kept_pattern(
    rf"\W{{0,3}}(?P<who>[^\W\d](?:[^\s:「」、。()]{{0,15}}?))(?:{HONORIFICS})(?:番|側)?\s?[:は]?\s?「(?P<said>[^「」]{{2,160}})」[。]?\s*"
)
"""Words of a player in quotes, which are a claim where somebody decides below: 真柴「若宮さんの旗が先に落ちた」."""
_CLAIM_OF_BOTH = kept_pattern(
    r"(?:(?P<ply>\d{1,3})手目?の?(?:あと|後)[、,]?\s?)?(?:両者|双方|両対局者|二人|ふたり)(?:とも(?:に)?)?[がは、]?[^。]{2,60}?(?:と|を)(?:主張|言い張|言い合|申し立て|ゆずら|譲ら)[^。]{0,12}。?\s*"
)
"""A sentence by which both claim an end, each for himself."""
_DENIED = kept_pattern(
    r"\W{0,2}(?:いや|いいえ|違う|違い|ちがう|ちがい)|先に(?:落ち|切れ)たのは|落ち(?:てい?ない|てい?ません|なかった)"
)
"""What the other player answers who does not accept a claim."""
_RULING = kept_pattern(
    r"\W{0,3}(?:審判(?:長|員)?|主審|立会人?|裁定|判定)(?:\s?\([^()]{1,12}\)|\s?[^\W\d]{1,8})?\s?:\s?"
)
"""What stands before the words of somebody who decides."""
_FOUL = kept_pattern("反則|はんそく|ハンソク")
_RULES = kept_pattern(r"審判|裁定|判定|立会|運営|幹事|(?i:\b(?:arbiter|referee|umpire|judge|ruling|ruled)\b)")
"""Words of a line by which somebody else has decided."""
_LEFT_OPEN = kept_pattern(
    r"保留|未定|未決|決まら|決めら?れ|(?:勝ち?負け?|勝敗|結果)[はもを]、?書か(?:ない|ず|ぬ)|つかな|分から|わから|不明|(?i:\b(?:undecided|unresolved|pending|open)\b)"
)
_CONTESTS = kept_pattern(
    r"認め(?:ない|ません|られ)|(?:では|じゃ)(?:な[いく]|あり?ません)|て(?:い)?(?:ない|ません)|納得(?:いか|でき|し(?:ない|て(?:い)?な))|異議(?!な)|おかしい|不服|(?i:\b(?:not|never|disagree[sd]?|denie[sd])\b|n't\b)"
)
"""Words by which a player does not accept an end."""
_PLY_IN_DOUBT = kept_pattern(r"\d手目?[^。]{0,24}(?:(?:では?|じゃ)なく|だった|でした|はず)")

_WHO = r"(?:[^\W\d][^\s:、。]{0,11}?[はが]、?)?"
_FOUL_TOLD = kept_pattern(
    rf"\W{{0,3}}{_WHO}(?P<ply>\d{{1,3}})手目(?:の(?:とき|時))?[にで、]{{0,2}}{_WHO}(?:まちがえて|間違[っえ]て|うっかり|誤って|あやまって|つい)?、?"
    r"(?:相手|自分|先手|後手|[黒白])(?:の[黒白]い|の)?(?:コマ|駒|こま|石|サイコロ)を(?:動かし|さわっ|置い|おい|打っ|使っ|取っ|とっ)(?:てしまっ|てしまい|ちゃっ)?(?:まし)?た。?"
)
"""A sentence that tells how the last ply broke the rules: 後手が20手目にまちがえて先手のコマを動かした."""


_DRAW_OFFERED = kept_pattern(
    r"[^\n]{0,60}(?:引き?分け|ドロー|分け)(?:に(?:し(?:ません|ましょう|よう)か|しない(?:か|ですか)?|できませんか|して(?:いただけ|もらえ)ませんか)|(?:で|では?、?)(?:いかが|どう|いい|良い|よい|よろしい|終わりにし)[^。\n]{0,12})[。?!]{0,2}"
)
_YES = r"(?:はい|ええ|うん|そう(?:だ|です)?[ねよな]|もちろん|どうぞ|[Oo][Kk]|いい(?:です)?よ?|了解(?:です|しました)?|承知(?:です|(?:いた)?しました)|(?:お受け|同意|賛成)(?:いた)?します|受けます|そうしましょう|結構です|構いません|かまいません|喜んで|いいですね)"
_TAKEN_UP = kept_pattern(rf"(?:{_YES}[、。! ー]{{0,2}}){{1,3}}")
"""How the other one accepts an offer, and says nothing else."""
_LABEL_OF_SPEAKER = kept_pattern(r"(?P<who>[^\s:>「」]{1,16}?)\s?[:>]\s{0,4}")
"""Who says the line behind it: みお＞ …."""
_END_ASKED = kept_pattern(
    r"(?:[^\n。]{0,12}[、。\s])?(?P<end>(?:私|わたし|あたし|僕|ぼく|俺|おれ|自分|こっち|こちら|[先後]手|[白黒])の(?:勝ち|負け))"
    r"(?:(?:って(?:こと)?|ということ)?で(?:いい|よい|良い|よろしい|[Oo][Kk])(?:です)?(?:よ?ね|かな?)?|(?:です|だ)?(?:よ[ねな]|かな?|ね))[?。!]{0,3}"
)
"""A question whether the game has ended so: 私の勝ちでいい？"""


class _Claim(NamedTuple):
    """A line with the words of a player."""

    at: int
    side: Side | None
    """Whose words they are; None for those of both."""
    said: tuple[int, int]
    told: StatedResult | None
    """The end that they tell."""


def with_claims_of_players(game: Game, players: Mapping[str, Side], lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; the words of each player behind the last move say nothing where the record itself tells the end.

    Where it does not, the words of the one who gives it up do. What a player claims for his own side, and nobody admits or
    decides, is refused: it is in dispute.
    """
    around = SideContext(game, {}, players)
    lines = _with_answered_ends(around, lines)
    lines = _with_ruling_by_itself(around, lines)
    lines = _with_denied_claims_refused(around, lines)
    claims = list(_claims_behind_the_moves(around, lines))
    if not any(WEIGHTY.search(lines[one.at].passage.text) for one in claims):
        return list(lines)
    found = list(lines)
    settled = _settled_end(around, lines, claims)
    admitted = next(
        (one for one in reversed(claims) if one.side is not None and _winner(one.told) is one.side.other), None
    )
    winner = _winner(settled if settled is not None or admitted is None else admitted.told)
    ruled = settled is not None and any(_RULES.search(laid.passage.text) for laid in lines[claims[0].at :])
    overruled = ruled and any(_RULING.match(laid.passage.text) for laid in lines[claims[0].at + 1 :])
    for one in claims:
        text = lines[one.at].passage.text[slice(*one.said)]
        other = one.told is not None and not one.told.inferred and _winner(one.told) is not winner
        against = other or (one.told is None and _CONTESTS.search(text) is not None)
        if (settled is None and admitted is None) or (against and not ruled):
            found[one.at] = lines[one.at]._replace(refused=True)
        elif settled is None and one is admitted:
            found[one.at] = _in_quotes(lines[one.at], one)
        elif one.told is None or one.told.inferred or (overruled and against):
            found[one.at] = lines[one.at]._replace(raw=None, furniture=True)
    return found


def _with_answered_ends(around: SideContext, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; a message that accepts the end that the other one offers, or asks about, right before settles it."""
    found = list(lines)
    spoken = [(at, *said) for at, laid in enumerate(lines) if (said := _speaker_and_words(around, laid)) is not None]
    for (one, sender, start), (two, other, behind) in pairwise(spoken):
        offer, answer = lines[one].passage, lines[two].passage
        if max(len(offer.text), len(answer.text)) > MAX_CLAIM_CHARACTERS or sender == other:
            continue
        asked = _END_ASKED.fullmatch(offer.text, start)
        accepted = _TAKEN_UP.fullmatch(answer.text, behind) is not None
        if asked is None and accepted and _DRAW_OFFERED.fullmatch(offer.text, start) is not None:
            found[two] = lines[two]._replace(passage=word_at("引き分けで合意", answer), raw=None)
        elif asked is not None and accepted:
            found[one] = lines[one]._replace(
                passage=offer.part(0, start).joined(offer.part(*asked.span("end"))), raw=None
            )
            found[two] = lines[two]._replace(raw=None, furniture=True)
        elif asked is not None and _is_same_end(around, (sender, asked["end"]), (other, answer.text[behind:])):
            found[one] = lines[one]._replace(raw=None, furniture=True)
    return found


def _speaker_and_words(around: SideContext, clean_line: CleanLine) -> tuple[str, int] | None:
    """Return who says a line, and where the words begin: the sender of a message, or a player before > or a colon."""
    text = clean_line.passage.text
    if clean_line.furniture or not text:
        return None
    if clean_line.sender:
        return clean_line.sender, 0
    label = _LABEL_OF_SPEAKER.match(text)
    return (label["who"], label.end()) if label is not None and label["who"] in around.players else None


def _is_same_end(around: SideContext, asked: tuple[str, str], answered: tuple[str, str]) -> bool:
    """Return whether the sentences of two players that tell an end tell the same winner, each in his own words."""
    told = [
        {
            _winner(found)
            for sentence in re.split("[。!]", text)
            if (found := told_end(EndContext(around, around.players.get(sender)), sentence)) is not None
        }
        for sender, text in (asked, answered)
    ]
    return told[0] == told[1] and len(told[0]) == 1


def tells_a_foul(text: str) -> bool:
    """Return whether a text tells how a ply broke the rules: such a slip was played, not written."""
    return len(text) <= MAX_CLAIM_CHARACTERS and _FOUL_TOLD.fullmatch(text.strip("*# ")) is not None


def with_told_fouls(lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; one that tells how the last ply broke the rules is a comment, where one below it calls that a foul."""
    found = list(lines)
    for at, laid in enumerate(lines):
        told = _FOUL_TOLD.fullmatch(laid.passage.text) if len(laid.passage.text) <= MAX_CLAIM_CHARACTERS else None
        if told is None or laid.furniture or laid.parts or laid.refused:
            continue
        last = next((number for one in lines[at - 1 :: -1] if (number := leading_ply_number(one.passage.text))), None)
        if last == int(told["ply"]) and any(_FOUL.search(one.passage.text) for one in lines[at + 1 :]):
            found[at] = laid._replace(raw=None, furniture=True)
    return found


def _winner(result: StatedResult | None) -> Side | None:
    return None if result is None else result.winner


def _claims_behind_the_moves(around: SideContext, lines: Sequence[CleanLine]) -> Iterator[_Claim]:
    """Yield the words of the players below the last line with a move; none that tell a move, or of a ply that it was another."""
    ruled, speakers = False, _speakers_of_blocks(around, lines)
    for at in range(len(lines) - 1, -1, -1):
        text = lines[at].passage.text
        if at in speakers and 0 < len(text) <= MAX_CLAIM_CHARACTERS:
            yield _Claim(at, speakers[at], (0, len(text)), told_end(EndContext(around, speakers[at]), text))
            continue
        both = _CLAIM_OF_BOTH.fullmatch(text[: MAX_CLAIM_CHARACTERS + 1]) if ruled else None
        if both is not None and both["ply"] in {None, _last_number_above(lines, at)}:
            yield _Claim(at, None, (0, len(text)), None)
            continue
        if count_move_like_texts(around.game, text[:MAX_CLAIM_CHARACTERS]) >= 1:
            return
        short = len(text) <= MAX_CLAIM_CHARACTERS and not (lines[at].furniture or lines[at].refused)
        words = (_CLAIM.fullmatch(text) or _CLAIM_IN_ENGLISH.fullmatch(text)) if short else None
        words = _QUOTED_CLAIM.fullmatch(text) if words is None and short and ruled else words
        ruled = ruled or _RULING.match(text) is not None
        side = None if words is None else around.players.get(words["who"], around.side_meant_by(words["who"]))
        if words is not None and side is not None and not _PLY_IN_DOUBT.search(words["said"]):
            yield _Claim(at, side, words.span("said"), told_end(EndContext(around, side), words["said"].strip("「」")))


def _speakers_of_blocks(around: SideContext, lines: Sequence[CleanLine]) -> dict[int, Side]:
    """Return whose words each line holds that stands below the name of a player alone; none unless both sides have such words."""
    speakers: dict[int, Side] = {}
    side: Side | None = None
    for at, laid in enumerate(lines):
        text = laid.passage.text
        head = _HEAD_OF_CLAIMS.fullmatch(text) if len(text) <= MAX_NAME_CHARACTERS else None
        if head is not None:
            side = around.players.get(head["who"], around.side_meant_by(head["who"]))
        elif not text.strip() or count_move_like_texts(around.game, text[:MAX_CLAIM_CHARACTERS]) >= 1:
            side = None
        elif side is not None:
            speakers[at] = side
    return speakers if len({*speakers.values()}) == len(Side) else {}


def _with_denied_claims_refused(around: SideContext, lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return the lines; a quoted claim is refused that the other player denies on the next line, where nobody decides."""
    said = [
        (at, found)
        for at, laid in enumerate(lines)
        if (found := _QUOTED_CLAIM.fullmatch(laid.passage.text[: MAX_CLAIM_CHARACTERS + 1]))
    ]
    if len(said) < len(Side) or any(_RULING.match(laid.passage.text) for laid in lines[said[-1][0] :]):
        return lines
    made = list(lines)
    for (at, one), (_, two) in pairwise(said):
        side, other = (around.players.get(quote["who"], around.side_meant_by(quote["who"])) for quote in (one, two))
        if side is None or other is not side.other or _DENIED.search(two["said"]) is None:
            continue
        if _winner(told_end(EndContext(around, side), one["said"])) is side:
            made[at] = lines[at]._replace(refused=True)
    return made


def _last_number_above(lines: Sequence[CleanLine], at: int) -> str | None:
    """Return the number of the last ply above a line, as it is written."""
    return next((str(one) for laid in lines[at - 1 :: -1] if (one := leading_ply_number(laid.passage.text))), None)


def _with_ruling_by_itself(around: SideContext, lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return the lines; of a ruling the last sentence stands by itself, if it alone tells an end, and the others are comments."""
    found: list[CleanLine] = []
    for laid in lines:
        text = laid.passage.text
        ruling = (
            None
            if laid.furniture or laid.parts or laid.refused or len(text) > MAX_CLAIM_CHARACTERS
            else _RULING.match(text)
        )
        start = text.rstrip("。 ").rfind("。") + 1
        if ruling is None or start <= ruling.end() or any(map(str.isdigit, text[:start])):
            found.append(laid)
            continue
        before = re.split("。", text[ruling.end() : start])
        told = told_end(EndContext(around), text[start:]) or read_result(around, text[start:])
        ends = [told_end(EndContext(around), one) for one in before if one.strip()]
        if (
            told is None
            or told.winner is None
            or any(one is not None and _winner(one) not in {None, told.winner} for one in ends)
        ):
            found.append(laid)
            continue
        found.append(laid._replace(passage=laid.passage.cut(0, start), raw=None, furniture=True))
        found.append(
            laid._replace(passage=laid.passage.part(0, ruling.end()).joined(laid.passage.cut(start)), raw=None)
        )
    return found


def _settled_end(around: SideContext, lines: Sequence[CleanLine], claims: Sequence[_Claim]) -> StatedResult | None:
    """Return the end that a line among the words of the players, or below them, tells for itself; None if it is left open."""
    said = {one.at for one in claims}
    others = [laid.passage.text for at, laid in enumerate(lines) if at > min(said) - 2 and at not in said]
    if any(map(_LEFT_OPEN.search, others)):
        return None
    for text in others:
        for part in (text, *re.split("[。:]", text)):
            found = read_result(around, part) or told_end(EndContext(around), part) if part.strip() else None
            if found is not None and not (found.unsaid or found.inferred):
                return found
    return None


def _in_quotes(clean_line: CleanLine, claim: _Claim) -> CleanLine:
    """Return the words of a player as a quotation of his side: 後手「認めます。反則負けです。」."""
    words = clean_line.passage.part(*claim.said)
    who = "" if claim.side is None else claim.side.label.ja
    side, end = word_at(f"{who}「", words), word_at("」", words)
    text = words.text.strip("「」")
    words = words.part(at := words.text.find(text), at + len(text))
    return clean_line._replace(passage=side.joined(words).joined(end), raw=None)
