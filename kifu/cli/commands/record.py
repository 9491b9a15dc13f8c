"""`kifu record`: one game recorded in a browser or terminal.

The journal is that of the server.
"""

from __future__ import annotations

import secrets
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.game_and_rules_options import GameWordCommand, game_option
from kifu.cli.arguments.shared_options import ListenAddress, folder_argument, form_option, where_options
from kifu.cli.command_definition import CommandOptions, choice_option, flag_option, option, with_options
from kifu.cli.commands.serve import CannotRun, announce_addresses, open_new_game, print_warnings, run_server
from kifu.cli.printing.language_and_usage_errors import say
from kifu.core.errors import InvalidMove, KifuError
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, quoted, visible
from kifu.core.outcome import PLAYERS, SIDE_IDS, SPECIALS, special_word_and_rest
from kifu.recording.game_setup import MODES
from kifu.recording.reducer import move_text_at
from kifu.recording.session_json import are_judgements_withheld
from kifu.recording.state_and_clock import Instant
from kifu.recording.submit_and_replay_events import Sender
from kifu.render.board import text_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game
    from kifu.recording.state_and_clock import State
    from kifu.referee.status_fault_and_basis import Fault
    from kifu.web.server.app import ServerApp
    from kifu.web.server.serve_folder import Addresses
    from kifu.web.server.sessions import Session


HELP = Message(
    "手のほかに: 戻す、訂正 5 四05騎、補う 5 四05騎、除く 5、*注釈、&しおり、反則 先手、投了などの語、局面図 (続けて図、空行まで)、盤、"
    "閉じる、?。手として読めない文字には「直す 手」か「残す」",
    "besides moves: undo, correct 5 四05騎, insert 5 四05騎, drop 5, *comment, &bookmark, foul first, words such as 投了, "
    "board (then a diagram, up to an empty line), show, close, ?; about a text that is no move: fix MOVE, or keep",
)
_UNDO, _CLOSE, _SHOW, _BOARD = {"戻す", "待った", "undo"}, {"閉じる", "close"}, {"盤", "show"}, {"局面図", "board"}
_FOUL = {"反則", "foul"}
_CORRECT, _INSERT, _DROP = {"訂正", "correct"}, {"補う", "insert"}, {"除く", "drop"}
_FIX, _KEEP = {"直す", "fix"}, {"残す", "そのまま残す", "keep"}
_SIDES = {**dict(zip(PLAYERS, SIDE_IDS, strict=True)), **{name: name for name in SIDE_IDS}}


def record_in_terminal(folder: Path, setup_request: object) -> None:
    """Record a new game until the input ends or it closes.

    Raises click.UsageError for an opening that cannot be, CannotRun for a folder that cannot be used, MissingExtra.
    """
    require_extra("table")
    from kifu.web.server.serve_folder import CannotServe, LockedFolder  # noqa: PLC0415 - needs the extra

    try:
        with LockedFolder(folder, print_warnings) as held:
            name = open_new_game(held.sessions, setup_request, _sender())
            table = held.sessions.all[name]
            click.echo(say(Message(f"{name}.kif に記録します。? で説明", f"recording {name}.kif; ? for help")))
            _submit_typed_lines(table)
    except CannotServe as wrong:
        raise CannotRun(say(wrong.message)) from None


def _submit_typed_lines(session: Session) -> None:
    """Take the lines; an unreadable move waits for an answer.

    So no later move becomes the other side's.
    Raises CannotRun if the lines end before the answer.
    """
    lines = _prompted_input_lines(session)
    asked: dict[str, object] | None = None
    for line in lines:
        text = line.strip()
        first, _, rest = text.partition(" ")
        if asked is not None and first not in _FIX | _KEEP:
            click.echo(say(_unreadable_move_question(asked)))
            continue
        if asked is not None:
            if first in _KEEP and not _submit_or_report(session, asked):
                click.echo(say(_unreadable_move_question(asked)))
                continue
            text = rest.strip() if first in _FIX else ""
            asked = None
            if not text:
                continue
        if not text or text in _SHOW:
            click.echo(text_board(session.state.game, session.state.position), nl=False)
        elif text in {"?", "？"}:
            click.echo(say(HELP))
        else:
            asked = _submit_line(session, text, lines)
        if session.state.closed is not None:
            return
    if asked is not None:
        raise CannotRun(say(_unreadable_move_question(asked)))


