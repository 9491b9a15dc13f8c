"""Implements 続・連合将棋 a second time: the effect of actions, the legal ones, and the end, by trying all possibilities."""

from typing import NamedTuple

from naive import DIRECTIONS, NEXT_TO, chain, five, flips
from naive_moves import (
    BACKS,
    FACES,
    KINGS,
    SHOGI,
    State,
    destinations,
    enclosed,
    go,
    leaps,
    marked_units,
    name,
    open_column,
    size,
)


class Action(NamedTuple):
    """An action sound in form: the unit, its origin and target, and the units that it leaps."""

    text: str
    unit: str
    to: tuple
    path: tuple = ()
    taken: tuple = ()
    becomes: str = ""
    drop: bool = False
    leaping: bool = False


def promotions(state, at, to):
    """Return (suffix, face after the move) for each spelling of a move (rengo.24, 25)."""
    side, unit, _ = state.units[at]
    depth = state.depth(to, side)
    if unit in FACES:
        near = state.board.zone
        may = depth <= near or (state.options["nari"] == "move" and state.depth(at, side) <= near)
        must = (unit in "歩香" and depth == 1) or (unit == "桂" and depth <= 2)
        return [("成", FACES[unit])] * may + [("", unit)] * (not must)
    if unit == "兵" and depth == 1:
        return [(f"成{face}", face) for face in "后城僧騎"]
    if unit == "貝" and depth <= state.board.zone:
        return [("成", "核")]
    if unit == "平" and depth == 1:
        return [("成", "冠")]
    return [("", unit)]


def actions(state):  # noqa: C901 - moves, leaps and drops
    """Yield every action sound in form and geometry, with leaps, without the pass."""
    side = state.turn
    for at, (owner, unit, _) in list(state.units.items()):
        if owner != side or unit in "碁翻珠":
            continue
        for to in destinations(state, at):
            taken = (to,) if to in state.units else ()
            if unit == "兵" and to == state.passed_over and to[1] != at[1]:
                taken = ((at[0], to[1]),)
            for suffix, face in promotions(state, at, to):
                yield Action(f"{name(at)}-{name(to)}{unit}{suffix}", unit, to, (at, to), taken, face)
        for path, taken in leaps(state, at) if unit in "平冠" else ():
            ((suffix, face),) = promotions(state, at, path[-1])
            text = "-".join(map(name, path)) + unit + suffix
            yield Action(text, unit, path[-1], path, taken, face, leaping=True)
    for unit, number in state.stands[side].items():
        for row in range(state.board.rows) if number else ():
            for column in range(state.board.columns):
                if (row, column) not in state.units and may_drop(state, side, unit, (row, column)):
                    yield Action(f"{name((row, column))}{unit}打", unit, (row, column), becomes=unit, drop=True)


def may_drop(state, side, unit, at):
    """Tell whether rengo.28-30 allow a drop on an empty square; pawn-drop mate is not judged."""
    depth = state.depth(at, side)
    if unit == "歩":
        column = [(owner, there) for here, (owner, there, _) in state.units.items() if here[1] == at[1]]
        return depth > 1 and (side, "歩") not in column
    if unit in "香桂":
        return depth > (1 if unit == "香" else 2)
    if unit == "翻":
        own = any((owner, there) == (side, "翻") for owner, there, _ in state.units.values())
        return not own or bool(flanked(state, at, side))
    if unit == "珠":
        camp = state.board.camp if state.options["jin"] == "half" else state.board.soldiers
        return depth < camp
    return True


def flanked(state, at, side, units=None):
    """Return the units that a 翻 dropped there flanks (rengo.37); `units` are those of the position if at hand."""
    units = units or marked_units(state.units)
    flipped = flips(units, at, "▲△"[side], size(state))
    if state.options["hasami"] == "take":
        return flipped
    kept = set()
    for down, right in DIRECTIONS:
        line = []
        to = go(at, (down, right))
        while to in flipped:
            line.append(to)
            to = go(to, (down, right))
        if not any(state.units[here][1] in KINGS for here in line):
            kept |= set(line)
    return kept


class Done(NamedTuple):
    """The effect of an action."""

    after: State
    took_king: bool
    five: bool
    pocketed: bool
    """Whether a chain of the mover's stands enclosed (rengo.34)."""


