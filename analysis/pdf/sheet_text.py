"""Text of a score sheet in Japanese and English."""

from __future__ import annotations

from kifu.core.message import Message

SHEET = Message("棋譜用紙", "Score sheet")
RECORD = Message("棋譜", "Game record")
CONTINUED = Message("続き", "continued")
WRITER = Message("記入", "Written by")
SEEN = Message("盤を見る側", "Seen by")
EVENT = Message("棋戦", "Event")
ROUND = Message("回戦・卓", "Round, table")
PLACE = Message("場所", "Place")
BEGAN = Message("開始日時", "Begun")
ENDED = Message("終了日時", "Ended")
TIME = Message("持ち時間", "Time")
PLACING = Message("配置", "Placing")
MOVES = Message("指し手", "Moves")
HALVES = (Message("前半", "first game"), Message("後半", "second game"))
UNITS = Message("駒", "Units")
BOARD = Message("盤 (記入する側から)", "The board from the writer's side")
FINAL = Message("最後の局面", "The last position")
START = Message("はじめの局面", "The position at the start")
RESULT = Message("結果 (○で囲む)", "Result (encircle)")
RESULT_TICKED = Message("結果 (印を付ける)", "Result (tick)")
JUDGED = Message("判定", "Verdict")
BY_RULES = Message("規則では", "By the rules")
AS_RECORDED = Message("結果 (棋譜のとおり)", "Result (as recorded)")
DRAW = Message("引き分け", "draw")
UNTIL = Message("手まで", "plies")
REASON = Message("理由", "By")
REASONS = Message("投了・時間切れ・反則・", "resignation · time · foul ·")
POINTS = Message("得点", "Points")
FOUL = Message("反則の指摘", "An illegal move pointed out")
AT_PLY = Message("手目", "At ply")
MADE_BY = Message("指した側", "made by")
NAMED_BY = Message("指摘", "named by")
ARBITER = Message("審判", "arbiter")
WHAT = Message("内容・処置", "What, decision")
SIGNATURES = Message("署名", "Signatures")
FURTHER = Message("続き・訂正 (手数を書く)", "Long moves and corrections (write the ply)")
SUM = Message("二局の合計 (前半の手番で)", "Sum of both games (by the sides of the first)")
TOTAL = Message("合計", "sum")
REMARKS = Message("備考", "Remarks")
HAND = Message("盤の外", "Off the board")
COST = Message("コスト", "Cost")
FREE = Message("まで無料", "free")
HOW = Message("一マスに一字。段の頭の 0 は省けます。", "One character a box; 0 before a row may be left out.")
HOW_TIMED = Message(
    "一マスに一字。段の頭の 0 は省けます。右は時間。",
    "One character a box; 0 before a row may be left out. At the right: the time.",
)
HOW_BOXES = Message(
    "一マスに一字。列・段を左から順に、駒は駒の欄に。淡い字は当てはまれば印を。間違えたら消して下の欄へ。",
    "One character a box: squares from the left, the unit in its place; tick the pale words. Strike slips out, write them below.",
)
ANY_MARK = Message("印はどれでも:", "Any of these marks:")
NO_ZERO = Message("段の 0 は省く:", "No 0 before a row:")
STRUCK = Message("消した字:", "Struck out:")
STRIP = Message("筆跡の見本: 小さい字と同じものを一つずつ", "Your hand: each small symbol once")
WHO_WON, HOW_ENDED = ("▲", "△", "引分"), ("投了", "時間", "反則")
HOW_ENDED_EN = ("resigned", "time", "foul")
EXAMPLES = Message("長い手の例", "The longest moves")
