"""Tests of what programs and sites put round moves: numbers and names of posts, reactions, tags, heads of pages."""

import pytest

import kifu

KING = ("二7→二6 八外合", "二1→二2 三外合", "六7→六6 三外合", "六1→六2 八外合")
READ = ["二07-二06八外合", "二01-二02三外合", "六07-六06三外合", "六01-六02八外合"]


def _judged(text):
    document = kifu.read(text.encode())
    (verdict,) = kifu.verify(document)
    game = document.records[0].game
    moves = [game.spell(move) for move in verdict.replay.moves] if verdict.replay else []
    outcome = verdict.outcome.outcome.value if verdict.outcome and verdict.outcome.outcome else "none"
    return verdict.status.name, moves, outcome


@pytest.mark.parametrize(
    ("post", "end"),
    [
        ("[{0}] {1}  11/{0} 21:40\n    {2}\n", "[6] 米屋  11/26 21:40\n   まいりました。投了です。\n"),
        ("{0} ：{1}：1{0}日 7時\n　{2}\n", "6 ：米屋：17日 1時\n　投了します\n"),
        ("{0}：{1}(先手)：{2}\n", "6：米屋(後手)：投了します\n"),
    ],
)
def test_posts_with_numbers_of_their_own(post, end):
    """Their numbers are those of no plies, as some posts hold none; who resigns is who writes it."""
    first = post.format(1, "魚屋", "だれかやりませんか")
    rows = [post.format(at, "魚屋" if at % 2 == 0 else "米屋", move) for at, move in enumerate(KING, start=2)]
    text = f"ユニオンキング\n白：魚屋\n黒：米屋\n{first}{''.join(rows)}{end}"
    status, moves, winner = _judged(text)
    assert (status, moves) == ("DECLARED", READ)
    assert winner == "first"


def test_plies_with_their_players_are_no_posts():
    """Numbers with names before moves are those of the plies where each holds a move."""
    names = ("魚屋", "米屋")
    rows = "".join(f"{at}：{names[at % 2 == 0]}：{move}\n" for at, move in enumerate(KING, start=1))
    assert _judged(f"ユニオンキング\n白：魚屋\n黒：米屋\n{rows}")[:2] == ("UNFINISHED", READ)


def test_named_plies_in_brackets():
    """[2手目] 名前：name stands before the move of a post."""
    rows = "".join(f"[{at}手目] 名前：{1 + (at % 2 == 0)}さん  {move}\n" for at, move in enumerate(KING, start=1))
    assert _judged(f"【ユニオンキング】対局スレ（先手：1　後手：2）\n\n{rows}")[:2] == ("UNFINISHED", READ)


@pytest.mark.parametrize(
    "line",
    [
        "♡3  ↻1",
        "  👍 2  😱 1",
        "コメント(2)",
        "6 リポスト  44 いいね",
        "3 comments · 12 likes",
        "タグ：ボードゲーム　サイコロ",
        "トラックバック（0）",
    ],
)
def test_what_a_site_puts_between_posts(line):
    """Reactions, counts and tags say nothing about the game."""
    text = f"ユニオンキング\n白：楓　黒：父\n1 {KING[0]}\n2 {KING[1]}\n{line}\n3 {KING[2]}\n{line}\n"
    assert _judged(text)[:2] == ("UNFINISHED", READ[:3])


