"""The explorer of a folder counts what is over, and says nothing of a game that goes on."""

import pytest

pytest.importorskip("starlette")

FIRST, MOVES = {"公": "四04占", "記": "四03占"}, ("四05領", "三04占")


def counted(server, cookie):
    """Return the games that the explorer counts, by file: (first player, plies, address)."""
    answer = server.request("GET", "/api/explorer", cookie=cookie)
    assert answer.status == 200
    found = {}
    for graph in answer.json["graphs"]:
        games = graph["games"]
        for number, source in enumerate(games["source"]):
            first = games["players"][games["first"][number]]
            found[source] = (first, games["plies"][number], games["address"][number])
    return found


def played(server, cookie, mode, first):
    """Open a game and play; return its id and the next number."""
    game = server.new(cookie, mode=mode, names={"first": first, "second": "乙"})
    for ply, text in enumerate((FIRST[first], *MOVES), start=1):
        assert server.send(cookie, game, ply, f"m{ply}", "move", ply=ply, text=text).status == 200
    return game, len(MOVES) + 2


def test_what_is_over_is_counted(server, recorder):
    """A game that goes on is not counted, one that was ended or closed is; an official one when it is closed; a file always."""
    official, at = played(server, recorder, "official", "公")
    record, _ = played(server, recorder, "record", "記")
    assert counted(server, recorder) == {}
    for game in (official, record):
        assert server.send(recorder, game, at, "e", "special", word="投了").status == 200
    seen = counted(server, server.enter("spectator"))
    assert seen == {f"{record}.kif#0": ("記", 3, f"/g/{record}/view")}
    (server.folder / "old.kif").write_text("棋種：6面体\n先手：古\n   1 四04占\n", encoding="utf-8")
    assert server.send(recorder, official, at + 1, "c", "close").status == 200
    seen = counted(server, recorder)
    assert {first for first, _, _ in seen.values()} == {"古", "公", "記"}
    assert seen["old.kif#0"][:2] == ("古", 1)
    screen = server.request("GET", "/explorer", cookie=recorder).body.decode()
    assert 'data-screen="explorer"' in screen
