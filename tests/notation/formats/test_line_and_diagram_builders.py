"""Tests of lines of play while they are read: the time that each side had used before a ply."""

from notation.formats.line_and_diagram_builders import LineBuilder


class Watched(dict):
    """A dictionary that counts its iterations."""

    runs = 0

    def __iter__(self):
        Watched.runs += 1
        return super().__iter__()


def test_the_totals_before_a_ply():
    """The totals before a ply are those after the last earlier ply with a time, or those that a branch began with."""
    line = LineBuilder(5, 0, 1, (30, None), 2)
    line.clocks |= {6: (30, 45), 9: (70, 45)}
    assert [line.last_totals_and_ply_before(ply) for ply in (5, 6, 7, 9, 10, 99)] == [
        ((30, None), 2),
        ((30, None), 2),
        ((30, 45), 6),
        ((30, 45), 6),
        ((70, 45), 9),
        ((70, 45), 9),
    ]


def test_many_branches_run_through_the_times_once():
    """The times are sorted once for any number of branches."""
    line = LineBuilder(1, None, 1, (0, 0))
    line.clocks = Watched({ply: (ply, 0) for ply in range(1000)})
    assert [line.last_totals_and_ply_before(ply) for ply in range(1, 1001)] == [((ply, 0), ply) for ply in range(1000)]
    assert Watched.runs == 1
