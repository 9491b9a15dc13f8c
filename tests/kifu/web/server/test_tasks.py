"""Twenty tasks, done on a small phone as somebody does who sees the screens for the first time: by what stands on them.

Each costs as many taps as docs/table.md and docs/table.ja.md say. A choice from a list counts two, a field to write in counts one.
"""

import re
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api")

from browsed import CHROMIUM, entered, kept, sample, tapped
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]

SMALL = {"width": 360, "height": 640}
DOCUMENTS = [Path(__file__).parents[4] / "docs" / name for name in ("table.md", "table.ja.md")]
ROW = re.compile(r"^\| (\d+) \| .+ \| (\d+) \|$", re.MULTILINE)
NAMES = {"first": "佐藤", "second": "鈴木"}
TASKS = []


def task(done):
    """Number a task by its place below."""
    TASKS.append(done)
    return done


class Person:
    """Somebody with a phone, whose taps are counted."""

    def __init__(self, browser, server, role="recorder"):
        self.server = server
        self.page = entered(browser, server, role, viewport=SMALL)
        self.taps = 0

    def go(self, game):
        """Be at the table of a game; how one comes there is another task."""
        self.page.goto(f"http://{self.server.host}:{self.server.port}/g/{game}")
        expect(self.page.locator("header h1")).to_be_visible()
        return self

    def press(self, name, role="button", within=None):
        """Tap what has a role and a name, or a name that fits a pattern."""
        (within or self.page).get_by_role(role, name=name, exact=isinstance(name, str)).first.click()
        self.taps += 1

    def open(self, title):
        """Tap the title of a panel."""
        self.page.locator("summary", has_text=re.compile(f"^{title}$")).click()
        self.taps += 1

    def choose(self, label, **option):
        """Choose from a list: it is opened, and an item tapped."""
        self.page.get_by_label(label).first.select_option(**option)
        self.taps += 2

    def write(self, label, text):
        """Tap a field and write."""
        self.page.get_by_label(label).first.fill(text)
        self.taps += 1

    def move(self, *texts):
        """Enter moves."""
        self.taps += sum(tapped(self.page, text) for text in texts)

    def ply(self, number):
        """Tap a move of the list."""
        self.page.locator(f'.moves button[data-ply="{number}"]').click()
        self.taps += 1

    def sees(self, text):
        """Wait until something stands on the screen."""
        expect(self.page.locator("main")).to_contain_text(text)

    def plies(self, number):
        """Wait until a number of plies is recorded."""
        expect(self.page.locator(".moves button[data-ply]")).to_have_count(number)
        expect(self.page.locator(".bar")).to_be_hidden()


@pytest.fixture(scope="module")
def people(browser, server):
    """Return what makes a person; all leave at the end."""
    made = []

    def person(role="recorder"):
        made.append(Person(browser, server, role))
        return made[-1]

    yield person
    for one in made:
        one.page.context.close()


class Room:
    """The server, a cookie that prepares games, and what makes people."""

    def __init__(self, server, cookie, people):
        self.server, self.cookie, self.people = server, cookie, people

    def game(self, *moves, **more):
        """Return the id of a game with moves."""
        game = self.server.new(self.cookie, **{"names": NAMES, **more})
        for ply, text in enumerate(moves, start=1):
            assert self.server.send(self.cookie, game, ply, f"m{ply}", "move", ply=ply, text=text).status == 200
        return game

    def state(self, game):
        """Return the state of a game."""
        return self.server.state(self.cookie, game)


BEGUN = ("一01占", "七07領")
FAR = "一01-四06占"


@task
def open_a_game(room):
    """対局を開く: 棋種はそのまま、二人の名を書く."""
    person = room.people()
    person.press("新しい対局")
    person.write(re.compile("^先手"), "佐藤")
    person.write(re.compile("^後手"), "鈴木")
    person.press("対局を開く")
    expect(person.page).to_have_url(re.compile("/g/[0-9a-f]+$"))
    person.sees("佐藤")
    return person


@task
def record_four_moves(room):
    """四手を記録する."""
    game = room.game()
    person = room.people().go(game)
    moves = sample("six/elimination.kif")[0][:4]
    person.move(*moves)
    person.plies(4)
    assert kept(room.server, game) == moves
    return person


