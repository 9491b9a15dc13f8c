"""Photographs of strangers: what is no picture, too large, broken, turned, deep, or of another kind."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from each import each
from PIL import Image

from analysis.scan.photo_loading import MAX_DECODED_PIXELS, load_photograph
from analysis.scan.scan_errors import MAX_BYTES, UnreadablePage


def png(width, height, rows=b"", depth=8, colour=0, more=()):  # noqa: PLR0913, PLR0917 - what its head says
    """Return a PNG whose head says any size."""
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)),
        *more,
        (b"IDAT", zlib.compress(rows, 1)),
        (b"IEND", b""),
    ]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def saved(image, kind, **options):
    """Return an image as a file of a kind."""
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


GREY = Image.new("L", (700, 600), 90)
HOSTILE = {
    "no picture": (b"hello", "not-an-image"),
    "nothing": (b"", "not-an-image"),
    "a bomb": (png(60_000, 60_000), "image-too-large"),
    "a smaller bomb": (png(9_500, 9_500), "image-too-large"),
    "cut off": (saved(GREY, "PNG")[:-40], "image-broken"),
    "a head alone": (png(700, 600), "image-broken"),
    "a JPEG cut off": (saved(Image.effect_noise((900, 700), 60), "JPEG")[:9_000], "image-broken"),
    "small": (saved(Image.new("L", (80, 90)), "PNG"), "image-too-small"),
    "animated": (saved(GREY, "PNG", save_all=True, append_images=[Image.new("L", (700, 600))]), "image-animated"),
    "GIF": (saved(GREY, "GIF"), "image-kind"),
    "TIFF": (saved(GREY, "TIFF"), "image-kind"),
    "HEIC": (b"\x00\x00\x00\x18ftypheic" + bytes(99), "image-kind"),
    "AVIF": (b"\x00\x00\x00\x18ftypavif" + bytes(99), "image-kind"),
    "too many bytes": (bytes(MAX_BYTES + 1), "image-too-large"),
}


@each("name", HOSTILE)
def test_what_is_refused(name):
    """Each has its code, and is refused before anything large is decoded."""
    data, code = HOSTILE[name]
    with pytest.raises(UnreadablePage) as caught:
        load_photograph(data)
    assert caught.value.code == code
    if name in {"HEIC", "GIF"}:
        assert name in caught.value.message.ja


def test_every_kind_of_pixels_is_read():
    """Grey, 16 bits, CMYK, transparent and of a palette: rows × columns × 3 bytes, about as bright as they were."""
    deep = Image.fromarray(np.full((600, 700), 40_000, np.uint16))
    deep.putpixel((0, 0), 65_535)
    clear = Image.new("RGBA", (700, 600), (0, 0, 0, 0))
    for image, kind, bright in (
        (GREY, "PNG", 90),
        (deep, "PNG", 155),
        (Image.new("CMYK", (700, 600), (0, 0, 0, 155)), "JPEG", 100),
        (clear, "PNG", 255),
        (GREY.convert("P"), "PNG", 90),
        (GREY.convert("RGB"), "WEBP", 90),
    ):
        pixels = load_photograph(saved(image, kind))
        assert pixels.shape == (600, 700, 3), image.mode
        assert abs(float(pixels.mean()) - bright) < 6, image.mode


NOVEL = (b"iTXt", b"a\0\1\0\0\0" + zlib.compress("🀀".encode() + bytes(999_000)))
LARGE = {
    "grey": lambda: png(10_000, 8_000, bytes(8_000 * 10_001)),
    "palette": lambda: png(
        10_000, 8_000, bytes(8_000 * 10_001), colour=3, more=[(b"PLTE", bytes(768)), (b"tRNS", bytes(9))]
    ),
    "black and white": lambda: png(10_000, 8_000, bytes(8_000 * 1_251), depth=1),
    "16 bits": lambda: png(8_000, 8_000, bytes(8_000 * 16_001), depth=16),
    "RGBA": lambda: png(8_000, 4_000, bytes(4_000 * 32_001), colour=6),
    "RGB of 16 bits": lambda: png(8_000, 4_000, bytes(4_000 * 48_001), depth=16, colour=2),
    "RGBA too large": lambda: png(10_000, 8_000, colour=6),
    "novels": lambda: png(10_000, 8_000, bytes(8_000 * 10_001), more=[NOVEL] * 60),
    "JPEG": lambda: saved(Image.new("RGB", (10_000, 8_000)), "JPEG"),
    "CMYK JPEG": lambda: saved(Image.new("CMYK", (10_000, 8_000)), "JPEG"),
    "progressive JPEG": lambda: saved(Image.new("RGB", (4_000, 3_000)), "JPEG", progressive=True, subsampling=0),
    "progressive JPEG too large": lambda: saved(Image.new("CMYK", (10_000, 8_000)), "JPEG", progressive=True),
    "animated": lambda: saved(
        Image.new("L", (9_000, 8_000)), "PNG", save_all=True, append_images=[Image.new("L", (9_000, 8_000), 9)]
    ),
    "WebP": lambda: saved(Image.new("RGB", (3_200, 2_000)), "WEBP", lossless=True, method=0),
    "WebP too large": lambda: saved(Image.new("RGB", (8_000, 5_000)), "WEBP", method=0),
    "TIFF": lambda: saved(Image.new("L", (10_000, 8_000)), "TIFF", compression="tiff_lzw"),
}
READER = """
import os, sys
from analysis.scan.scan_errors import UnreadablePage
from analysis.scan.photo_loading import load_photograph
for file in sys.stdin.read().splitlines():
    if os.fork():  # each picture in a process of its own, which begins with what is loaded
        os.wait()
        continue
    try:
        said = load_photograph(open(file, "rb").read()).shape[2]
    except UnreadablePage as refused:
        said = refused.code
    # What getrusage says begins with what the parent took.
    print(os.path.basename(file), said, open("/proc/self/status").read().split("VmHWM:")[1].split()[0], sep=",", flush=True)
    os._exit(0)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says what a process takes")
def test_no_picture_takes_much_memory(tmp_path):
    """A process that opens a picture of up to 80 million pixels, whatever it is made of, takes less than 300 MB."""
    for name, make in LARGE.items():
        (tmp_path / name).write_bytes(make())
    done = subprocess.run(
        [sys.executable, "-c", READER],
        input="\n".join(str(tmp_path / name) for name in LARGE),
        capture_output=True,
        text=True,
        check=True,
    )
    refused = {"animated": "image-animated", "TIFF": "image-kind"}
    lines = [line.split(",") for line in done.stdout.splitlines()]
    for (name, said, kilobytes), expected in zip(lines, LARGE, strict=True):
        assert name == expected
        assert said == refused.get(name, "image-too-large" if "too large" in name else "3"), name
        assert int(kilobytes) < 300_000, name


def test_a_turned_photograph_is_turned_back_and_a_large_one_shrunk():
    """The EXIF data say how; nothing else of them is kept."""
    exif = Image.Exif()
    exif[0x0112] = 6
    half = Image.new("L", (700, 600), 255)
    half.paste(0, (0, 0, 700, 300))
    pixels = load_photograph(saved(half, "JPEG", exif=exif))
    assert pixels.shape == (700, 600, 3)
    assert pixels[:, :250].mean() > 200
    assert pixels[:, 350:].mean() < 50
    large = load_photograph(saved(Image.new("L", (5_000, 3_000), 128), "JPEG"))
    assert large.shape[0] * large.shape[1] <= MAX_DECODED_PIXELS * 1.01
