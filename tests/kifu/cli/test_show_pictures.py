"""Tests `kifu show -o`, which writes a picture of a position or an animation of a game."""

import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from helpers import DIAGRAM, HEAD
from PIL import Image

from kifu.cli.main import main

SAMPLES = Path(__file__).parents[3] / "samples"
GAME = HEAD + "先手：山田<b>\n後手：\x1b[31m佐藤\n" + DIAGRAM + "1 四03-五03武\nまで1手で先手の勝ち\n"
TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.fixture
def show(tmp_path):
    """A function that runs the command on a record and returns the result."""

    def run(record, *options):
        path = record
        if isinstance(record, str):
            path = tmp_path / "game.kif"
            path.write_text(record, encoding="utf-8")
        return CliRunner().invoke(main, ["show", str(path), *map(str, options)], env={"LC_ALL": "ja_JP.UTF-8"})

    return run


def written(svg):
    """Return all text of an SVG."""
    return [node.text for node in ET.fromstring(svg).iter(TEXT)]  # noqa: S314 - our own


def test_svg(show, tmp_path):
    """The position after a ply, with its heading and its players, whose names are made fit to be shown."""
    out = tmp_path / "out.svg"
    result = show(GAME, "--svg", "--ply", 1, "-o", out)
    assert (result.exit_code, result.output) == (0, "")
    texts = written(out.read_bytes())
    assert texts[-5:] == [
        "1 手目 四03-五03武 (全 1 手)",
        "△ 後手 ␛[31m佐藤 【負け】",
        "後手の持駒：14 占可",
        "▲ 先手 山田<b> 【勝ち】",
        "先手の持駒：13 占不可",
    ]
    assert "武" in texts
    assert "領" not in texts


def test_the_ending_tells_the_format(show, tmp_path):
    """out.png is PNG without any option; its size is twice that of the drawing."""
    out = tmp_path / "deep" / "out.PNG"
    assert show(GAME, "-o", out).exit_code == 0
    image = Image.open(io.BytesIO(out.read_bytes()))
    assert image.format == "PNG"
    svg = show(GAME, "--svg", "-o", "-").stdout_bytes
    root = ET.fromstring(svg)  # noqa: S314
    assert image.size == (2 * int(root.get("width")), 2 * int(root.get("height")))
    assert len(image.getcolors(1 << 20)) > 50


def test_gif(show, tmp_path):
    """As many frames as plies and one for the start; with --ply up to there."""
    out = tmp_path / "out.gif"
    assert show(SAMPLES / "rengo" / "rulebook.kif", "-o", out).exit_code == 0
    assert Image.open(io.BytesIO(out.read_bytes())).n_frames == 12
    data = show(SAMPLES / "rengo" / "rulebook.kif", "--gif", "--ply", 3, "-o", "-").stdout_bytes
    assert Image.open(io.BytesIO(data)).n_frames == 4


def test_from_the_other_side(show):
    """--flip draws 先手 above."""
    root = ET.fromstring(show(GAME, "--svg", "--flip", "-o", "-").stdout_bytes)  # noqa: S314 - our own
    assert [node.text[:4] for node in root.iter(TEXT) if node.text[0] in "▲△"] == ["▲ 先手", "△ 後手"]
    across = {node.text: float(node.get("x")) for node in root.iter(TEXT)}
    assert across["七"] < across["一"]


def test_a_branch(show):
    """The picture of a branch says so."""
    texts = written(show(SAMPLES / "six" / "branches.kif", "--branch", 1, "--svg", "-o", "-").stdout_bytes)
    assert any("変化 1 (18 手目から)" in text for text in texts)


def test_nothing_is_overwritten_unasked(show, tmp_path):
    """A file that is there stays as it is without --force."""
    out = tmp_path / "out.svg"
    out.write_text("mine")
    assert show(GAME, "-o", out).exit_code == 2
    assert out.read_text() == "mine"
    assert show(GAME, "-o", out, "--force").exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--png",), "-o で指定してください"),
        (("--flip",), "-o で指定してください"),
        (("-o", "out"), "--svg --png --gif のどれか"),
        (("-o", "out.bmp"), ".svg .png .gif のどれか"),
        (("--png", "-o", "out.svg"), "拡張子 .svg は svg で、指定した形式の png と違います"),
    ],
)
def test_what_is_missing(show, options, message):
    """A picture needs a file and a format: a usage error says which is missing."""
    result = show(GAME, *options)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_match(show, tmp_path):
    """One picture shows one game: which one has to be said."""
    match, out = SAMPLES / "king" / "match.kif", tmp_path / "out.svg"
    refused = show(match, "-o", out)
    assert refused.exit_code == 2
    assert "--part" in refused.stderr
    assert not out.exists()
    assert show(match, "--part", 2, "-o", out).exit_code == 0
    assert any("後半" in text for text in written(out.read_bytes()))


def test_too_long_for_an_animation(show, tmp_path, monkeypatch):
    """A game of more plies than an animation may have is refused with a code, and nothing is written."""
    monkeypatch.setattr("analysis.plots.board_png_and_gif.MAX_FRAMES", 11)
    result = show(SAMPLES / "rengo" / "rulebook.kif", "-o", tmp_path / "out.gif")
    assert result.exit_code == 2
    assert "[too-many-frames]" in result.stderr
    assert "10 手まで" in result.stderr
    assert not list(tmp_path.iterdir())
    assert show(SAMPLES / "rengo" / "rulebook.kif", "--ply", 10, "-o", tmp_path / "out.gif").exit_code == 0
