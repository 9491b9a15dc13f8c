"""The contract of a game as tests, for any package's games.

docs/adding-a-game.md shows how.
    pytest -p kifu.testing --pyargs kifu.testing --game reversi

holds the game `reversi` to the contract; ``--game`` may come several times, and without it every game that is installed is
tested. This module is the plugin of pytest that knows the option. The tests use the contract alone, no record and no sample.
Those of machine code are skipped for a game that does not compile and where numba is not installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

CHOSEN = "kifu_games"
"""The name under which pytest keeps the ids that ``--game`` names."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--game``."""
    parser.addoption(
        "--game", dest=CHOSEN, action="append", metavar="ID", help="the game that kifu.testing tests; default: all"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse an unknown game id, naming left-out packages. Raises UsageError."""
    import pytest  # noqa: PLC0415 - the program has this module without pytest too

    from kifu.core import games  # noqa: PLC0415 - a plugin is loaded before coverage watches
    from kifu.core.errors import UnknownGame  # noqa: PLC0415 - as above

    for game_id in config.getoption(CHOSEN) or ():
        try:
            games.load(game_id)
        except UnknownGame as unknown:
            raise pytest.UsageError(*(message.en for message in (*games.rejected_games(), unknown.message))) from None
