"""Tests of diagrams: they are split into a head, rows with their numbers, and fields with their places."""

from each import each

from kifu.core.game.text import DiagramField, DiagramRow, ends_like_a_row, split_diagram


def parts(*lines):
    """Split lines numbered from 11, under a 局面図 on line 10."""
    return split_diagram(10, enumerate(lines, start=11))


def test_a_diagram_as_the_source_prints_it():
    """A printed diagram has a head of columns, rows with the number last, and no fields."""
    diagram = parts("一二三四五六七", "○○○○○怨○01", "○○○○○○○02")
    assert diagram.line == 10
    assert diagram.head == DiagramRow("一二三四五六七", None, 11, 1)
    assert diagram.rows == (DiagramRow("○○○○○怨○", 1, 12, 1), DiagramRow("○○○○○○○", 2, 13, 1))
    assert diagram.fields == ()


@each("row", ["○○占01", "○○占1", "○○占０１", "○○占0１", "　○○占 01 "])
def test_row_numbers_in_digits_of_either_width(row):
    """A row number has one or two digits, full-width, half-width or mixed, with blanks around."""
    (first_row,) = parts(row).rows
    assert (first_row.cells, first_row.number, first_row.column) == ("○○占", 1, 1 + row.index("○"))


@each("row", ["○○占", "○○占001", "○○占?", "占01○"])
def test_rows_without_a_number(row):
    """A row that does not end in one or two digits keeps all its characters and has no number."""
    assert parts(row).rows == (DiagramRow(row, None, 11, 1),)


def test_a_head_only_above_the_rows():
    """A line of column names below a row is a row that is wrong; so is a second one above."""
    assert parts("○○○01", "一二三").rows[1] == DiagramRow("一二三", None, 12, 1)
    assert parts("一二三", "一二三").rows == (DiagramRow("一二三", None, 12, 1),)


def test_no_head_is_needed():
    """The head may be missing."""
    assert parts("○○○01").head is None


@each(
    ("line", "key", "value", "column"),
    [
        ("先手の持駒：9 占不可", "先手の持駒", "9 占不可", 7),
        (" 手番 : 後手 ", "手番", "後手", 7),
        ("手番：", "手番", "", 4),
    ],
)
def test_fields(line, key, value, column):
    """A field has its key, its value and the place of the value; its colon has either width."""
    assert parts(line).fields == (DiagramField(key, value, 11, column),)


def test_an_empty_diagram():
    """A 局面図 with nothing below has no parts."""
    assert parts() == (10, None, (), ())


def test_what_ends_like_a_row():
    """The last character before the blanks decides whether a line ends like a row."""
    assert ends_like_a_row("○○7 ")
    assert ends_like_a_row("０")
    assert not ends_like_a_row("7手目")


def test_long_lines_take_no_time():
    """A row with a megabyte of blanks is split fast."""
    (row,) = parts("○" + " " * 1_000_000 + "01").rows
    assert (row.cells, row.number) == ("○", 1)
