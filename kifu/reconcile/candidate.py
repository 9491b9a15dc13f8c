"""One slip that explains a whole record, and its proof."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import visible
from kifu.reconcile.move_tokens import plain_text

if TYPE_CHECKING:
    from kifu.core.message import Message
    from kifu.reconcile.patch_text import Replacement
    from kifu.reconcile.slip_rules import SlipKind
    from kifu.referee.status import Status
    from kifu.referee.verdict import Verdict


class Candidate(NamedTuple):
    """One slip that explains everything, with its proof."""

    kind: SlipKind
    ply: int
    """The ply of the slip, from 1; 0 for a slip in the set-up. In a match it counts within the game `part`."""
    was: str | None
    """What the record says; None for a line that it leaves out."""
    now: str | None
    """What it should say; None for a line that stands there twice."""
    moves: tuple[str, ...]
    """The moves of the repaired record in canonical spelling; of a match, those of its games one after another."""
    status: Status
    sha256: str
    """SHA-256 of `data`, in hexadecimal."""
    data: bytes
    """The repaired record as a file, with a comment that names the repair."""
    verdict: Verdict
    part: int | None = None
    """The number of the game within a match, from 1; None for a single game."""
    slip: SlipKind | None = None
    """What every line has, of a slip throughout the record; `ply`, `was` and `now` are those of the first line."""
    lines: int = 1
    """The number of lines that it changes."""

    @property
    def unexplained_characters(self) -> int:
        """The number of written characters that the slip leaves unexplained.

        It is 0 for a line left out or too many.
        """
        if self.was is None or self.now is None:
            return 0
        was, now = plain_text(self.was), plain_text(self.now)
        same = SequenceMatcher(None, was, now, autojunk=False).get_matching_blocks()
        return max(len(was), len(now)) - sum(block.size for block in same)

    @property
    def label(self) -> Message:
        """The slip in words; of a systematic one, what every line has."""
        return (self.slip or self.kind).label

    def to_json(self) -> dict[str, object]:
        """Return the candidate as a JSON object."""
        members: dict[str, object] = {
            "kind": self.kind.value,
            "ply": self.ply,
            "was": self.was,
            "now": self.now,
            "moves": list(self.moves),
            "status": self.status.value,
            "sha256": self.sha256,
        }
        if self.slip is not None:
            members |= {"slip": self.slip.value, "lines": self.lines}
        return members if self.part is None else members | {"part": self.part}


class Slip(NamedTuple):
    """An unproven candidate: the fields are those of Candidate."""

    kind: SlipKind
    ply: int
    was: str | None
    now: str | None
    slip: SlipKind | None = None
    lines: int = 1

    def comment(self) -> str:
        """Return the Japanese comment that names the repair."""
        was, now = ("(なし)" if text is None else visible(text) for text in (self.was, self.now))
        lines = f" など {self.lines} 行" if self.slip is not None else ""
        label = (self.slip or self.kind).label.ja
        return f"もしかして (kifu repair): {self.ply} 手目 {was} → {now}{lines} ({label})"


def canonical_moves(verdict: Verdict) -> tuple[str, ...]:
    """Return a judged record's legal moves (all games) in canonical spelling."""
    if verdict.games:
        return tuple(text for game in verdict.games for text in canonical_moves(game))
    if verdict.game is None or verdict.replay is None:
        return ()
    return tuple(map(verdict.game.spell, verdict.replay.moves))


class Edit(NamedTuple):
    """A part of a record's text that should be another."""

    kind: SlipKind
    ply: int
    was: str
    now: str
    replaced: tuple[Replacement, ...]
