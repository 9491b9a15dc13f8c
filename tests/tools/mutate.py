"""Mutation testing: change one thing of a module at a time, in a copy of the tree, and see whether its tests notice.

    .venv/bin/python tests/tools/mutate.py --sample 10 --seed 1 --minutes 60
    .venv/bin/python tests/tools/mutate.py kifu/referee/compare_end_claims.py --line 40
    .venv/bin/python tests/tools/mutate.py kifu/core/squares.py tests/kifu/core -k squares

Without a module it goes through those whose mistakes would be wrong verdicts (MODULES), each with the tests named there.
A mutant that no test notices survives. The score of each module and the list of survivors, with their lines, come last.
The exit code is 1 if one survives.
"""

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from copy import deepcopy
from importlib.util import cache_from_source
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import click

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache")
SWAPS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
PATIENCE = 4
"""A mutant may take this many times as long as the tests do without one; then it counts as noticed."""
SIX = tuple(f"tests/kifu/games/six/test_{part}.py" for part in ("articles", "source_cases", "rules_against_naive"))
UNION = tuple(
    f"tests/kifu/games/union/test_{part}.py"
    for part in ("articles", "expected_articles", "sources", "records", "samples", "naive")
)
RENGO = tuple(
    f"tests/kifu/games/rengo/test_{part}.py"
    for part in ("scenarios", "many_leaps", "records", "setups", "second_computation", "whole_games")
)
REFEREE = ("tests/kifu/referee", "tests/notation/formats", "tests/kifu/games/union/test_records.py")
MODULES = {
    "kifu/games/six/rules.py": SIX,
    "kifu/games/six/breach.py": SIX,
    "kifu/games/union/rules.py": UNION,
    "kifu/games/union/breach.py": UNION,
    "kifu/games/rengo/jump_moves.py": RENGO,
    "kifu/games/rengo/check_detection_and_effect_breaches.py": RENGO,
    "kifu/games/rengo/mandatory_capture.py": RENGO,
    "kifu/games/rengo/score_and_evaluation.py": RENGO,
    "kifu/referee/verify.py": REFEREE,
    "kifu/referee/resolve.py": REFEREE,
    "kifu/referee/replay.py": REFEREE,
    "kifu/referee/compare.py": REFEREE,
    "kifu/referee/decide.py": REFEREE,
    "kifu/referee/compare_end_claims.py": REFEREE,
    "notation/formats/kif_record_reader.py": ("tests/notation/formats", "tests/notation/test_round_trip.py"),
}
"""The modules whose mistakes would be wrong verdicts, and the tests that are to notice them: the quick ones first."""


class Mutant(NamedTuple):
    """A module with one thing changed."""

    line: int
    before: str
    after: str
    number: int
    """Of the changed part, in the order in which the parts of the module are walked."""
    which: int
    """Of the changes of that part."""
    whole: str
    """The source of the module, unchanged."""

    @property
    def source(self):
        """Return the source of the module with the change."""
        tree = ast.parse(self.whole)
        place = next(islice(ast.walk(tree), self.number, None))
        _put(tree, place, list(_changes(place))[self.which])
        return ast.unparse(tree)


def mutants(source):
    """Return every mutant of a module: comparisons, and/or, +/-, numbers one off, True/False, and `not` left out."""
    tree = ast.parse(source)
    for node in list(ast.walk(tree)):
        for unused in _only_for_type_checkers(node):
            for inner in ast.walk(unused):
                inner.unused = True
    return [
        Mutant(node.lineno, ast.unparse(node), ast.unparse(changed), number, which, source)
        for number, node in enumerate(ast.walk(tree))
        if not hasattr(node, "unused")
        for which, changed in enumerate(_changes(node))
    ]


def _only_for_type_checkers(node):
    """Return the parts of a node that do not run: annotations, and what stands under TYPE_CHECKING."""
    parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        parts += node.body
    return [part for part in parts if isinstance(part, ast.AST)]


