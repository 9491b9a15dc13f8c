"""Options of rengo.57: ``規則：rengo/1 name=value …``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.options import RuleOption, RuleSet
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RULES = RuleSet(
    "rengo/1",
    Message("続・連合将棋", "続・連合将棋"),
    (
        RuleOption("budget", ("100",), "rengo.7", number="[0-9]{1,6}"),
        RuleOption("kan", ("1", "2"), "rengo.6"),
        RuleOption("jin", ("half", "zone"), "rengo.3", also=("rengo.30",)),
        RuleOption("nari", ("move", "stop"), "rengo.24"),
        RuleOption("pawn2", ("on", "off"), "rengo.18"),
        RuleOption("kinshi", ("all", "nonking"), "rengo.34"),
        RuleOption("hasami", ("take", "immune"), "rengo.38"),
        RuleOption("saki", ("capture", "five"), "rengo.42"),
        RuleOption("komi", ("6.5",), "rengo.55", number=r"-?[0-9]{1,4}(?:\.[0-9]{1,2})?"),
    ),
    aliases=("rengo",),
)
USUAL_LENGTH = 200
"""The characters of a text of 規則 up to which it is remembered: records of one file mostly have the same."""
NUMBERS = {"budget": int, "kan": int, "komi": float}
"""The types of the options whose value is a number."""


class RengoOptions(NamedTuple):
    """The readings that a record may choose.

    The defaults are the rulings with the mark ⚖.
    """

    budget: int = 100
    kan: int = 1
    jin: str = "half"
    nari: str = "move"
    pawn2: str = "on"
    kinshi: str = "all"
    hasami: str = "take"
    saki: str = "capture"
    komi: float = 6.5

    def by_name(self) -> dict[str, str]:
        """Return the value of each option as text."""
        return {name: str(value) for name, value in self._asdict().items()}

    def spell(self) -> str:
        """Return the rule set as a record names it.

        It names only options that differ from their default.
        """
        return RULES.spell(self.by_name())


def parse_rules(rules_text: str | None) -> RengoOptions:
    """Read the text of 規則.

    Raises InvalidSetup for an unknown rule set, option or value, and for an option that comes twice.
    """
    if rules_text is None or len(rules_text) <= USUAL_LENGTH:
        return _cached_options(rules_text)
    return options_of(RULES.parse(rules_text))


@lru_cache(maxsize=1 << 6)
def _cached_options(text: str | None) -> RengoOptions:
    return options_of(RULES.parse(text or None))


def options_of(chosen: Mapping[str, str]) -> RengoOptions:
    """Return the options with these values."""
    return RengoOptions(**{name: NUMBERS.get(name, str)(value) for name, value in chosen.items()})


def differing_options(options: RengoOptions) -> Iterator[tuple[str, RengoOptions]]:
    """Options that differ in one named value, with its text."""
    now = options.by_name()
    for option in RULES.options:
        for value in option.values:
            if not option.number and now[option.name] != value:
                yield f"{option.name}={value}", options_of(now | {option.name: value})
