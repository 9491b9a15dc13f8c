"""Implements the rules of the stones a second time, on dictionaries of coordinates, without code of the program."""

DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
NEXT_TO = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def read(diagram, columns):
    """Return {(row, column): (side, unit)} for the units of a drawn board."""
    units = {}
    for row, line in enumerate(diagram.splitlines()):
        if "：" in line:
            break
        for column in range(columns):
            text = line[2 * column : 2 * column + 2]
            if text[0] in "▲△":
                units[row, column] = text[0], text[1]
    return units


def inside(at, size):
    """Tell whether a coordinate is on a board of rows and columns."""
    return 0 <= at[0] < size[0] and 0 <= at[1] < size[1]


def flips(units, at, side, size):
    """Return the squares of the units that a 翻 of `side` on `at` flanks."""
    flipped = set()
    for down, right in DIRECTIONS:
        line = []
        here = (at[0] + down, at[1] + right)
        while inside(here, size) and here in units and units[here][0] != side:
            line.append(here)
            here = (here[0] + down, here[1] + right)
        if units.get(here) == (side, "翻"):
            flipped |= set(line)
    return flipped


def chain(units, at):
    """Return the chain of the unit on `at`."""
    members, todo = {at}, [at]
    while todo:
        row, column = todo.pop()
        for down, right in NEXT_TO:
            here = (row + down, column + right)
            if here in units and units[here][0] == units[at][0] and here not in members:
                members.add(here)
                todo.append(here)
    return members


def surrounded(units, group, size):
    """Tell whether every square next to a chain holds an enemy 碁."""
    side = units[next(iter(group))][0]
    around = {
        (row + down, column + right)
        for row, column in group
        for down, right in NEXT_TO
        if inside((row + down, column + right), size)
    } - group
    return bool(around) and all(here in units and units[here][1] == "碁" and units[here][0] != side for here in around)


def captured(units, side, size):
    """Return the units of `side` in chains that are surrounded."""
    return {at for at, (owner, _) in units.items() if owner == side and surrounded(units, chain(units, at), size)}


def five(units, side):
    """Tell whether `side` has five 珠 in a line."""
    own = {at for at, unit in units.items() if unit == (side, "珠")}
    return any(
        all((row + down * count, column + right * count) in own for count in range(5))
        for row, column in own
        for down, right in DIRECTIONS
    )
