"""Inputs of a dossier from the command line."""

from __future__ import annotations

import click

from analysis.dossier import read_sheet
from analysis.dossier.inputs import BESIDE, JOURNAL, TOML, TXT, Input, InputRole, Inputs, UnusableInput, kind_of
from kifu.cli.arguments.files import Unreadable, contents, one_file_wanted, open_diagnostic
from kifu.cli.arguments.options import STANDARD_STREAM
from kifu.cli.arguments.rules_option import rules_of
from kifu.cli.printing.language import say, usage_error
from kifu.core.errors import KifuError
from kifu.core.message import visible
from kifu.games.variants import named_file
from notation.formats.kif_head import Rules
from notation.limits import LIMITS, file_too_large
from notation.named_variant_file import read_given
from notation.reading import read

MAX_INPUTS = 3
"""A, B and JOURNAL."""


def inputs_of(paths: tuple[str, ...], rules: str | None) -> Inputs:
    """Read the inputs of a dossier.

    Raises Unreadable for one that gives no dossier, and click.UsageError.
    """
    if len(paths) > MAX_INPUTS:
        raise usage_error("A、B、JOURNAL の三つまでです", "there are A, B and JOURNAL, not more")
    if paths.count(STANDARD_STREAM) > 1:
        raise usage_error("- (標準入力) は一度だけです", "- (standard input) can be given once")
    data = [_contents(path) for path in paths]
    kinds = [kind_of(one, path) for one, path in zip(data, paths, strict=True)]
    roles = [InputRole.A, InputRole.B, InputRole.JOURNAL][: len(paths)]
    if kinds[1:] == [JOURNAL] and kinds[0] != JOURNAL:
        roles = [InputRole.A, InputRole.JOURNAL]
    if len(paths) == MAX_INPUTS and kinds[-1] != JOURNAL and read("", data[-1]).records:
        raise usage_error(
            "三つ目は記録簿 (….journal) です。三枚目の棋譜は kifu reconcile で比べられます",
            "the third is a journal (….journal); kifu reconcile compares a third record",
        )
    found = [
        Input(role, JOURNAL if role is InputRole.JOURNAL else kind, one)
        for role, kind, one in zip(roles, kinds, data, strict=True)
    ]
    given = _given_rules(rules)
    named = dict(zip(roles, paths, strict=True))
    for role in (InputRole.A, InputRole.B):
        if role in named and not given:
            found += _beside(Inputs(tuple(found)), role, named[role])
    inputs = Inputs.from_files({one.file: one.data for one in (*found, *given)})
    for role in (InputRole.A, InputRole.B):
        if role in named:
            _require_game(inputs, role, named[role])
    return inputs


def _beside(inputs: Inputs, role: InputRole, path: str) -> list[Input]:
    """Return the variant file that a sheet names, as an input."""
    opened, source = [], rules_of(path).load

    def load(name: str) -> str:
        assert source is not None  # noqa: S101 - rules that are not given come from files
        opened.append(source(name))
        return opened[-1]

    _require_game(inputs, role, path, Rules(load))
    return [Input(BESIDE[role], TOML, text.encode()) for text in opened[:1]]


def _require_game(inputs: Inputs, role: InputRole, path: str, rules: Rules | None = None) -> None:
    """Raise Unreadable for a sheet without a known game.

    `rules` open the variant file that it names.
    """
    try:
        read_sheet(inputs, role, rules)
    except UnusableInput as refused:
        raise Unreadable(f"{visible(path)}: {say(refused.message)} [{refused.code}]") from None


def _given_rules(rules: str | None) -> list[Input]:
    """Return the rules of `--rules` as inputs; raises click.UsageError."""
    if rules is None:
        return []
    file = named_file(rules)
    try:
        if file is None:
            return [Input(InputRole.RULES, TXT, f"{rules}\n".encode())]
        text = read_given(file.name)
        name = f"{InputRole.RULES.value}.{TOML}"
        return [
            Input(InputRole.RULES, TXT, f"{name}{file.options}\n".encode()),
            Input(InputRole.RULES, TOML, text.encode()),
        ]
    except KifuError as unreadable:
        raise click.UsageError(say(unreadable.message)) from None
    except UnicodeEncodeError:
        raise usage_error("--rules が文字として読めません", "--rules is no text") from None


def _contents(path: str) -> bytes:
    """Return the bytes of an input. Raises Unreadable."""
    shown = visible(path)
    try:
        data = contents(path)
    except (OSError, ValueError) as failed:
        raise Unreadable(say(open_diagnostic(failed, shown, one_file_wanted(path)).message)) from None
    if len(data) > LIMITS.file:
        raise Unreadable(f"{shown}: {say(file_too_large().message)}")
    return data
