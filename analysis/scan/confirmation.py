"""Confirmation of a draft by a person; readings stay beside the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.scan.draft import ASK, UNWRITTEN
from kifu.model.errors import KifuError
from kifu.model.message import Message
from notation.encoding import rewrite
from notation.formats.kif_keys import CONFIRMED, SCANNED, UNCONFIRMED
from notation.scanner import Kind, classify

if TYPE_CHECKING:
    from kifu.referee.record import Source

_MARK = f"*{SCANNED}"


class NotConfirmed(KifuError):
    """A record cannot be confirmed."""


def confirm_draft(source: Source) -> bytes:
    """Return the file of a draft as confirmed. Raises NotConfirmed for what is no draft, or has moves that nobody read."""
    lines, drafts = [], 0
    for number, text in enumerate(source.lines, start=1):
        item = classify(text)
        if item.kind is Kind.MOVE and UNWRITTEN in item.text:
            raise NotConfirmed(
                "not-written",
                Message(
                    f"{number} 行目の「{UNWRITTEN}」にまだ指し手がありません。書き込んでから確認してください",
                    f"line {number} still has {UNWRITTEN} for a move: write the move, then confirm",
                ),
                line=number,
            )
        if item.kind is Kind.HEADER and item.key == SCANNED and item.text.startswith(UNCONFIRMED):
            drafts += 1
            lines.append(text.replace(UNCONFIRMED, CONFIRMED, 1))
        else:
            lines.append(text.replace(ASK, "", 1) if text.startswith(_MARK) else text)
    if not drafts:
        raise NotConfirmed(
            "no-draft",
            Message(
                f"「{SCANNED}：{UNCONFIRMED}」の行がありません。写真から読み取った下書きではないか、もう確認してあります",
                f"there is no line {SCANNED}：{UNCONFIRMED}: it is no draft from photographs, or it has been confirmed",
            ),
        )
    return rewrite(source, lines, source.ends)
