"""The kinds of verdict, in words and as exit codes."""

from enum import StrEnum

from kifu.core.message import Message

EXIT_CODES = {
    "CONFIRMED": 0,
    "DECLARED": 0,
    "UNFINISHED": 0,
    "CONTRADICTED": 1,
    "ILLEGAL": 1,
    "UNREADABLE": 3,
}


class Status(StrEnum):
    """The kind of a verdict."""

    CONFIRMED = "CONFIRMED"
    DECLARED = "DECLARED"
    UNFINISHED = "UNFINISHED"
    CONTRADICTED = "CONTRADICTED"
    ILLEGAL = "ILLEGAL"
    UNREADABLE = "UNREADABLE"

    @property
    def exit_code(self) -> int:
        """The exit code of `kifu verify` for a record of this status."""
        return EXIT_CODES[self]

    @property
    def label(self) -> Message:
        """The status in words."""
        return STATUS_LABELS[self]

    @property
    def heading(self) -> Message:
        """Status as programs name it, explained where the word is unclear."""
        return Message(f"{self.value} {self.label.ja}", f"{self.value}{ENGLISH_REMARKS.get(self, '')}")


STATUS_LABELS = {
    Status.CONFIRMED: Message("確認済み", "confirmed"),
    Status.DECLARED: Message("申告のとおり (規則では決められません)", "as declared (the rules cannot confirm it)"),
    Status.UNFINISHED: Message("未了", "unfinished"),
    Status.CONTRADICTED: Message("記録と食い違い", "contradicts the record"),
    Status.ILLEGAL: Message("反則", "illegal"),
    Status.UNREADABLE: Message("判定不能", "unreadable"),
}

SUSPICION = Message("書き違いの疑い", "suspected slip of the pen")
"""What an illegal move is called that a slip of the pen explains."""
BREACH = Message("規則に合わない", "illegal")
"""What an illegal move is called as long as no slip of the pen has been looked for."""
SUSPECTED = Message(f"ILLEGAL {SUSPICION.ja}", f"ILLEGAL ({SUSPICION.en})")
"""The heading of a verdict on an illegal move that a slip of the pen explains."""

ENGLISH_REMARKS = {
    Status.DECLARED: " (the rules cannot confirm it)",
    Status.CONTRADICTED: " (the rules find otherwise)",
}
