"""The clock of a table: 切れ負け, 秒読み, Fischer, restarts, and a time of day that goes backwards."""

from helpers import verdict as verdict_on
from tables import Recorder

from kifu.core.outcome import Side
from kifu.recording import state_and_clock as clocks
from kifu.recording.state_and_clock import Control, Instant, TableClock
from kifu.recording.state_record_conversion import record_text

FIRST, SECOND = Side.FIRST, Side.SECOND


def at(ms, run="run"):
    """Return an instant."""
    return Instant(run, ms)


def running(control, ms=0):
    """Return a clock that runs for 先手 since `ms`."""
    return clocks.start_clock(clocks.stopped_clock(control, at(ms)), FIRST, at(ms))


def test_sudden():
    """切れ負け: the time is taken from the budget, and the side whose budget is used up has fallen."""
    clock, seconds = clocks.clock_and_seconds_after_turn(running(Control("sudden", 10)), SECOND, at(3999))
    assert (clock.left, seconds, clock.running) == ((6001, 10_000), 3, SECOND)
    assert clocks.clock_advanced_to(clock, at(13_998)).fallen is None
    assert clocks.clock_advanced_to(clock, at(13_999)).fallen is SECOND


def test_byoyomi():
    """秒読み: the budget never falls below nothing, and each move then has the seconds again."""
    clock, _ = clocks.clock_and_seconds_after_turn(running(Control("byoyomi", 5, 10)), SECOND, at(14_000))
    assert (clock.left, clock.fallen) == ((0, 5000), None)
    clock, _ = clocks.clock_and_seconds_after_turn(clock, FIRST, at(15_000))
    assert clocks.milliseconds_left(clock, FIRST) == 10_000
    assert clocks.clock_advanced_to(clock, at(24_999)).fallen is None
    assert clocks.clock_advanced_to(clock, at(25_000)).fallen is FIRST


def test_fischer():
    """Fischer: each move adds its seconds."""
    clock, seconds = clocks.clock_and_seconds_after_turn(running(Control("fischer", 10, 5)), SECOND, at(4000))
    assert (clock.left, seconds) == ((11_000, 10_000), 4)


def test_press_before_the_move_is_written():
    """A press ends the turn; the move that is written later has the time up to the press."""
    clock = clocks.press_clock(running(Control("sudden", 60)), at(2500))
    assert (clock.running, clock.left[0]) == (SECOND, 57_500)
    clock, seconds = clocks.clock_and_seconds_after_turn(clock, SECOND, at(9000))
    assert (seconds, clock.running) == (2, SECOND)
    clock, seconds = clocks.clock_and_seconds_after_turn(clock, FIRST, at(10_500))
    assert (seconds, clock.left[1]) == (8, 52_000)


def test_stop_and_start():
    """A clock that stands still takes no time; the turn goes on where it was."""
    clock = clocks.stop_clock(running(Control("sudden", 60)), at(2000))
    clock = clocks.start_clock(clock, FIRST, at(50_000))
    _, seconds = clocks.clock_and_seconds_after_turn(clock, SECOND, at(51_000))
    assert seconds == 3


def test_it_never_goes_back():
    """An instant before the last one changes nothing."""
    clock = clocks.clock_advanced_to(running(Control("sudden", 60)), at(5000))
    assert clocks.clock_advanced_to(clock, at(1000)) == clock


def test_a_restart_stops_it_and_says_so():
    """A new run of the server says nothing about the time between: the clock stands still from the last event on."""
    clock = clocks.clock_advanced_to(running(Control("sudden", 60)), at(5000))
    again = clocks.clock_advanced_to(clock, at(0, "next"))
    assert (again.running, again.restarted, again.spent) == (None, True, 5000)
    assert clocks.clock_json(again)["restarted"] is True
    assert clocks.start_clock(again, FIRST, at(9, "next")).restarted is False


def test_set():
    """A corrected clock has the times that were set, and a new turn."""
    clock = clocks.set_times(running(Control("sudden", 60)), (1000, 2000), at(500))
    assert (clock.left, clock.spent, clock.running) == ((1000, 2000), 0, FIRST)


def test_no_control_counts_time_and_nobody_falls():
    """Without a time control the clock still measures the moves."""
    clock = running(None)
    assert clocks.clock_advanced_to(clock, at(10**9)).fallen is None
    assert clocks.clock_and_seconds_after_turn(clock, SECOND, at(1500))[1] == 1
    assert isinstance(clock, TableClock)


def test_times_stand_in_the_record():
    """Each move has its time, the totals are right, and the control is read by the referee's reader."""
    for control in ({"kind": "sudden", "main": 600}, {"kind": "byoyomi", "main": 0, "byoyomi": 30}):
        table = Recorder("six", step=2500, clock=control)
        table.send("clock", action="start")
        table.move("四04占", "三03領", "四03占")
        table.send("special", word="時間切れ")
        verdict = verdict_on(record_text(table.state))
        assert verdict.seconds == (2, 2, 2)
        assert verdict.end_seconds == 2
        assert {diagnostic.code for diagnostic in verdict.diagnostics} <= {"time-left"}


def test_the_time_of_a_device_is_kept_beside():
    """The device's own time stands beside that of the server; without a clock a time may be given."""
    table = Recorder("six")
    table.send("move", ply=1, text="四04占", seconds=7, device_ms=6500)
    (move,) = table.view()["moves"]
    assert (move["seconds"], move["device_ms"]) == (7, 6500)
