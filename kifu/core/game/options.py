"""Options of a game, and rule sets and variant files in 規則.

Where the pages are silent, a record may choose a reading. Every game lists its options as
:class:`~kifu.core.game.options.RuleOption`; this module is the one place that reads and spells them.
"""

from __future__ import annotations

import re
import unicodedata
from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kifu.core.errors import InvalidSetup
from kifu.core.game.rules import Identity
from kifu.core.message import Message, quoted

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
        raise self._no_variants_error(name)

    def default_variant(self) -> str:
        """Return the text of the game's own variant file.

        Raises InvalidSetup for a game without variants.
        """
        raise self._no_variants_error(self.id)

    def _no_variants_error(self, name: str) -> InvalidSetup:
        return InvalidSetup(
            "no-variants",
            Message(f"{self.name.ja}に規則のファイルはありません", f"{self.name.en} takes no variant file"),
            width=max(1, len(name)),
        )


def unchosen_option_values(game: Options) -> Iterator[tuple[RuleOption, str]]:
    """Each option with each named value that is not chosen, in order."""
    for option in game.options:
        if not option.number:
            for value in option.values:
                if value != game.chosen[option.name]:
                    yield option, value


NO_FILES = Message("", "")


class RuleSet(NamedTuple):
    """Rule set of a game, with options for records."""

    name: str
    """The name in 規則, such as ``six/1``."""
    game: Message
    options: tuple[RuleOption, ...] = ()
    aliases: tuple[str, ...] = ()
    """Further names that mean the same, such as ``six``."""
    files: Message = NO_FILES
    """The end of the message about an unknown rule set, for games that read variant files."""

    @property
    def defaults(self) -> dict[str, str]:
        """The default value of each option."""
        return {option.name: option.default for option in self.options}

    def spell(self, chosen: Mapping[str, str]) -> str:
        """Return the rules as a record names them.

        Only the options that differ from their default are named.
        """
        named = (f"{name}={chosen[name]}" for name, value in self.defaults.items() if chosen[name] != value)
        return " ".join((self.name, *named))

    def parse(self, named: str | None) -> dict[str, str]:
        """Return the value of each option. `named` is the text of 規則.

        None stands for the rule set without options. Full-width characters count as half-width ones. Raises
        InvalidSetup for an unknown rule set, option or value, and for an option that comes twice.
        """
        written = unicodedata.normalize("NFKC", self.name if named is None else named)
        rest = self._index_behind_name(written)
        if rest is None:
            raise self._unknown_rules_error(named or "")
        return self.read_options(written[rest:], rest)

    def read_options(self, text: str, offset: int = 0) -> dict[str, str]:
        """Return the value of each option.

        `text` is the rest of 規則 behind the name, `offset` the length of the name. Full-width characters count as
        half-width ones. Raises InvalidSetup for an unknown option or value, and for an option that comes twice.
        """
        chosen: dict[str, str] = {}
        for word in re.finditer(r"\S+", unicodedata.normalize("NFKC", text)):
            name, _, value = word[0].partition("=")
            option = next((option for option in self.options if option.name == name), None)
            if option is None or name in chosen or not option.allows(value):
                raise self._unknown_option_error(word[0], offset + word.start())
            chosen[name] = value
        return self.defaults | chosen

    def flags(self, chosen: Mapping[str, str]) -> int:
        """Bit set of options that do not have their defaults.

        Bit n stands for option n, which has two values.
        """
        return sum(1 << bit for bit, option in enumerate(self.options) if chosen[option.name] != option.default)

    def of_flags(self, flags: int) -> dict[str, str]:
        """Return the value of each option under these flags (see :meth:`flags`)."""
        return {option.name: option.values[flags >> bit & 1] for bit, option in enumerate(self.options)}

    def with_value(self, chosen: Mapping[str, str], name: str, value: str) -> dict[str, str]:
        """Return `chosen` with another value of one option.

        Raises ValueError for an option or a value that there is not.
        """
        if not any(option.name == name and option.allows(value) for option in self.options):
            raise ValueError(f"{self.name} has no option {name}={value}")
        return {**chosen, name: value}

    def _index_behind_name(self, rules_text: str) -> int | None:
        """Return the index behind the name of the rule set.

        None if another name stands there.
        """
        begin = len(rules_text) - len(rules_text.lstrip())
        for name in (self.name, *self.aliases):
            end = begin + len(name)
            if rules_text.startswith(name, begin) and rules_text[end : end + 1].strip() == "":
                return end
        return None

    @property
    def _example(self) -> str:
        # The last option with a fixed list of values shows how one is written.
        option = next((option for option in reversed(self.options) if len(option.values) > 1), None)
        return self.name if option is None else f"{self.name} {option.name}={option.values[1]}"

    def _unknown_rules_error(self, rules_text: str) -> InvalidSetup:
        """Error of a rule set that the game does not have."""
        choose = f"、「{self._example}」のように選べます" if self.options else ""
        with_options = f", with options like {self._example}" if self.options else ""
        return InvalidSetup(
            "unknown-rules",
            Message(
                f"規則「{quoted(rules_text)}」はありません。{self.game.ja}の規則は「{self.name}」で{choose or 'す'}{self.files.ja}",
                f"there is no rule set '{quoted(rules_text)}'; {self.game.en} has '{self.name}'{with_options}{self.files.en}",
            ),
            width=max(1, len(rules_text)),
        )

    def _unknown_option_error(self, word: str, offset: int) -> InvalidSetup:
        """Error of a word that is no option, with the known ones."""
        shown = quoted(word)
        if not self.options:
            message = Message(
                f"規則の「{shown}」が読めません。{self.game.ja}の規則に選べるものはありません。「{self.name}」とだけ書いてください",
                f"'{shown}' is no option of the rules; {self.game.en} has none: write just {self.name}",
            )
        else:
            known = " ".join(option.usage for option in self.options)
            message = Message(
                f"規則の「{shown}」が読めません。選べるのは {known} で、一度ずつです。「{self._example}」のように書きます",
                f"'{shown}' is no option of the rules; there are {known}, each at most once; write it like {self._example}",
            )
        return InvalidSetup("unknown-option", message, offset=offset, width=len(word))


