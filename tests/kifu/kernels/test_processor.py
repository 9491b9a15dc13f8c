"""A processor is told by what Linux says of it."""

import pytest

from kifu.kernels import processor

ONE = "processor\t: 0\nvendor_id\t: A\ncpu family\t: 6\nmodel\t\t: 85\nflags\t\t: sse2 avx2\ncpu MHz\t\t: 2000.1\n\n"


@pytest.fixture(name="told")
def _told(tmp_path, monkeypatch):
    """Return a function that tells what is described where Linux says this."""

    def told(text):
        file = tmp_path / "cpuinfo"
        file.write_text(text)
        monkeypatch.setattr(processor, "INFORMATION", file)
        return processor.described.__wrapped__()

    return told


def test_what_machine_code_depends_on(told):
    """Another model or another flag is another processor; another speed, or a further core, is none."""
    first = told(ONE)
    assert first == ("6", "sse2 avx2", "85", "A")
    assert told(ONE.replace("2000.1", "3000.2") + ONE.replace("avx2", "avx")) == first
    assert len({first, told(ONE.replace("avx2", "avx")), told(ONE.replace("85", "86"))}) == 3


def test_other_processors_are_left_to_llvm(told, tmp_path, monkeypatch):
    """Linux describes an ARM processor in other words, and other systems have no such file."""
    assert told("processor\t: 0\nFeatures\t: fp asimd\nCPU part\t: 0xd0c\n\n") == ()
    monkeypatch.setattr(processor, "INFORMATION", tmp_path / "missing")
    assert processor.described.__wrapped__() == ()
