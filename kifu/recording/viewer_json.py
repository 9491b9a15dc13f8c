"""JSON for viewers: replays, lines tried behind a ply, lobby cards.

Boards are told by what has changed since the ply before. A course that follows an earlier one of the same table has its parts
in common with it, so that a ply more costs little, and the difference of both is small.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core import rulebook
from kifu.core.lazy_imports_extras_and_package_files import is_installed
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, Side
from kifu.reconcile.slip_or_foul import without_suspicion
from kifu.recording import state_and_clock as clocks
from kifu.recording import untrusted_json_fields
from kifu.recording.game_drawing_and_catalogue_json import look_name
from kifu.recording.game_setup import position_of_diagram_text, variant_rules_source
from kifu.recording.position_and_moves_json import (
    enterable_moves,
    held_and_beside_json,
    tokens_json,
    unjudged_tokens_and_turn,
)
from kifu.recording.session_json import are_judgements_withheld, result_json, state_json
from kifu.recording.state_record_conversion import record_file_bytes
from kifu.recording.untrusted_json_fields import Rejected, unknown_ply_rejection
from kifu.referee.match_of_two_games import points_of_both_games
from kifu.referee.record import Entry
from kifu.referee.replay import replay_from, replay_texts
from kifu.referee.verdict_text import status_label
from kifu.referee.verify import verify
from kifu.render.board import Board
from kifu.render.html.svg_charts import count_traces
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.recording.game_setup import GameSetup
    from kifu.recording.state_and_clock import Instant, State
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict

MAX_BRANCH_PLIES = 200
"""The most plies of a branch that are shown."""
_UNSEEN = ("position", "choices", "standing", "said")
"""The members of a state that no viewer needs."""
_JUDGED = ("status", "plies", "outcome", "recorded", "fault")
"""The members of a verdict that a viewer shows as they are."""


class ViewerBoard(NamedTuple):
    """The board after a ply, its move and the unplayed ones."""

    position: Position
    before: Position | None = None
    move: int | None = None
    unplayed: tuple[str, ...] = ()

    def is_same(self, other: ViewerBoard) -> bool:
        """Tell whether two boards are the same objects."""
        same = self.position is other.position and self.before is other.before
        return same and (self.move, self.unplayed) == (other.move, other.unplayed)


class ViewerStep(NamedTuple):
    """The JSON of a step, and the units on its board."""

    shown: ViewerBoard
    json: dict[str, Any]
    tokens: list[dict[str, Any]]
    about: dict[str, Any]


class ViewerCourse(NamedTuple):
    """The viewer's JSON, and the steps of its boards."""

    silent: bool
    json: dict[str, Any]
    steps: tuple[ViewerStep, ...]


def viewer_course(
    state: State, now: Instant, *, arbiter: bool = False, earlier_course: ViewerCourse | None = None
) -> ViewerCourse:
    """Return a game as a viewer shows it, as of `now`.

    In official mode it tells nothing that the rules say.
    It has the members of the state but the position, and ``steps``: an item for each ply, from 0. A step has ``gone``, the
    numbers of the units of the board before that are gone, and ``came``, the units that come behind the others; ``turn``,
    ``held``, ``beside`` and ``score`` where they have changed; ``last`` and ``changed``, the squares of the move; ``measures``, the values
    of both sides for each of the ``measures`` of the course. ``engine`` tells whether positions can be searched. A board that was corrected after a ply takes its place.
    """
    silent = are_judgements_withheld(state, arbiter=arbiter)
    kept = earlier_course.steps if earlier_course is not None and earlier_course.silent == silent else ()
    steps = _viewer_steps(state.game, boards_by_ply(state), kept, silent=silent)
    members = state_json(state, now, arbiter=arbiter)
    shown: dict[str, Any] = {name: members[name] for name in members if name not in _UNSEEN}
    # Without compiled code there is no search, and in a browser the engine's networks are not there to be loaded.
    engine = not silent and is_installed("fast") and state.game.engine_modules() is not None
    shown |= {"silent": silent, "engine": engine, "steps": [step.json for step in steps]}
    if silent:
        return ViewerCourse(silent, shown, steps)
    whole = _verdict(state)
    # The record of a second game is the match: what is shown is the game, and beside it how the match stands.
    verdict = whole.games[-1] if whole.games else whole
    if whole.games:
        shown["match"] = {**shown["match"], **_match_result_json(whole), "label": status_label(whole).to_json()}
    shown["branches"] = list(_branches_json(state, verdict, steps))
    shown["measures"] = [{"key": measure.key, "label": measure.label.to_json()} for measure in state.game.measures]
    shown["traces"] = [{"key": kind, "label": label.to_json()} for kind, label in state.game.traces.items()]
    shown["verdict"] = _verdict_json(verdict)
    return ViewerCourse(silent, shown, steps)


