"""Tests `kifu rules`, which prints the rulebook of a game or one article."""

import json

from click.testing import CliRunner
from each import each

from kifu.cli.main import main
from kifu.core import games, rulebook

BOOK = rulebook.load_rulebook(games.load("six"))


def run(*arguments, locale="C.UTF-8"):
    """Run `kifu rules` under a locale; English unless told otherwise."""
    return CliRunner().invoke(main, ["rules", *arguments], env={"LC_ALL": locale})


@each("article", BOOK.articles, ids=lambda article: article.number)
@each("language", ["ja", "en"])
def test_an_article_says_all_it_holds(article, language):
    """One article is printed in the language asked for: title, text, each quotation, each ruling and why."""
    result = run("six", article.number, "--lang", language)
    assert result.exit_code == 0
    lines = [line.strip() for line in result.output.splitlines()]
    assert lines[0] == f"{article.number} {article.title.in_language(language)}"
    assert [line for line in article.text.in_language(language).splitlines() if line not in lines] == []
    for basis in article.basis:
        assert [line for line in basis.quote if line.strip() not in lines] == []
        assert any(line.startswith(f"{basis.kind.label.in_language(language)}:") for line in lines)
        for message in (basis.text, basis.reason, basis.no_option):
            assert message is None or message.in_language(language) in result.output


def test_what_an_article_looks_like():
    """An article as it is printed: text, source and ruling, each marked, continued by indenting."""
    assert run("six", "six.14", "--lang", "ja").output == (
        "six.14 占が尽きた負け\n"
        "    盤上の最後の占を倒された側は、その時点で負け。\n"
        "    原文:\n"
        "        敗北条件1:自分の「占」の駒が全て盤上から無くなったとき、負けとなる。\n"
        "    原文:\n"
        "        この駒が全て盤上から無くなったとき、負けとなる。\n"
        "    ⚖ 裁定: 負けを決めるのは倒されたことだけ。占のない局面図から始めても、それだけでは終局していない。\n"
        "        理由: 「無くなったとき」は出来事を指し、はじめから無いことは含まない (対局の始まりには誰の占もない)。"
        "原文の図もほとんどが占なしで描かれ、その上で手が指されている。\n"
        "        選択肢なし: ほかの読みでは、誰の占もない対局の始まりに、もう勝負がついている。\n"
    )


@each(
    ("game", "name", "default", "other"),
    [
        ("six", "four", "note (default)", "draw"),
        ("six", "near", "own (default)", "any"),
        ("ace", "turn", "once (default)", "both"),
        ("king", "turn", "both (default)", "once"),
        ("master", "first", "piece (default)", "side"),
        ("rengo", "saki", "capture (default)", "five"),
    ],
)
def test_an_option_is_listed_at_its_article(game, name, default, other):
    """An article lists its option with every value, the default marked, and why another reading is possible."""
    book = rulebook.load_rulebook(games.load(game))
    (option,) = (one for one in rulebook.rulebook_options(book) if one.name == name)
    lines = [line.strip() for line in run(game, option.article, "--lang", "en").output.splitlines()]
    start = lines.index(f"option: {option.name}")
    assert lines[start + 1 : start + 4] == [
        f"{option.name}={default}: {option.values[0].meaning.en}",
        f"{option.name}={other}: {option.values[1].meaning.en}",
        f"why another reading: {option.why.en}",
    ]


def test_a_restored_sentence_shows_both():
    """A damaged sentence is printed as restored, and below it as it was found; whole lines are not printed twice."""
    output = run("six", "12").output
    restored = output.index("①その「怨」を飛び越えて、その向こう側の筋の")
    assert output.index("source, restored:") < restored < output.index("as found:")
    assert output.index("as found:") < output.index(",修痢岷紂廚鯣瑤啀曚┐董△修慮こう側の筋の")
    found = output.partition("as found:")[2].partition("source:")[0]
    assert "空いているマスに飛び移ることが出来る。" not in found


def test_a_book_of_several_pages_says_which_it_quotes():
    """Each quotation of a Union game stands below the title of its page; a book of one page does not repeat it."""
    lines = [line.strip() for line in run("ace", "union.7").output.splitlines()]
    pages = [line for line in lines if line.startswith("[")]
    assert pages == ["[The rules page of ユニオンエース]", "[The rules page of ユニオンマスター]"]
    assert lines[lines.index(pages[1]) + 1] == "合体したコマを動かす場合は1個ずつ動かします。"
    assert "[" not in run("six", "six.7").output


@each("name", ["six", "6面体", "６面体", "SIX"])
@each("number", ["six.3", "3", "３"])
def test_any_spelling(name, number):
    """The game goes by its id or its Japanese name, the article by its full or short number, in any width."""
    result = run(name, number)
    assert (result.exit_code, result.output) == (0, run("six", "six.3").output)
    assert result.output.startswith("six.3 Placing 占\n")