@pytest.mark.parametrize("line", ["タグ：投了", "返信 二1→二2", "表示 父の勝ち", "タグ：父の時間切れ負け"])
def test_a_line_that_tells_more_than_a_site(line):
    """A word of the game beside such words is not passed over."""
    text = f"ユニオンキング\n白：楓　黒：父\n1 {KING[0]}\n2 {KING[1]}\n{line}\n3 {KING[2]}\n"
    assert _judged(text)[:2] != ("UNFINISHED", READ[:3])


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("タグ：ユニオンキング, 夫婦", "UNFINISHED"),
        ("カテゴリ：ユニオンキング", "UNFINISHED"),
        ("Keywords: ユニオンキング, board games", "UNFINISHED"),
        ("タグ：ユニオンエース", "UNREADABLE"),
        ("タグ：ユニオンキング 三01-三02四内", "UNREADABLE"),
    ],
)
def test_tags_that_name_the_game(line, status):
    """Tags below the moves may name the game that another line names, and no other game."""
    text = f"ユニオンキング\n白：楓　黒：父\n1 {KING[0]}\n2 {KING[1]}\n\n{line}\n"
    assert _judged(text)[0] == status
    assert _judged(text.removeprefix("ユニオンキング\n"))[0] != "UNFINISHED"


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("次回: 6/13(金)", "UNFINISHED"),
        ("次回の例会: 6/13(金) 13時～", "UNFINISHED"),
        ("来週: 6/13(金)、6/20(金) 放課後", "UNFINISHED"),
        ("次回: 6/13(金) 二02飛", "UNREADABLE"),
    ],
)
def test_the_day_of_the_next_meeting(line, status):
    """金 behind a date is no unit, where a line says when people meet again."""
    start = "続・連合将棋\n盤：碁盤9路\n配置は規則の例図のとおり\n"
    assert _judged(f"{start}1 八08-八07飛\n\n{line}\n")[0] == status


def test_the_topic_before_each_post():
    """A hash tag that stands before several moves is no comment, nor is the end behind it."""
    head = "Twitter対局 白=uni_taro 黒=kingsora\n\n"
    rows = "".join(
        f"@{('uni_taro', 'kingsora')[at % 2 == 0]}  ·  5月3日\n#ユニオンキング {at}/ {move}\n♡{at}  ↻0\n\n"
        for at, move in enumerate(KING, start=1)
    )
    status, moves, winner = _judged(
        f"{head}{rows}@uni_taro  ·  5月7日\n#ユニオンキング 投了です。ありがとうございました\n"
    )
    assert (status, moves, winner) == ("DECLARED", READ, "second")


def test_pages_with_the_name_of_the_game():
    """The head of each page, with its number, is a comment."""
    pages = "".join(
        f"UNIONKING 記録　第2回オープン　　　p.{page}/4\n白：神谷　黒：乾\n――――――――\n{page} {move}\n\n"
        for page, move in enumerate(KING, start=1)
    )
    assert _judged(pages)[:2] == ("UNFINISHED", READ)


def test_items_of_minutes_without_blanks():
    """１．前回議事録の確認 is an item, and the plies that stand further in are not."""
    moves = "".join(f"　　{at} {move}\n" for at, move in enumerate(KING, start=1))
    text = f"同好会　議事録\n１．前回議事録の確認　異議なし。\n２．対局（ユニオンキング）　白：吉川　黒：ペドロ\n{moves}３．次回　七月二十日（土）同所。\n"
    assert _judged(text)[:2] == ("UNFINISHED", READ)


def test_the_numbers_of_a_thread():
    """(1/3), (2/3), (3/3) at the beginning or the end of posts are those of the posts."""
    text = f"ユニオンキング　白：楓　黒：父 (1/3)\n(2/3) 1 {KING[0]}\n2 {KING[1]}\n(3/3) 3 {KING[2]}\n"
    assert _judged(text)[:2] == ("UNFINISHED", READ[:3])


def test_two_numbers_in_brackets_that_count_no_posts():
    """(1/5) alone, or out of order, is not passed over."""
    text = f"ユニオンキング　白：楓　黒：父\n(2/3) {KING[0]}\n(1/3) {KING[1]}\n"
    assert _judged(text)[:2] != ("UNFINISHED", READ[:2])


@pytest.mark.parametrize("day", ["十一月{}日", "11/{} 一日目", "11月{}日（土） 二日目"])
def test_days_between_moves(day):
    """Each day of a game stands on a line of its own, before its moves."""
    one, two = ("一", "二") if day.startswith("十") else ("1", "2")
    text = f"ユニオンキング　白 三枝　黒 権藤\n{day.format(one)}\n1 {KING[0]}\n2 {KING[1]}\n{day.format(two)}\n3 {KING[2]}\n"
    assert _judged(text)[:2] == ("UNFINISHED", READ[:3])


