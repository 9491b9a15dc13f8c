"""Text of any verdict, laid out by page, notebook, pictures, paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kifu.core.game.rules import SIDES
from kifu.core.message import Message, fill_pattern_in_both_languages
from kifu.core.outcome import winner_with_reason
from kifu.referee.status_fault_and_basis import BREACH, SUSPECTED, SUSPICION, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.counting import CountRow
    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Ending
    from kifu.core.rulebook import Article
    from kifu.referee.status_fault_and_basis import Basis, Fault


class VerdictLike(Protocol):
    """Members that a Verdict and a batch verdict share.

    :class:`Verdict` describes them.
    """

    @property
    def file(self) -> str: ...  # noqa: D102 - Verdict describes each member of this class
    @property
    def index(self) -> int: ...  # noqa: D102
    @property
    def sha256(self) -> str: ...  # noqa: D102
    @property
    def status(self) -> Status: ...  # noqa: D102
    @property
    def game(self) -> Game | None: ...  # noqa: D102
    @property
    def outcome(self) -> Ending | None: ...  # noqa: D102
    @property
    def recorded(self) -> Ending | None: ...  # noqa: D102
    @property
    def fault(self) -> Fault | None: ...  # noqa: D102
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...  # noqa: D102
    @property
    def basis(self) -> Basis | None: ...  # noqa: D102
    @property
    def games(self) -> tuple[VerdictLike, ...]: ...  # noqa: D102
    @property
    def plies(self) -> int: ...  # noqa: D102
    @property
    def final(self) -> Position | None: ...  # noqa: D102
    @property
    def suspicion(self) -> Message | None: ...  # noqa: D102
    @property
    def sought(self) -> bool: ...  # noqa: D102
    @property
    def seconds(self) -> tuple[int | None, ...]: ...  # noqa: D102
    @property
    def end_seconds(self) -> int | None: ...  # noqa: D102
    @property
    def set_up(self) -> bool: ...  # noqa: D102
    def scores(self) -> list[tuple[float, float]]: ...  # noqa: D102
    def counting(self) -> tuple[CountRow, ...]: ...  # noqa: D102
    def to_json(self) -> dict[str, object]: ...  # noqa: D102


RESULT = Message("結果", "result")
RECORDED = Message("記録", "recorded")
FAULT = Message("誤り", "fault")
SLIP = Message("書き違い", "slip of the pen")
BASIS = Message("根拠", "basis")
DATA = Message("再構成のデータ", "reconstructed data")
POINTS = Message("得点", "points")
COUNT = Message("数え", "count")
SUM = Message("計", "sum")
SUMS = Message("二局の合計", "sums of the games")


class Phrase(NamedTuple):
    """Subject and predicate of a phrase, and the parts of a number."""

    about: Message
    words: Message
    parts: tuple[Message, ...] = ()


class SidePoints(NamedTuple):
    """The points of a side, and what they are made of."""

    side: Message
    points: float
    parts: tuple[Message, ...]


def headline_of_verdict(verdict: VerdictLike) -> Message:
    """Headline of a verdict: its status and :func:`status_label`."""
    return status_headline(verdict.status, verdict.suspicion, slip_sought=verdict.sought)


def status_headline(status: Status, suspicion: object = None, *, slip_sought: bool = True) -> Message:
    """Return the headline of a status.

    What a slip of the pen explains is not called a foul, nor is what nobody has looked at.
    """
    if suspicion is not None:
        return SUSPECTED
    if status is Status.ILLEGAL and not slip_sought:
        return Message(f"{status.value} {BREACH.ja}", status.heading.en)
    return status.heading


def count_headlines(statuses: Mapping[Status, int], suspected: int) -> Iterator[tuple[Message, int]]:
    """Yield each headline of many verdicts with its number.

    Slips of the pen explain `suspected` of the illegal ones.
    """
    for status in Status:
        fouls = statuses.get(status, 0) - (suspected if status is Status.ILLEGAL else 0)
        if fouls:
            yield status.heading, fouls
        if status is Status.ILLEGAL and suspected:
            yield SUSPECTED, suspected


def status_label(verdict: VerdictLike) -> Message:
    """Word for a verdict's status, as in its headline."""
    if verdict.suspicion is not None:
        return SUSPICION
    return BREACH if verdict.status is Status.ILLEGAL and not verdict.sought else verdict.status.label


def game_and_plies_text(verdict: VerdictLike) -> Message | None:
    """Return the game, its rules and the plies.

    None for a game that is not known.
    """
    game = verdict.game
    return (
        None
        if game is None
        else fill_pattern_in_both_languages("{} ({}), {}", game.name, game.rules, plies_text(verdict.plies))
    )


def plies_text(count: int) -> Message:
    """Return a number of plies."""
    return Message(f"{count} 手", f"{count} plies")


def ply_place(ply: int) -> Message:
    """Return the place of a ply; 0 is the set-up."""
    return Message(f"{ply} 手目", f"ply {ply}") if ply else Message("開始局面", "the set-up")


def line_place(line: int) -> Message:
    """Return the place of a line of a file, from 1."""
    return Message(f"{line} 行目", f"line {line}")


def match_game_text(number: int) -> Message:
    """Return a game of a match, from 1."""
    return Message(f"対局 {number}", f"game {number}")