def _changes(node):
    """Yield what a node may be changed to."""
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            for other in SWAPS[type(operator)]:
                yield ast.Compare(node.left, [*node.ops[:at], other(), *node.ops[at + 1 :]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(SWAPS[type(node.op)][0](), node.values)
    elif isinstance(node, ast.BinOp) and type(node.op) in SWAPS:
        yield ast.BinOp(node.left, SWAPS[type(node.op)][0](), node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _put(tree, place, changed):
    """Put a node in the place of another one."""
    changed = ast.copy_location(deepcopy(changed), place)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is place:
                setattr(parent, field, changed)
            elif isinstance(value, list):
                value[:] = [changed if one is place else one for one in value]
    ast.fix_missing_locations(tree)


def noticed(copy, module, source, tests, seconds):
    """Tell whether the tests fail, or take too long, with another source of a module in a copy of the tree."""
    path = copy / module
    path.write_text(source, "utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *tests]
    settings = {**os.environ, "PYTEST_ADDOPTS": ""}  # what the caller adds to its own run is not for this one
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, timeout=seconds, check=False, env=settings)
    except subprocess.TimeoutExpired:
        return True
    if done.returncode > 1 and b"rror" not in done.stdout:
        raise click.ClickException(done.stdout.decode(errors="replace") or done.stderr.decode(errors="replace"))
    return done.returncode != 0


def chosen(source, sample, seed, lines):
    """Return the mutants of a module on these lines, or on all; `sample` of them by lot, in the order of the source."""
    found = [mutant for mutant in mutants(source) if not lines or mutant.line in lines]
    if sample is None or sample >= len(found):
        return found
    return sorted(random.Random(seed).sample(found, sample))


class Score(NamedTuple):
    """What became of the mutants of a module."""

    module: Path
    tried: int
    left: int
    """Mutants for which there was no time."""
    survivors: list[Mutant]

    def __str__(self):
        """Say how many were killed."""
        killed = self.tried - len(self.survivors)
        untried = f", {self.left} not tried" if self.left else ""
        return f"{self.module}: {killed} of {self.tried} killed ({killed / max(1, self.tried):.0%}){untried}"


def scored(copy, module, tests, wanted, until):
    """Try mutants of a module in a copy of the tree, until a moment of the monotonic clock. Return its Score.

    Raises click.ClickException if the tests fail without any mutant.
    """
    source = (ROOT / module).read_text("utf-8")
    start = monotonic()
    if noticed(copy, module, source, tests, None):
        message = f"{module}: the tests fail without any mutant"
        raise click.ClickException(message)
    seconds = PATIENCE * (monotonic() - start) + 10
    survivors, tried = [], 0
    for mutant in wanted:
        if monotonic() >= until:
            break
        tried += 1
        if not noticed(copy, module, mutant.source, tests, seconds):
            survivors.append(mutant)
    (copy / module).write_text(source, "utf-8")  # the next module is tried beside this one as it is
    return Score(module, tried, len(wanted) - tried, survivors)


@click.command()
@click.argument("module", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("tests", nargs=-1)
@click.option("--sample", type=click.IntRange(1), help="How many mutants of a module, by lot; all of them without it.")
@click.option("--seed", default=0, show_default=True, help="Of the lot.")
@click.option("--line", "lines", type=int, multiple=True, help="Only mutants of these lines.")
@click.option("--minutes", type=float, help="For all modules together; each gets its share of what is left.")
def main(module, tests, sample, seed, lines, minutes):  # noqa: PLR0913, PLR0917 - a command line
    """Run TESTS (paths and options of pytest) on mutants of MODULE, from the folder of the project.

    Without TESTS those named for the module are run; without MODULE all modules named in this file are gone through.
    """
    names = [module.resolve().relative_to(ROOT).as_posix()] if module else list(MODULES)
    if not tests and names[0] not in MODULES:
        message = f"no tests are named for {names[0]}; name some"
        raise click.UsageError(message)
    end = monotonic() + 60 * minutes if minutes else float("inf")
    scores = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        for number, name in enumerate(names):
            wanted = chosen((ROOT / name).read_text("utf-8"), sample, seed, lines)
            share = (end - monotonic()) / (len(names) - number)
            scores.append(scored(copy, Path(name), tests or MODULES[name], wanted, monotonic() + share))
            click.echo(scores[-1])
    for score in scores:
        for mutant in score.survivors:
            click.echo(f"{score.module}:{mutant.line}: survives: {mutant.before}  →  {mutant.after}")
    survivors, tried = sum(len(score.survivors) for score in scores), sum(score.tried for score in scores)
    click.echo(f"{tried - survivors} of {tried} killed, {survivors} survive")
    sys.exit(min(1, survivors))


if __name__ == "__main__":
    main()
