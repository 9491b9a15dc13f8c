"""Mutation testing: change one thing of a module at a time, in a copy of the tree, and see whether its tests notice.

    .venv/bin/python tests/tools/mutate.py kifu/referee/claims.py tests/kifu/referee/test_verify.py --sample 50 --seed 1

A mutant that no test notices survives: it is printed with its line. Those in `--line` alone, or a sample by lot, may be
asked for. The exit code is 1 where one survives.
"""

import ast
import random
import shutil
import subprocess
import sys
import tempfile
from copy import deepcopy
from importlib.util import cache_from_source
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
"""A mutant may take so many times as long as the tests do without one; then it counts as noticed."""


class Mutant(NamedTuple):
    """A module with one thing changed."""

    line: int
    before: str
    after: str
    source: str


def mutants(source):
    """Return every mutant of a module: comparisons, and/or, +/-, numbers one off, True/False, and `not` left out."""
    tree = ast.parse(source)
    for node in list(ast.walk(tree)):
        for unused in _only_for_type_checkers(node):
            for inner in ast.walk(unused):
                inner.unused = True
    found = []
    for number, node in enumerate(ast.walk(tree)):
        for changed in () if hasattr(node, "unused") else _changes(node):
            whole = deepcopy(tree)
            place = next(there for at, there in enumerate(ast.walk(whole)) if at == number)
            _put(whole, place, changed)
            found.append(Mutant(node.lineno, ast.unparse(node), ast.unparse(changed), ast.unparse(whole)))
    return found


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
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return True
    if done.returncode > 1 and b"rror" not in done.stdout:
        raise click.ClickException(done.stdout.decode(errors="replace") or done.stderr.decode(errors="replace"))
    return done.returncode != 0


@click.command()
@click.argument("module", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("tests", nargs=-1, required=True)
@click.option("--sample", type=int, help="So many mutants by lot; all of them without it.")
@click.option("--seed", default=0, show_default=True, help="Of the lot.")
@click.option("--line", "lines", type=int, multiple=True, help="Only mutants of these lines.")
def main(module, tests, sample, seed, lines):
    """Run TESTS (paths and options of pytest) on mutants of MODULE, from the folder of the project."""
    module = module.resolve().relative_to(ROOT)
    source = (ROOT / module).read_text("utf-8")
    chosen = [mutant for mutant in mutants(source) if not lines or mutant.line in lines]
    if sample is not None and sample < len(chosen):
        chosen = sorted(random.Random(seed).sample(chosen, sample))
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        start = monotonic()
        if noticed(copy, module, source, tests, None):
            message = "the tests fail without any mutant"
            raise click.ClickException(message)
        seconds = PATIENCE * (monotonic() - start) + 10
        for mutant in chosen:
            if not noticed(copy, module, mutant.source, tests, seconds):
                survivors += 1
                click.echo(f"{module}:{mutant.line}: survives: {mutant.before}  →  {mutant.after}")
    killed = len(chosen) - survivors
    click.echo(f"{module}: {killed} of {len(chosen)} killed ({killed / max(1, len(chosen)):.0%})")
    sys.exit(min(1, survivors))


if __name__ == "__main__":
    main()
