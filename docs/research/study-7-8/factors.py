"""Plays the pairs of random sets of the study again: python docs/research/study-7-8/factors.py sevens-1000 DIR.

DIR gets games.csv (a row a game), regression.csv (what decides them) and course.csv (plies, endings, 怨 and moves): the files of the
folder of that name here, byte for byte. Each game is kept as soon as it is over; broken off, the same command goes on.
"""

from __future__ import annotations

from pathlib import Path

import click
from pair_figures import COURSE, GAMES, REGRESSION, coefficients, course, course_rows, game_rows, regression_rows
from pairs import PAIRS, PairSettings, batch_of

from kifu.cli.printing.guarded_output_and_progress import rows_as_csv
from kifu.cli.read_and_write_files import write_file
from kifu.cli.study_store import open_study_folder, refuse_overwriting

FILES = ("games.csv", "regression.csv", "course.csv")
FOLDERS = {
    "sevens-1000": PairSettings("six", 7, 4000, 1000, 1, 300),
    "sevens-200": PairSettings("six", 7, 2000, 200, 2, 300),
    **{f"seven-{rival}": PairSettings("six", 7, 300, 1000, 3, 300, rival=rival) for rival in (4, 5, 6, 8, 9, 10)},
}
"""What decides the games of each folder."""


def tables(settings: PairSettings, output: Path, workers: int) -> tuple[str, str, str]:
    """Play the games that the folder does not keep yet; return the texts of :data:`FILES`."""
    with open_study_folder(output, settings, workers, PAIRS, FILES) as place:
        played = place.play_batch(batch_of(settings))
    return (
        rows_as_csv(GAMES, game_rows(played)),
        rows_as_csv(REGRESSION, regression_rows(tuple(coefficients(settings, played)))),
        rows_as_csv(COURSE, course_rows(tuple(course(played)))),
    )


@click.command()
@click.argument("name", type=click.Choice(list(FOLDERS)))
@click.argument("output", type=click.Path(path_type=Path))
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that play at once."
)
def command(name: str, output: Path, workers: int) -> None:
    """Play the games of a folder of the study again, and write its tables to OUTPUT."""
    refuse_overwriting(output, FILES, force=False)
    for file, text in zip(FILES, tables(FOLDERS[name], output, workers), strict=True):
        write_file(output / file, text.encode(), force=False)


if __name__ == "__main__":
    command()