def boards_by_ply(state: State) -> Iterator[ViewerBoard]:
    """Yield the board after each ply of a table, from 0."""
    for number, stretch in enumerate(state.stretches):
        last = number + 1 == len(state.stretches)
        end = state.ply + 1 if last else state.stretches[number + 1].before
        for offset in range(end - stretch.before):
            yield _board_at_ply(state, stretch.replay, stretch.before, offset)


def _board_at_ply(state: State, replay: Replay, plies_before: int, offset: int) -> ViewerBoard:
    played = len(replay.moves)
    if offset > played:
        unplayed = tuple(move.text for move in state.moves[plies_before + played : plies_before + offset])
        return ViewerBoard(replay.positions[-1], unplayed=unplayed)
    return _after(replay, offset) if offset else ViewerBoard(replay.positions[0])


def _after(replay: Replay, ply: int) -> ViewerBoard:
    """Return the board after a legal ply, counted from 1."""
    return ViewerBoard(replay.positions[ply], replay.positions[ply - 1], replay.moves[ply - 1])


def _viewer_steps(
    game: Game, boards: Iterable[ViewerBoard], earlier_steps: Sequence[ViewerStep], *, silent: bool
) -> tuple[ViewerStep, ...]:
    """Return the steps of boards, reusing those of equal boards."""
    steps: list[ViewerStep] = []
    same = True
    for number, board in enumerate(boards):
        same = same and number < len(earlier_steps) and earlier_steps[number].shown.is_same(board)
        before = steps[-1] if steps else None
        steps.append(earlier_steps[number] if same else viewer_step(game, board, before, silent=silent))
    return tuple(steps)


def viewer_step(
    game: Game, viewer_board: ViewerBoard, previous: ViewerStep | None, *, silent: bool = False
) -> ViewerStep:
    """Return the step from the board `previous`, or from none."""
    position = viewer_board.position
    if silent:
        now, turn = unjudged_tokens_and_turn(game, position, viewer_board.unplayed)
        about: dict[str, Any] = {"turn": SIDE_IDS[turn]}
    else:
        now, turn = tokens_json(game, position), game.turn(position)
        about = {
            # A move that was not played counts as a turn.
            "turn": SIDE_IDS[turn.other if len(viewer_board.unplayed) % 2 else turn],
            **held_and_beside_json(game, position),
            "score": list(game.score(position)),
            "measures": [list(pair) for pair in game.measure(position)],
        }
    earlier, known = ([], {}) if previous is None else (previous.tokens, previous.about)
    there, were = set(map(_key, now)), set(map(_key, earlier))
    stays = [token for token in earlier if _key(token) in there]
    came = [token for token in now if _key(token) not in were]
    json: dict[str, Any] = {name: value for name, value in about.items() if known.get(name) != value}
    if len(stays) < len(earlier):
        json["gone"] = [number for number, token in enumerate(earlier) if _key(token) not in there]
    if came:
        json["came"] = came
    if not silent and viewer_board.before is not None and viewer_board.move is not None:
        board = Board.after(game, viewer_board.before, viewer_board.move)
        json["last"] = None if board.last is None else game.board.spell(board.last)
        json["changed"] = [game.board.spell(square) for square in board.changed]
    return ViewerStep(viewer_board, json, stays + came, about)


def _key(token: dict[str, Any]) -> tuple[object, ...]:
    return (*(token[name] for name in ("square", "side", "text", "form", "goes_on")), *token["behind"])


