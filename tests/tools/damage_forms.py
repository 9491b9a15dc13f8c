"""Damages the written forms of tests/data/forms/ and looks whether something is lost or guessed in silence.

.venv/bin/python tests/tools/damage_forms.py --copies 200000 [--seed 1]
"""

import random
import sys
from collections import Counter
from pathlib import Path

import click

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "support")]

import form_faults  # noqa: E402 - found in the folder just named
import written_forms  # noqa: E402


@click.command()
@click.option("--copies", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--show", default=10, show_default=True, help="The faulty texts that are shown.")
def main(copies, seed, show):
    """Count the faults of damaged copies."""
    texts = [form.text for form in written_forms.forms()]
    draw = random.Random(seed)
    faulty = Counter()
    for number in range(copies):
        text = form_faults.damaged(texts[number % len(texts)], draw)
        try:
            found = form_faults.faults_of(text)
        except Exception as raised:  # noqa: BLE001 - any exception is a fault
            found = [f"raised {type(raised).__name__}: {raised}"]
        faulty.update(fault.split(" ")[0] for fault in found[:1])
        if found and sum(faulty.values()) <= show:
            click.echo(f"--- {number}: {found[:2]}\n{text}")
    click.echo(f"{copies} copies, faulty: {dict(faulty)}")


if __name__ == "__main__":
    main()