@task
def mend_a_mistap(room):
    """触り違えた手を戻し、正しい手を入れる."""
    game = room.game(*BEGUN)
    person = room.people().go(game)
    person.move("二02武")
    person.plies(3)
    person.press("戻す")
    person.plies(2)
    person.move("二01武")
    person.plies(3)
    assert kept(room.server, game) == [*BEGUN, "二01武"]
    return person


@task
def take_back_an_illegal_move(room):
    """反則の手を戻す."""
    game = room.game(*BEGUN)
    person = room.people().go(game)
    person.move(FAR)
    person.sees("反則の手です")
    person.press(re.compile("^戻す|手を戻す|取り消"), within=person.page.locator(".alarm"))
    person.plies(2)
    return person


@task
def end_by_a_foul(room):
    """反則負けにして、対局を閉じる."""
    game = room.game(*BEGUN)
    person = room.people().go(game)
    person.move(FAR)
    person.press("先手の反則負けにする")
    person.sees("後手 鈴木 の勝ち")
    close(person)
    assert room.state(game)["result"]["winner"] == "second"
    return person


def close(person):
    """Close the game of the screen."""
    person.open("終局")
    person.press("対局を閉じる")
    person.press("はい", within=person.page.get_by_role("dialog"))
    person.sees("閉じられています")


@task
def go_on_from_the_board_as_it_stands(room):
    """反則の手のまま盤を合わせ、続きを記録する."""
    game = room.game(*BEGUN)
    person = room.people().go(game)
    person.move(FAR)
    person.press(re.compile("盤.*(まま|続ける)|実際の盤"), within=person.page.locator(".alarm"))
    dialog = person.page.get_by_role("dialog")
    for square in ("一01", "四06"):
        person.press(re.compile(f"^{square} "), within=dialog)
    person.press("この盤で続ける", within=dialog)
    expect(dialog).to_have_count(0)
    person.move("五02領")
    person.plies(4)
    assert [move["legal"] for move in room.state(game)["moves"]] == [True, True, False, True]
    return person


@task
def agree_on_a_draw(room):
    """引き分けの合意を書き、対局を閉じる."""
    game = room.game(*BEGUN)
    person = room.people().go(game)
    person.open("終局")
    person.choose("終局の語", value="引き分け")
    person.press("記録する")
    person.sees("引き分け")
    person.press("対局を閉じる")
    person.press("はい", within=person.page.get_by_role("dialog"))
    person.sees("閉じられています")
    assert room.state(game)["result"]["winner"] == "draw"
    return person


@task
def resign(room):
    """投了を記録する."""
    game = room.game(*BEGUN)
    person = room.people().go(game)
    person.press("投了")
    person.press(re.compile("投了|はい"), within=person.page.get_by_role("dialog"))
    person.sees("後手 鈴木 の勝ち")
    return person


@task
def confirm_on_a_second_device(room):
    """二台目で同じ手を入れて確かめる."""
    game = room.game(*BEGUN)
    one, other = room.people().go(game), room.people().go(game)
    other.page.context.set_offline(True)
    other.move("二02武")
    one.move("二02武")
    one.plies(3)
    other.page.context.set_offline(False)
    other.plies(3)
    assert [said["kind"] for said in room.state(game)["said"]] == ["agree"]
    other.taps += one.taps
    return other


@task
def decide_between_two_devices(room):
    """二台の食い違いを見て、サーバーの記録に決める."""
    game = room.game(*BEGUN)
    one, other = room.people().go(game), room.people().go(game)
    other.page.context.set_offline(True)
    other.move("二02武")
    one.move("二01武")
    one.plies(3)
    other.page.context.set_offline(False)
    other.press("サーバーの記録にする", within=other.page.get_by_role("dialog"))
    other.plies(3)
    assert kept(room.server, game) == [*BEGUN, "二01武"]
    other.taps += one.taps
    return other


@task
def correct_an_earlier_move(room):
    """前の手の書き違いを、盤の上で直す."""
    game = room.game("一01占", "七07領", "二02武")
    person = room.people().go(game)
    person.ply(3)
    person.press("正しい手に直す")
    person.move("二01武")
    person.plies(3)
    expect(person.page.locator(".moves s")).to_have_count(1)
    assert kept(room.server, game) == ["一01占", "七07領", "二01武"]
    return person


@task
def write_a_branch(room):
    """ある手に代わる変化を、盤の上で書く."""
    game = room.game("一01占", "七07領", "二02武")
    person = room.people().go(game)
    person.ply(3)
    person.press("変化を書く")
    person.move("二01武")
    person.press("記録する")
    expect(person.page.locator(".over .card:visible")).to_have_count(0)
    person.open("変化")
    person.sees("3手目に代わる手: 二01武")
    return person


