"""Makes studies whose games a rule of thumb decides, so that no game is played."""

import random

from analysis.tournaments.game_tasks_and_journal import GameResult, Settings, run_plan
from analysis.tournaments.strongest_sets_and_replies import play_study

CORNERS = {0, 6, 42, 48}
SMALL = Settings(
    "six",
    grid=(6,),
    others=(30,),
    cell_games=40,
    grid_games=6,
    pool=24,
    games=4,
    finalists=3,
    shown=2,
    confirm_games=16,
    other_games=8,
)


def corners(squares):
    """Return how many corners of the board a set has."""
    return len(CORNERS.intersection(squares or ()))


def decided(task):
    """Return the result of a game: the side with more corners wins, equal sides get a random result or no end."""
    draw = random.Random(repr(task))
    difference = corners(task.a) - corners(task.b)
    winner = "a" if difference > 0 else "b" if difference < 0 else draw.choice(["a", "b", "draw", None])
    sizes = tuple(draw.randrange(9, 12) if squares is None else len(squares) for squares in (task.a, task.b))
    return GameResult(winner, draw.randrange(20, 60), sizes)


def played(settings=SMALL):
    """Return the findings of such a study and its batches."""
    batches = []

    def play(batch):
        batches.append(batch)
        return [decided(task) for task in batch.tasks]

    return run_plan(play_study(settings), play), batches