def _submit_line(session: Session, typed_line: str, further_lines: Iterator[str]) -> dict[str, object] | None:
    """Submit a line's event; return it if the move is unreadable."""
    try:
        event = _event_of_line(session.state, typed_line, further_lines)
    except KifuError as wrong:
        click.echo(say(wrong.message), err=True)
        return None
    if event["kind"] in {"move", "correct"} and event["text"]:
        try:
            session.state.game.read(str(event["text"]))
        except InvalidMove as unread:
            click.echo(say(unread.message))
            click.echo(say(_unreadable_move_question(event)))
            return event
    _submit_or_report(session, event)
    return None


def _unreadable_move_question(event: dict[str, object]) -> Message:
    text = quoted(str(event["text"]))
    return Message(
        f"「{text}」はまだ記録していません。「直す 手」で打ち直すか、「残す」でそのまま残してください",
        f"'{text}' is not recorded yet: type it again as 'fix MOVE', or 'keep' it as it is",
    )


def _submit_or_report(session: Session, event: dict[str, object]) -> bool:
    """Take an event, or say why not. Return whether it was taken."""
    try:
        _submit_and_print_effects(session, event)
    except KifuError as wrong:
        click.echo(say(wrong.message), err=True)
        return False
    return True


def _prompted_input_lines(session: Session) -> Iterator[str]:
    """Yield the input lines, each prompted with its ply."""
    while sys.stdin is not None:
        if sys.stdin.isatty():
            click.echo(f"{session.state.ply + 1:>4} {session.state.turn.mark} ", nl=False)
        line = sys.stdin.readline()
        if not line:
            return
        yield line.rstrip("\n")


def _event_of_line(state: State, typed_line: str, further_lines: Iterator[str]) -> dict[str, object]:
    """Return the event of a line, diagrams read on."""
    first, _, rest = typed_line.partition(" ")
    if typed_line in _UNDO:
        return {"kind": "undo"}
    if typed_line in _CLOSE:
        return {"kind": "close"}
    if typed_line in _BOARD:
        rows = []
        for line in further_lines:
            if not line.strip():
                break
            rows.append(line)
        return {"kind": "board", "diagram": "\n".join(rows)}
    if first in _FOUL and rest.strip() in _SIDES:
        return {"kind": "foul", "side": _SIDES[rest.strip()]}
    return (
        _parse_correction(state, typed_line.split())
        or _parse_comment(state, typed_line)
        or _move_event(state, typed_line)
    )


def _parse_correction(state: State, words: list[str]) -> dict[str, object] | None:
    """Return the correction of words like 訂正 5 四05騎, or None.

    Raises Rejected for a ply that is not there.
    """
    known = words[0] in _CORRECT | _INSERT | _DROP
    if not known or len(words) != (2 if words[0] in _DROP else 3) or not words[1].isascii() or not words[1].isdigit():
        return None
    ply = int(words[1][:9])
    text = "" if words[0] in _DROP else words[2]
    if words[0] in _INSERT:
        return {"kind": "correct", "ply": ply, "was": "", "text": text}
    return {"kind": "correct", "ply": ply, "was": move_text_at(state, ply), "text": text}


def _parse_comment(state: State, text: str) -> dict[str, object] | None:
    if text[0] not in "*&":
        return None
    return {"kind": "comment", "ply": state.ply, "text": text[1:], "bookmark": text[0] == "&"}


def _move_event(state: State, move_text: str) -> dict[str, object]:
    special = special_word_and_rest(move_text, {**SPECIALS, **state.game.words})
    if special is not None:
        return {"kind": "special", "word": special[0], "detail": special[1]}
    return {"kind": "move", "ply": state.ply + 1, "text": move_text}


def _submit_and_print_effects(session: Session, event: dict[str, object]) -> None:
    """Submit an event and print its effects; may raise KifuError."""
    session.submit({"base": session.state.seq, "event": {"id": secrets.token_hex(8), **event}}, _sender())
    state = session.state
    if event["kind"] not in {"move", "correct"} or are_judgements_withheld(state, arbiter=False):
        return
    fault, ending = state.replay.fault, state.by_rule
    if fault is not None:
        click.echo(say(_fault_text(fault)))
    elif ending is not None and ending.outcome is not None:
        label, why = state.game.outcome_label(ending.outcome), ending.termination.label
        click.echo(say(Message(f"規則では{label.ja} ({why.ja})", f"by the rules: {label.en} ({why.en})")))


