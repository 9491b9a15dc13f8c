"""Discovery of games: folders of kifu/games and of other packages, whose code is contained.

``sys.exit``, an exception of any kind and a KeyboardInterrupt that the code raises by itself are its failures. A Ctrl-C of the
user still ends the program. What the code prints goes to standard error, and what it wants to read is empty. A process that
it ends by ``os._exit``, or code that never returns, cannot be held from within the process.

There is no list to edit. A package of one's own names its games as entry points of the group `kifu.games` (docs/adding-a-game.md):
the id of the game, and the import name of the folder that is the game. A game's package holds only its names: NAMES, and
what people call it besides (ALSO, may be missing). Its module ``game`` holds the rest and is imported at first use. An
outside game never replaces one of kifu/games. No other room imports a game.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import signal
import sys
import threading
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache, lru_cache
from io import StringIO
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.errors import InvalidSetup, UnknownGame, normalized_name, suggestion
from kifu.core.game.game import require_complete
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Game


class OutsideFailure(Exception):
    """The code of another package has failed; the argument says how."""


@contextmanager
def contain_game_failures() -> Iterator[None]:
    """Run a block of strangers' code.

    Raises OutsideFailure for whatever it raises, KeyboardInterrupt for a Ctrl-C.
    """
    with _interrupt_check() as interrupted, _redirect_streams():
        try:
            yield
        except BaseException as error:
            if interrupted():
                raise
            raise OutsideFailure(_error_text(error)) from None


def _error_text(error: BaseException) -> str:
    """Return an exception in words; its own words are strangers' code too."""
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:  # noqa: BLE001 - whatever its __str__ does
        return type(error).__name__


@contextmanager
def _interrupt_check() -> Iterator[Callable[[], bool]]:
    """Yield a function that tells whether the user has pressed Ctrl-C meanwhile.

    Only the main thread is told of signals.
    """
    pressed = False
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return

    def press(number: int, frame: Any) -> None:  # noqa: ANN401 - as the module `signal` has it
        nonlocal pressed
        pressed = True
        before(number, frame)

    signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _redirect_streams() -> Iterator[None]:
    """Context: the process's output to standard error, its input closed."""
    shown = sys.stderr if sys.stderr is not None else StringIO()
    with ExitStack() as after:
        after.callback(setattr, sys, "stdin", sys.stdin)
        sys.stdin = StringIO()
        after.enter_context(redirect_stdout(shown))
        after.enter_context(redirect_stderr(shown))
        with suppress(OSError):  # a process without these two descriptors has nothing to lead elsewhere
            kept = os.dup(1)
            after.callback(os.close, kept)
            _flush_stdout()
            os.dup2(2, 1)
            after.callback(os.dup2, kept, 1)
            after.callback(_flush_stdout)
        yield


def _flush_stdout() -> None:
    """Flush the process's own standard output, before its descriptor is redirected."""
    with suppress(OSError, ValueError, AttributeError):
        sys.__stdout__.flush()  # type: ignore[union-attr]


GROUP = "kifu.games"
"""The package of our own games, and the group of entry points in which an installed package names those that it holds."""

_REASON = 400
"""The characters of an error that are shown: whoever writes a game has to read what its class lacks."""


class GameFolder(NamedTuple):
    """Folder of a game: import name, and normalised names."""

    package: str
    names: frozenset[str]


def ids() -> tuple[str, ...]:
    """Ids of all games, other packages' too, in alphabetical order."""
    return tuple(sorted(_own_folders() | _outside_folders_and_messages()[0]))


def outside_packages() -> tuple[str, ...]:
    """Import names of other packages' game folders, by id."""
    return tuple(found.package for _, found in sorted(_outside_folders_and_messages()[0].items()))


def rejected_games() -> tuple[Message, ...]:
    """Messages on games of other packages that are left out."""
    return _outside_folders_and_messages()[1]


@cache
def load(game_id: str) -> Game:
    """Return the game with that id under its default rules. Raises UnknownGame."""
    found = _own_folders().get(game_id) or _outside_folders_and_messages()[0].get(game_id)
    if found is None:
        raise _unknown_game_error(game_id)
    return _game_of_folder(found)


def game_by_name(name: str) -> Game:
    """Game with a name (any spelling) or id; else UnknownGame."""
    wanted = normalized_name(name)
    for game_id, found in _all_folders():
        if wanted in {game_id, *found.names}:
            return load(game_id)
    raise _unknown_game_error(name)


def find_by_any_name(name: str) -> Game | None:
    """Return the game that people call `name` in any way: 六面体, ユニオン・キング.

    Middle dots and blanks do not count.
    """
    wanted = _comparable_name(name)
    for game_id, found in _all_folders():
        if wanted == game_id or wanted in _known_names(found):
            return load(game_id)
    return None


@cache
def _known_names(game_folder: GameFolder) -> frozenset[str]:
    """Names of a game and its other appellations, normalised by :func:`_comparable_name`."""
    return frozenset(
        map(_comparable_name, (*game_folder.names, *getattr(importlib.import_module(game_folder.package), "ALSO", ())))
    )


MIN_LATIN_CHARACTERS = 7
"""The fewest characters of a name in Latin letters that stands for a game within a sentence: unionace, not ace."""

MIN_KANA_CHARACTERS = 5
"""The fewest characters of a name in kana that does so: ろくめんたい, not キング."""