def _verdict(state: State) -> Verdict:
    document = read("table.kif", record_file_bytes(state), variant_rules_source(state.opening.variant))
    return without_suspicion(verify(document.records[0], document.sha256, document.diagnostics))


def _branches_json(state: State, verdict: Verdict, steps: Sequence[ViewerStep]) -> Iterator[dict[str, Any]]:
    """Yield the legal steps of each branch, and its fault."""
    record = verdict.record
    for line, replay in zip(() if record is None else record.lines[1:], verdict.branches, strict=True):
        # A replay of a branch begins with the moves that come before it.
        shown = [] if replay is None else [_after(replay, ply) for ply in _plies(line.start, replay)]
        made: list[ViewerStep] = []
        for board in shown:
            made.append(viewer_step(state.game, board, made[-1] if made else steps[line.start - 1]))
        yield {
            "ply": line.start,
            "moves": [entry.text for entry in line.entries],
            "steps": [each.json for each in made],
            "message": None if replay is None or replay.fault is None else replay.fault.message.to_json(),
        }


def _match_result_json(verdict: Verdict) -> dict[str, Any]:
    """Return the match result; ``points`` sum by the second game's sides."""
    counted = all(game.scores() for game in verdict.games)
    return {
        "status": verdict.status.value,
        "outcome": None if verdict.outcome is None else verdict.outcome.to_json(),
        "points": list(reversed(points_of_both_games(verdict.games))) if counted else None,
    }


def _plies(start: int, replay: Replay) -> range:
    return range(start, min(len(replay.moves), start - 1 + MAX_BRANCH_PLIES) + 1)


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict with its article's sentence and basis."""
    whole = verdict.to_json()
    shown: dict[str, Any] = {name: whole[name] for name in _JUDGED}
    shown["label"] = status_label(verdict).to_json()
    basis = verdict.basis
    if basis is None or verdict.game is None:
        return shown
    article = rulebook.find_article(rulebook.load_rulebook(verdict.game), basis.article)
    shown["article"] = {
        "number": article.number,
        "title": article.title.to_json(),
        "text": article.text.to_json(),
        "basis": [
            {
                "kind": ground.kind.label.to_json(),
                "quote": list(ground.quote),
                "text": None if ground.text is None else ground.text.to_json(),
                "reason": None if ground.reason is None else ground.reason.to_json(),
            }
            for ground in article.basis
        ],
        "data": [label.to_json() for label in basis.data.values()],
    }
    return shown


def heatmaps_json(state: State) -> list[dict[str, Any]]:
    """Return the heatmaps: each trace's count by side and square."""
    game = state.game
    counts = count_traces(game, (stretch.replay for stretch in state.stretches))
    return [
        {
            "key": kind,
            "label": game.traces[kind].to_json(),
            **{
                SIDE_IDS[side]: {
                    game.board.spell(square): number for square, number in sorted(counts[kind][side].items())
                }
                for side in Side
            },
        }
        for kind in game.traces
    ]


MAX_CARDS = 60
"""The most tables of a hall: those that go on before those that have ended, of these the newest."""


def public_board_json(state: State) -> dict[str, Any]:
    """Return the public last board: ``tokens``, ``last``, ``look``."""
    silent = are_judgements_withheld(state, arbiter=False)
    *_, last = boards_by_ply(state)
    made = viewer_step(state.game, last, None, silent=silent)
    tokens = [{name: token[name] for name in ("square", "side", "text", "form")} for token in made.tokens]
    return {"look": look_name(state.game), "tokens": tokens, "last": made.json.get("last")}


def game_card_json(state: State, now: Instant) -> dict[str, Any]:
    """Return a game's public card as of `now`."""
    return {
        **public_board_json(state),
        "game": state.game.id,
        "names": dict(zip(SIDE_IDS, state.opening.names, strict=True)),
        "mode": state.opening.mode,
        "ply": state.ply,
        "turn": SIDE_IDS[state.turn],
        "move": state.moves[-1].text if state.moves else None,
        "clock": clocks.clock_json(clocks.clock_advanced_to(state.clock, now)),
        "closed": state.closed is not None,
        "result": result_json(state, silent=are_judgements_withheld(state, arbiter=False)),
    }


