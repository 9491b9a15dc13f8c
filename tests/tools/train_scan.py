"""Trains the net that reads the boxes of score sheets, and measures it box by box.

    python tests/tools/train_scan.py train --steps 3399 --rate 0.002 --end 0.0012     # goes on from WORK if it was called before
    python tests/tools/train_scan.py train --steps 2400 --rate 0.0012 --end 0.0004
    python tests/tools/train_scan.py train --steps 300 --rate 0.0004 --end 0.00001 -o analysis/scan/weights.npz
    python tests/tools/train_scan.py temper --heat 0.9                                # by what measure_scan.py says of look
    python tests/tools/train_scan.py score --part look                                # never `held` before the last run

It needs jax, which nothing else here does: install it in an environment of its own, with numpy, pillow and opencv, and set
PYTHONPATH to this repository. The seed is fixed: the same calls with the same versions of the libraries give the same weights.
"""

from __future__ import annotations

import argparse
import pickle
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
import scan_hands

from analysis.pdf.move_rows import symbols_of_any_character
from analysis.scan import read_boxes
from kifu.core import games
from kifu.core.move_grammar import PASS

WORK = Path(tempfile.gettempdir()) / "kifu-scan-training"
SEED = 20_260_101
TICKED = read_boxes.TICKED
SPECIAL = ("", "×", TICKED, "-")
SCALE = 6.0
"""Pixels of a millimetre of the canvas on which a box is drawn."""
CANVAS = (80, 96)
BATCH = 256
OFTEN = "0123456789一二三四五六七八九十"
ALSO_OFTEN = "占武騎弓巫怨領士馬矢女霊丸ABCDEFG内外反合"
ZEROS, OVERWRITTEN, WILD, GRAINY = 0.12, 0.05, 0.3, 0.2
"""The shares of row numbers with a zero squeezed in before them, of digits over another one, of hasty writing, and of pencil."""


def alphabet() -> tuple[str, ...]:
    """Return what a box of any game may hold, and the mark of a ticked word."""
    found = dict.fromkeys(SPECIAL)
    for game_id in games.ids():
        game = games.load(game_id)
        for board in next(iter(game.head_values.values()), ("",)):
            head = dict.fromkeys(game.required_head, board)
            found |= dict.fromkeys(symbols_of_any_character(game.configure(None, head) if head else game))
    return tuple(found | dict.fromkeys(f"投了{PASS}"))


def weights_of(symbols: tuple[str, ...]) -> np.ndarray:
    """Return how often each symbol is drawn."""
    often = {"": 8.0, "×": 5.0, TICKED: 4.0, "-": 3.0} | dict.fromkeys(OFTEN, 3.0) | dict.fromkeys(ALSO_OFTEN, 1.8)
    shares = np.array([often.get(symbol, 1.0) for symbol in symbols])
    return shares / shares.sum()


def _pick(part: str, rng: np.random.Generator) -> tuple[str, str | None]:
    kanji = scan_hands.KANJI[part]
    latin = (None, None, "mnist", "mnist", *scan_hands.LATIN[part])
    return kanji[int(rng.integers(len(kanji)))], latin[int(rng.integers(len(latin)))]


def _ink(
    symbol: str,
    part: str,
    symbols: tuple[str, ...],
    rng: np.random.Generator,
    hand: tuple[str, str | None] | None = None,
) -> np.ndarray:
    """Return what stands in a box: a square of darkness, in a `hand` or in any of the part."""
    if symbol == TICKED:
        return scan_hands.distorted(scan_hands.tick(rng), rng)
    if symbol == "-":
        return scan_hands.distorted(scan_hands.dash(rng), rng)
    struck = symbol == "×"
    if struck:
        symbol = symbols[int(rng.integers(len(SPECIAL), len(symbols)))]
    while True:
        kanji, latin = hand or _pick(part, rng)
        if symbol.isascii() or scan_hands.glyph(kanji, symbol) is not None:
            break
    wildness = rng.uniform(0.5, 1.5) if rng.random() > WILD else rng.uniform(1.5, 2.6)
    ink = scan_hands.distorted(scan_hands.written(kanji, latin, part, symbol, rng), rng, wildness)
    return scan_hands.crossed(ink, rng) if struck else ink


def _put(canvas: np.ndarray, ink: np.ndarray, x: float, y: float, side: float, narrow: float = 1.0) -> None:  # noqa: PLR0913, PLR0917
    """Darken a canvas by ink whose middle is at (x, y), in pixels; `narrow` is the share of its width that is left."""
    scale = side / scan_hands.SIZE
    matrix = np.float32([[narrow * scale, 0, x - narrow * side / 2], [0, scale, y - side / 2]])
    if scale < 0.8:
        ink = cv2.GaussianBlur(ink, (0, 0), 0.35 / scale)
    laid = cv2.warpAffine(ink, matrix, CANVAS[::-1], flags=cv2.INTER_LINEAR)
    np.maximum(canvas, laid.astype(np.float32) / 255, out=canvas)