def carry_out(state, action, side=None):  # noqa: C901, PLR0912 - in the order of rengo.13
    """Carry out an action sound in form (rengo.13, 4-9)."""
    side = state.turn if side is None else side
    units = dict(state.units)
    stands = [dict(stand) for stand in state.stands]
    captives = list(state.captives)
    lost = []
    passed_over = None
    if action.drop:
        stands[side][action.unit] -= 1
        fresh = False
    else:
        at = action.path[0]
        lost += [units.pop(victim) for victim in action.taken]
        del units[at]
        fresh = False
        if action.unit == "兵" and abs(at[0] - action.to[0]) == 2:
            passed_over = ((at[0] + action.to[0]) // 2, at[1])
    units[action.to] = (side, action.becomes, fresh)
    took_king = any(unit in KINGS for _, unit, _ in lost)
    if action.drop and action.unit == "翻":
        for here in flanked(state, action.to, side):
            if units[here][1] in KINGS:
                took_king = True
                del units[here]
            else:
                units[here] = (side, units[here][1], False)
    drawn = marked_units(units)
    fenced = enclosed(drawn, side, state)
    for here in fenced:
        del drawn[here]
        lost.append(units.pop(here))
        took_king = took_king or lost[-1][1] in KINGS
    ko = None
    if action.drop and action.unit == "碁" and len(fenced) == 1:
        (vacated,) = fenced
        again = {**units, vacated: (1 - side, "碁", False)}
        if enclosed(marked_units(again), 1 - side, state) == {action.to}:
            ko = vacated
    for _, unit, _ in lost:
        if unit in KINGS:
            continue
        if unit in SHOGI or unit == "翻":
            bare = BACKS.get(unit, unit)
            stands[side][bare] = stands[side].get(bare, 0) + 1
        else:
            captives[side] += 1
    after = State(
        state.board, state.options, units, tuple(stands), tuple(captives), 1 - side, passed_over, ko, passed=False
    )
    return Done(after, took_king, five(drawn, "▲△"[side]), bool(enclosed(drawn, 1 - side, state)))


def threatened(state, side, *, ko=True):  # noqa: C901 - a way after the other
    """Tell whether the king of `side` could be taken by the other (rengo.44), with the ko ban or without."""
    king, other = state.king(side), 1 - side
    for at, (owner, unit, _) in state.units.items():
        if owner != other or unit in "碁翻珠":
            continue
        ways = leaps(state, at) if unit in "平冠" else [((at, king), (king,))] * (king in destinations(state, at))
        for path, taken in ways:
            action = Action("", unit, path[-1], path, taken, unit)
            if king in taken and takes(state, action, other, ko=ko):
                return True
    stand = state.stands[other]
    if stand.get("碁"):
        group = chain(marked_units(state.units), king)
        around = {go(at, vector) for at in group for vector in NEXT_TO} - group
        for at in around:
            if state.on(at) and at not in state.units:
                action = Action("", "碁", at, becomes="碁", drop=True)
                if takes(state, action, other, ko=ko):
                    return True
    if stand.get("翻") and (other, "翻", False) in state.units.values():
        units = marked_units(state.units)
        for at in {go(here, vector) for here in units if units[here][0] == "▲△"[side] for vector in DIRECTIONS}:
            turned_over = flanked(state, at, other, units) if state.on(at) and at not in units else ()
            if any(here == king or units[here][1] == "碁" for here in turned_over):
                action = Action("", "翻", at, becomes="翻", drop=True)
                if takes(state, action, other, ko=ko):
                    return True
    return False


def takes(state, action, side, *, ko):
    """Tell whether an action takes the king and obeys 34 and 35."""
    if ko and action.to == state.ko:
        return False
    done = carry_out(state, action, side)
    return done.took_king and (not done.pocketed or state.options["kinshi"] == "nonking")


class Judged(NamedTuple):
    """A judged position: the legal actions, the article of each illegal one, check, and the end."""

    legal: dict
    """Text → the position after it."""
    illegal: dict
    """Text → article, for actions sound in form."""
    check: bool
    end: tuple | None
    """Article and winner (first, second, draw) by the position alone."""


def objection(state, done):
    """Return 34 or 45 if an action breaks it, else 0."""
    if done.pocketed and not (done.took_king and state.options["kinshi"] == "nonking"):
        return 34
    if done.took_king or done.five:
        return 0
    return 45 if threatened(done.after, state.turn) else 0


def legal_actions(state):
    """Return the legal actions as text → position after, and the article of the others sound in form."""
    done = [(action, carry_out(state, action)) for action in actions(state)]
    leaping = {
        action.text: (len(action.taken), objection(state, came_to))
        for action, came_to in done
        if action.leaping and action.to != state.ko
    }
    most = max((taken for taken, article in leaping.values() if not article), default=0)
    legal, illegal = {}, {}
    for action, came_to in done:
        if action.to == state.ko:
            article = 35
        elif most and leaping.get(action.text) == (most, 0):
            article = 0
        elif most and (action.leaping or not (state.options["saki"] == "five" and came_to.five)):
            article = 42
        else:
            article = objection(state, came_to) or (28 if mates_by_drop(state, action, came_to) else 0)
        if article:
            illegal[action.text] = article
        else:
            legal[action.text] = ended(state, came_to)
    article = of_a_pass(state, bool(legal), most)
    if article:
        illegal["パス"] = article
    else:
        after = state._replace(turn=1 - state.turn, passed_over=None, ko=None, passed=True)
        makes_five = five(marked_units(state.units), "▲△"[state.turn])
        legal["パス"] = ended(state, Done(after, took_king=False, five=makes_five, pocketed=False), passing=True)
    return legal, illegal


def mates_by_drop(state, action, done):
    """Tell whether a 歩 is dropped that itself threatens the king, and the enemy has no legal action (rengo.28)."""
    if not (action.drop and action.unit == "歩") or done.took_king or done.five:
        return False
    ahead = (action.to[0] + (1 if state.turn else -1), action.to[1])
    if ahead != done.after.king(1 - state.turn):
        return False
    step = Action("", "歩", ahead, (action.to, ahead), (ahead,), "歩")
    return takes(done.after, step, state.turn, ko=False) and not legal_actions(done.after)[0]


def of_a_pass(state, other, most):
    """Return the article that a pass breaks, 0 if it is legal (rengo.49)."""
    how = state.board.passing
    if how == "by king":
        second = state.king(1)
        how = "forced" if second and state.units[second][1] == "楚" else "no"
    if how == "no" or (how == "forced" and other):
        return 49
    if most:
        return 42
    return 45 if threatened(state, state.turn, ko=False) else 0


def ended(state, done, *, passing=False):
    """Return the position after an action, with what it has ended (rengo.13, 8, 9, 13, 15)."""
    after = done.after
    one, other = after.king(0), after.king(1)
    facing = bool(
        one and other and after.units[one][1] == after.units[other][1] == "楚" and open_column(after.units, one, other)
    )
    how = ""
    if done.took_king:
        how = "king"
    elif done.five:
        how = "five"
    elif facing and state.facing:
        how = "facing"
    elif passing and state.passed:
        how = "passes"
    return after._replace(facing=facing, ended=how)


def judge(state):
    """Judge a position: legal actions, check and the end by the position alone (rengo.13, 46, 50, 53)."""
    loses = ("second", "first")[state.turn]
    if state.ended in {"king", "five"}:
        return Judged({}, {}, check=False, end=({"king": 44, "five": 39}[state.ended], loses))
    legal, illegal = legal_actions(state)
    check = threatened(state, state.turn, ko=False)
    end = None
    if not legal:
        end = (46, loses) if check else (50, standstill(state, loses))
    elif state.ended == "facing":
        end = (48, "draw")
    elif state.ended == "passes":
        end = (53, "draw") if state.board.passes == "draw" else (55, winner(score(state)))
    return Judged({} if end else legal, illegal, check, end)


def standstill(state, loses):
    """Return the result of having no action while not in check (rengo.50)."""
    how = state.board.stuck
    if how == "by king":
        how = {"玉": "loss", "帥": "loss", "王": "draw", "君": "draw"}[state.units[state.king(1)][1]]
    return loses if how == "loss" else "draw"


def repetition(states, checks):
    """Return the end by rengo.51 at the last of the positions, or None; `checks` tells of each whether it is check."""
    last = states[-1].key()
    times = [number for number, state in enumerate(states) if state.key() == last]
    king = states[-1].units[states[-1].king(1)][1]
    if len(times) < {"玉": 4, "王": 5, "帥": 3, "楚": 3, "君": 3}[king]:
        return None
    if king in "玉帥":
        always = [
            all(checks[at] for at in range(times[0] + 1, len(states)) if states[at].turn == 1 - side) for side in (0, 1)
        ]
        if always[0] != always[1]:
            return 51, "second" if always[0] else "first"
    return 51, "draw"


def score(state, komi=6.5):  # noqa: C901, PLR0912 - in the order of rengo.54
    """Count both sides (rengo.54, 55)."""
    seen = set()
    sums = [state.captives[0], state.captives[1] + komi]
    units = dict(state.units)
    for row in range(state.board.rows):
        for column in range(state.board.columns):
            start = (row, column)
            if start in seen or (start in state.units and state.units[start][1] == "碁"):
                continue
            region, todo, touching = {start}, [start], set()
            while todo:
                at = todo.pop()
                for vector in NEXT_TO:
                    to = go(at, vector)
                    if not state.on(to) or to in region:
                        continue
                    if to in state.units and state.units[to][1] == "碁":
                        touching.add(state.units[to][0])
                    else:
                        region.add(to)
                        todo.append(to)
            seen |= region
            if len(touching) != 1:
                continue
            (owner,) = touching
            for at in region:
                if at in units and units[at][0] == owner:
                    continue
                sums[owner] += 1
                if at in units and units[at][1] not in SHOGI + "翻":
                    sums[owner] += 1
                units.pop(at, None)
    for side, unit, _ in units.values():
        sums[side] += unit == "翻"
    return tuple(sums)


def winner(sums):
    """Return the side with the higher sum."""
    return "draw" if sums[0] == sums[1] else "first" if sums[0] > sums[1] else "second"
