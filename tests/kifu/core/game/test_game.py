"""The contract of a game: a name that it does not know is refused, and what is required must be there."""

import ast
import importlib
import re
import subprocess
import sys
from functools import cached_property
from itertools import chain
from pathlib import Path

import pytest

from kifu.core import games
from kifu.core.errors import InvalidSetup
from kifu.core.game.game import CONTRACT, PARTS, REQUIRED, Game, require_complete
from kifu.core.game.rules import SIDES
from kifu.core.message import Message
from kifu.core.outcome import Outcome, Side
from kifu.core.squares import BoardSize

ROOT = Path(__file__).parents[4]
TOY = {
    **dict.fromkeys(REQUIRED, None),
    "id": "toy",
    "name": Message("おもちゃ", "toy"),
    "package": "toy",
    "board": BoardSize(3, 2),
}


def misspelt(name):
    """Return a name with its last two letters exchanged, or with another letter if they are the same."""
    return f"{name}s" if name[-1] == name[-2] else name[:-2] + name[-1] + name[-2]


@pytest.fixture(params=games.ids(), name="game")
def _game(request):
    return games.load(request.param)


def test_a_misspelt_name_is_refused(game):
    """A name that is written wrongly is refused in a subclass of any game's class, and as an attribute of a game."""
    for name in ("quiet_untill", "spel"):
        with pytest.raises(TypeError, match=f"{name} is not in the contract"):
            type("More", (type(game),), {name: None})
        with pytest.raises(TypeError, match=f"{name} is not in the contract"):
            setattr(game, name, None)
        assert not hasattr(game, name)


def test_a_misspelt_name_of_any_part_is_refused_with_the_right_one():
    """The error suggests the name that is meant, whatever part of the contract it stands in."""
    for name in sorted(CONTRACT - REQUIRED):
        with pytest.raises(TypeError, match=rf"Toy\.{misspelt(name)} is not in the contract.*is it {name}\?"):
            type("Toy", (Game,), TOY | {misspelt(name): None})
        assert hasattr(type("Toy", (Game,), TOY | {name: None}), name)


def test_every_kind_of_misspelling_is_refused():
    """Refused are a method, a property, a cached property, an annotated name, and a name of another base class."""
    written = {
        "quiet_untill": lambda _self: None,
        "symetries": property(lambda _self: ()),
        "simmetries": cached_property(lambda _self: ()),
        "sydes": staticmethod(int),
    }
    for name, value in written.items():
        with pytest.raises(TypeError, match=name):
            type("Toy", (Game,), TOY | {name: value})
    with pytest.raises(TypeError, match="tarject"):
        type("Toy", (Game,), TOY | {"__annotations__": {"tarject": "int"}})
    with pytest.raises(TypeError, match="quiet_untill"):
        type("Toy", (type("Helper", (), {"quiet_untill": 4}), Game), TOY)


def test_private_names_are_the_games_own():
    """A name that begins with an underscore is allowed."""
    toy = type("Toy", (Game,), TOY | {"_quiet_untill": 4})()
    toy._anything = 1
    assert (toy._quiet_untill, toy._anything) == (4, 1)


def test_every_game_keeps_the_contract(game):
    """Each game is a Game, has all required names, and no public name outside of the contract."""
    assert isinstance(game, Game)
    assert require_complete(game) is game
    shown = {name for name in (*dir(type(game)), *vars(game)) if not name.startswith("_")}
    assert shown <= CONTRACT


def test_what_is_required_must_be_given():
    """A game without a required method is refused when it is made; without a required attribute, when it is loaded."""
    for name in sorted(REQUIRED):
        toy = type("Toy", (Game,), {key: value for key, value in TOY.items() if key != name})
        with pytest.raises(TypeError, match=name):
            require_complete(toy())


def test_the_parts_are_small():
    """No part of the contract has more than a dozen names, none stands in two, and together they are the contract."""
    names = {part: {*vars(part), *vars(part).get("__annotations__", {})} for part in (Game, *PARTS)}
    own = {part: {name for name in names[part] if not name.startswith("_")} for part in names}
    assert all(0 < len(own[part]) <= 12 for part in names), {part.__name__: len(own[part]) for part in names}
    assert sorted(chain(*own.values())) == sorted(CONTRACT)