def _write(  # noqa: PLR0913, PLR0917
    canvas: np.ndarray,
    symbol: str,
    part: str,
    symbols: tuple[str, ...],
    rng: np.random.Generator,
    middle: np.ndarray,
    side: float,
    wide: float,
) -> None:
    """Write a symbol; a digit may have a zero squeezed in before it, or cover another one."""
    kind = rng.random() if symbol and symbol in "123456789" else 1.0
    if kind < ZEROS:
        hand = _pick(part, rng)
        high, narrow = side * rng.uniform(0.62, 1.0), rng.uniform(0.6, 1.0)
        step = min(rng.uniform(0.32, 0.62) * high, rng.uniform(0.4, 0.55) * wide)
        for one, by in (("0", -0.5), (symbol, 0.5)):
            at = middle + np.array([by * step, 0.0]) + rng.normal(0, 1.3, 2)
            _put(canvas, _ink(one, part, symbols, rng, hand), *at, high * np.exp(rng.normal(0, 0.06)), narrow)
        return
    if kind < ZEROS + OVERWRITTEN:
        below = np.zeros(CANVAS, np.float32)
        _put(below, _ink(str(rng.integers(1, 10)), part, symbols, rng), *(middle + rng.normal(0, 2.0, 2)), side)
        np.maximum(canvas, rng.uniform(0.35, 0.7) * below, out=canvas)
    _put(canvas, _ink(symbol, part, symbols, rng), *(middle + rng.normal(0, 2.0, 2)), side)


def sample(symbol: str, part: str, symbols: tuple[str, ...], rng: np.random.Generator) -> np.ndarray:
    """Return a box as the reader cuts it from a flattened page: SIDE × SIDE bytes, dark is high."""
    ticking = symbol == TICKED or (symbol == "" and rng.random() < 0.4)
    wide = rng.uniform(3.2, 4.8) if ticking else rng.uniform(4.9, 7.4)
    high = 7.2 if rng.random() < 0.9 else rng.uniform(4.0, 7.2)
    middle = np.array([CANVAS[1] / 2, CANVAS[0] / 2])
    canvas = np.zeros(CANVAS, np.float32)
    fill = rng.uniform(0.62, 0.95)
    for beside in (-1, 1):
        if rng.random() < 0.55:
            other = symbols[int(rng.integers(3, len(symbols)))]
            near = _ink(other, part, symbols, rng)
            at = middle + np.array([beside * wide * SCALE + rng.normal(0, 2.2), rng.normal(0, 2.2)])
            _put(canvas, near, *at, fill * min(wide + 0.6, high) * SCALE)
        if rng.random() < 0.1:
            at = middle + np.array([rng.normal(0, 2.2), beside * high * SCALE + rng.normal(0, 2)])
            _put(canvas, _ink("一", part, symbols, rng), *at, fill * min(wide + 0.6, high) * SCALE)
    if symbol:
        side = fill * min(wide + 0.6, high) * SCALE * np.exp(rng.normal(0, 0.08))
        _write(canvas, symbol, part, symbols, rng, middle, side, wide * SCALE)
    canvas *= rng.uniform(0.55, 1.1)
    if rng.random() < GRAINY:
        grain = cv2.GaussianBlur(rng.normal(0, 1, CANVAS).astype(np.float32), (0, 0), 1.0)
        canvas *= np.clip(1 + rng.uniform(0.5, 1.8) * grain, 0.1, 1.3)
    _lines(canvas, wide, high, middle, rng, ticking=ticking)
    if ticking and rng.random() < 0.8:
        word = scan_hands.glyph("zen-maru-gothic", symbols[int(rng.integers(len(SPECIAL), len(symbols)))])
        printed = np.zeros(CANVAS, np.float32)
        _put(printed, word, *middle, 0.8 * wide * SCALE)
        canvas = np.maximum(canvas, printed * rng.uniform(0.0, 0.45))
    canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.4, 2.1))
    margin = 2 * read_boxes.MARGIN
    matrix = np.diag([read_boxes.SIDE / ((wide + margin) * SCALE), read_boxes.SIDE / ((high + margin) * SCALE)])
    matrix = matrix @ (np.eye(2) * np.exp(rng.normal(0, 0.025)) + rng.normal(0, 0.02, (2, 2)))
    shift = np.array([read_boxes.SIDE / 2] * 2) - matrix @ (middle + rng.normal(0, 1.6, 2))
    cut = cv2.warpAffine(
        canvas, np.float32(np.c_[matrix, shift]), (read_boxes.SIDE, read_boxes.SIDE), flags=cv2.INTER_AREA
    )
    cut += rng.normal(0, rng.uniform(0.01, 0.06), cut.shape) + rng.normal(0, 0.02)
    return np.clip(cut * 255, 0, 255).astype(np.uint8)


