"""Marks `slow`, `nightly` and `sweep` the cases of known durations; --record-durations times those that run and writes them down.

tests/durations.json names the cases of SLOW seconds of processor time or more; a case that it does not name is quick.
Loading what a case needs counts where the case is the first to need it, so --record-durations loads the heavy libraries before.
A case that uses machine code is slow at least: where none is kept, making it takes seconds.
"""

import json
import os
from contextlib import suppress
from functools import wraps
from importlib import import_module
from itertools import takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DURATIONS = ROOT / "tests/durations.json"
SLOW, NIGHTLY, UNLISTED = 0.03, 0.3, 1.0
"""Seconds of processor time from which on a case is slow, is nightly (and slow), and is named if it is not written down."""
RULES = ("tests/kifu/games/", "tests/test_contract", "tests/test_perft.py")
"""The tests of the rules, which is what the README's command is for: more of them stay in it."""
NIGHTLY_RULES = 0.7
SWEEP = 2.0
"""Seconds from which on a nightly case is left to .ci/sweep: it costs as much as four others, and .ci/run is to take half an hour."""
AT_EACH_LANDING = (
    *RULES,
    "tests/kifu/web/standalone/test_same_as_the_commands.py",
    "tests/notation/freeform/test_fouls.py",
    "tests/notation/freeform/test_linear.py",
    "tests/notation/freeform/test_typed_records.py",
    "tests/notation/freeform/test_fragments.py",
)
"""Files without a case that is left to .ci/sweep for its time: rules, fouls, texts that would hang the reader, the page as
commands, and corpora that mark themselves what is no part of their sample."""
STEPS = (0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150)
"""What is written down is rounded to these, and stays where a new time is near it: few lines change."""
NEAR = 1.5
HEAVY = ("duckdb", "matplotlib.pyplot", "numba", "pandas", "pyarrow", "reportlab.pdfgen.canvas")


def pytest_addoption(parser):
    """Add --record-durations."""
    parser.addoption(
        "--record-durations", action="store_true", help="measure the cases that run; write tests/durations.json"
    )


def pytest_configure(config):
    """Measure if asked to."""
    if config.option.record_durations:
        config.pluginmanager.register(Measuring(config))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the cases: a browser is always nightly."""
    known = written()
    for item in items:
        file, _, case = item.nodeid.partition("::")
        seconds = NIGHTLY_RULES if item.get_closest_marker("browser") else known.get(file, {}).get(case, 0)
        if seconds >= SLOW:
            item.add_marker("slow")
        if seconds >= (NIGHTLY_RULES if file.startswith(RULES) else NIGHTLY):
            item.add_marker("nightly")
        if seconds >= SWEEP and not file.startswith(AT_EACH_LANDING):
            item.add_marker("sweep")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Time each call: the report takes it along, from a worker too."""
    start = processor()
    result = yield
    item.user_properties.append(("called", processor() - start))
    return result


def pytest_terminal_summary(terminalreporter):
    """Name the cases that are nightly though they are not written down so: each run that is to be quick pays for them.

    More than that limit is asked for: on a busy machine a case takes longer than where it was written down.
    """
    for report in terminalreporter.getreports("passed"):
        if dict(report.user_properties).get("called", 0) >= UNLISTED and "slow" not in report.keywords:
            terminalreporter.write_line(f"nightly, and not in {DURATIONS.name} (--record-durations): {report.nodeid}")


def written():
    """Return what is written down: file → case → seconds."""
    return json.loads(DURATIONS.read_text("utf-8"))


def processor():
    """Return the processor time of this process, and of those that it started and waited for."""
    return sum(os.times()[:4])


def stepped(seconds, before=0):
    """Return a time as it is written down, where `before` was: 0 for a quick one.

    >>> stepped(0.02), stepped(0.6), stepped(0.6, before=0.7), stepped(6, before=5), stepped(6, before=3)
    (0, 0.5, 0.7, 5, 5)
    """
    if before and before / NEAR <= seconds <= before * NEAR:
        return before
    return max(takewhile(lambda step: step <= seconds, STEPS), default=0)


def updated(known, measured, *, whole):
    """Return what to write down, given what was, and what was measured (case → seconds, None if it did not pass).

    If whole files ran, what is known of cases that these files no longer have is left out.
    """
    new = {file: {} if whole and file in measured else dict(cases) for file, cases in known.items()}
    for file, cases in measured.items():
        for case, seconds in cases.items():
            before = known.get(file, {}).get(case, 0)
            new.setdefault(file, {})[case] = before if seconds is None else stepped(seconds, before)
    slow = {file: {case: cases[case] for case in sorted(cases) if cases[case]} for file, cases in sorted(new.items())}
    return {file: cases for file, cases in slow.items() if cases}


class Measuring:
    """Measures each case alone: its call, and what it takes to set up its fixtures, whichever case set them up."""

    def __init__(self, config):
        """Take the configuration: a run of whole files is told from one of some cases."""
        self.fixtures = {}
        self.measured = {}
        self.uses = 0
        option = config.option
        self.whole = not (option.keyword or option.markexpr or any("::" in path for path in config.args))
        for name in HEAVY:
            with suppress(ImportError):
                import_module(name)
        with suppress(ImportError):
            bind, code_cache = map(
                import_module, ("kifu.core.compiled.bind_and_compile", "kifu.core.compiled.machine_code_cache")
            )
            bind._compile_layers, kept = self._counting(bind._compile_layers), code_cache.cached_kernel
            code_cache.cached_kernel = lambda *given: self._counting(kept(*given))

    def _counting(self, function):
        """Return a function that counts its calls as uses of machine code."""

        @wraps(function)
        def call(*arguments):
            self.uses += 1
            return function(*arguments)

        return call

    def _seconds(self, start, uses):
        """Return the time since `start`, at least SLOW if machine code was used since."""
        return max(processor() - start, SLOW if self.uses > uses else 0)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef):
        """Measure a fixture."""
        start, uses = processor(), self.uses
        result = yield
        self.fixtures[fixturedef] = self._seconds(start, uses)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        """Measure a call. The report takes it along, from a worker too."""
        start, uses = processor(), self.uses
        result = yield
        named = item._fixtureinfo.name2fixturedefs
        fixtures = sum(self.fixtures.get(named[name][-1], 0) for name in item.fixturenames if name in named)
        item.user_properties.append(("processor", self._seconds(start, uses) + fixtures))
        return result

    def pytest_runtest_logreport(self, report):
        """Keep what a report took along."""
        if report.when == "teardown":
            file, _, case = report.nodeid.partition("::")
            self.measured.setdefault(file, {})[case] = dict(report.user_properties).get("processor")

    def pytest_sessionfinish(self, session):
        """Write down what was measured, once: not in a worker."""
        if not hasattr(session.config, "workerinput"):
            known = {file: cases for file, cases in written().items() if (ROOT / file).exists()}
            new = updated(known, self.measured, whole=self.whole)
            DURATIONS.write_text(json.dumps(new, ensure_ascii=False, indent=1) + "\n", "utf-8")