MIN_KANJI_CHARACTERS = 3
"""The fewest characters of any other name that does so: 六面体, not 連合."""


def ids_named_in(sentence: str) -> set[str]:
    """Return the ids of the games whose names stand in a sentence.

    Short words such as キング are no names there.
    """
    said = _comparable_name(sentence)
    return {
        game_id for game_id, found in _all_folders() if any(name in said for name in _names_within_sentences(found))
    }


@cache
def _names_within_sentences(game_folder: GameFolder) -> tuple[str, ...]:
    """Return those of a game's names that stand for it within a sentence: the longer ones."""
    return tuple(
        name
        for name in _known_names(game_folder)
        if (not name.isascii() or len(name) >= MIN_LATIN_CHARACTERS)
        and len(name) >= (MIN_KANJI_CHARACTERS if re.fullmatch("[ァ-ー]+", name) is None else MIN_KANA_CHARACTERS)
    )


@cache
def _own_folders() -> dict[str, GameFolder]:
    """Return the games of kifu/games by id."""
    path = importlib.import_module(GROUP).__path__
    folders = (module.name for module in pkgutil.iter_modules(path) if module.ispkg)
    return {name: found for name in folders if (found := _game_folder(f"{GROUP}.{name}")).names}


@cache
def _outside_folders_and_messages() -> tuple[dict[str, GameFolder], tuple[Message, ...]]:
    """Games of other packages by id, and messages on rejected ones."""
    metadata = importlib.import_module("importlib.metadata")  # its import takes longer than the judging of a record
    games: dict[str, GameFolder] = {}
    left_out = []
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            with contain_game_failures():
                found = _game_folder(point.value)
                game = _check_listed_parts(_game_of_folder(found)) if found.names else None
        except OutsideFailure as failure:
            left_out.append(_left_out_message(point.name, point.value, str(failure)))
            continue
        taken = {point.name, *found.names} & {
            name for game_id, other in (_own_folders() | games).items() for name in (game_id, *other.names)
        }
        if game is None:
            left_out.append(_left_out_message(point.name, point.value, "no NAMES"))
        elif game.id != point.name:
            left_out.append(_left_out_message(point.name, point.value, f"GAME.id == {game.id!r}"))
        elif taken:
            left_out.append(_left_out_message(point.name, point.value, f"{' '.join(sorted(taken))}: taken"))
        else:
            games[point.name] = found
    return games, tuple(left_out)


def _game_folder(package: str) -> GameFolder:
    """Return the folder with that import name. Raises whatever its import raises."""
    names = getattr(importlib.import_module(package), "NAMES", ())
    return GameFolder(package, frozenset(map(normalized_name, names)))


def _game_of_folder(folder: GameFolder) -> Game:
    """Return the game of a folder.

    Raises TypeError if it lacks a part of the contract, and whatever its import raises.
    """
    return require_complete(importlib.import_module(f"{folder.package}.game").GAME)


def _check_listed_parts(game: Game) -> Game:
    """Check the parts of a game that every list shows."""
    importlib.import_module("kifu.core.rulebook").load_rulebook(game)
    shown = [game.id, game.rules, *game.name, *(text for side in game.sides for text in (side.mark, *side.label))]
    shown += [option.name for option in game.options] + list(game.required_head)
    if not all(isinstance(text, str) for text in shown) or min(game.board.columns, game.board.rows) < 1:
        raise TypeError("id, name, rules, sides, options, required_head or board")
    with suppress(InvalidSetup):
        game.default_variant()
    return game


def _left_out_message(game_id: str, package: str, reason: str) -> Message:
    reason = quoted(reason, _REASON)
    return Message(
        f"棋種「{quoted(game_id)}」({quoted(package)}) は使えません: {reason}。{GROUP} の値は、NAMES のあるフォルダーの名です",
        f"the game '{quoted(game_id)}' ({quoted(package)}) is left out: {reason}; the value in {GROUP} is the import name of a folder with NAMES",
    )


def _all_folders() -> Iterator[tuple[str, GameFolder]]:
    """Yield every game with its id.

    Whoever names one of ours does not wait for a look at all packages.
    """
    yield from _own_folders().items()
    yield from _outside_folders_and_messages()[0].items()


def _ids_and_names() -> Iterator[str]:
    """Yield every id and every name of every game."""
    for game_id, found in _all_folders():
        yield from (game_id, *found.names)


_SAME = str.maketrans(
    "體聯將續" + "".join(map(chr, range(0x3041, 0x3097))),
    "体連将続" + "".join(map(chr, range(0x30A1, 0x30F7))),
    "・･.-=ー \u3000",
)
"""Old kanji for new ones, and katakana for hiragana: a name is the same in either."""


@lru_cache(maxsize=512)
def _comparable_name(name: str) -> str:
    said = re.sub("(?<=[ァ-ヶ])[一―─](?=[ァ-ヶ]|$)", "", normalized_name(name))  # 一 as scanners read ー
    return said.translate(_SAME)


def _unknown_game_error(name: str) -> UnknownGame:
    """Error of a name of no game, with the most similar one."""
    known = " ".join(ids())
    hint = suggestion(name, _ids_and_names())
    return UnknownGame(
        "unknown-game",
        Message(
            f"「{quoted(name)}」という棋種はありません。{known} のどれかです{hint.ja}",
            f"no game '{quoted(name)}': {known}{hint.en}",
        ),
        width=max(1, len(name)),
    )