def _lines(  # noqa: PLR0913
    canvas: np.ndarray, wide: float, high: float, middle: np.ndarray, rng: np.random.Generator, *, ticking: bool
) -> None:
    """Draw the lines around a box: pale ones, or those of the first form, whose long lines are black."""
    kind = 0 if ticking else rng.integers(3)
    left, top = middle - np.array([wide, high]) * SCALE / 2
    right, bottom = middle + np.array([wide, high]) * SCALE / 2
    drawn = np.zeros(CANVAS, np.uint8)
    if kind == 0:
        across, down = rng.uniform(0.0, 0.4, 2)
    elif kind == 1:
        across, down = rng.uniform(0.5, 1.0), rng.uniform(0.05, 0.45)
    else:
        across, down = rng.uniform(0.5, 1.0), rng.uniform(0.3, 1.0)
    for edges, share in (
        (((0, top, CANVAS[1], top), (0, bottom, CANVAS[1], bottom)), across),
        (((left, 0, left, CANVAS[0]), (right, 0, right, CANVAS[0])), down),
    ):
        for x0, y0, x1, y1 in edges:
            points = [(round(x * 16), round(y * 16)) for x, y in ((x0, y0), (x1, y1))]
            cv2.line(drawn, *points, int(255 * min(1.0, share)), int(rng.integers(1, 3)), cv2.LINE_AA, 4)
    np.maximum(canvas, drawn.astype(np.float32) / 255, out=canvas)


