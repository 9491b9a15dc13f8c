"""Load untrusted photographs: bounded size, nothing kept but pixels."""

from __future__ import annotations

import io
import math
import struct
import warnings
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError
from PIL.Image import Resampling

from analysis.scan import scan_errors
from analysis.scan.scan_errors import MAX_BYTES, MAX_PIXELS

if TYPE_CHECKING:
    from numpy.typing import NDArray

KINDS = ("JPEG", "PNG", "WEBP")
"""The formats that are opened. A JPEG in which a phone put a second picture is called MPO; the second one is left out."""
MAX_DECODED_PIXELS, MIN_SIDE_PIXELS = 6_000_000, 500
"""The pixels that are used of a larger picture, and the least length of a side."""
MAX_DECODED_BYTES = 128_000_000
"""The memory that decoding may take; with the rest of the program a picture takes less than 300 MB."""
WEBP_BYTES = 20
"""What decoding a WebP takes for each pixel: its canvas, the one before, and copies of both."""
STRIP = 64
"""The rows of the smaller picture that are converted at once."""
ORIENTATION = 0x0112
"""The tag of EXIF that says how a photograph is turned."""
ALONE = frozenset({0x00, 0x01, *range(0xD0, 0xDA)})
"""Markers of a JPEG that no length follows."""
PNG_START = b"\x89PNG\r\n\x1a\n"
TEXTS = frozenset({b"tEXt", b"zTXt", b"iTXt", b"iCCP"})
"""Parts of a PNG that are no pixels, and may be packed a thousandfold."""
OTHERS = {b"ftyphei": "HEIC", b"ftyphev": "HEIC", b"ftypmif": "HEIF", b"ftypmsf": "HEIF", b"ftypavi": "AVIF"}
"""Kinds that are refused by name, by the bytes after the first four."""
OTHER_STARTS = {b"GIF8": "GIF", b"II*\x00": "TIFF", b"MM\x00*": "TIFF", b"BM": "BMP", b"%PDF": "PDF", b"<svg": "SVG"}


def load_photograph(data: bytes) -> NDArray[Any]:
    """Return upright RGB pixels of a photograph, about MAX_DECODED_PIXELS at most.

    Raises UnreadablePage for what is no picture, for other kinds, and for one that is broken, animated, too large or too small.
    """
    if len(data) > MAX_BYTES:
        raise scan_errors.too_large(f"{len(data):,} bytes", f"{MAX_BYTES:,} bytes")
    other = OTHERS.get(data[4:11]) or next(
        (name for start, name in OTHER_STARTS.items() if data.startswith(start)), None
    )
    if other is not None:
        raise scan_errors.unsupported_format(other)
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        warnings.simplefilter("ignore", UserWarning)  # about the EXIF data of strangers
        try:
            with Image.open(io.BytesIO(_without_png_texts(data)), formats=KINDS) as image:
                return _decode_pixels(image, data)
        except UnidentifiedImageError:
            raise scan_errors.not_an_image() from None
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise scan_errors.too_large("", f"{MAX_PIXELS:,} pixels") from None
        except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error, IndexError):
            raise scan_errors.damaged_picture() from None


def _without_png_texts(data: bytes) -> bytes:
    """Return a picture; a PNG without its texts."""
    if not data.startswith(PNG_START):
        return data
    parts, at = [PNG_START], len(PNG_START)
    while at < len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] not in TEXTS:
            parts.append(data[at:end])
        at = end
    return b"".join(parts)


def _decode_pixels(image: Image.Image, data: bytes) -> NDArray[Any]:
    """Return upright pixels of a picture; raise UnreadablePage by its size."""
    width, height = image.size
    most = min(MAX_PIXELS, MAX_DECODED_BYTES // _bytes_a_pixel(image, data))
    if width * height > most:
        raise scan_errors.too_large(f"{width} × {height}", f"{most:,} pixels")
    if min(width, height) < MIN_SIDE_PIXELS:
        raise scan_errors.too_small(min(width, height))
    if image.format != "MPO" and getattr(image, "n_frames", 1) > 1:
        raise scan_errors.several_pictures()
    shrunk = (width * height / MAX_DECODED_PIXELS) ** 0.5
    if shrunk > 1:
        image.draft("RGB", (int(width / shrunk), int(height / shrunk)))
    image.load()
    turned = image.getexif().get(ORIENTATION, 1)
    small = Image.fromarray(_shrink_image(image))
    image.close()
    small.getexif()[ORIENTATION] = turned
    return np.asarray(ImageOps.exif_transpose(small))


def _bytes_a_pixel(image: Image.Image, data: bytes) -> int:
    """Return the peak memory of decoding, in bytes a pixel."""
    if image.format == "WEBP":
        return WEBP_BYTES
    if image.format == "PNG":
        return {"1": 1, "L": 1, "P": 1, "I;16": 2}.get(image.mode, 4)
    if _is_in_one_scan(data):
        # A large one is decoded at half its width and height or less.
        return 1 if image.size[0] * image.size[1] > 4 * MAX_DECODED_PIXELS else 4
    # A JPEG in several scans is held whole, two bytes for each part of a colour, before any of it is decoded.
    return 4 + 2 * len(image.getbands())


def _is_in_one_scan(jpeg: bytes) -> bool:
    """Tell whether a baseline JPEG's first scan has all components."""
    at, parts = 2, 0
    while at + 10 <= len(jpeg) and jpeg[at] == 0xFF:  # noqa: PLR2004
        kind, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if kind in {0xC0, 0xC1}:
            parts = jpeg[at + 9]
        elif kind == 0xDA:  # noqa: PLR2004
            return parts == jpeg[at + 4]
        elif kind in ALONE:
            return False
        at += 1 if kind == 0xFF else 2 + length  # noqa: PLR2004 - bytes that fill up
    return False


def _shrink_image(image: Image.Image) -> NDArray[Any]:
    """Return RGB pixels, MAX_DECODED_PIXELS at most, converted strip by strip."""
    width, height = image.size
    ratio = max(1.0, (width * height / MAX_DECODED_PIXELS) ** 0.5)
    most = max(1.0, float(image.getextrema()[1])) if image.mode.startswith(("I", "F")) else 0.0  # type: ignore[arg-type]
    made = np.empty((round(height / ratio), round(width / ratio), 3), np.uint8)
    down = height / len(made)
    for top in range(0, len(made), STRIP):
        bottom = min(len(made), top + STRIP)
        first, last = int(top * down), min(height, math.ceil(bottom * down))
        strip = _convert_to_rgb(image.crop((0, first, width, last)), most)
        if ratio > 1:
            box = (0, top * down - first, width, min(last, bottom * down) - first)
            strip = strip.resize((made.shape[1], bottom - top), Resampling.BOX, box)
        made[top:bottom] = np.asarray(strip)
    return made


def _convert_to_rgb(image: Image.Image, max_value: float) -> Image.Image:
    """Return RGB on white; `max_value` is the maximum of 16-bit values."""
    if max_value:
        return Image.fromarray((np.asarray(image, np.float64) * (255.0 / max_value)).astype(np.uint8)).convert("RGB")
    if "A" in image.getbands() or "transparency" in image.info:
        image = _paste_on_white(image.convert("RGBA"))
    return image.convert("RGB")


def _paste_on_white(clear: Image.Image) -> Image.Image:
    return Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear)
