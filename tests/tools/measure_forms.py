"""Counts how the written forms of tests/data/forms/ are read, by family and game.

.venv/bin/python tests/tools/measure_forms.py [--show WORD]
"""

import sys
from collections import Counter
from pathlib import Path

import click

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "support")]

import form_faults  # noqa: E402 - found in the folder just named
import written_forms  # noqa: E402


@click.command()
@click.option("--show", default="", help="Show the forms whose outcome begins so.")
@click.option("--family", default="", help="Only this family.")
def main(show, family):
    """Count the outcomes."""
    counts, noted = Counter(), Counter()
    for form in written_forms.forms():
        if family and form.family != family:
            continue
        result, why = form_faults.outcome_of(form)
        counts[form.family, result] += 1
        noted[form.family, result] += why == ""
        if show and result.startswith(show):
            click.echo(f"{result} {form.family} {form.game} {form.name}: {why[:300]}")
    for (name, result), count in sorted(counts.items()):
        click.echo(f"{name:14} {result:8} {count:5}")
    click.echo(f"{sum(counts.values())} forms")


if __name__ == "__main__":
    main()
