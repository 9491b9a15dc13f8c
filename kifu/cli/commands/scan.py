"""Defines `kifu scan`, which reads photographs of score sheets."""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

import click

from kifu.cli.arguments.game_and_rules_options import sheet_game_option
from kifu.cli.arguments.shared_options import KIF, NPZ, force_option, form_option, format_by_ending, output_option
from kifu.cli.command_definition import CommandOptions, files_argument, option, with_options
from kifu.cli.printing.guarded_output_and_progress import json_line_for_stdout
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import (
    Unreadable,
    cannot_open_diagnostic,
    folder_given_error,
    load_document_with_records,
    read_bytes,
    write_output,
)
from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import MissingExtra, program_version, require_extra
from kifu.core.message import Message, visible
from kifu.referee.resolve import Resolved, resolve
from kifu.referee.verify import verify_document

if TYPE_CHECKING:
    from analysis.scan import Ply, Sheet
    from analysis.scan.draft import ScanDraft
    from analysis.scan.handwriting import Handwritings
    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record

SECOND = "--second"
ASKED = 1
"""The exit code of a draft with questions."""
HINTS = {
    "page-unknown-game": "--game ID",
    "page-other-print": "--start RECORD",
    "same-page": f"{SECOND} PAGE...",
    "same-photograph": f"{SECOND} PAGE...",
}
"""The option that helps, by the code of an error."""


class _Scan(click.Command):
    """A command whose option `--second` takes all following files."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat `--second` before each file behind it."""
        given: list[str] = []
        second = False
        for at, word in enumerate(args):
            if word == SECOND and at + 1 < len(args):
                second = True
                continue
            if word == "--":
                # Behind `--second --` all files are of the other sheet, whatever their names begin with; else all are pages.
                rest, other = args[at + 1 :], args[at - 1 : at] == [SECOND]
                given += [part for file in rest for part in (SECOND, file)] if other else ["--", *rest]
                break
            second = second and (word == "-" or not word.startswith("-"))
            given += [SECOND, word] if second else [word]
        return super().parse_args(ctx, given)


class _Options(CommandOptions):
    pages: tuple[str, ...] = files_argument("[PAGE]...", required=False)
    second: tuple[str, ...] = option(SECOND, multiple=True, metavar="PAGE...").help(
        "もう一人の用紙の写真。The pages of the other player's sheet."
    )
    output: str | None = output_option(None).help(
        "下書きの棋譜を書き出すファイル (- は標準出力)。File for the draft; - is standard output."
    )
    form: str = form_option("text", "json")
    game: Game | None = sheet_game_option
    start: str | None = option(metavar="RECORD").help(
        "見出しとはじめの局面をこの棋譜から取る (対局者が駒を並べる棋種には要る)。A record whose head and set-up the game has; games that players set up need one."
    )
    score: str | None = option(metavar="TRUTH").help(
        "正しい棋譜と比べた成績も示す。Measure the reading against the right record."
    )
    adapt: str | None = option(metavar="TRUTH").help(
        "確かめた棋譜で、この人の筆跡を覚えたファイルを OUT に書く。Write to OUT what the confirmed record teaches of this handwriting."
    )
    handwriting: str | None = option(metavar="FILE").help(
        "--adapt の書いたファイルで用紙を読む。Read the sheet with a file that --adapt wrote."
    )
    player: tuple[str, ...] = option("--player", multiple=True, metavar="NAME").help(
        "用紙の書き手 (二枚なら先の用紙から順に)。覚えた筆跡で読み、--adapt と書けば覚える。The writer of the sheet, of two in their order: reads by what is kept of the hand; with --adapt keeps it."
    )
    forget: str | None = option(metavar="NAME").help("覚えた筆跡を忘れる。Forget what is kept of a handwriting.")
    players: bool = option("--players", is_flag=True).help(
        "筆跡を覚えている書き手を示す。Show whose handwriting is kept."
    )
    confirm: str | None = option(metavar="DRAFT").help(
        "人が確かめた下書きを、確認済みにして OUT に書く。Write a draft that a person has compared to OUT as confirmed."
    )
    force: bool = force_option


