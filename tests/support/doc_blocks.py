"""Runs the commands of fenced blocks in documents, and the records of claims."""

import re
import shlex

from click.testing import CliRunner
from helpers import verdict

from kifu.cli.main import main

LAST_CODE = "echo $?"
ARROW = " → "


def run(command, locale):
    """Run a command as a reader with that locale does. Standard error is empty unless the command fails."""
    program, *arguments = shlex.split(command)
    assert program == "kifu"
    result = CliRunner().invoke(main, arguments, env={"LC_ALL": locale}, catch_exceptions=False)
    assert result.exit_code or not result.stderr
    return result


def lines(text):
    """Return the lines of a text without the blanks at their ends."""
    return [line.rstrip() for line in text.splitlines()]


def printed(block, locale):
    """Return the lines of a console block as they ought to be: its commands, each with what it prints.

    ``echo $?`` prints the exit code of the command before it; a command without this line ends with exit code 0.
    """
    shown, code, code_shown = [], 0, True
    for line in block.splitlines():
        if not line.startswith("$ "):
            continue
        shown.append(line)
        if line[2:] == LAST_CODE:
            shown.append(str(code))
            code_shown = True
            continue
        assert code_shown or code == 0, "a command that fails is followed by its exit code"
        result = run(line[2:], locale)
        code, code_shown = result.exit_code, False
        shown += lines(result.stdout)
    assert code_shown or code == 0, "a command that fails is followed by its exit code"
    return shown


def judged(claim):
    """Return a line of a block of claims as it ought to be: ``GAME / line / line → STATUS [article or code]``."""
    record, arrow, _ = claim.rpartition(ARROW)
    assert arrow, claim
    game, *written = record.split(" / ")
    found = verdict("\n".join([f"棋種：{game}", *written, ""]))
    fault = found.fault
    ended = f" {found.outcome.article or found.outcome.termination.value}" if found.outcome else ""
    ground = f" [{fault.article or fault.code}]" if fault else ""
    return f"{record}{ARROW}{found.status.value}{ended}{ground}"


def fences(text):
    """Return the fenced blocks of a document, each as its kind and its text."""
    return re.findall(r"(?ms)^```([\w-]*)\n(.*?)^```$", text)