def test_the_whole_book():
    """Without a number all articles are printed in order, as each is by itself, between what goes before and after."""
    output = run("six", "--lang", "ja").output
    places = [output.index(run("six", article.number, "--lang", "ja").output) for article in BOOK.articles]
    assert len(places) == 16
    assert places == sorted(places)
    assert output.startswith("6面体 (six/1)\n")
    for heading in ("出典: ", "盤\n", "駒\n"):
        assert output.index(f"\n\n{heading}") < places[0]
    for heading in (
        "指し手の書き方",
        "いくつもの条に反する手は、どの条の違反とするか",
        "原文の例",
        "原文の助言",
        "箱の使い方",
    ):
        assert output.index(f"\n\n{heading}\n") > places[-1]
    assert "    - 武・騎・弓・巫をそこに置けない (six.4)\n" in output
    assert BOOK.sources[0].sha256 in output


@each(
    ("locale", "arguments", "title"),
    [
        ("ja_JP.UTF-8", (), "手番"),
        ("C.UTF-8", (), "Turn"),
        ("ja_JP.UTF-8", ("--lang", "en"), "Turn"),
        ("C.UTF-8", ("--lang", "ja"), "手番"),
    ],
)
def test_language(locale, arguments, title):
    """The language is --lang, else the locale's."""
    assert run("six", "1", *arguments, locale=locale).output.startswith(f"six.1 {title}\n")


def test_one_article_as_json():
    """As JSON an article is one line in both languages, whatever the language, with what it rests on by kind."""
    result = run("six", "12", "--format", "json", "--lang", "ja")
    assert result.output.count("\n") == 1
    value = json.loads(result.output)
    article = rulebook.find_article(BOOK, "six.12")
    assert set(value) == {"game", "rules", "number", "title", "text", "basis"}
    assert (value["game"], value["rules"], value["number"]) == ("six", "six/1", "six.12")
    assert value["title"] == {"ja": "巫が動く (①)", "en": "巫 moves itself (①)"}
    assert value["text"] == article.text._asdict()
    assert [basis["kind"] for basis in value["basis"]] == ["restored", "source", "source", "ruling"]
    restored, ruling = value["basis"][0], value["basis"][-1]
    assert restored["quote"] == list(article.basis[0].quote)
    assert restored["damaged"] == list(article.basis[0].damaged)
    assert (restored["source"], restored["reason"]) == ("page", None)
    assert (restored["option"], restored["no_option"]) == (None, None)
    assert ruling["reason"] == article.basis[-1].reason._asdict()
    assert (ruling["source"], ruling["quote"]) == ("page", ["空いているマスに飛び移ることが出来る。"])
    option = article.basis[-1].option
    assert ruling["option"] == {
        "name": "line",
        "article": "six.12",
        "values": [{"value": value.value, "meaning": value.meaning._asdict()} for value in option.values],
        "why": option.why._asdict(),
    }
    assert ruling["no_option"] is None


def test_the_whole_book_as_json():
    """As JSON the whole book is one line that holds every part, each article as it is by itself."""
    result = run("six", "--format", "json")
    assert result.output.count("\n") == 1
    value = json.loads(result.output)
    assert list(value) == ["game", "rules", "sources", "preface", "data", "articles", "appendix"]
    assert [len(value[part]) for part in ("sources", "articles")] == [1, 16]
    for article in value["articles"]:
        alone = json.loads(run("six", article["number"], "--format", "json").output)
        assert alone == {"game": "six", "rules": "six/1", **article}


@each(
    ("arguments", "wrong"),
    [
        (["six", "17"], "no article '17': there are six.1-six.16"),
        (["six", "17", "--lang", "ja"], "「17」という条はありません。six.1-six.16 のどれかです"),
        (["seven"], "no game 'seven'"),
        (["seven", "1", "--format", "json"], "no game 'seven'"),
        (["six", "1", "2"], "2"),
        (["six", "--format", "xml"], "xml"),
        ([], "--game"),
    ],
)
def test_wrong_use(arguments, wrong):
    """An unknown game or article is a usage error: exit code 2, nothing on standard output, no traceback."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert wrong in result.stderr
    assert isinstance(result.exception, SystemExit)


def test_one_article_is_not_exported(tmp_path):
    """An article beside --export has no effect: it is refused, and nothing is written."""
    result = run("king", "2", "--export", str(tmp_path / "my.toml"))
    assert result.exit_code == 2
    assert "leave out 2" in result.stderr
    assert not list(tmp_path.iterdir())
