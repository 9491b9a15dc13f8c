"""Answers whatever the page asks: finds who answers a path, and says in both languages what is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu import games
from kifu.games import rulebook, rulebook_json
from kifu.model.errors import KifuError
from kifu.model.message import Message
from kifu.site import files
from kifu.site.answer import HTML, JSON, PLAIN, ZIP, Answer, Question, as_json, error
from kifu.site.desk import Desk, not_kept
from kifu.site.gathering import Gathering
from kifu.site.puzzles import puzzles
from kifu.site.seen import PARTS, SeenGame
from kifu.table.clock import Instant
from kifu.table.failure import BAD_JSON, NO_GAME, failure
from kifu.table.kept import as_json as record_json
from kifu.table.kept import of_table
from kifu.table.pages import record_page, silent_page
from kifu.table.strict import strict

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kifu.site.store import Store
    from kifu.table.kept import Kept
    from kifu.table.state import State

MOST_SHOWN = 16
"""The most files that the viewer may show at a time."""
TYPES = {"kif": PLAIN, "journal": PLAIN, "json": JSON, "html": HTML}
NO_PATH = Message("そのアドレスはありません", "there is no such address")
NO_PIN = Message(
    "この端末には審判の暗証番号がありません。閉じると判定が見えます",
    "this device has no arbiter's PIN; close the game to see the verdict",
)
NO_PAPER = Message(
    "この画面は PDF を作りません。HTML を開いて印刷するか、棋譜を渡して kifu sheet で作ってください",
    "this page makes no PDF; open the HTML and print it, or hand the record on and make it with kifu sheet",
)
TOO_LARGE = Message("大きすぎて扱えません", "it is too large for this page")
_GAME, _BOOK = "([A-Za-z0-9_-]{1,64})", "([a-z0-9_-]{1,64})"


class Room:
    """What answers the page: the desk of this device, and the files that were looked at last."""

    def __init__(self, store: Store) -> None:
        desk = self._desk = Desk(store)
        self._shown: dict[str, State] = {}
        gathering = Gathering()
        self._acts: dict[str, Callable[..., Answer | Awaitable[Answer]]] = {
            "POST /api/verify": files.verdicts,
            "POST /api/repair": files.repairs,
            "POST /api/readings": files.readings,
            "POST /api/reconcile": files.joint,
            "POST /api/page": files.as_page,
            "POST /api/doubts": files.doubts,
            "POST /api/file": self._look_at,
            "POST /api/explorer/take": gathering.take,
            "POST /api/explorer/judge": gathering.judge,
            "POST /api/explorer/clear": gathering.clear,
            "GET /api/explorer": gathering.graphs,
            "POST /api/puzzles": puzzles,
            "POST /api/compare": lambda asked: desk.compare(asked.value),
            "POST /api/dossier": lambda asked: self._dossier(asked.value),
            "POST /api/games": lambda asked: desk.open(asked.value),
            "POST /api/setup": lambda asked: desk.setup(asked.value),
            "GET /api/games": lambda _asked: desk.games(),
            "GET /api/hall": lambda _asked: desk.hall(),
            "GET /api/catalogue": lambda _asked: desk.catalogue(),
            f"GET /api/rules/{_BOOK}": lambda _asked, game: as_json(rules(game)),
            f"(?:GET|POST) /api/g/{_GAME}/({'|'.join(PARTS)})": self._of_game,
            f"POST /api/g/{_GAME}/events": lambda asked, name: desk.events(name, asked.value),
            f"POST /api/g/{_GAME}/pin": lambda _asked, _name: error(403, "wrong-pin", NO_PIN),
            rf"GET /g/{_GAME}\.(kif|json|html|journal|pdf)(?:\?.*)?": lambda _asked, name, ending: self._file(
                name, ending
            ),
        }

    async def ask(self, method: str, path: str, text: str = "", data: bytes | None = None) -> Answer:
        """Answer a question; `text` is the JSON of its body, `data` a file that goes with it. Nothing is raised."""
        try:
            value = strict(text) if text else {}
        except (ValueError, RecursionError):
            return error(422, "bad-json", BAD_JSON)
        try:
            return await self._answer(Question(method, path, value, data))
        except KifuError as wrong:
            return as_json(failure(wrong), 507 if wrong.code in {"damaged-journal", "cannot-open"} else 422)
        except OSError as failed:
            return as_json(failure(not_kept(failed)), 507)
        except (RecursionError, MemoryError):
            return error(413, "too-large", TOO_LARGE)

    async def _answer(self, asked: Question) -> Answer:
        for path, act in self._acts.items():
            found = re.fullmatch(path, f"{asked.method} {asked.path}")
            if found is not None:
                made = act(asked, *found.groups())
                return made if isinstance(made, Answer) else await made
        return error(404, "no-path", NO_PATH)

    async def _of_game(self, asked: Question, name: str, what: str) -> Answer:
        shown = self._shown.get(name)
        seen = await self._desk.seen(name) if shown is None else SeenGame(shown, Instant("", 0), {"id": name})
        return error(404, "no-game", NO_GAME) if seen is None else as_json(seen.part(what, asked.value))

    def _look_at(self, asked: Question) -> Answer:
        found, seen = files.shown(asked)
        for name, state in seen.items():
            self._shown.pop(name, None)
            self._shown[name] = state
            if len(self._shown) > MOST_SHOWN:
                del self._shown[next(iter(self._shown))]
        return found

    async def _file(self, name: str, ending: str) -> Answer:
        shown = self._shown.get(name)
        kept = of_table(name, shown) if shown is not None else await self._desk.kept(name)
        if kept is None:
            return error(404, "no-game", NO_GAME)
        if ending == "pdf":
            return error(501, "no-paper", NO_PAPER)
        if ending == "html":
            data = _html(kept).encode()
        elif ending == "journal":
            data = await self._desk.journal(name)
        else:
            data = kept.data if ending == "kif" else record_json(kept) or b""
        return Answer(200, data=data, type=TYPES[ending], name=f"{name}.{ending}")

    async def _dossier(self, value: object) -> Answer:
        from analysis.dossier.zip_archive import inputs_of, zipped_dossier  # noqa: PLC0415 - few ask for one

        kept = await self._desk.sheets(value)
        journals = {name: await self._desk.journal(name) for name in kept}
        made = zipped_dossier(inputs_of(value, kept.get, journals.get), paper=False)
        return Answer(200, data=made.data, type=ZIP, name=made.name)


def _html(kept: Kept) -> str:
    if kept.silent and kept.state is not None:
        return silent_page(kept.state)
    return record_page(kept.name, kept.data, kept.rules, "ja")


def rules(game_id: str) -> dict[str, object]:
    """Return the rulebook of a game, as `kifu rules --format json` prints it. Raises KifuError."""
    game = games.find(game_id)
    return rulebook_json.book(rulebook.load(game), game.entries())
