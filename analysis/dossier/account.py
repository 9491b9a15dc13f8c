"""Tells the contents of a dossier in words: as the blocks that the page and the paper share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.dossier import events
from analysis.dossier.blocks import Block, Boards, Decision, Facts, Heading, Listing, Row, Table, Text
from analysis.dossier.contents import journals_of
from analysis.dossier.inputs import Role
from kifu.dispute.rows import CLASSES
from kifu.games import load
from kifu.model.message import Message, quoted
from kifu.model.outcome import OUTCOME_LABELS, Outcome, Termination
from kifu.referee.verdict import Status
from kifu.table.opening import MODE_LABELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.blocks import Words
    from analysis.dossier.boards import Deciding
    from analysis.dossier.contents import Dossier

MOST_ROWS = 200
"""The most rows of a table of slips or of the joint reading; dossier.json has all."""
MOST_GAMES = 20
"""The most games of a joint reading that are written out."""
NAME = 200
"""The most characters of a name that are shown."""
NOTHING = "—"
_LEGAL = {True: "○", False: "×", None: ""}
ROLE_A, ROLE_B = Role.A.label, Role.B.label


def account(dossier: Dossier) -> tuple[Block, ...]:
    """Return a dossier as blocks, in the order in which an arbiter reads it."""
    told = dossier.contents
    return (
        *_of_the_game(told),
        *_of_a_sheet(told, ROLE_A, dossier.boards["a"], other=told["b"] is not None),
        *(_of_a_sheet(told["b"], ROLE_B, dossier.boards["b"], other=True) if told["b"] is not None else ()),
        *_of_both(told["reconciliation"]),
        *(block for role, journal in journals_of(told) for block in _of_a_journal(role, journal)),
        *_of_the_inputs(told),
        *_of_the_decision(told),
        *_texts(told),
    )


def _of_the_game(told: dict[str, Any]) -> Iterator[Block]:
    sides = load(told["game"]["id"]).sides
    mode = MODE_LABELS.get(told["mode"] or "", Message("記録簿がないので不明", "not known: there is no journal"))
    yield Facts(
        (
            (Message("棋種", "game"), _message(told["game"]["name"])),
            (Message("規則", "rules"), quoted(told["game"]["rules"], NAME)),
            *((side.label, _name(told["parties"][key])) for side, key in zip(sides, ("first", "second"), strict=True)),
            (Message("記録の仕方", "mode"), mode),
            *(
                (Message(key, key), quoted(told["head"][key], NAME))
                for key in ("棋戦", "場所", "開始日時", "終了日時")
                if told["head"].get(key)
            ),
        )
    )


def _of_a_sheet(told: dict[str, Any], name: Message, boards: Deciding | None, *, other: bool) -> Iterator[Block]:
    """Yield the blocks about one sheet; `other` says that there are two."""
    verdict = told["verdict"]
    of = Message(f"{name.ja}: ", f"{name.en}: ") if other else Message("", "")
    yield Heading(1, Message(f"{of.ja}判定", f"{of.en}verdict"))
    if told["sheet_journal"] is not None:
        yield _made_from(told["sheet_journal"])
    status = Status(verdict["status"])
    yield Text(Message(f"{status.value} {status.label.ja}", status.heading.en), "strong")
    yield Facts(tuple(_results(verdict)))
    yield from _fault(verdict, boards)
    yield from _article(told["article"])
    if boards is not None and boards.drawn:
        yield Heading(2, Message("決め手の局面", "the deciding position"))
        yield Boards(boards.drawn)
    yield Heading(2, Message("規則の読み方", "readings of the rules"))
    yield Text(_message(told["readings"]["summary"]))
    yield from _repairs(told["repairs"], faulty=bool(status.exit_code))


def _made_from(journal: dict[str, Any]) -> Text:
    """Return what is said of a record that was made from a journal."""
    if journal["whole"]:
        return Text(Message("記録簿から作った棋譜です", "the record that its journal adds up to"))
    lines = journal["lines"]
    return Text(
        Message(
            f"完全ではない記録簿の、読める {lines} 行から作った棋譜です",
            f"the record that the {lines} good lines of a journal add up to, which is not whole",
        ),
        "strong",
    )


def _results(verdict: dict[str, Any]) -> Iterator[tuple[Message, Words]]:
    game = verdict["game"]
    yield Message("手数", "plies"), str(verdict["plies"])
    yield Message("規則による結果", "result by the rules"), _ending(verdict["outcome"], game)
    yield Message("記録の結果", "recorded result"), _ending(verdict["recorded"], game)
    if verdict["scores"] and not verdict["games"]:
        first, second = verdict["scores"][-1]
        yield Message("得点", "points"), f"{first:g} - {second:g}"
    for number, part in enumerate(verdict["games"], start=1):
        said = Status(part["status"]).heading
        plies = part["plies"]
        label = Message(f"対局 {number}", f"game {number}")
        yield label, Message(f"{said.ja}、{plies} 手", f"{said.en}, {plies} plies")


def _fault(verdict: dict[str, Any], boards: Deciding | None) -> Iterator[Block]:
    part = None if boards is None else boards.part
    fault = verdict["fault"]
    if fault is None and part is not None:
        fault = verdict["games"][part - 1]["fault"]
    if fault is None:
        return
    where = (
        Message(f"{fault['ply']} 手目", f"ply {fault['ply']}") if fault["ply"] else Message("開始局面", "the set-up")
    )
    if part is not None:
        where = Message(f"対局 {part}、{where.ja}", f"game {part}, {where.en}")
    rows: list[tuple[Message, Words]] = [(Message("ここで初めて矛盾する", "it first contradicts here"), where)]
    if fault["move"] is not None:
        rows.append((Message("書かれた手", "the move as written"), quoted(fault["move"], events.LONG)))
    if fault["line"] is not None:
        rows.append((Message("記録の行", "line of the record"), str(fault["line"])))
    yield Facts(tuple(rows))
    yield Text(_message(fault["message"]), "strong")


def _article(article: dict[str, Any] | None) -> Iterator[Block]:
    if article is None:
        yield Text(Message("決め手になった条はありません", "no article has decided"), "pale")
        return
    number, title, label = article["number"], article["title"], article["label"]
    yield Heading(2, Message(f"{number} {title['ja']}", f"{number} {title['en']}"))
    yield Text(_message(article["text"]), "quote")
    yield Text(Message(f"根拠: {label['ja']}", f"basis: {label['en']}"))
    for ground in article["grounds"]:
        kind, page = ground["label"], ground["page"]
        where = Message("", "") if page is None else Message(f" ({page['ja']})", f" ({page['en']})")
        yield Text(Message(f"{kind['ja']}{where.ja}", f"{kind['en']}{where.en}"), "pale")
        for line in ground["quote"]:
            yield Text(line, "quote")
        for key in ("text", "reason"):
            if ground[key] is not None:
                yield Text(_message(ground[key]))
    if article["data_labels"]:
        data = [_message(label) for label in article["data_labels"]]
        ja, en = "、".join(one.ja for one in data), ", ".join(one.en for one in data)
        yield Text(Message(f"再構成のデータによる: {ja}", f"by reconstructed data: {en}"))


def _repairs(repairs: dict[str, Any], *, faulty: bool) -> Iterator[Block]:
    yield Heading(2, Message("もしかして: 一つの書き違い", "perhaps: one slip of the pen"))
    candidates = repairs["candidates"]
    if not faulty:
        yield Text(Message("矛盾はありません", "nothing contradicts"))
        return
    count = len(candidates)
    yield Text(
        Message(f"全体を説明できる書き違い: {count} 個", f"slips that explain the whole record: {count}")
        if count
        else Message("一つの書き違いでは説明できません", "no single slip explains it")
    )
    if not repairs["complete"]:
        yield Text(
            Message(
                "調べ尽くしていません。ほかにもあるかもしれません", "the search was not finished: there may be more"
            ),
            "strong",
        )
    if candidates:
        yield Table(
            (
                Message("手", "ply"),
                Message("記録", "was"),
                Message("直す", "now"),
                Message("書き違い", "slip"),
                Message("直した棋譜の判定と SHA-256", "verdict and SHA-256 of the proof"),
            ),
            (0.08, 0.19, 0.19, 0.2, 0.34),
            tuple(map(_candidate, candidates[:MOST_ROWS])),
            Message("書き違いの候補", "candidates"),
        )
        yield from _more(count)


def _candidate(candidate: dict[str, Any]) -> Row:
    part = f"{candidate['part']}:" if "part" in candidate else ""
    was, now = (NOTHING if candidate[key] is None else quoted(candidate[key], events.LONG) for key in ("was", "now"))
    proof = f"{candidate['status']} {candidate['sha256']}"
    return Row((f"{part}{candidate['ply']}", was, now, _message(candidate["label"]), proof))


def _of_both(reading: dict[str, Any] | None) -> Iterator[Block]:
    if reading is None:
        return
    yield Heading(1, Message("二枚の突き合わせ", "both sheets together"))
    yield Text(
        Message(f"{reading['verdict']}: {reading['label']['ja']}", f"{reading['verdict']}: {reading['label']['en']}"),
        "strong",
    )
    first, cost = reading["first_difference"], reading["cost"]
    yield Facts(
        (
            (
                Message("最初の違い", "first difference"),
                NOTHING if first is None else Message(f"{first} 手目", f"ply {first}"),
            ),
            (Message("最も少ない書き違い", "the fewest slips"), NOTHING if cost is None else str(cost)),
            (Message("考えられる対局", "possible games"), str(len(reading["games"]))),
        )
    )
    for note in reading["notes"]:
        yield Text(_message(note))
    differing = [row for row in reading["rows"] if row["class"] != "same"]
    same = len(reading["rows"]) - len(differing)
    yield Text(Message(f"同じ行: {same}", f"equal lines: {same}"), "pale")
    if differing:
        yield Table(
            (
                Message("手", "ply"),
                Message("A", "A"),
                Message("B", "B"),
                Message("区別", "class"),
                Message("A で合法", "legal in A"),
                Message("B で合法", "legal in B"),
                Message("読み", "joint"),
            ),
            (0.07, 0.2, 0.2, 0.19, 0.08, 0.08, 0.18),
            tuple(map(_joint_row, differing[:MOST_ROWS])),
            Message("違う行", "lines that differ"),
        )
        yield from _more(len(differing))
    if len(reading["games"]) > 1:
        for number, game in enumerate(reading["games"][:MOST_GAMES], start=1):
            yield Text(f"{number}. {' '.join(game)}")
        yield from _more(len(reading["games"]), MOST_GAMES)


def _joint_row(row: dict[str, Any]) -> Row:
    part = f"{row['part']}:" if "part" in row else ""
    a, b = (NOTHING if row[key] is None else quoted(row[key], events.LONG) for key in ("a", "b"))
    cells = (
        f"{part}{row['ply']}",
        a,
        b,
        CLASSES[row["class"]],
        _LEGAL[row["legal_a"]],
        _LEGAL[row["legal_b"]],
        row["joint"] or "",
    )
    return Row(cells, "" if row["class"] == "same-meaning" else "differs")


def _of_a_journal(role: Role, journal: dict[str, Any]) -> Iterator[Block]:
    name = Message("記録簿", "journal") if role is Role.JOURNAL else role.label
    yield Heading(
        1,
        Message(
            f"{name.ja}の時系列", f"time line of the {name.en}" if role is Role.JOURNAL else f"time line of {name.en}"
        ),
    )
    yield Facts(
        (
            (Message("行数", "lines"), str(journal["lines"])),
            (Message("末尾のハッシュ", "hash of the last line"), journal["head"]),
            (Message("連鎖", "chain"), _chain(journal)),
        )
    )
    yield from _damages(journal)
    if journal.get("against_a") is not None:
        yield Text(_against(journal["against_a"]))
    if journal["conflicts"]:
        yield Heading(2, Message("二通りに書かれた手", "plies that were written in two ways"))
        yield Table(
            (Message("手", "ply"), Message("記入", "entry"), Message("書かれた手", "text"), Message("記録者", "by")),
            (0.1, 0.1, 0.45, 0.35),
            tuple(_written(ply["ply"], one) for ply in journal["conflicts"] for one in ply["written"]),
            Message("二通りに書かれた手", "conflicts"),
        )
    if journal["events"]:
        yield Heading(2, Message("記入の順", "every entry in order"))
        yield Table(
            (
                Message("番", "no."),
                Message("時刻 (UTC)", "time (UTC)"),
                Message("記入", "entry"),
                Message("記録者", "by"),
            ),
            (0.07, 0.2, 0.51, 0.22),
            tuple(map(_event, journal["events"])),
            Message("記入の順", "time line"),
        )


def _chain(journal: dict[str, Any]) -> Message:
    if journal["whole"]:
        return Message("切れ目なし", "whole")
    return Message("完全ではない (下記)", "not whole (see below)")


def _damages(journal: dict[str, Any]) -> Iterator[Block]:
    if journal["stopped"] is not None:
        yield Text(_message(journal["stopped"]), "strong")
    damage, torn = journal["damage"], journal["torn"]
    if damage is not None:
        unread = damage["unread"]
        yield Text(
            Message(
                f"そこから先の {unread} バイトは読んでいません。時系列はその前までです",
                f"{unread} bytes from there on were not read; the time line ends before them",
            )
        )
    if torn is not None:
        size, offset = torn["bytes"], torn["offset"]
        yield Text(
            Message(
                f"最後の行は書きかけです: {offset} バイト目から {size} バイト。受け取りの返事は出ていません",
                f"the last line is torn: {size} bytes from byte {offset}; it was never acknowledged",
            ),
            "strong",
        )
        if torn["text"] is not None:
            yield Text(quoted(torn["text"], NAME), "quote")
    if journal["unended"]:
        yield Text(Message("最後の行に改行がありません", "the last line lacks its line end"))


def _against(compared: dict[str, Any]) -> Message:
    if compared["same_bytes"]:
        return Message(
            "記録 A は、この記録簿から作られる棋譜と同じファイルです",
            "sheet A is the very record that this journal adds up to",
        )
    if compared["same_lines"]:
        return Message("記録 A の手は、この記録簿のものと同じです", "the moves of sheet A are those of this journal")
    first = compared["first_difference"]
    return Message(
        f"記録 A の手は、{first} 手目からこの記録簿のものと違います",
        f"sheet A differs from this journal from ply {first} on",
    )


def _written(ply: int, written: dict[str, Any]) -> Row:
    cells = (str(ply), str(written["seq"]), quoted(written["text"], events.LONG), quoted(written["by"], events.LONG))
    return Row(cells, "struck" if written["taken_back_by"] is not None else "")


def _event(event: dict[str, Any]) -> Row:
    cells = (str(event["seq"]), events.time(event), events.words(event), quoted(event["by"]))
    mark = "struck" if event.get("taken_back_by") is not None else "wrong" if event.get("legal") is False else ""
    return Row(cells, mark)  # type: ignore[arg-type]  # one of the marks


def _of_the_inputs(told: dict[str, Any]) -> Iterator[Block]:
    yield Heading(1, Message("調べたもの", "what was examined"))
    yield Table(
        (
            Message("ファイル", "file"),
            Message("バイト", "bytes"),
            Message("文字", "encoding"),
            Message("SHA-256", "SHA-256"),
        ),
        (0.16, 0.1, 0.16, 0.58),
        tuple(
            Row(
                (one["file"], str(one["bytes"]), one["encoding"] or Message("文字にならない", "no text"), one["sha256"])
            )
            for one in told["inputs"]
        ),
        Message("調べたもの", "inputs"),
    )
    versions = told["versions"]
    yield Facts(
        (
            (Message("プログラム", "program"), f"kifu {versions['program']}"),
            (Message("規則", "rule set"), quoted(versions["rules"], NAME)),
            (
                Message("規則書", "rulebook"),
                f"{versions['rulebook']['rules']}, SHA-256 {versions['rulebook']['sha256']}",
            ),
        )
    )


def _of_the_decision(told: dict[str, Any]) -> Iterator[Block]:
    first, second = load(told["game"]["id"]).sides
    yield Heading(1, Message("裁定", "decision"))
    yield Decision((Message("審判", "arbiter"), first.label, second.label))


def _texts(told: dict[str, Any]) -> Iterator[Block]:
    yield Heading(1, Message("付録: 調べたものの全文", "appendix: the full texts"))
    for one in told["inputs"]:
        label = Role(one["role"]).label
        name = Message(f"{one['file']} ({label.ja})", f"{one['file']} ({label.en})")
        if one["text"] is not None:
            yield Listing(name, one["text"])
        else:
            yield Heading(2, name)
            yield Text(_message(one["problem"]["message"]))
    for role, journal in journals_of(told):
        if role is not Role.JOURNAL and journal["record"] is not None:
            file = f"{role.value}.journal"
            yield Listing(Message(f"{file} から作った棋譜", f"the record that {file} adds up to"), journal["record"])


def _more(count: int, most: int = MOST_ROWS) -> Iterator[Block]:
    if count > most:
        rest = count - most
        yield Text(Message(f"ほか {rest} (dossier.json にあります)", f"and {rest} more, in dossier.json"), "pale")


def _ending(ending: dict[str, Any] | None, game_id: str | None) -> Words:
    if ending is None:
        return NOTHING
    why = Termination(ending["termination"]).label
    article = f" [{ending['article']}]" if ending["article"] else ""
    if ending["winner"] is None:
        return Message(f"{why.ja}{article}", f"{why.en}{article}")
    outcome = Outcome(ending["winner"])
    who = OUTCOME_LABELS[outcome] if game_id is None else load(game_id).outcome_label(outcome)
    return Message(f"{who.ja} ({why.ja}){article}", f"{who.en} ({why.en}){article}")


def _name(name: str | None) -> str:
    return quoted(name, NAME) if name else NOTHING


def _message(words: dict[str, str]) -> Message:
    return Message(words["ja"], words["en"])
