"""The words of results: who won or lost and why, draws, breaks, causes, and what says nothing."""

from __future__ import annotations

import re

from kifu.core.outcome import TERMINATION_LABELS, Termination
from notation.line_kinds import NUMBER

MAX_RESULT_CHARACTERS = 100
WINS, LOSES = "○◯〇", "●×✕✖"
WORDS = {
    "win": r"カチ|勝ち(?:上がり|抜け|残り)(?:ました)?|(?:優勢|逆転|判定)勝ち|中押し勝ち|快勝|完勝|圧勝|辛勝|連勝|勝って(?=終|おわ|お終|しま)|勝ちました|勝たれ(?:まし)?た|勝った|勝ち(?!負)|(?<=の)優勝(?![者戦争決候ま])|勝利|勝者|(?<![優決])勝(?!負|敗|手|ち[気負]|つ|て)|かちました|かち|kachi|winner|wins|win|won",
    "lose": r"マケ|(?:負け|まけ)で(?:いい|良い|よい|す|した)(?:です|よ|わ)?|負けだ(?!が|け|と)|負けに(?:します|しました|する)|負けを(?:認め(?:ます|ました|た)?|宣言(?:しました|した)?)|(?:切断|逆転|判定)負け|完敗|惜敗|敗れました|敗れる|敗北|敗者|(?<!勝)敗|失格|負けました|負けた|(?<!切れ)負け(?!ず嫌)|まけました|まけた|まけ|まけた|forfeited|loser|loses|lost",
    "time-win": r"時間切れ勝ち|切れ勝ち|時間勝ち",
    "time": r"(?:持ち?)?時間が(?:切れ|(?:なく|無く)な(?!(?:って|り)(?:き|そう|つつ|かけ)))(?:て|った|って|り)?(?:ました)?|(?:持ち?時間|考慮時間|(?<=の)時間)(?:が|を|の)?(?:尽き|(?:[0零]|ゼロ)(?:に|と)?(?:な)?|使い(?:切|果た|きっ|はた))(?:って|り|った|す|し|る|て|た)?(?:ました)?|時間[ぎギ][れレ](?:負け)?|ジカンギレ|じかんぎれ|時間切れ負け|時間切れ|時間負け|(?<!分)(?<!分、)(?<!分の)切れ負け|タイムアップ|(?:規定|制限|持ち?)?時間(?:\(\d{1,3}分\))?(?:超過|オーバー)|(?:on)?time ?out|on ?time|(?:ran ?)?out ?of ?time|'s ?(?:time|clock) ?ran ?out|(?:'s ?)?flag ?(?:fell|dropped|has ?fallen|is ?down)|flagged",
    "foul-win": r"反則勝ち",
    "foul": r"反則負け|反則を(?:認め|し)(?:ます|ました|た|て)?|反則と(?:認め|な)(?:ます|ました|った|り|て|る|た)?|反則|はんそく(?:まけ|負け)?|ハンソク",
    "forfeit-win": r"不戦勝ち?",
    "forfeit": r"不戦敗|不戦負け?|不戦|(?:途中)?棄権|forfeits?|bydefault",
    "resign": r"(?:(?<=[がは])|(?<=ここで))(?:黙って|静かに|深々と|深く)?頭を下げ(?:られ)?(?:まし)?[たてる]|投了|当量(?=し|で|$)|等量(?=し|で|$)|トウリョウ|とうりょう|tou?ryou?|投げ(?:ま(?:し(?:た|て)|す)|た|る|て(?=終|おわ|しま|[、,]?[^\W\d]{1,6}の?勝))|(?:駒|石|匙|さじ)を投じ(?:ました|た)|ギブ(?:アップ)?(?=$|[し。!でと(、で])|リタイア|降参|こうさん|コウサン|resigned|resigns|resignation|resign",
    "give-up": r"負けました|まけました|参りました|まいりました|まいった|参った|(?:(?<![ぁ-んァ-ヶー一-龠])|(?<=もう)|(?<=手[がは]))ありません(?!か)",
    "draw": r"同点(?:(?:により|につき|で)?引き?分け?)?|引き?分け|引分|ひきわけ|無勝負|和局|ドロー|drawn?|½-½|1/2-1/2|½|0\.5-0\.5|持碁",
    "void": r"(?:勝ち?負け?|勝敗)[はも]?(?:なし|無し|つかず|つけず|決めず|決まらず)|勝負(?:[がは]?)つか(?:ず|ない)|決着が?(?:つか(?:ず|ない)|[なつ](?:し|けず)|無し)|無効試合|ノーゲーム|ノーコンテスト|nocontest",
    "repetition": r"千日手",
    "impasse": r"持将棋",
    "mate": r"詰み|詰ん(?:で|だ)|詰|tsumi|つみ(?=です|!|。|$)",
    "break": r"(?:対局)?(?:中断|指し?掛け?|指しかけ|打ち?掛け?|打ちかけ|封じ手|(?:を)?封じ(?:て|ました)?(?:打ち?掛け?|指し?掛け?|中断)?|中止|続く|つづく|(?:続き|つづき)(?:は|を)?(?:また)?(?:後日|今度|こんど|次回|[来翌次][日週月年]|明日|あした|またの?)(?:に|へ|で(?!す)|の回)?|持ち越(?:し|され)?(?:た|て|と)?)|adjourned",
    "beat": r"defeated|defeats|beats?",
    "both": r"両者|双方|お?互いに?|両対局者|二人とも|ともに|共に|とも(?=時間|反則|負|敗|失格|不戦)|どちらも|どっちも|ダブル|double|both",
    "omitted": r"以下(?:は|、)?(?:省略|略|欠)(?:します|しました)?",
    "closed": r"オワリ|店じまい|お(?:開|ひら)き|(?:制限|規定)時間(?=[。、]|で)|打ち?切(?:り|った)|飽き(?:た|て)|(?:や|止)め(?:た|ました|ます|に(?:した|します|しました))|記録はここまで|(?:今日|本日)はここまで|ここまで|終局(?!時)|終了(?!時)|終わ(?:り(?:ました)?|った)|おわ(?:り(?:ました)?|った)|おしまい|了|完",
    "offer": r"offer(?:s|ed)?|propose[sd]?|でいい(?:よ?ね?|です[かよ]?)(?:(?:と|って)(?:言|い)われ(?:た|て))?|(?:と|って)(?:言|い)われ(?:た|て)|申し出(?:て|た)?|申し入れ(?:て|た)?|申し込み|提案(?:して|し)?",
    "accept": r"(?<=[→、。])(?:いいよ|うん|はい|OK)|そうし(?:ました|た)|了解|承知|承諾|受諾|了承|快諾|応じ(?:た|て)?|合意|同意|accept(?:s|ed)?|agreed|byagreement|agreement",
}
NUM = NUMBER
SCORE = rf"(?!\d\d?:\d\d(?!\d|点))(?P<one>{NUM})点?(?:対|-|―|–|~|〜|:|,|、|vs)(?P<two>{NUM})点?"
"""The points of both sides; 12:30 is a time."""
GLUE = (
    r"はい(?=、?(?:私|わたし|僕|ぼく|俺))|(?:終了|終局)時の?(?=得?点)|(?:reason|how|why|end)[:=]|と(?:言|い)(?:いました|った|って|い)|(?:最終)?(?:得点|点数|スコア)(?=は?[\d先後白黒WB])|no(?=kachi|make)|に?し(?:よう?|ましょう?)か?|そう(?:し(?:ましょう?|よう?)|ですね)|賛成|(?:と|って)(?:いう?|ゆう)?(?:こと|事)(?:で|に)?|と?相成[りつっ](?:ました|た)?|なので|だから|それで|というわけで|(?:長考|考慮|熟考|思考|秒読み)(?:中|の末)|という(?:ところ|所|わけ)で|an?(?=draw)|御(?=勝)|(?:(?:うれしい|嬉しい|はつ|初)の?)?(?=初?勝利|白星)初?|され(?=まし|た)|status=|_|裁定|録音|[\U0001F300-\U0001FAFF✌㊞]|(?:玉|王|君|帥|将|キング)(?=[がはの]?詰)|審判印|(?:審判長?|主審|立会人?)[^\W\d勝負敗]{1,6}$|よって|ヨッテ|ヨツテ|により|によって|による|をもって|をもちまして|にする|と(?:わか|分か|判)(?:った|り|って)|となりました|となった|となり|とな|になりました|になった|にな|とします|とすることで|とする|にしました|しました|"
    r"いたしました|いたします|でござい(?:ました|ます)|です|ます|でした|である|だった|だ|して|した|し|にて|ので|ため|ました|さん|局|対局は?|今[日回夜]の?|本日|規定|協定|話し合い|相談|協議|手を打(?:った|って|ち|つ)|(?<=にして)(?:帰る|帰った|帰りました|解散|お開き)(?:した|しました)?|勝負|勝敗|結果[はが:=→]*|勝負は|結局|最後は|ここで|これにて|これで|"
    r"これまで|このまま|そのまま|まで|以上|決着|成立|扱い|の上|(?:審判(?:長|員)?)?(?:の)?(?:裁定|判定)|審判長?|潔く|あっさり|ついに|とうとう|無念の?|"
    rf"(?:自分|自ら)の|(?:こ|そ|今|最後)の手(?=は)|[ねよわ]$|(?<=[たすだけちつり])[ー〜~]+$|(?:w+|\(?笑\)?)$|(?:{NUMBER})目半?(?=[差勝])|差(?=[で勝])|同一局面(?:が)?(?:{NUMBER})回|を?見て|につき|ということで|by|the|game|player|is|was|has|result|->|→|が|は|の|も|に|で|と|を|[、。,.．！!:=→(){{}}【】「」\[\]'\"/・…‥~〜～vs-]|対|手番|番|側"
)
ASIDE = (
    r"(?:captured|took|takes|captures)(?:the|all)?(?:last)?[a-z]{1,12}?and|"
    r"勝ち目[がはも]?(?:な[しいく]|無し)(?:と(?:見|み|判断し|悟っ)て)?|千日手模様|詰みを待たず(?:に|して)?|(?:どうも|本日は)?(?:ありがとう|有難う)ございました|(?:あり(?:がと[うー〜]*|[ー〜]+)|おつ(?:かれ)?(?:さま)?(?:でした)?[ー〜]*|乙)!?$|お?疲れ(?:さま|様)でした|詰ませ(?:て|ました|た)|"
    r"m\(_{1,3}\)m|orz|\(\^.{1,2}\^;?\)|"
    r"\((?:勝ち?点|二歩|二手指し)[^()]{0,10}\)|\((?:消費時間|持ち?時間|考慮時間|使用時間)[^()]{0,40}\)|\((?:\d{1,4}[年/.-])?\d{1,2}[月/.-]\d{1,2}日?[^()勝負敗]{0,20}\)|\(\d{1,2}:\d{2}\)"
)
CAUSE = (
    r"(?:講習|授業|会場|教室|部活|昼休み|休み|学童|例会|バイト|門限|部屋|会館|お?迎え)の?(?:終了)?(?:の?時間|時刻)(?:が|に|と)?(?:尽き|な(?:り|った|って)|来)?(?:まし)?(?:た|て)?(?=ため|ので|から|[、。で]|$)|(?:持ち?)?時間(?:なし|無し)|体調不良|(?:時計|機材|電気)?(?:の)?故障|(?:用事|所用|私用|家庭の事情)(?=で|の|に|が)|早退|遅刻|欠席|欠場|不参加|急用|急病|病気|(?:(?:時間|日程|会場)の)?(?:都合|関係)|事情|通信(?:トラブル|障害|エラー|不良)|回線(?:切断|落ち|不良|トラブル)|接続切れ|切断|停電|悪天候|"
    r"二手指し|二歩"
)
"""Why a game ended that the board does not show; whoever stands before it is the one it happened to."""
DENIED = re.compile("(?<!手[がは])ない(?!ので|ため)|なければ|(?<!数え)たら|れば|なら|かも|まだ")
OF_ANOTHER_TIME = re.compile(
    r"(?<!午)前[回局の]|この前|ほんと(?:う)?は|本当は|実は|実際は|先日|いつも|毎回|去年|昨[日年夜]|先[週月日]|次[回局は]|来[週月年]|以前|過去|本来|検討|感想|変化|別の|他の|隣の|[局戦]目|番勝負|はず|予想|ほぼ|もう少し|あと(?:\d|[一二三四五])|あと少し|惜しく|寸前|目前|優勢|有利|形勢|不利"
)
"""Words of a sentence about another game, or about an end that has not come."""
NO_CONTEST = "無勝負"
"""A draw, unless something besides the board has brought it about."""
OWN_RESULTS = {"win": "勝ち", "lose": "負け"}
"""The words of a result that names nobody: whoever sent the message has won, or lost."""
PERSON = re.compile(
    "相手|友人|友達|向こう|[父母兄弟姉妹娘]|息子|パパ|ママ|祖[父母]|おじい|おばあ|先生|さん|[君氏]|くん|ちゃん"
)
"""A word of a clause for somebody of no known side, who may be the one that gave up."""
SELF = "(?:私|わたし|僕|ぼく|俺|当方)(?=[がはの])"
"""The writer of a sentence."""
OFF_THE_BOARD = re.compile("怒|ひっくり|遅刻|助言|携帯|スマホ|席を|帰|暴|口出し")
"""Words of a clause about a foul that no move shows."""
AGAINST = (
    r"(?:に[はも]?|へ|を?相手に)、?(?=(?:(?:中押し|不戦|時間切れ|切れ|判定|優勢|逆転)?勝(?:ち(?![をがはも目筋星点負たあ])|った|って(?!い?る)|利(?![をがの]))|[快完圧辛]勝)"
    r"|(?:時間切れ|切れ|判定|逆転)?負け(?![をがはもんなら])|敗れ|[惜完]敗|敗北|降参|屈|投了(?![さの]))|を、?(?:破(?:り|って?|った)|下し(?:た|て)?|倒し(?:た|て)?|負かし(?:た|て)?)、?"
)
"""Behind a side: the other one has beaten it, or lost to it."""
TOTAL = re.compile(
    rf"(?:(?:{NUMBER})勝(?:(?:{NUMBER})[敗負])?(?:(?:{NUMBER})(?:引き?)?分け?)?|(?:{NUMBER})連[勝敗]|(?:{NUMBER})[敗負](?:(?:{NUMBER})分)?)|通算|対戦成績|(?<!の)優勝"
)
"""What is said of several games together."""
BOARD = {label.ja: why for why, label in TERMINATION_LABELS.items()} | {
    label.en: why for why, label in TERMINATION_LABELS.items()
}
REACHED = {
    Termination.TARGET: rf"(?:{NUMBER})点(?:先取|に?到達(?:し(?:た|て))?|に(?:達し|届い|届き)(?:た|て)?|になっ(?:た|て)|(?:以上)?を?(?:超え|越え|こえ|上回|取|突破し)(?:って|った|た|て)?|到達)|(?:同じ?色の?|おなじ色の?|同色の?)(?:合体|がったい|組|くみ)?[がを]?(?:五|5)(?:組|つ)(?:に(?:なり(?:ました)?|なっ[たて]|達し[たて]?|到達し[たて]?))?|合体(?:が|を)?(?:五|5)(?:組|つ)(?:に(?:なり(?:ました)?|なっ[たて]|達し[たて]?))?|組(?:が|を)?(?:五|5)つ(?:とも)?(?:そろえ|揃え|そろっ|揃っ|完成し?|達成し?|でき|作っ|つくっ)(?:た|て)?|(?:五|5)組(?:が|を)?(?:そろえ|揃え|そろっ|揃っ|完成し?|達成し?|でき|作っ|つくっ)(?:た|て)?",
    Termination.FIVE: r"(?:五|5)つ(?:が)?(?:並び|並んで|並べて|ならんで|ならべて)|(?:五|5)連(?:(?:が|を)?(?:完成|達成)|(?:が|を|に)?(?:でき|作っ|つくっ|作り|つくり|なっ)(?:て|た|、)?)?",
    Termination.ELIMINATION: r"全滅(?:し(?:た|て)?|させ(?:た|て))?|占領?[がはも]?(?:(?:すべて|全て|全部|ぜんぶ)(?:討たれ|撃たれ|取られ|倒され|倒れ)(?:た|て)?|(?:盤上から|盤から)?(?:すべて|全て|全部|ぜんぶ)?(?:無く|なく)な(?:った|って|り))",
}
"""What the board shows at the end, in words."""
REASONS = {
    "resign": Termination.RESIGNATION,
    "give-up": Termination.RESIGNATION,
    "time": Termination.TIME,
    "time-win": Termination.TIME,
    "foul": Termination.FOUL,
    "foul-win": Termination.FOUL,
    "forfeit": Termination.FORFEIT,
    "forfeit-win": Termination.FORFEIT,
    "mate": Termination.MATE,
}
OF_THE_LOSER = frozenset({"lose", "resign", "give-up", "time", "foul", "forfeit"})
OF_THE_WINNER = frozenset({"win", "time-win", "foul-win", "forfeit-win"})
LOST_BY = {
    Termination.RESIGNATION: "の投了",
    Termination.TIME: "の時間切れ",
    Termination.FOUL: "の反則負け",
    Termination.FORFEIT: "の不戦敗",
}
BOTH_LOST = {
    Termination.TIME: "両者時間切れ",
    Termination.FOUL: "両者反則負け",
    Termination.FORFEIT: "両者不戦敗",
    None: "両者負け",
}
ALONE = {
    "resign": "投了",
    "give-up": "投了",
    "time": "時間切れ",
    "foul": "反則負け",
    "foul-win": "反則勝ち",
    "forfeit": "不戦敗",
    "forfeit-win": "不戦勝",
    "mate": "詰み",
}
GIVING_UP = {"負けました", "まけました"}
DRAWS = {"draw": "引き分け", "repetition": "千日手", "impasse": "持将棋"}
_WON_IN_OTHER_WORDS = r"軍配|(?:[先後]手|[黒白])番?[がは](?:\S{1,4}を)?制し"
"""Words that say who has won, and are not read."""
WEIGHTY = re.compile(
    "|".join(
        words for kind, words in WORDS.items() if kind not in {"closed", "break", "both", "omitted", "offer", "accept"}
    )
    + rf"|(?<![\d-])[01]\s*-\s*[01](?![\d-])|{_WON_IN_OTHER_WORDS}",
    re.IGNORECASE,
)
"""The words that say a result; a text with one of them is not passed over as prose."""
ENDING = re.compile(
    "|".join((*WORDS.values(), _WON_IN_OTHER_WORDS)) + r"|[01]\s*-\s*[01]|[○◯●×✕✖]|まで|以上|½|^\*$", re.IGNORECASE
)
"""What stands in every text that says something about an end."""
ON_THE_BOARD = re.compile("|".join((*REACHED.values(), WORDS["mate"])))
"""The words of an end that the board shows; behind a result they say how it came about."""
CLAIMED = re.compile(
    r"組[^。、]{0,12}(?:五|5)(?:つ|組)|(?:五|5)(?:組|連)|全滅|占領?[がはも]?[^。、]{0,4}(?:ぜんぶ|全部|すべて|全て|なくな)"
)
"""Words of a clause that claims what the board shows at the end, understood or not."""
OF_RESULTS = re.compile(re.sub(r"\(\?<?[!=][^()]*\)|[\^$]", "", ENDING.pattern) + f"|{TOTAL.pattern}", re.IGNORECASE)
"""What stands in every line with a part that matches ENDING, WEIGHTY or TOTAL, whatever stands beside that part."""