@click.command(cls=_Scan)
@with_options(_Options)
def command(options: _Options) -> None:
    """棋譜用紙の写真を読み、棋譜の下書きを作る。

    PAGE は一枚の用紙の頁の写真。--second で相手の用紙も読み合わせる。読み取りは下書きで、証拠ではない。用紙の字が規則どおりの手より
    ほかの手に合うところは、直さずに尋ねる。反則かもしれない手は条文とともに候補に挙げる。下書きの棋譜には、尋ねる手と用紙の字の違う手に
    *読み取り の注釈が付き、人が確かめて --confirm とするまで kifu verify が注意する。終了コードは、尋ねることがなければ 0、
    あれば 1、何も読めなければ 3。写真はどこにも送られない。

    Read photographs of a score sheet and make a draft of the record. PAGE... are the pages of one sheet; --second reads the
    other player's sheet with it. A reading is a draft, never a proof. Where the ink fits something else better than any legal
    move, the ply is asked and not mended; a suspected foul is a candidate with its article. The draft has a comment
    at each ply that is asked or differs, and kifu verify warns until a person has confirmed it with --confirm. The exit code
    is 0 without questions, 1 with some, 3 if nothing could be read. No photograph leaves this machine.
    """
    if (bool(options.pages), options.confirm is not None, options.forget is not None, options.players).count(True) != 1:
        raise usage_error(
            "写真 PAGE、--confirm DRAFT、--forget NAME、--players の、どれか一つを書いてください",
            "give one of photographs PAGE..., --confirm DRAFT, --forget NAME and --players",
        )
    format_by_ending(options.output, KIF if options.adapt is None else NPZ)
    if options.confirm is not None:
        _confirm_draft(options.confirm, options.output, force=options.force)
        return
    require_extra("scan")
    try:
        if options.players or options.forget is not None:
            _show_or_forget_handwritings(options.forget)
            return
        asked = ScanRequest(
            (options.pages, options.second),
            options.form,
            options.game,
            options.start,
            options.score,
            options.handwriting,
            options.player,
        )
        if options.adapt is not None:
            _learn_handwriting(asked, options.adapt, options.output, force=options.force)
        else:
            _scan_sheets(asked, options.output, force=options.force)
    except MissingExtra:
        raise
    except OSError as failed:
        wanted = Message("筆跡を覚えるフォルダーが使えません", "the folder of handwritings cannot be used")
        raise Unreadable(f"{say(wanted)}: {visible(str(failed))}") from None
    except KifuError as wrong:
        name = f"{visible(wrong.key)}: " if wrong.key else ""
        hint = f" ({HINTS[wrong.code]})" if wrong.code in HINTS else ""
        raise Unreadable(f"{name}{say(wrong.message)}{hint} [{wrong.code}]") from None


class ScanRequest(NamedTuple):
    """The photographs of both sheets, and how to read them."""

    names: tuple[tuple[str, ...], tuple[str, ...]]
    form: str
    game: Game | None
    start: str | None
    score: str | None
    handwriting: str | None
    players: tuple[str, ...]

    def game_record_and_sheets(self) -> tuple[Game, Record | None, list[Sheet]]:
        """Return the game, the `--start` record, and the sheets; raises KifuError."""
        from analysis.scan.read_sheet import game_of_pages, read_sheet  # noqa: PLC0415 - an extra

        record = None if self.start is None else load_document_with_records(self.start).records[0]
        known = self.game if record is None else record.game
        if self.game is not None and known is not None and known.id != self.game.id:
            name, wanted = known.name, self.game.name
            raise usage_error(
                f"--start の棋譜は{name.ja}で、--game は{wanted.ja}です",
                f"the record of --start is of {name.en}, and --game names {wanted.en}",
            )
        files = [[(PurePath(name).name, _read_photograph(name)) for name in some] for some in self.names if some]
        if len(self.players) > len(files):
            raise usage_error("--player が用紙より多くあります", "there are more --player than sheets")
        hands = [*map(_users_handwritings().find, self.players)] if self.players else []
        hands += [None] * (len(files) - len(hands))
        if self.handwriting is not None:
            hands[0] = _read_photograph(self.handwriting)
        sheets = [read_sheet(some, known, hand) for some, hand in zip(files, hands, strict=True)]
        return game_of_pages(sheets, known), record, sheets


def _scan_sheets(request: ScanRequest, output: str | None, *, force: bool) -> None:
    """Read the photographs of sheets, and write and report the draft."""
    from analysis import scan  # noqa: PLC0415 - an extra

    played, record, sheets = request.game_record_and_sheets()
    position = None if record is None else _start_position(record)
    read = scan.draft.scan_draft_of_sheets(played, played.start() if position is None else position, sheets)
    measured = (
        None if request.score is None else scan.draft.reading_accuracy_json(read, _true_moves_of_file(request.score))
    )
    if request.form == "json":
        sys.stdout.write(json_line_for_stdout(read.to_json() | ({} if measured is None else {"score": measured})))
    else:
        for line in (*_doubt_lines(read), *_handwriting_lines(read, request.players)):
            click.echo(line)
        for key, value in (measured or {}).items():
            click.echo(f"{key}: {value}")
    if output is not None:
        text = read.record_draft(record, position, program_version()).record_text()
        write_output(output, text.encode(), force=force)
    sys.stdout.flush()
    sys.exit(ASKED if read.asks else 0)