PLAYED_BY_POST = ["四04占", "四02領", "四03武", "三01士"]
POSTAL = "はがき対局　6面体　三宅（先手） − 岸本（後手）\n{}\n"
CARDS = {
    "numbers and dates": "第{n}信　10月 {n}日　{who}　{move}",
    "quoted": "第{n}信　10月{n}日　{who}　「{move}」",
    "a greeting": "第{n}信　10月{n}日　{who}　{move}　「11月4日に着きました。負けそうです。」",
    "when they came": "10/{n}着　{who}より　「{move}。」",
    "a postmark": "10月{n}日消印　{who}　{move}",
    "brackets": "第{n}便（10月{n}日、{who}）{move}",
    "a colon": "{n}通目　10/{n}　{who}：{move}",
    "no date": "第{n}信　{who}さんから　{move}",
}


def _cards(form, *more, names=("三宅", "岸本")):
    numbered = enumerate(PLAYED_BY_POST, start=1)
    return POSTAL.format(
        "\n".join([*(form.format(n=at, who=names[at % 2 - 1], move=move) for at, move in numbered), *more])
    )


@pytest.mark.parametrize("form", CARDS.values(), ids=CARDS)
def test_cards_of_two_players(form):
    """A card is a message of its sender; what is said besides the move ends nothing."""
    assert _judged(_cards(form)) == ("UNFINISHED", PLAYED_BY_POST, "none")


@pytest.mark.parametrize(
    ("more", "status", "winner"),
    [
        (["三宅　「引き分けにしませんか」"], "UNFINISHED", "none"),
        (["三宅　「引き分けにしませんか」", "岸本　「いえ、続けましょう」"], "UNFINISHED", "none"),
        (["三宅　「引き分けにしませんか」", "岸本　「承知しました。引き分けで」"], "DECLARED", "draw"),
        (["三宅　「引き分けではいかがでしょうか」", "岸本　「はい、承知しました。」"], "DECLARED", "draw"),
        (["三宅　「引き分けにしませんか」", "三宅　「承知しました。」"], "UNFINISHED", "none"),
        (["三宅　「引き分けは嫌です」", "岸本　「承知しました。」"], "UNREADABLE", "none"),
        (["三宅　「投了いたします」"], "DECLARED", "second"),
        (["三宅　「入院のため、ここで投了させてください。」"], "DECLARED", "second"),
        (["三宅　「そちらこそ、投了してください。」"], "UNREADABLE", "none"),
    ],
)
def test_what_ends_a_game_by_post(more, status, winner):
    """Who resigns on a card has lost; a draw is one that the other one accepts."""
    found = _judged(
        _cards(CARDS["quoted"], *(f"第{at}信　10月{at}日　{said}" for at, said in enumerate(more, start=5)))
    )
    assert found == (status, PLAYED_BY_POST, winner)


def test_a_card_that_is_missing():
    """A number that no card has is asked about."""
    lost = "\n".join(line for line in _cards(CARDS["quoted"]).split("\n") if "第3信" not in line)
    assert _judged(lost)[0] == "UNREADABLE"


def test_cards_that_contradict_the_head():
    """Who sends the first move is not the one whom the head calls 後手."""
    assert _judged(_cards(CARDS["quoted"], names=("岸本", "三宅")))[0] == "UNREADABLE"
    chat = "6面体\n先手：三宅\n後手：岸本\n10:00 岸本 四04占\n10:01 三宅 四02領\n10:02 岸本 五05占\n"
    assert _judged(chat)[0] == "UNREADABLE"


