"""The record of a game on a score sheet, as PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf.score_sheet_pdf import records_pdf
from kifu.dispute.suspicion import headed
from kifu.model.errors import KifuError
from kifu.model.extras import need
from kifu.model.message import Message
from kifu.model.outcome import Side
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head import Rules


def as_pdf(name: str, data: bytes, rules: Rules | None, query: Mapping[str, str], *, silent: bool) -> bytes:
    """Return the records of a file on score sheets. If `silent`, nothing is shown of what the rules say.

    The members `size`, `side` and `lang` of `query` choose the paper; others count for nothing, and A4, 先手 and Japanese
    stand for values that are not known. Raises MissingExtra, and KifuError for records that cannot be printed.
    """
    need("paper")
    import kifu  # noqa: PLC0415 - the public door

    document = read(name, data, rules)
    if all(record.game is None for record in document.records):
        raise KifuError(
            "unknown-game", Message("棋種が分からないので印刷できません", "the game is not known: it cannot be printed")
        )
    verdicts: list[Verdict | None] = [None] * len(document.records)
    if not silent:
        verdicts = [headed(verdict, rules) for verdict in kifu.verify(document)]
    return records_pdf(
        document.records,
        verdicts,
        side=Side.SECOND if query.get("side") == "second" else Side.FIRST,
        size="letter" if query.get("size") == "letter" else "a4",
        language="en" if query.get("lang") == "en" else "ja",
    )