def test_what_a_game_answers_that_says_nothing():
    """A game that gives only the required names has the default answers."""
    toy = type("Toy", (Game,), TOY)()
    assert (toy.sides, toy.quiet_until, toy.required_head, toy.lines) == (SIDES, None, {}, ())
    assert toy.outcome_label(Outcome.FIRST).ja == "先手の勝ち"
    assert toy.outcome_label(Outcome.DRAW) == Outcome.DRAW.label
    assert [side.mark for side in toy.sides] == [side.mark for side in Side]
    assert (toy.shares(0), toy.count(0), toy.closed(0), toy.claim((0,), None, None)) == (None,) * 4
    assert (toy.opening_notices(0), toy.standing_notices(), toy.closing_notices((0,), None), toy.entries()) == ((),) * 4
    assert [turn.squares for turn in toy.symmetries] == [tuple(range(6))]
    assert (toy.image("here", 0), toy.image_of_move(7, 0), toy.position_words((1, 2))) == ("here", 7, (1, 2))
    assert (toy.likeness(), toy.kernel_modules(), toy.engine_modules()) == (toy.board, None, None)
    with pytest.raises(ValueError, match="toy"):
        toy.openings((), over=False)
    for ask in (toy.default_variant, lambda: toy.variant("file.toml", "")):
        with pytest.raises(InvalidSetup) as refused:
            ask()
        assert refused.value.code == "no-variants"


def test_where_turns_alternate_the_start_is_not_asked_for():
    """`double_turn` does not call `start` by default, because `start` may raise InvalidSetup."""
    toy = type("Toy", (Game,), TOY)()
    assert toy.double_turn(lambda: pytest.fail("asked")) is None
    rengo = games.load("rengo").configure(None, {"棋種": "続・連合将棋", "盤": "碁盤9路"})
    assert rengo.double_turn(rengo.start) is None


def test_evaluations_are_there(game):
    """The modules that a game has for the engine are the same at each call."""
    if modules := game.engine_modules():
        assert modules == game.engine_modules()


def test_a_checker_finds_an_override_of_another_kind(tmp_path):
    """The type checker refuses an override with other parameters or another result, also if it is an attribute."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from kifu.core.game.game import Game\n\n\n"
        "def spelled(move: str) -> str:\n    return move\n\n\n"
        "class Wrong(Game):\n"
        "    quiet_until = 'four'\n"
        "    spell = staticmethod(spelled)\n\n"
        "    def entries(self) -> int:\n        return 1\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"), str(wrong)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    lines = [int(line) for line in re.findall(r"wrong\.py:(\d+): error", done.stdout)]
    assert lines == [9, 10, 12], done.stdout + done.stderr


def test_no_capability_is_found_by_name():
    """Only the check of a whole game looks up an attribute of a game or position by a string."""
    lookups = []
    for path in sorted(path for package in ("kifu", "notation", "analysis") for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"getattr", "hasattr"}:
                owner = ast.unparse(node.args[0]).rpartition(".")[2]
                if owner.lower() in {"game", "position"}:
                    lookups.append((path.relative_to(ROOT).as_posix(), ast.unparse(node)))
    tests = "kifu/testing/"  # they look inside
    assert [lookup for lookup in lookups if not lookup[0].startswith(tests)] == [
        ("kifu/core/game/game.py", "hasattr(game, name)")
    ]


def test_no_module_replaces_itself(game):
    """Each module of a game's folder is the module of its file; copies of shared rules have names of no file."""
    folder = Path(importlib.import_module(game.package).__file__).parent
    for path in folder.glob("*.py"):
        module = importlib.import_module(f"{game.package}.{path.stem}" if path.stem != "__init__" else game.package)
        assert module.__spec__ is not None, path
        assert Path(module.__spec__.origin) == path
    for module in game.kernel_modules() or ():
        if module is not None and module.__spec__ is None:
            assert not (folder / f"{module.__name__.rpartition('.')[2]}.py").exists()


def test_a_function_under_the_name_of_before_is_taken():
    """A package that gives `play`, in its class, in a base class or in an instance, gives `play_legal`; `play` checks."""
    for bases in ((Game,), (type("Helper", (), {"play": max}), Game)):
        given = {key: value for key, value in TOY.items() if key != "play_legal"}
        kind = type("Toy", bases, given if len(bases) > 1 else given | {"play": staticmethod(max)})
        toy = kind()
        assert require_complete(toy).play_legal(1, 2) == 2
        assert kind.play is Game.play
        toy.play = min
        assert toy.play_legal(1, 2) == 1
        assert kind.play is Game.play