LABELS = (
    "{}：",
    "{}＞ ",
    "<{}> ",
    "【{}】",
    "({}) ",
    "{} | ",
    "{} - ",
    "{}→ ",
    "@{} ",
    "{}(12:05) ",
    "[12:05] {}> ",
    "■{}\n",
    "20:31 {}\n",
    "{}\n",
    "{}：\n",
)
OWN_WORDS = [
    ("私の負けです", "first"),
    ("I resign", "first"),
    ("you win", "first"),
    ("投了します", "first"),
    ("私の勝ち", "second"),
    ("かったー！", "second"),
    ("You lose", "second"),
]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(("words", "winner"), OWN_WORDS)
def test_whose_words_an_end_is_in(label, words, winner):
    """Whoever says 私の負け has lost, however the label of the speaker is written; the moves have such labels too."""
    rows = "".join(f"{label.format('魚屋' if at % 2 == 0 else '米屋')}{move}\n" for at, move in enumerate(KING))
    text = f"ユニオンキング\n白：魚屋\n黒：米屋\n{rows}{label.format('米屋')}{words}\n"
    assert _judged(text) == ("DECLARED", READ, winner)


@pytest.mark.parametrize("label", [one for one in LABELS if "\n" not in one] + ["{} "])
@pytest.mark.parametrize(("words", "winner"), [("私の負けです", "first"), ("I resign", "first"), ("I win", "second")])
def test_a_speaker_below_moves_without_one(label, words, winner):
    """The words of a player below plain moves are his as well."""
    rows = "".join(f"{at} {move}\n" for at, move in enumerate(READ, start=1))
    assert _judged(f"ユニオンキング\n白：魚屋\n黒：米屋\n{rows}{label.format('米屋')}{words}\n")[2] == winner


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("米屋さん、私の負けです", ("DECLARED", "second")),
        ("米屋さん、I resign", ("DECLARED", "second")),
        ("米屋君 私の勝ちです", ("DECLARED", "first")),
        ("米屋、私の負けです", ("UNREADABLE", "none")),
    ],
)
def test_somebody_who_is_spoken_to(words, expected):
    """Behind a name with its honorific the other player speaks; behind a bare name and a comma it is open."""
    rows = "".join(f"{at} {move}\n" for at, move in enumerate(READ, start=1))
    status, _, winner = _judged(f"ユニオンキング\n白：魚屋\n黒：米屋\n{rows}{words}\n")
    assert (status, winner) == expected


def test_a_third_speaker():
    """Whoever says a line in brackets besides the two players takes nothing from theirs."""
    rows = "".join(f"{'魚屋' if at % 2 == 0 else '米屋'}＞ {move}\n" for at, move in enumerate(KING))
    text = f"ユニオンキング\n白：魚屋\n黒：米屋\n{rows}魚屋＞ うん、ぼくの負け\n（見ていた肉屋）いい勝負でした\n"
    assert _judged(text) == ("DECLARED", READ, "second")


def test_names_below_what_they_have_signed():
    """In mails each name stands at the end: it is not the sender of the next one."""
    rows = "".join(f"{at}手目 {move}\n{'魚屋' if at % 2 else '米屋'}\n\n" for at, move in enumerate(KING, start=1))
    text = f"ユニオンキング\n白：魚屋\n黒：米屋\n{rows}私の負けです\n魚屋\n"
    status, moves, winner = _judged(text)
    assert moves == READ
    assert (status, winner) in {("DECLARED", "second"), ("UNREADABLE", "none")}


@pytest.mark.parametrize("key", ["差出人：{}", "送信者：{}", "From: {}"])
def test_mails_with_their_senders_above(key):
    """Each mail is its sender's, and what it quotes of another one is said once."""
    mails = [f"{at}手目 {move}" for at, move in enumerate(KING, start=1)]
    mails += [
        "一日考えましたが、続ける気力がありません。投了します。",
        "> 投了します。\nお疲れさまでした。私の勝ちで、二局目もお願いします。",
    ]
    blocks = [
        f"{key.format(name)}\n日時：5月{at}日 20:05\n件名：Re: 通信戦\n\n{mail}\n"
        for at, (name, mail) in enumerate(zip(("魚屋", "米屋") * 2 + ("米屋", "魚屋"), mails, strict=True), start=1)
    ]
    assert _judged("ユニオンキング 先手 魚屋 後手 米屋\n" + "\n-----\n".join(blocks)) == ("DECLARED", READ, "first")