def _fault_text(fault: Fault) -> Message:
    article = f" [{fault.article}]" if fault.article else ""
    text = visible(fault.move or "")
    return Message(
        f"✗ {fault.ply} {text}: {fault.message.ja}{article}", f"✗ {fault.ply} {text}: {fault.message.en}{article}"
    )


def _sender() -> Sender:
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return Sender("terminal", now, Instant(_RUN, time.monotonic_ns() // 1_000_000))


_RUN = secrets.token_hex(4)


_CLOCKS = {"sudden": 2, "byoyomi": 3, "fischer": 3}
"""The number of parts of each kind of --clock."""
_MORE = {"byoyomi": "byoyomi", "fischer": "increment"}


def _parse_clock(_context: click.Context, _parameter: click.Parameter, value: str | None) -> dict[str, object] | None:
    """Return a time control like fischer:600:5 as JSON; raises click.BadParameter."""
    if value is None:
        return None
    kind, *seconds = value.split(":")
    if len(seconds) + 1 != _CLOCKS.get(kind) or not all(part.isascii() and part.isdigit() for part in seconds):
        raise click.BadParameter(
            say(
                Message(
                    "sudden:600、byoyomi:600:30、fischer:600:5 のように、秒で書いてください",
                    "write it in seconds, like sudden:600, byoyomi:600:30 or fischer:600:5",
                )
            )
        )
    control: dict[str, object] = {"kind": kind, "main": int(seconds[0])}
    return control if kind == "sudden" else {**control, _MORE[kind]: int(seconds[1])}


def _parse_headers(_context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    head = {}
    for written in value:
        key, equals, text = written.partition("=")
        if not equals:
            raise click.BadParameter(say(Message("「場所=会館」のように書いてください", "write KEY=VALUE")))
        head[key] = text
    return head


class _Options(CommandOptions):
    game: Game = game_option
    folder: str = folder_argument(".")
    rules: str | None = option(metavar="RULES").help(
        "規則の文 ('rengo/1 saki=five' など)、または FOLDER にある規則のファイルの名 (….toml)。Rules in words, or the name of a variant file (….toml) that lies in FOLDER."
    )
    mode: str = choice_option(MODES, default="record").help(
        "practice は指せる手を示す、record は反則を示す、official は閉じるまで何も示さない。practice shows legal moves, record marks illegal ones, official shows nothing until the game is closed."
    )
    first: str = option(metavar="NAME", default="").help("先手 (ユニオンでは白) の名。Name of 先手 (white in Union).")
    second: str = option(metavar="NAME", default="").help("後手の名。Name of 後手.")
    head: dict[str, str] = option(metavar="KEY=VALUE", multiple=True, callback=_parse_headers).help(
        "見出しの行 (何度でも)。A line of the head; may be repeated."
    )
    clock: dict[str, object] | None = option(metavar="CLOCK", callback=_parse_clock).help(
        "時計: sudden:600 は切れ負け、byoyomi:600:30 は秒読み、fischer:600:5 は一手ごとに加算 (秒)。A clock, in seconds: sudden:600, byoyomi:600:30, fischer:600:5."
    )
    terminal: bool = flag_option().help("ブラウザーの代わりに端末で記録する。Record at the terminal.")
    where: ListenAddress = where_options
    form: str = form_option("text", "json")


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """盤の上の一局を、ブラウザーで (--terminal なら端末で) 記録する。

    FOLDER (なければ今のフォルダー) に新しい対局を作り、kifu serve と同じに開く。一手ごとに記録簿 (….journal) と棋譜
    (….kif) が残る。端末では一行に一手ずつ打つ。ほかに打てる言葉は ? で示す。

    Record one game over the board in a browser, or with --terminal at the terminal. A new game is made in FOLDER, by
    default the current one, and served as by kifu serve. After each move the folder holds the journal (….journal) and the
    record (….kif). At the terminal each line is a move; ? shows the other words.
    """
    value = {
        "game": options.game.id,
        "rules": options.rules,
        "mode": options.mode,
        "names": {"first": options.first, "second": options.second},
        "head": options.head,
        "clock": options.clock,
    }
    if options.terminal:
        record_in_terminal(Path(options.folder), value)
        return

    def announce(addresses: Addresses, site: ServerApp) -> None:
        name = open_new_game(site.sessions, value, site.sender_of_device(None))
        announce_addresses(addresses, options.where, options.form, f"{addresses.recorder}?game={name}")

    run_server(Path(options.folder), options.where, announce)
