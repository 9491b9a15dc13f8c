"""Ends told in sentences: what the clauses of a line agree in, or what the board shows besides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.outcome import SIDE_NAMES, Outcome, Side, Termination
from notation.freeform.claims_of_clauses_about_ends import I_MYSELF, Claim, EndContext, Fact, read_sentence
from notation.freeform.end_words_of_clauses import OF_ONE_SIDE, naming_words
from notation.freeform.free_text_risk import CORRECTION, DOUBTED, count_move_like_texts
from notation.freeform.players_of_head_lines import HONORIFICS, without_honorific
from notation.freeform.result_of_word_tokens import StatedResult
from notation.freeform.speakers_of_end_sentences import (
    is_beside_the_game,
    is_said_to_the_other,
    may_be_spoken_to,
    may_be_words_of_named_player,
    with_colon_behind_speaker,
)
from notation.freeform.tokens_of_result_words import (
    ALONE,
    DRAWS,
    GIVEN_UP_ALOUD,
    GIVING_UP,
    NO_CONTEST,
    OF_ANOTHER_GAME,
    OF_THE_WINNER,
    OFF_THE_BOARD,
    OWN_RESULTS,
    PERSON,
    REACHED,
    TOTAL,
    WEIGHTY,
    counts_several_games,
    with_komi_added,
)
from notation.freeform.undecided_results import OF_NO_RESULT, denies_a_result, end_of_either_side, names_nobody
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import NUMBER, parse_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from notation.freeform.spans_line_context_and_sides import SideContext

MAX_CHARACTERS = 160
"""The most characters of a line that is read so."""
_SIGNS = r"[\U0001F300-\U0001FAFF☆★♪♡♥✨🏻-🏿\uFE0E\uFE0F]"
_SENTENCES = kept_pattern(
    rf"[。!?？…‥\n]+|{_SIGNS}+|[~〜]+|(?<=[ぁ-ん])ー+(?=$|[。!\s])|\.\s|\.$|\s{{2,}}|\t|[-—–―]{{2,}}|\s-\s"
)
_NAME_IN_BRACKETS = kept_pattern(
    r"(?<=[手番白黒])\(([^\W\d_]{1,8}?)(?:さん|くん|君|氏|様|ちゃん|先生|選手|[初一二三四五六七八九][段級])\)(?=[のがはも])"
)
"""The name of the side before it: 白（石黒氏）の勝ち."""
APART = kept_pattern(r"(?<=[^\W\d_])\s+(?=勝者|敗者|勝ち?[は:]|勝った|(?<=反則\s)勝|(?<=切れ\s)勝|(?<=不戦\s)勝)")
"""The blank before who has won that parts two words: 先手の反則　勝ちは後手."""
_BETWEEN_KANA = kept_pattern(r"(?<=[^\x00-\x7f]) (?=[^\x00-\x7f])")
_RETRACTED = kept_pattern(
    r"^\W*(?:いや(?!な)|うそ|嘘|冗談|なんちゃって|なー?んて|もとい|訂正|失礼|間違え?|ちがう|違う)(?:です|でした|だ|ました|いました)?|^\W*(?:では|じゃ)なく?て?|^\W*(?:と(?:思|おも)(?:った|い|わせ|いき)|と見せ|(?:という)?のは(?:うそ|嘘|冗談)|の?(?:つもり|はず)[がで])"
)
"""What takes back the words of an end before it: 父の不戦勝ということで…うそ."""
_QUOTED = kept_pattern(
    r"「(?P<words>[^「」]{1,40})」(?P<said>と(?:(?:言|い)(?:って|った|い|いました|う)|(?:宣言|発言|申告)(?:し(?:て|た|ました))?|一言|のこと)(?=$|[。、!])|と(?:笑|つぶやい|呟い)って?|(?!と))[。!]?"
)
"""What somebody says."""
_ADMITTED = kept_pattern(
    r"[^「」]{0,12}(?:負け|まけ|参り|まいり|参っ|まいっ|投了|降参|ギブ)[^「」か?]{0,8}」(?:[。!]|$|と(?:一礼|言っ|言い|いい|いっ|頭|告げ|宣言))"
)
"""A quotation by which its speaker gives up."""
_LAST_WORDS = kept_pattern(r"(?<=[。!])\s?「([^「」]{1,40})」[。!]?$")
"""What somebody says behind the end."""
_TALLY_BEHIND = kept_pattern(r"(?<=[。!])\s?[^。!]{1,24}[。!]?$")
"""The sentence behind an end that may count several games: 私の勝ち!　これで7勝5敗です。"""
_CLOSING = kept_pattern("「([^「」]*)」")
_UNDONE = kept_pattern(
    r"取り?消|撤回|無効|やり直|指し直|再試合|再対局|ノーカン|正式|保留|未定|抗議|物言い|異議(?!な)|参考記録|言い張|主張"
    r"|投了の?お?申し(?:出|入れ)[^「」]{0,40}(?:受け[ずな]|断[っりる]|慰留|引き?止め)"
)
"""Words by which an end does not stand."""
_LIMITED = kept_pattern("ただし|但し")
"""What limits the words before it: an end there may not stand."""
_PLY_WORD = kept_pattern(r"\d|手目|[一二三四五六七八九十]手")
_OWNED = kept_pattern(r"\w[がはもの]\s*$")
"""What ends with somebody who owns what follows: れんの勝ち."""
_CLOSED = kept_pattern(
    r"ねむ|眠|寝(?:る|た|ます|ない|落ち)|お?風呂|ご飯|ごはん|夕[飯食]|帰|時間な|バス|電車|塾|電話|電池|充電|日没|蛍の光|対局中|手番で(?:打ち?切|終)|暗く|閉館|閉店|消灯|雨|迎え|来[週月]|今度|また|続き|つづき|あした|明日|後日|次回|保存|用事|仕事|昼休み|休み時間"
)
"""Causes from outside, and words for another day, by which a game is left as it stands."""
_ANY_FIGURES = kept_pattern(r"\d+(?:\.\d(?!\d))?(?:[点目]?半)?")
_MARGINS = kept_pattern(r"(\d{1,3}(?:\.\d)?(?:[点目]?半)?)[点目]?(?:の?差|の?勝|の?負|リード|で(?=[^。、]{1,10}勝))")
"""By how many points somebody has won: 6目半勝ち."""
_TIMES = kept_pattern(
    r"\d{1,2}:\d{2}(?::\d{2})?|第?\d{1,4}手目|\d{1,4}(?:時間?|分|秒|年|月|日|人|回|度|局目|戦目|時)|\d{1,2}(?:st|nd|rd|th)\b|\(\d{1,2}/\d{1,2}\)"
)
_WHEN = kept_pattern(
    rf"^[^\w「]{{0,3}}(?:午[前後]|朝|昼|夕方|夜|深夜)?(?:(?:{NUMBER})時(?:(?:{NUMBER})分|半)?|\d{{1,2}}:\d\d)(?:ちょうど|ごろ|頃|すぎ|過ぎ)?[\s、。,に]+"
)
"""The time before a sentence: 十五時四十分、先手の勝ち."""
_POINTS_IN_ENGLISH = kept_pattern(r"(?<![\w.-])(\d{1,3}) ?(?i:pts?|points?)(?![a-zA-Z])")
_NEXT_MOVER = kept_pattern(r"(?<=[。、\s])次の手番(?::|は|=)\s?")
_NEXT_MARK = kept_pattern(r"(?<=次は)\s?([▲△☗☖])(?![^\W_])")
_DRAW = "引き?分け"
_YES = r"(?:いい(?:です)?(?:よ|ね|よね|とも|でしょう)?|うん|はい|ええ|OK(?:です)?|オーケー(?:です)?|そう(?:しましょう?|しよう|だね|ですね)|了解(?:です|しました)?|賛成(?:です)?|どうぞ|お受けします|受けます)"
_ASSENT = rf"「{_YES}(?:[、。!]?{_YES})?[。!]?」(?:と(?:(?:答え|言っ|返し|応じ)た|(?:答え|言い|返し|応じ)ました|の返事|返事)?)?(?:[。、]|$)"
_AGREED_DRAW = kept_pattern(
    rf"(?:^|(?<=[。、]))[^。「」、]{{1,12}}[がは](?:「{_DRAW}(?:に|で)(?:しよう|しましょう|しません|しない|します|どう|いい|いかが)(?:か|です|ですか|かな)?[?]?」と(?:言|い|提案|申し)[^。、「」]{{0,6}}|{_DRAW}を(?:提案|申し込み?|申し出|持ちかけ)(?:し(?:て|た|まして|ました)?|まして|ました|んで|んだ|て|た)?)[、。]\s?[^。「」、]{{1,12}}[もがは]?{_ASSENT}"
    rf"|(?:^|(?<=[。、])){_DRAW}を(?:申し込んだ|提案した|申し出た|持ちかけた)のは[^。、]{{1,12}}、(?:受けた|応じた|同意した|承諾した)のは[^。、]{{1,12}}(?:。|$)"
)
"""A draw that one has offered and the other has taken up."""
_BROKEN_VERB = kept_pattern(r"(?<=投了)[…‥.・]{1,6}(?=し|す)")
"""What breaks a verb off: 投了……しようかな."""
_COUNTED_OUT = kept_pattern(
    r"(?:[地目石点]を?)?(?:数え|かぞえ|計算し)(?:て(?:み|い))?(?:たら|ると|たところ|た結果)、?|(?<![^\W_])(?:計算|集計|整地)(?:して|し|の結果)?、(?=[^。]{1,24}勝)"
)
"""Words by which points were counted; what follows came of it: 数えたら後手の勝ち."""
_BY_PASSES = kept_pattern(r"パス[^。、]{0,12}(?:終局|終了|終わ|おしまい)")
_PARTS_OF_A_NAME = kept_pattern(
    r"(?<=[一-龠])[ぁ-んァ-ヶー]{2,}$|(?:副?(?:会|部|課|社|店|班|係|組|校|院|市|町)長|先生|師[匠範]|監督|主将|理事|教授|顧問|マスター|先輩|後輩)$"
)
"""What a player is called for short: ぽんず of 視聴者代表ぽんず, 会長 of 井手会長."""


def told_end(end_context: EndContext, text: str) -> StatedResult | None:
    """Return the end that the sentences of a line tell; None if they tell none, or leave it open.

    Each clause that says who has won has to say the same. What is hedged, or names nobody, is believed only of the winner that the
    board shows. Other clauses are free, unless they may tell a move, a correction, or an end of somebody else.
    """
    around, text = end_context.around, with_colon_behind_speaker(end_context.around, text)
    open_writer = may_be_words_of_named_player(around, text)
    to_other = may_be_spoken_to(around, text) or is_said_to_the_other(around, text)
    if (before := _end_before_last_words(end_context, text)) is not None or to_other:
        return before
    text = _NEXT_MARK.sub(lambda mark: SIDE_NAMES[mark[1]].label.ja, _NEXT_MOVER.sub("次は", text))
    text = _AGREED_DRAW.sub("引き分けで合意。", _POINTS_IN_ENGLISH.sub(r"\1点", text))
    text = _without_tally_behind(around, APART.sub("、", _WHEN.sub("", text)))
    if not _may_tell_an_end(around, text) or names_nobody(text):
        return None
    name, colon, said = text.partition(":")
    if colon and (side := _side_of(around, name.strip())) is not None and "勝" not in name:
        end_context, text = end_context._replace(speaker=side), said
    text = _COUNTED_OUT.sub("", _BROKEN_VERB.sub("", with_komi_added(text.replace("惜しくも", ""))))
    text = _BETWEEN_KANA.sub("", OF_NO_RESULT.sub(" ", text))
    text = _NAME_IN_BRACKETS.sub(lambda name: "" if name[1] not in around.players else name[0], text)
    end_context = end_context._replace(around=around._replace(players=_with_bare_names(around.players)))
    naming = naming_words(end_context.around, text)
    sides = {one.token.side for one in naming}
    if len(sides) == 1 and not (open_writer or any(is_beside_the_game(text, one) for one in naming)):
        by_name = any(name in one.token.text for one in naming for name in end_context.around.players)
        end_context = end_context._replace(only=sides.pop(), by_name=by_name)
    claims: list[Claim] = []
    facts: list[Fact] = []
    last, back, topic, story = "", False, end_context.topic, ""
    for speaker, sentence, asks in _sentences(end_context, text):
        found = read_sentence(end_context._replace(speaker=speaker, topic=topic), sentence, doubted=asks)
        if found is None:
            return None
        if OF_ANOTHER_GAME.search(sentence) and all(one.hedged for one in found.claims):
            text = text.replace(sentence, "")  # Last year I lost to the Professor in 22 moves
            continue
        taken_back = found.taken_back or _RETRACTED.match(sentence) is not None
        last, back = sentence, back or taken_back
        claims = [*([] if taken_back else claims), *found.claims]
        facts += found.facts
        topic, story = found.topic, story + found.story
    if not claims and back and _CLOSED.search(last) and not WEIGHTY.search(last):
        return StatedResult(inferred=True)  # …うそ、あした続き
    settled = _result_of_claims(end_context, text, claims, facts)
    if settled is not None and settled.word in DRAWS.values() and NO_CONTEST in text and story.strip():
        return settled._replace(word="中断")  # something besides the board has brought it about
    return settled if settled is None or settled.clause or settled.inferred else settled._replace(clause=story)


def _end_before_last_words(end_context: EndContext, text: str) -> StatedResult | None:
    """Return a resignation behind which the loser is quoted: 山田さん投了。「置き方で負けてました」; None for any other text."""
    last = _LAST_WORDS.search(text)
    if last is None or not _ADMITTED.match(text, last.start(1)):
        return None
    if denies_a_result(last[1]) or naming_words(end_context.around, last[1]):
        return None
    found = told_end(end_context, text[: last.start()])
    resigned = found is not None and found.winner is not None and found.reason is Termination.RESIGNATION
    return found if resigned else None


_OF_ALL_GAMES = kept_pattern("通算|対戦成績|トータル")


def _without_tally_behind(side_context: SideContext, text: str) -> str:
    """Return a text without its last sentence, if that counts several games and names no side."""
    tally = _TALLY_BEHIND.search(text)
    counts = (
        tally is not None
        and counts_several_games(tally[0])
        and (_OF_ALL_GAMES.search(tally[0]) is not None or not naming_words(side_context, tally[0]))
    )
    return text[: tally.start()] if tally is not None and counts else text


_MAY_HAVE_BEEN = kept_pattern(
    r"(?:まだ|もう少し|もっと)?[^。、!勝負敗投]{1,16}かもしれ(?:ません|ない)(?:が|けれど|けど)、?"
)
"""What might have been played, before the end that has come: まだ指せたかもしれませんが."""
_WITHOUT_PASSES = kept_pattern(r"パスを?(?:除|のぞ|抜|含め(?:ず|ない))")
"""Words by which a count of plies is another one than that of all."""


def _may_tell_an_end(side_context: SideContext, text: str) -> bool:
    """Return whether a text is short, and tells no move, no correction of one, no other games, and nothing that is undone."""
    text = _MAY_HAVE_BEEN.sub("", text)
    if len(text) > MAX_CHARACTERS or any(words.search(text) for words in (_UNDONE, TOTAL, DOUBTED, _WITHOUT_PASSES)):
        return False
    limited = _LIMITED.search(text)
    if limited is not None and WEIGHTY.search(text, 0, limited.start()) is not None:
        return False
    corrected = CORRECTION.search(text) and _PLY_WORD.search(text)
    return not (
        corrected
        or _quotes_another(side_context, text)
        or end_of_either_side(side_context, text)
        or count_move_like_texts(side_context.game, text) >= 1
    )


def _with_bare_names(players: Mapping[str, Side]) -> dict[str, Side]:
    """Return the sides of names, also without what stands before them and behind them: 先日の井上さん."""
    more: dict[str, set[Side]] = {}
    for name, side in players.items():
        parts = (
            re.sub(f"^.*の|{HONORIFICS}$", "", name),
            *(found[0] for found in _PARTS_OF_A_NAME.finditer(name) if name.isalpha()),
        )
        for part in parts:
            more.setdefault(part, set()).add(side)
    known = (part for part, of in more.items() if len(of) == 1 and (len(part) > 1 or PERSON.fullmatch(part)))
    return {**{part: next(iter(more[part])) for part in known}, **players}


def _sentences(end_context: EndContext, text: str) -> Iterator[tuple[Side | None, str, bool]]:
    """Yield the sentences of a text, each with the side whose words they are, and whether it asks."""
    at = 0
    for quote in _QUOTED.finditer(text):
        if (side := _quoted_side(end_context.around, text[at : quote.start()])) is not None:
            yield from _sentences_with_speaker(end_context.speaker, text[at : quote.start()])
            yield from _sentences_with_speaker(side, quote["words"])
            at = quote.end()
    yield from _sentences_with_speaker(end_context.speaker, text[at:])


def _quoted_side(side_context: SideContext, text_before: str) -> Side | None:
    """Return the side at the end of what stands before a quotation."""
    naming = naming_words(side_context, text_before)
    last = naming[-1] if naming else None
    return None if last is None or last.against or text_before[last.end :].strip("、:はがも \t") else last.token.side


def _quotes_another(side_context: SideContext, text: str) -> bool:
    """Return whether words of an end are quoted of somebody of no known side."""
    return any(
        WEIGHTY.search(quote[1])
        and quote.start() > 0
        and _quoted_side(side_context, text[: quote.start()]) is None
        and not (
            _ADMITTED.match(text, quote.start(1)) and _is_about_a_side(side_context, text[: quote.start()], quote[1])
        )
        for quote in re.finditer("「([^「」]*)", text)
    ) or any(
        text.startswith("と", one.end())
        for one in _CLOSING.finditer(text)
        if WEIGHTY.search(one[1]) and not _QUOTED.match(text, one.start()) and not _ADMITTED.match(text, one.start(1))
    )


def _is_about_a_side(side_context: SideContext, text_before: str, quoted_words: str) -> bool:
    """Return whether the words before a quotation are about a side, and those in it name none."""
    naming = naming_words(side_context, text_before)
    return (
        bool(naming)
        and re.match(r"\s?[がはも、]", text_before[naming[-1].end :]) is not None
        and not naming_words(side_context, quoted_words)
    )


def _sentences_with_speaker(speaker: Side | None, text: str) -> Iterator[tuple[Side | None, str, bool]]:
    at = 0
    for edge in (*_SENTENCES.finditer(text), None):
        end = len(text) if edge is None else edge.start()
        sentence = text[at:end].strip()
        if sentence:
            asks = edge is not None and ("?" in edge[0] or "？" in edge[0])
            yield speaker, sentence, asks or sentence.endswith(("か", "かな", "かね"))
        at = len(text) if edge is None else edge.end()


def _side_of(side_context: SideContext, name: str) -> Side | None:
    bare = without_honorific(name)
    return side_context.players.get(name, side_context.players.get(bare, side_context.side_meant_by(bare)))


def _result_of_claims(  # noqa: PLR0911 - what leaves it open
    end_context: EndContext, text: str, claims: Sequence[Claim], facts: Sequence[Fact]
) -> StatedResult | None:
    """Return what the claims of a text say together; None if they contradict each other, or leave it open."""
    ends = [one for one in claims if one.word.token.kind in OF_ONE_SIDE | {"mate", "board"}]
    whole = [one for one in claims if one.word.token.kind in {*DRAWS, "void", "break"}]
    if not any(one.word.token.reason is Termination.FOUL for one in ends):
        end_context = end_context._replace(fouled=None)
    winners = {one.winner for one in claims if one.winner is not None}
    if _says_more_of_others(ends) or len(winners) > 1 or not _figures_are_known(end_context, text, facts):
        return None
    counts = {int(one.token.value) for one in facts if one.token.kind == "count"}
    if len(counts) > 1:
        return None
    count = next(iter(counts), None)
    told_last = next((one for one in reversed(claims) if one.word.token.kind != "closed"), None)
    if told_last is None:
        return _end_of_game_left_as_it_stands(end_context, text, claims, facts, count)
    shown = _winner_shown(end_context, winners, named_by=ends, besides=whole)
    if shown is None and (told_last.hedged or any(one.hedged for one in ends)):
        return None
    if whole and not winners and all(one.word.token.kind == "time" for one in ends):
        return _without_a_winner(whole, facts, count)  # 時間切れにつき中止: the time of the room
    settled = [at for at, one in enumerate(claims) if one in ends]
    if whole and (whole[-1].word.token.kind != "break" or claims.index(whole[-1]) > max(settled)):
        return None  # 指し掛け、後日山田の投了
    sure = {one.winner for one in ends if one.winner is not None and not one.hedged}
    winner = shown if shown is not None else next(iter(sure), None)
    if winner is None and end_context.only is None:
        closed = any(one.word.token.kind == "closed" for one in claims)
        return _end_naming_nobody(end_context, text, told_last, count, closed=closed)
    return None if winner is None else _result_with_facts(end_context, text, StatedResult(count, winner), claims, facts)


def _says_more_of_others(ends: Sequence[Claim]) -> bool:
    """Return whether somebody of no known side has won or lost, who is not the other player: 瀬川投了。先手木田の勝ち."""
    foreign = [one for one in ends if one.foreign]
    known = {one.word.token.kind in OF_THE_WINNER for one in ends if one.winner is not None and not one.hedged}
    opposite = len(foreign) == len(known) == 1 and known != {foreign[0].word.token.kind in OF_THE_WINNER}
    return any(one.hedged or PERSON.search(one.before) or OF_ANOTHER_GAME.search(one.before) for one in foreign) or (
        bool(foreign) and not opposite
    )


def _end_naming_nobody(
    end_context: EndContext, text: str, last: Claim, count: int | None, *, closed: bool
) -> StatedResult | None:
    """Return the end of a text that names nobody: it is of the side to move, or of whoever has sent it."""
    if (
        re.search("[黒白]", text)
        or _OWNED.search(last.before)
        or (count is None and _ANY_FIGURES.search(text))
        or PERSON.search(text)
        or naming_words(end_context.around, text)
        or I_MYSELF.search(text)
        or last.hedged
    ):
        return None
    kind = last.word.token.kind
    if kind == "foul" and closed:
        return StatedResult(count, inferred=True)  # 反則ですのでここまで: whose it was is for the rules to say
    word = ALONE["give-up"] if last.word.token.text in GIVING_UP else ALONE.get(kind) or OWN_RESULTS.get(kind)
    return None if word is None else StatedResult(count, word=word, clause=last.before)


def _winner_shown(
    end_context: EndContext, winners: set[Side], *, named_by: Sequence[Claim], besides: Sequence[Claim]
) -> Side | None:
    """Return the winner that the board shows, if the claims name no other one: it proves them."""
    if end_context.shown is None or end_context.shown is Outcome.DRAW or not named_by or besides:
        return None
    winner = Side(end_context.shown is Outcome.SECOND)
    return winner if winners <= {winner} else None


def _figures_are_known(end_context: EndContext, text: str, facts: Sequence[Fact]) -> bool:
    """Return whether each figure of a text is that of a time, of a fact that is read, or one that the board shows."""
    known = {value for one in facts for value in (one.token.value, one.token.two)}
    text = _MARGINS.sub(lambda one: "" if parse_points(one[1]) == end_context.margin else one[0], _TIMES.sub("", text))
    return all(one in known or end_context.shows(one) for one in map(parse_points, _ANY_FIGURES.findall(text)))


def _without_a_winner(whole: Sequence[Claim], facts: Sequence[Fact], count: int | None) -> StatedResult | None:
    """Return the draw or the break that claims tell; None if they tell both."""
    kinds = {one.word.token.kind for one in whole}
    draws = kinds & {*DRAWS}
    if draws and kinds - draws - {"void"}:
        return None
    points = _points_of_both(facts)
    if points is None and any(one.token.kind in {"points", "score"} for one in facts):
        return None  # they are compared as a remark behind the end
    return StatedResult(count, word=DRAWS[min(draws)] if draws else "中断", points=points)


def _points_of_both(facts: Sequence[Fact]) -> tuple[float, float] | None:
    """Return the points of both sides; None where a text does not tell both."""
    points = {side: token.value for token, side in facts if token.kind == "points" and side is not None}
    return (points[Side.FIRST], points[Side.SECOND]) if len(points) == len(Side) else None


def _result_with_facts(
    end_context: EndContext, text: str, result: StatedResult, claims: Sequence[Claim], facts: Sequence[Fact]
) -> StatedResult | None:
    """Return a result with the reason and the points that a text names; None if they fit another winner."""
    reasons = [one.word.token.reason for one in claims if one.word.token.reason is not None]
    off = [one for one in reasons if one not in REACHED]
    reason = next(iter(off or reasons), Termination.RESIGNATION if GIVEN_UP_ALOUD.search(text) else None)
    if reason is Termination.FOUL and OFF_THE_BOARD.search(text):
        reason = None
    if reason in REACHED and reason not in end_context.around.game.decides:
        reason = None
    points = {side: token.value for token, side in facts if token.kind == "points" and side is not None}
    if len(points) < len(Side) and not all(
        end_context.shows(one.token.value) for one in facts if one.token.kind == "points"
    ):
        return None
    if sum(token.kind == "points" and side is None for token, side in facts) >= len(Side):
        return None  # points of nobody known are compared as a remark, not dropped
    if len(points) == len(Side):
        result = result._replace(points=_points_of_both(facts))
    for token, _ in facts:
        if token.kind == "score" and (reason is None or reason in REACHED):
            result = result.with_score(token.value, token.two)
    return result._replace(reason=reason)


def _end_of_game_left_as_it_stands(
    end_context: EndContext, text: str, claims: Sequence[Claim], facts: Sequence[Fact], count: int | None
) -> StatedResult | None:
    """Return the end of a game that is left as it stands for a cause from outside: 弟がねむいって言ってやめ."""
    if not claims or WEIGHTY.search(text):
        return None
    if end_context.shown is not None:
        told = _points_of_both(facts)
        if told is None and not facts and _BY_PASSES.search(text) is not None:
            return StatedResult(inferred=True)  # 両者パスで終局
        return (
            None if told is None else StatedResult(count, inferred=True, points=told)
        )  # パスが続いたので終了。山田 2、鈴木 8.5
    if _CLOSED.search(text) is None:
        return None
    points = {side: token.value for token, side in facts if token.kind == "points"}
    if points and {*points} != {*Side}:
        return None
    return StatedResult(count, inferred=True, points=(points[Side.FIRST], points[Side.SECOND]) if points else None)