def ending_text(ended: Ending, game: Game | None) -> Message:
    """Return the winner, the reason and the article of an ending.

    The sides have their names in `game`, if it is given.
    """
    article = f" [{ended.article}]" if ended.article else ""
    if ended.outcome is None:
        return fill_pattern_in_both_languages("{}{}", ended.termination.label, article)
    winner = ended.outcome.label if game is None else game.outcome_label(ended.outcome)
    return fill_pattern_in_both_languages("{}{}", winner_with_reason(winner, ended.termination), article)


def result_phrases(verdict: VerdictLike) -> Iterator[Phrase]:
    """End of the game and end that the record claims, if any."""
    game = None if verdict.games else verdict.game  # the sides change hands between the games of a match
    for about, ended in ((RESULT, verdict.outcome), (RECORDED, verdict.recorded)):
        if ended is not None:
            yield Phrase(about, ending_text(ended, game))


def result_text(verdict: VerdictLike) -> Message:
    """Result in short: winner and reason, or the fault and its ply."""
    ended, fault_found = verdict.outcome or verdict.recorded, verdict.fault
    said = None if ended is None else ending_text(ended._replace(article=None), None if verdict.games else verdict.game)
    if not verdict.status.exit_code:
        return said or verdict.status.label
    word = status_label(verdict)
    if verdict.status is Status.CONTRADICTED and verdict.outcome is not None:
        return fill_pattern_in_both_languages("{}: {}", word, said)
    return (
        word
        if fault_found is None or verdict.games
        else fill_pattern_in_both_languages("{} ({})", word, ply_place(fault_found.ply))
    )


def fault_place_text(fault: Fault, move: str | None = None) -> Message:
    """Return the ply, the move and the line of a fault.

    `move` is the move as it is to be shown.
    """
    line = None if fault.line is None else line_place(fault.line)
    if not fault.ply:
        return line or Message("", "")
    of = f" {move or fault.move}" if fault.move else ""
    return fill_pattern_in_both_languages("{}{} ({})" if line else "{}{}", ply_place(fault.ply), of, line)


def fault_sentence(fault: Fault, move: str | None = None) -> Message:
    """Fault in one line: place, article, message and code."""
    where = fault_place_text(fault, move)
    article = f"{fault.article}: " if fault.article else ""
    return fill_pattern_in_both_languages(
        "{}{}{}{} [{}]", where, ": " if where.ja else "", article, fault.message, fault.code
    )


def basis_phrases(verdict: VerdictLike) -> Iterator[Phrase]:
    """Yield the deciding article with its ground, and the reconstructed data.

    Nothing if no article decides.
    """
    found = verdict.basis
    if found is not None:
        yield Phrase(BASIS, fill_pattern_in_both_languages("{} {}", found.article, found.kind.label))
        if labels := found.data.values():
            yield Phrase(DATA, Message(", ".join(each.ja for each in labels), ", ".join(each.en for each in labels)))


def cited_articles(verdict: VerdictLike) -> Iterator[Article]:
    """Articles of end and fault, each once, with their sentences."""
    from kifu.core import rulebook  # noqa: PLC0415 - a rulebook takes as long to read as a record to judge

    numbers = [each.article for each in (verdict.outcome, verdict.fault) if each is not None and each.article]
    if verdict.game is not None and numbers:
        book = rulebook.load_rulebook(verdict.game)
        yield from (rulebook.find_article(book, number) for number in dict.fromkeys(numbers))


def side_values_text(names: Sequence[Message], values: Sequence[object]) -> Message:
    """Return a value of each side."""
    return fill_pattern_in_both_languages("{} {}, {} {}", names[0], values[0], names[1], values[1])


def match_points_phrase(verdict: VerdictLike) -> Phrase | None:
    """Points of a match by the first game's sides; None if faulty."""
    if not verdict.games or any(game.status.exit_code for game in verdict.games):
        return None
    return Phrase(
        SUMS, side_values_text([side.label for side in SIDES], [f"{points:g}" for points in verdict.scores()[-1]])
    )


def points_by_side(verdict: VerdictLike) -> tuple[SidePoints, ...]:
    """Return the points of each side.

    None for a match, and for a game without points.
    """
    game, final = verdict.game, verdict.final
    shares = None if game is None or final is None or verdict.games else game.shares(final)
    if game is None or shares is None:
        return ()
    parts = [
        (
            each.side,
            fill_pattern_in_both_languages("{} {}: {:g}", game.board.spell(each.square), each.what, each.points),
        )
        for each in shares
    ]
    return tuple(
        SidePoints(name.label, number, tuple(words for side, words in parts if side == own))
        for own, (name, number) in enumerate(zip(game.sides, game.score(final), strict=True))
    )


def deciding_count_phrase(verdict: VerdictLike) -> Phrase | None:
    """Deciding count, line by line, and its sums; None without one."""
    rows = verdict.counting()
    if not rows or verdict.game is None:
        return None
    names = [side.label for side in verdict.game.sides]
    lines = [
        fill_pattern_in_both_languages(
            "{}: {}", row.what, side_values_text(names, [f"{row.first:g}", f"{row.second:g}"])
        )
        for row in rows
    ]
    total = (sum(row.first for row in rows), sum(row.second for row in rows))
    return Phrase(COUNT, side_values_text(names, [f"{number:g}" for number in total]), tuple(lines))


def diagnostic_sentence(diagnostic: Diagnostic) -> Message:
    """Return a diagnostic without its place."""
    return fill_pattern_in_both_languages("{}: {} [{}]", diagnostic.severity.label, diagnostic.message, diagnostic.code)