@task
def write_a_comment(room):
    """最後の手に注釈を書く."""
    game = room.game(*BEGUN)
    person = room.people().go(game)
    person.open("コメント")
    person.write(re.compile("コメントを書く"), "よい手")
    person.press("送る", within=person.page.locator("form", has=person.page.locator("textarea")))
    person.sees("よい手")
    assert room.state(game)["comments"][0]["ply"] == 2
    return person


@task
def play_with_a_clock(room):
    """時計のある対局を開き、最初の手で動かす."""
    person = room.people()
    person.press("新しい対局")
    person.choose("時計", value="sudden")
    person.press("対局を開く")
    expect(person.page).to_have_url(re.compile("/g/[0-9a-f]+$"))
    person.move("四04占")
    expect(person.page.locator(".time.running")).to_be_visible()
    return person


@task
def look_on(room):
    """観戦の人が、一覧から対局中の一局を見る."""
    game = room.game(*BEGUN, names={"first": "高橋", "second": "渡辺"})
    person = room.people("spectator")
    person.press("高橋 — 渡辺の盤", role="link")
    person.sees("七07領")
    room.server.send(room.cookie, game, 3, "next", "move", ply=3, text="二02武")
    person.sees("二02武")
    return person


@task
def find_who_won(room):
    """観戦の人が、終わった一局を誰が、どの条で勝ったか見つける."""
    game = room.game(*BEGUN, FAR, names={"first": "伊藤", "second": "山本"})
    room.server.send(room.cookie, game, 4, "f", "foul", side="first", ply=3)
    room.server.send(room.cookie, game, 5, "e", "close")
    person = room.people("spectator")
    row = person.page.locator(".list > li", has_text="伊藤 — 山本")
    expect(row.locator(".result")).to_contain_text(re.compile(r"後手 山本 の勝ち 3手目が反則 \[six\.\d+\]"))
    return person


@task
def find_a_game(room):
    """名前で一局を探し、開く."""
    room.game(*BEGUN, names={"first": "小林", "second": "加藤"})
    person = room.people()
    person.write("さがす", "加藤")
    expect(person.page.locator(".list > li")).to_have_count(1)
    person.press("見る", role="link")
    person.sees("加藤")
    return person


@task
def try_what_could_follow(room):
    """棋譜を見る画面で、続きを一手試して、本譜に戻る."""
    game = room.game(*BEGUN)
    person = room.people("spectator").go(game)
    person.move("二02武")
    person.sees("試した手: 3 二02武")
    person.press("本譜")
    expect(person.page.locator(".status")).to_contain_text("2 / 2")
    assert room.state(game)["ply"] == 2
    return person


@task
def see_the_verdict_of_an_official_game(room):
    """審判が、公式の対局の反則を自分の端末だけで見る."""
    game = room.game(*BEGUN, FAR, mode="official")
    person = room.people("spectator").go(game)
    assert "反則" not in person.page.locator("main").inner_text()
    person.write("審判の暗証番号", room.server.told["pin"])
    person.press("判定を見る")
    person.sees("反則")
    assert "legal" not in room.state(game)["moves"][2]
    return person


@task
def print_a_record(room):
    """終わった一局を印刷する用紙にする."""
    pytest.importorskip("reportlab")
    game = room.game(*BEGUN)
    room.server.send(room.cookie, game, 3, "e", "close")
    person = room.people().go(game)
    person.open("そのほか")
    # The browser shows it or saves it, as it is set up to.
    address = person.page.get_by_role("link", name="PDF").get_attribute("href")
    assert person.page.request.get(f"http://{room.server.host}:{room.server.port}{address}").body().startswith(b"%PDF")
    person.taps += 1
    return person


@pytest.mark.sweep
def test_twenty_tasks_cost_as_many_taps_as_the_document_says(server, recorder, people):
    """All are done, by names and labels alone, and the table of the document is what was counted."""
    room = Room(server, recorder, people)
    counted = {}
    for number, done in enumerate(TASKS, start=1):
        counted[number] = done(room).taps
    assert len(TASKS) == 20
    for document in DOCUMENTS:
        told = {int(number): int(taps) for number, taps in ROW.findall(document.read_text("utf-8"))}
        assert told == counted, document.name