def batch_of(
    count: int, part: str, symbols: tuple[str, ...], rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return `count` boxes, and the numbers of their symbols."""
    labels = rng.choice(len(symbols), count, p=weights_of(symbols))
    return np.stack([sample(symbols[label], part, symbols, rng) for label in labels]), labels


def start_of(symbols: tuple[str, ...], rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return weights to begin with."""
    shapes = {"conv1": (5, 5, 1, 16), "conv2": (3, 3, 16, 32), "conv3": (3, 3, 32, 64)}
    shapes |= {"dense": (4 * 4 * 64, 160), "last": (160, len(symbols))}
    made = {}
    for name, shape in shapes.items():
        made[name] = (rng.normal(0, 1, shape) * np.sqrt(2 / np.prod(shape[:-1]))).astype(np.float32)
        made[f"{name}_bias"] = np.zeros(shape[-1], np.float32)
    return made


def _keep(state: dict[str, object], path: Path) -> None:
    """Write where the training stands, from which the next call goes on."""
    state["weights"] = {name: np.asarray(value) for name, value in state["weights"].items()}
    state["moments"] = [{name: np.asarray(value) for name, value in moment.items()} for moment in state["moments"]]
    path.write_bytes(pickle.dumps(state))


def train(steps: int, rates: tuple[float, float], out: Path, parts: tuple[str, ...]) -> None:
    """Train for `steps` batches from where the last call ended, at rates from the first to the second; write the weights."""
    import jax  # noqa: PLC0415 - only training needs it
    import jax.numpy as jnp  # noqa: PLC0415

    symbols = alphabet()
    WORK.mkdir(exist_ok=True)
    kept = WORK / "state.pickle"
    rng = np.random.default_rng(SEED)
    state = {"step": 0, "weights": start_of(symbols, rng)}
    state["moments"] = [{name: np.zeros_like(value) for name, value in state["weights"].items()} for _ in range(2)]
    if kept.is_file():
        state = pickle.loads(kept.read_bytes())  # noqa: S301 - its own file

    def logits(weights, boxes, key):
        x = boxes[..., None].astype(jnp.float32) / 255
        for name in ("conv1", "conv2", "conv3"):
            x = jax.lax.conv_general_dilated(
                x, weights[name], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
            )
            x = jax.nn.relu(x + weights[f"{name}_bias"])
            n, h, w, c = x.shape
            x = x.reshape(n, h // 2, 2, w // 2, 2, c).max((2, 4))
        x = jax.nn.relu(x.reshape(len(x), -1) @ weights["dense"] + weights["dense_bias"])
        x = x * jax.random.bernoulli(key, 0.7, x.shape) / 0.7
        return x @ weights["last"] + weights["last_bias"]

    def loss(weights, boxes, labels, key):
        scores = jax.nn.log_softmax(logits(weights, boxes, key))
        right = jnp.take_along_axis(scores, labels[:, None], 1).mean()
        return -(0.95 * right + 0.05 * scores.mean())

    @jax.jit
    def step(weights, moments, boxes, labels, key, number, rate):  # noqa: PLR0913, PLR0917
        value, slopes = jax.value_and_grad(loss)(weights, boxes, labels, key)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slopes)
        second = jax.tree.map(lambda m, g: 0.999 * m + 0.001 * g * g, moments[1], slopes)
        a, b = 1 - 0.9**number, 1 - 0.999**number
        weights = jax.tree.map(
            lambda w, m, v: w - rate * ((m / a) / (jnp.sqrt(v / b) + 1e-8) + 1e-4 * w), weights, first, second
        )
        return weights, [first, second], value

    began, recent = time.process_time(), []
    pool: list[tuple[np.ndarray, np.ndarray]] = []
    before = state["step"]
    for number in range(before + 1, before + steps + 1):
        if (number - 1) % 3 == 0 or not pool:  # each batch is used about three times
            fresh = np.random.default_rng((SEED, number))
            pool.append(
                batch_of(BATCH, parts[int(fresh.integers(len(parts)))] if len(parts) > 1 else parts[0], symbols, fresh)
            )
            pool = pool[-400:]
        turn = np.random.default_rng((SEED, number, 1))
        boxes, labels = pool[int(turn.integers(len(pool)))] if (number - 1) % 3 else pool[-1]
        rate = rates[0] + (rates[1] - rates[0]) * (number - before) / steps
        weights, moments, value = step(
            state["weights"], state["moments"], boxes, labels, jax.random.key(number), number, rate
        )
        state.update(step=number, weights=weights, moments=moments)
        recent.append(float(value))
        if number % 200 == 0:
            print(number, round(time.process_time() - began), np.mean(recent[-200:]), flush=True)  # noqa: T201
            _keep(state, kept)
    _keep(state, kept)
    packed = {name: value.astype(np.float16) for name, value in state["weights"].items()}
    np.savez_compressed(out, symbols=np.array(symbols), heat=np.float16(1.0), **packed)


def temper(out: Path, heat: float) -> None:
    """Write by what the scores are divided, so that chances are as often right as they say (`measure_scan.py` prints that)."""
    with np.load(out) as packed:
        kept = {name: packed[name] for name in packed.files}
    np.savez_compressed(out, **(kept | {"heat": np.float16(heat)}))


def score(part: str, count: int) -> None:
    """Print the symbols that are read rightly, of all and of those of each kind, by the hands of a part."""
    symbols = alphabet()
    boxes, labels = batch_of(count, part, symbols, np.random.default_rng((SEED, 99)))
    chances = read_boxes.load_net().symbol_probabilities(boxes, None)
    best = chances.argmax(1)
    kinds = {
        "empty": ("",),
        "struck": ("×",),
        "ticked": (TICKED,),
        "digits": tuple("0123456789"),
        "columns": tuple("一二三四五六七八九十"),
    }
    kinds["others"] = tuple(set(symbols) - {symbol for kind in kinds.values() for symbol in kind})
    print("all", (best == labels).mean())  # noqa: T201
    for kind, members in kinds.items():
        of_kind = np.isin(labels, [symbols.index(member) for member in members])
        print(kind, of_kind.sum(), (best == labels)[of_kind].mean().round(4))  # noqa: T201
    wrong = {}
    for true, read in zip(labels[best != labels], best[best != labels], strict=True):
        wrong[symbols[true], symbols[read]] = wrong.get((symbols[true], symbols[read]), 0) + 1
    print(sorted(wrong.items(), key=lambda item: -item[1])[:25])  # noqa: T201


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("train", "temper", "score"))
    parser.add_argument("--steps", type=int, default=3399)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--end", type=float, default=0.0012)
    parser.add_argument("--heat", type=float, default=0.9)
    parser.add_argument("--part", default="look", choices=("train", "look", "held"))
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--parts", nargs="+", default=["train"])
    parser.add_argument("-o", "--out", type=Path, default=Path(read_boxes.__file__).with_name("weights.npz"))
    chosen = parser.parse_args()
    if chosen.what == "train":
        train(chosen.steps, (chosen.rate, chosen.end), chosen.out, tuple(chosen.parts))
    elif chosen.what == "temper":
        temper(chosen.out, chosen.heat)
    else:
        score(chosen.part, chosen.count)


if __name__ == "__main__":
    main()