def _learn_handwriting(request: ScanRequest, record_file: str, output: str | None, *, force: bool) -> None:
    """Fit the reader of boxes to a confirmed record's hand; keep that."""
    from analysis.scan.handwriting import fine_tuned_layer_and_box_count  # noqa: PLC0415 - an extra

    if output is None and not request.players:
        raise usage_error("--adapt には -o OUT か --player NAME が要ります", "--adapt needs -o OUT or --player NAME")
    game, _, sheets = request.game_record_and_sheets()
    moves = _true_moves_of_file(record_file)
    if output is not None:
        data, boxes = fine_tuned_layer_and_box_count(sheets[0], game, moves)
        write_output(output, data, force=force)
        click.echo(say(Message(f"{boxes} マスの字を覚えました", f"fitted to the ink of {boxes} boxes")))
    for name, sheet in zip(request.players, sheets, strict=False):
        boxes, shown = _users_handwritings().learn(name, sheet, game, moves), visible(name)
        click.echo(
            say(
                Message(
                    f"{shown} の {boxes} マスの字を覚えました。この機械にだけあります。忘れるには kifu scan --forget {shown}",
                    f"kept on this machine only: {boxes} boxes of {shown}. To forget them: kifu scan --forget {shown}",
                )
            )
        )


def _users_handwritings() -> Handwritings:
    from analysis.scan.handwriting import users_handwritings  # noqa: PLC0415 - an extra

    return users_handwritings()


def _show_or_forget_handwritings(forgotten: str | None) -> None:
    """Forget a handwriting, or show whose are kept."""
    store = _users_handwritings()
    if forgotten is None:
        for name in store.names():
            click.echo(visible(name))
        return
    shown = visible(forgotten)
    if not store.forget(forgotten):
        raise usage_error(f"{shown} の筆跡は覚えていません", f"no handwriting of {shown} is kept")
    click.echo(say(Message(f"{shown} の筆跡を忘れました", f"the handwriting of {shown} is forgotten")))


def _handwriting_lines(scanned: ScanDraft, players: tuple[str, ...]) -> list[str]:
    """Return whose handwriting was used, and whose is not known."""
    store, lines = _users_handwritings() if players else None, []
    for name, sheet in zip(map(visible, players), scanned.sheets, strict=False):
        used = Message(f"{name} の覚えた筆跡で読みました", f"read by what is kept of the handwriting of {name}")
        other = Message(
            f"{name} の覚えた筆跡より、ふだんの読み方のほうが合いました",
            f"read without what is kept of {name}: it fits better",
        )
        unknown = Message(f"{name} の筆跡はまだ覚えていません", f"no handwriting of {name} is kept yet")
        known = store is not None and store.find(name) is not None
        lines.append(say(used if sheet.by_player else other if known else unknown))
    return lines


def _read_photograph(file_name: str) -> bytes:
    try:
        return read_bytes(file_name)
    except (OSError, ValueError) as failed:
        shown = visible(file_name)
        raise Unreadable(say(cannot_open_diagnostic(failed, shown, folder_given_error(file_name)).message)) from None


def _start_position(record: Record) -> Position:
    """Return a record's start position; raises click.UsageError without one."""
    settled = None if record.game is None else resolve(record, record.game)
    if not isinstance(settled, Resolved):
        raise usage_error(
            "--start の棋譜のはじめの局面が分かりません", "the record of --start has no sound position to start from"
        )
    return settled.start


def _true_moves_of_file(file_name: str) -> list[list[str]]:
    from analysis.scan.draft import canonical_moves_by_game  # noqa: PLC0415 - an extra

    return canonical_moves_by_game(verify_document(load_document_with_records(file_name))[0])


def _doubt_lines(scanned: ScanDraft) -> list[str]:
    """Return a reading's doubtful plies with candidates, and a sum."""
    lines = [_ply_question(ply) for ply in scanned.plies if ply.asked]
    asked, fouls = len(lines), sum(ply.foul for ply in scanned.plies)
    sums = Message(
        f"{scanned.game.name.ja} {len(scanned.plies)} 手を読みました。尋ねる手 {asked}、反則かもしれない手 {fouls}。これは下書きです",
        f"{scanned.game.name.en}: {len(scanned.plies)} plies read, {asked} to be asked, {fouls} perhaps illegal. This is a draft",
    )
    off = [
        say(
            Message(
                f"{draft.off} 手目から規則と合わなくなりました",
                f"from ply {draft.off} on the rules no longer explain what is written",
            )
        )
        for draft in scanned.drafts
        if draft.off is not None
    ]
    return [*lines, *off, *map(say, scanned.warnings), say(sums)]


def _ply_question(ply: Ply) -> str:
    candidates = " / ".join(one.text + (f" [{one.breach.article}]" if one.breach else "") for one in ply.candidates)
    written = " ".join("－" if text is None else visible(text) for text in ply.written)
    return f"{ply.ply:>4} ? {candidates}  {say(Message('用紙', 'written'))}: {written}"


def _confirm_draft(file_name: str, output: str | None, *, force: bool) -> None:
    """Write the record of a draft that a person has confirmed."""
    from analysis.scan.draft import NotConfirmed, confirmed_file_of_draft  # noqa: PLC0415 - an extra

    if output is None:
        raise usage_error("--confirm には -o OUT が要ります", "--confirm needs -o OUT")
    document = load_document_with_records(file_name)
    try:
        data = confirmed_file_of_draft(document.records[0].source)
    except NotConfirmed as refused:
        raise click.UsageError(f"{say(refused.message)} [{refused.code}]") from None
    write_output(output, data, force=force)
