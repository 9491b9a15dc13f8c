"""Photographs of strangers: what is no picture, too large, broken, turned, deep, or of another kind."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest
from each import each
from PIL import Image

from analysis.scan.page_faults import MOST_BYTES, UnreadablePage
from analysis.scan.photograph import ENOUGH, photograph


def png(width, height, rows=b""):
    """Return a PNG whose head says any size."""
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
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
    "too many bytes": (bytes(MOST_BYTES + 1), "image-too-large"),
}


@each("name", HOSTILE)
def test_what_is_refused(name):
    """Each has its code, and is refused before anything large is decoded."""
    data, code = HOSTILE[name]
    with pytest.raises(UnreadablePage) as caught:
        photograph(data)
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
        pixels = photograph(saved(image, kind))
        assert pixels.shape == (600, 700, 3), image.mode
        assert abs(float(pixels.mean()) - bright) < 6, image.mode


def test_a_turned_photograph_is_turned_back_and_a_large_one_shrunk():
    """The EXIF data say how; nothing else of them is kept."""
    exif = Image.Exif()
    exif[0x0112] = 6
    half = Image.new("L", (700, 600), 255)
    half.paste(0, (0, 0, 700, 300))
    pixels = photograph(saved(half, "JPEG", exif=exif))
    assert pixels.shape == (700, 600, 3)
    assert pixels[:, :250].mean() > 200
    assert pixels[:, 350:].mean() < 50
    large = photograph(saved(Image.new("L", (5_000, 3_000), 128), "JPEG"))
    assert large.shape[0] * large.shape[1] <= ENOUGH * 1.01
