"""Opens a photograph that somebody else sent: nothing large is decoded, and nothing of it but its pixels is kept."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from typing import TYPE_CHECKING, Any

from analysis.scan import page_faults
from analysis.scan.page_faults import MOST_BYTES, MOST_PIXELS

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

KINDS = ("JPEG", "PNG", "WEBP")
"""The formats that are opened. A JPEG in which a phone put a second picture is called MPO; the second one is left out."""
ENOUGH, LEAST = 6_000_000, 500
"""The pixels that are used of a larger picture, and the least length of a side."""
OTHERS = {b"ftyphei": "HEIC", b"ftyphev": "HEIC", b"ftypmif": "HEIF", b"ftypmsf": "HEIF", b"ftypavi": "AVIF"}
"""Kinds that are refused by name, by the bytes after the first four."""
OTHER_STARTS = {b"GIF8": "GIF", b"II*\x00": "TIFF", b"MM\x00*": "TIFF", b"BM": "BMP", b"%PDF": "PDF", b"<svg": "SVG"}


def photograph(data: bytes) -> NDArray[Any]:
    """Return the pixels of a photograph: rows × columns × red, green and blue, upright, at most about ENOUGH of them.

    Raises UnreadablePage for what is no picture, for other kinds, and for one that is broken, animated, too large or too small.
    """
    if len(data) > MOST_BYTES:
        raise page_faults.too_large(f"{len(data):,} bytes", f"{MOST_BYTES:,} bytes")
    other = OTHERS.get(data[4:11]) or next(
        (name for start, name in OTHER_STARTS.items() if data.startswith(start)), None
    )
    if other is not None:
        raise page_faults.other_kind(other)
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - a command that reads no sheet does without it

    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        warnings.simplefilter("ignore", UserWarning)  # about the EXIF data of strangers
        try:
            with Image.open(io.BytesIO(data), formats=KINDS) as image:
                return _pixels(image)
        except UnidentifiedImageError:
            raise page_faults.not_an_image() from None
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise page_faults.too_large("", f"{MOST_PIXELS:,} pixels") from None
        except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error, IndexError):
            raise page_faults.broken() from None


def _pixels(image: Image) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415
    from PIL import ImageOps  # noqa: PLC0415

    width, height = image.size
    if width * height > MOST_PIXELS:
        raise page_faults.too_large(f"{width} × {height}", f"{MOST_PIXELS:,} pixels")
    if min(width, height) < LEAST:
        raise page_faults.too_small(min(width, height))
    if image.format != "MPO" and getattr(image, "n_frames", 1) > 1:
        raise page_faults.animated()
    shrunk = (width * height / ENOUGH) ** 0.5
    if shrunk > 1:
        image.draft("RGB", (int(width / shrunk), int(height / shrunk)))
    image.load()
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith(("I", "F")):  # 16 bits a pixel
        deep = np.asarray(upright, np.float64)
        grey = (deep * (255.0 / max(1.0, float(deep.max())))).astype(np.uint8)
        pixels = np.repeat(grey[..., None], 3, axis=2)
    else:
        if "A" in upright.getbands() or "transparency" in upright.info:
            upright = _on_white(upright.convert("RGBA"))
        pixels = np.asarray(upright.convert("RGB"))
    shrunk = (pixels.shape[0] * pixels.shape[1] / ENOUGH) ** 0.5
    if shrunk > 1:
        import cv2  # noqa: PLC0415 - an extra

        size = (round(pixels.shape[1] / shrunk), round(pixels.shape[0] / shrunk))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    return pixels


def _on_white(clear: Image) -> Image:
    from PIL import Image  # noqa: PLC0415

    return Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear)
