"""Options of a game's rules, and reconstructed or variant data."""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidSetup
from kifu.core.game.identity import Identity
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Self


class RuleOption(NamedTuple):
    """A place where the rules can be read in several ways.

    A record chooses one, as in ``規則：six/1 near=any``.
    """

    name: str
    values: tuple[str, ...]
    """The texts of its values, the default first. An option whose value is a number has its default alone."""
    article: str
    """The article that it reads, the first if there are several."""
    also: tuple[str, ...] = ()
    """Further articles that it reads."""
    number: str = ""
    """For an option whose value is a number: the regular expression of its texts."""

    @property
    def default(self) -> str:
        """The value under which a record is judged that names none."""
        return self.values[0]

    @property
    def usage(self) -> str:
        """How it is written, with all its values."""
        return f"{self.name}={'N' if self.number else '|'.join(self.values)}"

    def allows(self, value: str) -> bool:
        """Tell whether `value` is the text of one of its values."""
        return re.fullmatch(self.number, value) is not None if self.number else value in self.values


class DataEntry(NamedTuple):
    """Part of a game's data (a variant file), described, with its origin."""

    key: str
    title: Message
    lines: tuple[Message, ...]
    origin: str
    """The origin that the variant file gives: the source, the maker's other pages, reconstructed, or the file itself."""


class Options(Identity):
    """The rule set, its options, and its data."""

    rules: str
    """Rule set and version, such as ``six/1``."""
    options: tuple[RuleOption, ...] = ()
    """The options of the rule set; none for a game whose rules can be read in one way only."""
    chosen: Mapping[str, str] = {}
    """The value of each option under which this game is played."""

    @abstractmethod
    def configure(self, rules: str | None, head: Mapping[str, str]) -> Self:
        """Return this game under the rule set a record names.

        Raises InvalidSetup for one that is not known. For the rules that this game has already it returns the game
        itself: records under them are judged compiled.
        """

    def under(self, option: str, value: str) -> Self:
        """Return this game with another value of one option.

        For the value that it has already, the game itself.

        Raises ValueError for an option or a value that the rules do not have.
        """
        raise ValueError(f"{self.rules} has no option {option}={value}")

    @cached_property
    def reconstructed(self) -> Mapping[str, Message]:
        """Names and labels of reconstructed data; none by default.

        Reconstructed means: by this project, where the makers' data is lost. The name of the starting layout is
        ``start``. A record with a diagram of its own does not use it.
        """
        return {}

    def entries(self) -> tuple[DataEntry, ...]:
        """Return the data of a game, entry by entry.

        Empty for a game without a variant file.
        """
        return ()

    def variant(self, name: str, text: str) -> Self:
        """Return the game with the data of a variant file.

        Raises InvalidSetup for a wrong file, and for a game without variants.
        """
        raise self._no_variants(name)

    def default_variant(self) -> str:
        """Return the text of the game's own variant file.

        Raises InvalidSetup for a game without variants.
        """
        raise self._no_variants(self.id)

    def _no_variants(self, name: str) -> InvalidSetup:
        return InvalidSetup(
            "no-variants",
            Message(f"{self.name.ja}に規則のファイルはありません", f"{self.name.en} takes no variant file"),
            width=max(1, len(name)),
        )


def other_values(game: Options) -> Iterator[tuple[RuleOption, str]]:
    """Each option with each named value that is not chosen, in order."""
    for option in game.options:
        if not option.number:
            for value in option.values:
                if value != game.chosen[option.name]:
                    yield option, value