VARIANT_ENDING = ".toml"
# A name may hold blanks and ends with the last ending that blanks or nothing follow: no option has such an ending.
_NAMED = re.compile(
    rf"\s*(\S.*{re.escape(VARIANT_ENDING)}|{re.escape(VARIANT_ENDING)})(?!\S)", re.IGNORECASE | re.DOTALL
)


class VariantFile(NamedTuple):
    """Variant file that 規則 names, or one for all records."""

    name: str
    text: str
    options: str = ""
    """The options behind its name, with the blanks before them, such as `` last=must``."""


class NamedFile(NamedTuple):
    """The two parts of the text after 規則, such as ``my-king.toml last=must``."""

    name: str
    """The name of the variant file."""
    options: str
    """The rest of the text, with the blanks before it; empty if no options are named."""


def named_file(rules: str | None) -> NamedFile | None:
    """Variant file and options named after 規則; None without a file."""
    named = None if rules is None else _NAMED.match(rules)
    if rules is None or named is None:
        return None
    return NamedFile(named[1], rules[named.end() :].rstrip())


def names_a_file(rules: str | None) -> bool:
    """Tell whether `rules`, the text after 規則, names a variant file."""
    return named_file(rules) is not None


G = TypeVar("G", bound=Options)


def configure_game(game: G, rules: str | None, head: Mapping[str, str], file: VariantFile | None) -> G:
    """Return `game` under the rules that a record names.

    Raises InvalidSetup for unknown rules and for a faulty file.
    """
    if file is not None:
        own = game.variant(file.name, file.text)
        return own.configure(own.rules + file.options, head) if file.options else own
    if rules is not None and names_a_file(rules):
        raise InvalidSetup(
            "variant-not-read",
            Message(
                f"規則のファイル「{quoted(rules)}」が読まれていません",
                f"the variant file '{quoted(rules)}' has not been read",
            ),
            width=len(rules),
        )
    return game.configure(rules, head)
