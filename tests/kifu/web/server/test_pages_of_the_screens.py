"""The screens over plain HTTP: their frames and files, and what they are drawn from."""

import json
import re

import pytest

pytest.importorskip("starlette")

from kifu.web.server.screen_routes_and_event_streams import screen_assets


def test_no_frame_has_a_script_or_a_style_of_its_own(server, recorder):
    """Every script and style is a file of this server, and every such file is there."""
    game = server.new(recorder, names={"first": "<script>alert(1)</script>", "second": "乙"})
    for path in ("/", f"/g/{game}", f"/g/{game}/view"):
        page = server.request("GET", path, cookie=recorder)
        text = page.body.decode()
        assert page.status == 200
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        assert re.findall(r"<script[^>]*>[^<]", text) == []
        assert not re.search(r"<style|style=|\son\w+=|alert", text)
        for address in re.findall(r'(?:src|href)="(/[^"]*)"', text):
            assert server.request("GET", address, cookie=recorder).status == 200


def test_the_modules_are_there_and_nothing_else(server, recorder):
    """Each module that another imports is served, with its type; other names and paths are 404."""
    for name, asset in screen_assets().items():
        reply = server.request("GET", f"/static/{name}", cookie=recorder)
        assert reply.body == asset.data
        assert reply.headers["Content-Type"] == asset.type
        tag = reply.headers["ETag"]
        assert server.request("GET", f"/static/{name}", cookie=recorder, If_None_Match=tag).status == 304
        for imported in re.findall(r'from "\./([^"]+)"', asset.data.decode()):
            assert imported in screen_assets()
    for name in ("../screens.py", "..%2fscreens.py", "screens.py", "x.js", "%2e%2e/keys.py", ""):
        assert server.request("GET", f"/static/{name}", cookie=recorder).status == 404
    assert server.request("GET", "/static/style.css").status == 403


def test_no_module_makes_markup_of_text():
    """No module uses what turns a text into markup or into a program."""
    for name, asset in screen_assets().items():
        text = asset.data.decode()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            name
        )


def test_every_word_of_the_modules_has_both_languages():
    """A key that a module asks for stands in words.js, once, with a Japanese and an English text."""
    words = screen_assets()["words.js"].data.decode()
    known = re.findall(r'^  (\w+): \["(.+)", "(.+)"\],$', words, re.MULTILINE)
    keys = [key for key, _, _ in known]
    assert len(keys) == len(set(keys)) > 100
    asked = {
        key
        for name, asset in screen_assets().items()
        if name != "words.js"
        for key in re.findall(r'\bt\("(\w+)"', asset.data.decode())
    }
    assert asked <= set(keys)


def test_a_set_up_is_judged_and_a_wrong_one_says_why(server, recorder):
    """POST /api/setup answers 200 with the board, or 422 with the reason in both languages."""
    blank = server.request("POST", "/api/setup", {"game": "rengo", "head": {"盤": "オセロ盤"}}, recorder)
    assert blank.status == 200
    diagram = blank.json["diagram"]
    rows = ["".join(a + b for a, b in zip(row["parts"], [*row["cells"], ""], strict=True)) for row in diagram["rows"]]
    good = {"game": "rengo", "head": {"盤": "オセロ盤"}, "setup": "\n".join(rows)}
    assert server.request("POST", "/api/setup", good, recorder).status == 200
    wrong = server.request("POST", "/api/setup", {**good, "setup": "\n".join(rows).replace("▲玉", "・・")}, recorder)
    assert (wrong.status, set(wrong.json["message"])) == (422, {"ja", "en"})
    assert server.request("POST", "/api/setup", b"{", recorder, Content_Type="application/json").status == 422
    assert server.request("POST", "/api/setup", good).status == 403


def test_the_course_of_an_official_game_is_silent(server, recorder):
    """Nothing of the verdict leaves the server before the game is closed."""
    game = server.new(recorder, mode="official")
    for ply, text in enumerate(["四04占", "一01領", "四04-四07占"], start=1):
        server.send(recorder, game, ply, f"m{ply}", "move", ply=ply, text=text)
    silent = server.request("GET", f"/api/g/{game}/course", cookie=recorder).json
    assert silent["silent"]
    assert not re.search("six\\.|ILLEGAL|反則|verdict|measures", json.dumps(silent, ensure_ascii=False))
    server.send(recorder, game, 4, "end", "close")
    assert server.request("GET", f"/api/g/{game}/course", cookie=recorder).json["verdict"]["status"] == "ILLEGAL"


def test_a_game_that_is_not_there_is_404(server, recorder):
    """Its screen, its look, its course."""
    for path in ("/g/none", "/g/none/view", "/api/g/none/look", "/api/g/none/course"):
        assert server.request("GET", path, cookie=recorder).status == 404