def lobby_order(states: Iterable[tuple[str, State]]) -> list[str]:
    """Return the ids of the lobby's games in order of opening."""
    listed = sorted(states, key=lambda named: (named[1].closed is None, named[1].opened), reverse=True)[:MAX_CARDS]
    return [name for name, state in sorted(listed, key=lambda named: (named[1].opened, named[0]))]


MAX_TRIED = 200
"""The most moves that are tried in a row."""


class PlayedLine(NamedTuple):
    """The way to a position, replayable anywhere."""

    diagram: str | None
    """The corrected board that the moves start from; None for the start of the game."""
    moves: tuple[str, ...]


class AnalysisLine(NamedTuple):
    """An analysis line: its start, its moves, the way to its end."""

    start: ViewerBoard
    replay: Replay
    line: PlayedLine

    @property
    def position(self) -> Position:
        """The position after the legal ones."""
        return self.replay.positions[-1]


def read_analysis_line(state: State, line_json: object, *, silent: bool) -> AnalysisLine:
    """Return the analysis line of a JSON object; may raise Rejected.

    Its members are ``moves``, behind the board after ``ply`` plies.
    In official mode nothing may be tried (`silent`), and nothing on a board on which a move stands that was not played.
    """
    if silent:
        raise Rejected(
            "silent", Message("公式の対局は、閉じるまで調べられません", "an official game is studied when it is closed")
        )
    given = untrusted_json_fields.object_field(line_json, ("ply", "moves"), "try")
    ply = untrusted_json_fields.integer_field(given.get("ply"), "ply", 1 << 31)
    texts = given.get("moves")
    if not isinstance(texts, list) or len(texts) > MAX_TRIED:
        raise untrusted_json_fields.field_rejection(
            "moves", Message(f"{MAX_TRIED} 手までの配列です", f"it has to be an array of at most {MAX_TRIED} moves")
        )
    texts = [untrusted_json_fields.one_line_field(text, "moves") for text in texts]
    start = next(islice(boards_by_ply(state), ply, None), None)
    if start is None:
        raise unknown_ply_rejection()
    if start.unplayed:
        raise Rejected(
            "not-played",
            Message("盤に指されていない手があります", "a move stands here that was not played on the board"),
        )
    game = state.game
    entries = [Entry(ply + number, text, 0, 1) for number, text in enumerate(texts, 1)]
    played = replay_from(game, start.position, entries)
    there = next(islice(played_lines_by_ply(state), ply, None))
    return AnalysisLine(start, played, there._replace(moves=(*there.moves, *texts[: len(played.moves)])))


def played_lines_by_ply(state: State) -> Iterator[PlayedLine]:
    """Yield the way to the board after each ply, from 0.

    A move that was not played leaves it as it was.
    """
    diagrams = (None, *(board.diagram for board in state.boards))
    ends = (*(stretch.before for stretch in state.stretches[1:]), state.ply + 1)
    for stretch, diagram, end in zip(state.stretches, diagrams, ends, strict=True):
        texts = [move.text for move in state.moves[stretch.before : stretch.before + len(stretch.replay.moves)]]
        for offset in range(end - stretch.before):
            yield PlayedLine(diagram, tuple(texts[:offset]))


def position_after_line(setup: GameSetup, line: PlayedLine) -> Position:
    """Return the position that a line of legal moves leads to."""
    game = setup.game
    start = setup.start if line.diagram is None else position_of_diagram_text(game, line.diagram)
    return replay_texts(game, start, line.moves).positions[-1]


def analysis_line_json(state: State, line: AnalysisLine) -> dict[str, Any]:
    """Return a line's ``steps``, ``choices`` and fault ``message``."""
    game, played = state.game, line.replay
    steps: list[ViewerStep] = []
    before = viewer_step(game, line.start, None)
    for number, move in enumerate(played.moves):
        shown = ViewerBoard(played.positions[number + 1], played.positions[number], move)
        steps.append(viewer_step(game, shown, steps[-1] if steps else before))
    over = played.fault is not None or played.ending is not None
    return {
        "steps": [each.json for each in steps],
        "choices": [] if over else [choice.to_json() for choice in enterable_moves(game, line.position)],
        "message": None if played.fault is None else played.fault.message.to_json(),
    }
