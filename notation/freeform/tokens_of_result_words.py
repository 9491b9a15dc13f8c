"""The words of results: who won or lost and why, draws, causes, what says nothing; and the tokens that a text has of them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import TERMINATION_LABELS, Termination
from notation.freeform.japanese_verbs import (
    BEATING,
    CLOCK_RUN_DOWN,
    ENDINGS_OF_VERBS,
    FAILING,
    IF,
    LOSING,
    MATED,
    MATING,
    PERHAPS,
    PREVAILING,
    RESIGNING,
    SUPPOSED,
    WINNING,
)
from notation.freeform.players_of_head_lines import HONORIFICS, without_honorific
from notation.freeform.spans_line_context_and_sides import DISCS
from notation.freeform.table_cells_and_columns import MOVERS
from notation.freeform.word_list_patterns import (
    any_tried_where_it_may_begin,
    any_word_pattern,
    tried_where_it_may_begin,
)
from notation.lazy_pattern import kept_pattern, lazy_pattern
from notation.line_kinds import NUMBER, POINTS, parse_numeral, parse_points

if TYPE_CHECKING:
    from kifu.core.outcome import Side
    from notation.freeform.spans_line_context_and_sides import SideContext


MAX_RESULT_CHARACTERS = 100
WINS, LOSES = "○◯〇", "●×✕✖"
WORDS = {
    "mates": MATING,
    "prevails": PREVAILING,
    "fails": FAILING,
    "yields": RESIGNING
    + r"|戦意(?:を)?喪失|万事休す|ノックアウト|白旗|しろはた|お手上げ|おてあげ|concede[sd]?|surrender(?:s|ed)?|capitulate[sd]?|(?<![a-z])i ?give ?up|(?<!\bi)(?<!\bi )(?:(?<=\w)|(?<=\w ))g(?:ave|ives?) ?up|(?:(?<=\w)|(?<=\w ))thr(?:ew|ows) ?in ?the ?towel",
    "resign": r"(?<![a-z])(?:gibt ?auf|aufgegeben|gab ?auf|abandonn?(?:e|ent|é|an|a|o)(?![a-z])|se ?rinden?)|投了させて(?:くだ|下)さい(?!ま|と)|投了|(?<=の)投げ(?=ということ|とし|で(?:す|終|$))|(?:(?<=[^暴完力好続継遠熱\W])|(?<=\w ))投(?=$|[。!」])|当量(?=し|で|$)|等量(?=し|で|$)|トウリョウ|とうりょう|t(?:o[uo]?|[ōô])ry(?:o[uo]?|[ōô])|(?:投げ|なげ)(?:られ)?(?:ま(?:し(?:た|て)|す)|た|る|よった|はった|て(?=終|おわ|しま|もう?た|[、,]?[^\W\d]{1,6}の?勝)|ちゃ(?:った|いました)|(?=$|[。!]))|ギブ(?:アップ)?(?=$|[し。!でと(、で」さよで]|[^\w\s])|リタイ[アヤ]|サレンダー|リザイン|降参|こうさん|コウサン|降[伏服]|resigned|resigns|resignation|resign",
    "lose": LOSING
    + r"|(?:verliert|verloren|perdent|pierden?|perdi[óo])(?![a-z])|マケ|(?:負け|まけ)にして(?:ください|下さい|くれ)(?!ません)|(?:負け|まけ)で(?:いい|良い|よい|す|した)(?:です|よ|わ)?|負けだ(?!が|け|と)|負けに(?:します|しました|する)|(?:切断|逆転|判定|ボロ|ぼろ|中押し?)負け|[完惜惨大零]敗|敗[北戦退]|敗者|初?黒星|(?<![勝失])敗|(?<![勝\d])負(?=$|[\s。!」])|(?<=[(])負|失格|(?<!切れ)負け(?!ず嫌)|まけ|(?<!c)loser|(?<!c)loses|(?<=you )lose(?![a-z])|lost",
    "win": WINNING
    + r"|(?:gewinnt|gewonnen|gagnent|gagne|gana|ganan|ganó)(?![a-z])|(?<![^\Wー])かっ(?:た|ちゃった)(?=[ー!っ])|カチ|勝たせて(?:もら|いただ|頂)(?:いました|きました|った|いた)|勝ち名乗り(?=$|[。!]|です|でした)|勝ち(?:上がり|抜け|残り)(?:ました)?|(?:優勢|逆転|判定|貫禄|粘り)勝ち|中押し?勝ち?|[快完圧辛楽大連]勝(?!負)|勝っちゃ(?:った|いました)|勝ってしま(?:った|いました)|勝って(?=終|おわ|お終|しま)|勝ちました|勝たれ(?:まし)?た|勝って?い?た(?=という?こと|こと[にで])|勝った|(?:(?<=が)|(?<=[先後]手))勝つ(?=$|[。!」])|勝ち(?!負)|(?<=の)優勝(?![者戦争決候ま])|初?勝利|勝者|初?白星|勝ち?星|大?金星|軍配|凱歌|(?<![優決])勝(?!負|敗|手|ち[気負]|つ|て)|かちました|(?<=[がはに、])かった(?=$|[。!」])|かち(?!まけ)|kachi|(?<=[bw])\+(?:r(?:esign)?|t(?:ime)?|f(?:orfeit)?|\d{1,3}(?:\.\d)?)?(?=[\s。]|$)|winner|wins|(?<!first)(?<!first )win(?!g|dow|d\b|ter|try|e\b|es\b|k)|won(?!der)|victory|victorious|triumph(?:s|ed)?|prevail(?:s|ed)",
    "time-win": r"時間切れ勝ち|切れ勝ち|時間勝ち",
    "time": CLOCK_RUN_DOWN
    + r"|(?:持ち?)?時間[がはも](?:両者|双方|とも|共|に)*(?:切れ|(?:なく|無く)な(?!(?:って|り)(?:き|そう|つつ|かけ)))(?:て|った|って|り)?(?:ました)?|(?:持ち?時間|考慮時間|(?<=の)時間)(?:が|を|の)?(?:尽き|(?:[0零]|ゼロ)(?:に|と)?(?:な)?|使い(?:切|果た|きっ|はた))(?:って|り|った|す|し|る|て|た)?(?:ました)?|時間[ぎギ][れレ](?:負け)?|ジカンギレ|じかんぎれ|時間切れ負け|時間切れ|時間負け|(?<!分)(?<!分、)(?<!分の)切れ負け|タイム(?:アップ|アウト|オーバー)|時間落ち|秒切れ|(?<![^\W_])時切れ(?:負け)?(?![^\W_])|(?:規定|制限|持ち?)?時間(?:\(\d{1,3}分\))?(?:超過|オーバー)|(?:on)?time ?out|on ?time|(?:ran ?)?out ?of ?time|'s ?(?:time|clock) ?ran ?out|(?:'s ?)?flag ?(?:fell|dropped|has ?fallen|is ?down)|flagged",
    "foul-win": r"反則勝ち",
    "foul": r"反則負け|反則を(?:認め|し)(?:ます|ました|た|て)?|反則と(?:認め|な)(?:ます|ました|った|り|て|る|た)?|反則|禁じ手|(?:ルール|規則|規定)違反|disqualified|はんそく(?:まけ|負け)?|ハンソク",
    "forfeit-win": r"不戦勝ち?",
    "forfeit": r"不戦敗|不戦負け?|不戦|(?:途中)?棄権|(?:対局|試合|勝負)(?:を)?放棄|没収(?:試合)?|敵前逃亡|forfeit(?:s|ed)?|by ?default|walkover|no-show",
    "give-up": r"負けました|まけました|参りました(?<!って参りました)(?<![れえ]て参りました)|まいりました(?<!ってまいりました)(?<![れえ]てまいりました)|まいった|参った|(?:(?-i:(?<![ぁ-んァ-ヶー一-龠]))|(?<=もう)|(?<=手[がは]))ありません(?!か)",
    "draw": r"(?<![a-z])(?:remis|unentschieden|(?:partie ?)?nulle|tablas)(?![a-z])|同点(?:(?:により|につき|で)?引き?分け?)?|引き?分け|引分|ひき(?:わけ|分け)|引きわけ|無勝負|和局|ドロー|痛み分け|お?あいこ|イーブン|和棋|(?:^|(?<=[はが、]))分け(?=$|[。!])|drawn?|(?<![a-z])tied?(?![a-z])|stalemate|½ ?- ?½|1/2 ?- ?1/2|½|0\.5 ?- ?0\.5(?!\d)|持碁",
    "void": r"結果は?(?:なし|無し|ありません|ない(?:です)?)(?=$|[。!])|(?:勝ち?負け?|かちまけ|勝敗)[はもが]?(?:なし|無し|ありません(?:でした)?|(?:ない|なかった|無い)(?:です|でした)?|つかず|つけず|決めず|決まらず)|勝負(?:[がは]?)つか(?:ず|ない)|決着が?(?:つか(?:ず|ない)|[なつ](?:し|けず)|無し)|無効試合|ノーゲーム|ノーコンテスト|nocontest",
    "repetition": r"千日手",
    "impasse": r"持将棋",
    "mate": MATED
    + r"|詰み|詰ん(?:で(?:い(?:る|ます|た|ました)|る|ます|た)?|だ)|詰|tsumi|つみ(?=です|!|。|$)|(?<![a-z])(?:check)?mated?(?![a-z])",
    "break": r"(?:対局)?(?:中断|指し?掛け?|指しかけ|打ち?掛け?|打ちかけ|封じ手|(?:を)?封じ(?:て|ました)?(?:打ち?掛け?|指し?掛け?|中断)?|中止|ちゅうし|ちゅうだん|休戦|水入り|お預け|サスペンド|順延|延期|未完(?!成)|続く|つづく|(?:続き|つづき)(?:は|を)?(?:また)?(?:後日|今度|こんど|次回|[来翌次][日週月年]|明日|あした|またの?)(?:に|へ|で(?!す)|の回)?|持ち越(?:し|され)?(?:た|て|と)?)|adjourned|suspended|interrupted|postponed|unfinished|tobecontinued",
    "beat": r"defeated|defeats|beats?(?!en)",
    "both": r"両者|両(?=負|敗|対局者)|双方|お?互いに?|両対局者|二人とも|ともに|共に|とも(?=時間|反則|負|敗|失格|不戦)|どちらも|どっちも|ダブル|double|both",
    "omitted": r"以下(?:は|、)?(?:省略|略|欠)(?:します|しました)?",
    "closed": r"ゲーム(?:セット|オーバー)|[閉終]幕|幕(?=$|[。!])|幕を(?:閉じ|下ろし|おろし)(?:ました|た|て)?|お仕舞い?|勝負あ(?:り|った)|終わる(?=$|[。!])|おわる(?=$|[。!])|オワリ|店じまい|お(?:開|ひら)き|(?:制限|規定)時間(?=[。、]|で)|打ち?切(?:り|った)|飽き(?:た|て)|(?:や|止)め(?:た|ました|ます|に(?:した|します|しました)|(?=$|[。!]))|記録はここまで|(?:今日|本日)はここまで|ここまで|終局(?!時)|終了(?!時)|終わ(?:り(?:ました)?|った)|おわ(?:り(?:ました)?|った)|おしまい|了|完",
    "offer": r"offer(?:s|ed)?|propose[sd]?|でいい(?:よ?ね?|です[かよ]?)(?:(?:と|って)(?:言|い)われ(?:た|て))?|(?:と|って)(?:言|い)われ(?:た|て)|申し出(?:て|た)?|申し入れ(?:て|た)?|申し込み|打診|持ちかけ|提案(?:して|し)?",
    "accept": r"(?<=[→、。])(?:いいよ|うん|はい|OK)|そうし(?:ました|た)|了解|承知|承諾|受諾|了承|快諾|応じ(?:た|て)?|受け(?:入れ)?(?=て|た|ました|[、。])|合意|同意|accept(?:s|ed)?|agreed|byagreement|agreement",
}
NUM = NUMBER
SCORE = rf"(?!\d\d?:\d\d(?!\d|点))(?P<one>{POINTS})[点目]?(?:対|-|―|–|~|〜|:|,|、|vs|to)(?P<two>{POINTS})[点目]?"
"""The points of both sides; 12:30 is a time."""
_KOMI_ADDED = kept_pattern(
    rf"({POINTS})[点目]?\s?(?:に|と|\+|プラス)\s?コミの?\s?({POINTS})[点目]?(?:を?(?:足し|加え|入れ|含め)て?)?"
)
_KOMI = kept_pattern(rf"コミ[はがの]?\s?(?:{POINTS})[点目]?(?:を?(?:足し|加え|入れ|含め)て?)?(?![差勝])")
GLUE = (
    r"(?<=\()相手[のが]?(?=投了|時間切|反則|不戦)|(?:ほぼ|全く|まったく)?互角と(?:見て|みて|(?:いう)?ことで)、?|しちゃ(?:った|いました)|してしま(?:った|いました)|なさい(?:ました|ます)|あそばされました|も?やむなし|やむなく|[☆★♪♡♥]|はい(?=、?(?:私|わたし|僕|ぼく|俺))|(?:終了|終局)時の?(?=得?点)|(?:reason|how|why|end|(?:終局|決着|勝敗の|勝ち?負けの)?理由|決まり手)[:=]|と(?:言|い)(?:いました|った|って|い)|(?:最終)?(?:得点|点数|スコア)(?=は?[\d先後白黒WB])|no(?=kachi|make)|に?し(?:よう?|ましょう?)か?|そう(?:し(?:ましょう?|よう?)|ですね)|賛成|(?:と|って)(?:いう?|ゆう)?(?:こと|事)(?:で|に)?|と?相成[りつっ](?:ました|た)?|[とに]決ま(?:りました|った|り|る)|(?:[とに]|って)?(?:二人|2人|ふたり|両者|双方|お?互い)(?:とも|で|に){0,2}(?:決め|きめ|合意し|納得し)(?:ました|た)(?=$|[。!])|(?:[とに]|って)決め(?:ました|た|る(?=$|[。!]))|で?並(?:んだ|び|んで|ぶ)(?:ところ|所|の|まし)?(?:で|た|に)?(?=[、。]|引|ドロー|終)|なので|だから|それで|というわけで|(?:長考|考慮|熟考|思考|秒読み)(?:中|の末)|という(?:ところ|所|わけ)で|an?(?=draw|win|loss|victory)|(?:(?<=win)|(?<=loss)|(?<=victory))for|御(?=勝)|(?:(?:うれしい|嬉しい|はつ|初)の?)?(?=初?勝利|白星)初?|され(?=まし|た)|status=|_|裁定|録音|[\U0001F300-\U0001FAFF✌㊞]|(?:玉|王|君|帥|将|キング)(?=[がはの]?詰)|審判印|(?:審判長?|主審|立会人?)[^\W\d勝負敗]{1,6}$|よって|ヨッテ|ヨツテ|により|によって|による|をもって|をもちまして|にする|と(?:わか|分か|判)(?:った|り|って)|となりました|となった|となり|とな|になりました|になった|にな|とします|とすることで|とする|にしました|しました|"
    r"いたしました|いたします|でござい(?:ました|ます)|です|ます|でした|である|だった|だ|して|した|し|にて|ので|ため|ました|さん|局|対局は?|今[日回夜]の?|本日|規定|協定|話し合い|相談|協議|手を打(?:った|って|ち|つ)|(?<=にして)(?:帰る|帰った|帰りました|解散|お開き)(?:した|しました)?|勝負|勝敗|結果[はが:=→]*|勝負は|結局|最後は|ここで|これにて|これで|"
    r"これまで|このまま|そのまま|まで|以上|決着|成立|扱い|の(?:上|うえ)|(?:審判(?:長|員)?)?(?:の)?(?:裁定|判定)|審判長?|潔く|あっさり|ついに|とうとう|無念の?|"
    rf"(?:全|計|合計|総手数:?|手数:?|都合|全部で)(?=\d|[一二三四五六七八九十百])|(?:それは)?の?(?:大|長い|短い|見事な)?(?:長丁場|長手数|短手数|熱戦|激戦|接戦|死闘|名局|[短長]期戦|乱戦|力戦|攻防|戦い)(?:の末に?|を経て)?|先に(?=.{{1,8}}の?(?:勝|かち))|(?<=[手ん様君])から|あり(?:まし)?(?=た|て|[、,])|(?<=の)意思(?:表示|を示し|を表し)|らしい|(?<!負け)(?<!まけ)(?<!勝ち)(?<!かち)そう(?=です)|とのこと|(?<=た)とか|(?:自分|自ら)の|じゃ(?!な)|や(?=$|[。!])|やった|っす|であります|であった|(?<=し)てしま(?:った|いました)|しちゃ(?:った|いました)|する(?=$|[。!])|しよった|(?<=[手番黒白])(?:さん|くん|君|ちゃん|方|殿|陣営|チーム|軍|氏|様|さま)|(?:見事|残念|無念|無残|無情|華麗|立派)(?:に|にも|ながら)?|惜しくも|痛恨の|悔しい|まさかの|(?<=に)(?:上が|あが|挙が)(?:った|りました)(?=$|[。!])|(?:辛|から)くも|あえなく|なんとか|どうにか|きっちり|きれいに|ぴったり|一気に|すんなり|いきなり|早々に|静かに|笑顔で|涙ながらに|またも(?:や)?|今回は|最終的に|(?:こ|そ|今|最後)の手(?=は)|[ねよわ]$|(?<=[たすだけちつり])[ー〜~]+$|(?:w+|\(?笑\)?)$|(?:(?:{NUMBER})(?:\.\d)?[目点]半?|\d{{1,3}}\.\d)(?=[差勝]|(?<=[目半])負)|差(?:を?つけ(?:て|た)の?)?(?=[で勝の先後白黒])|差を?つけ(?:て|た)の?|同一局面(?:が)?(?:{NUMBER})回|を?見て|につき|ということで|(?:of|in) ?(?:all|total)|by|the|game|player|is|was|has|result|->|→|が|は|の|も|に|で|と|を|[、。,.．！!:=→(){{}}【】「」\[\]'\"/・…‥~〜～vs-]|対|手番|番|側"
)
ASIDE = (
    r"(?:ここ|この|その|これ)(?:から|より)?先は?(?!手|番)|(?:詰み|時間切れ|終局)を待たず(?:に|して)?|(?:詰み|最後|終局)まで(?:は)?指さず(?:に)?|"
    rf"(?:{NUMBER})手(?:ほど|くらい|ぐらい|以上|近く|余り|あまり)(?:指して|進んで)?|"
    r"(?:captured|took|takes|captures)(?:the|all)?(?:last)?[a-z]{1,12}?and|"
    r"(?<![a-z])(?:gg|ggs|wp|ggwp|goodgame|wellplayed|nicegame|thanks(?:forthegame)?|thankyou)(?![a-z])|席を(?:立|離れ)(?:ちました|った|ました|た)|(?:笑顔で)?握手(?:を交わ(?:した|しました))?|(?:互いに|深く)?一礼|(?:駒|盤)を片付け(?:ました|た)|感想戦(?:へ|に(?:入|移)(?:った|りました))|お粗末(?:さま|様)(?:でした)?|対戦あり(?:がとうございま)?(?:した|でした)|いい勝負でした|(?:投げる|投了する|降参する|負けを認める)(?:ほか|しか|より(?:ほか)?)[にはも]?(?:な(?:い|し|く|かった)|ありません)|勝ち目[がはも]?(?:な[しいく]|無し)(?:と(?:見|み|判断し|悟っ)て)?|千日手模様|(?:どうも|本日は)?(?:ありがとう|有難う)ございました|(?:あり(?:がと[うー〜]*|[ー〜]+)|おつ(?:かれ)?(?:さま)?(?:でした)?[ー〜]*|乙)!?$|お?疲れ(?:さま|様)でした|"
    r"m\(_{1,3}\)m|orz|\(\^.{1,2}\^;?\)|"
    r"\((?:勝ち?点|二歩|二手指し)[^()]{0,10}\)|\((?:消費時間|持ち?時間|考慮時間|使用時間)[^()]{0,40}\)|\((?:\d{1,4}[年/.-]\d{1,2}[月/.-]|(?:0?[1-9]|1[0-2])[月/.])(?:3[01]|[12]\d|0?[1-9])日?(?!\d)[^()勝負敗]{0,20}\)|\(\d{1,2}:\d{2}\)"
)
CAUSE = (
    r"(?:講習|授業|会場|教室|部活|昼休み|休み|学童|例会|バイト|門限|部屋|会館|お?迎え)の?(?:終了)?(?:の?時間|時刻)(?:が|に|と)?(?:尽き|な(?:り|った|って)|来)?(?:まし)?(?:た|て)?(?=ため|ので|から|[、。で]|$)|(?:持ち?)?時間(?:なし|無し)|体調不良|(?:時計|機材|電気)?(?:の)?故障|(?:用事|所用|私用|家庭の事情)(?=で|の|に|が)|早退|遅刻|欠席|欠場|不参加|急用|急病|病気|(?:(?:時間|日程|会場)の)?(?:都合|関係)|事情|通信(?:トラブル|障害|エラー|不良)|回線(?:切断|落ち|不良|トラブル)|接続切れ|切断|停電|悪天候|"
    r"二手指し|二歩|手番(?:違い|違反|間違い)|(?<!ちょっと)待った(?=[をしで]|により|のため)|助言(?:を(?:受け|し|もらっ)(?:た|て))?|離席|スマホ|携帯電話|来な(?:い|かった)ため"
)
"""Why a game ended that the board does not show; whoever stands before it is the one it happened to."""
DENIED = kept_pattern(
    rf"(?<!手[がは])ない(?!ので|ため|と(?:見て|みて|見た|みた|判断|悟|考えて|思って))|{IF}|{PERHAPS}|まだ"
)
OF_ANOTHER_GAME = kept_pattern(
    r"(?<!午)前の?[回局戦]|この前|前の(?:対局|一局)|先日|いつも|毎回|去年|昨[日年夜]|先[週月日]|次の?[回局戦](?=[はもでの])|来[週月年]|以前|過去|(?:別|他|ほか)の|(?:隣|となり)[ので]|[局戦]目|第.[局戦]|番勝負"
    r"|(?i:\b(?:last (?:week|month|year|time|night)|yesterday|(?:previous|other|first|second|third|next|another|last) (?:game|match|board)|game \d))"
)
"""Words of a sentence about another game, or about one of several."""
OF_ANOTHER_TIME = kept_pattern(
    rf"{OF_ANOTHER_GAME.pattern}|次[はで]|ほんと(?:う)?は|本当は|実は|実際は|本来|検討|感想|変化|{SUPPOSED}|予想|ほぼ|もう少し|あと(?:\d|[一二三四五])|あと少し|惜しく|寸前|目前|優勢|有利|形勢|不利"
)
"""Words of a sentence about another game, or about an end that has not come."""
NO_CONTEST = "無勝負"
"""A draw, unless something besides the board has brought it about."""
OWN_RESULTS = {"win": "勝ち", "lose": "負け"}
"""The words of a result that names nobody: whoever sent the message has won, or lost."""
PERSON = kept_pattern(
    "相手|友人|友達|向こう|[父母兄弟姉妹娘]|息子|パパ|ママ|祖[父母]|おじい|おばあ|先生|さん|[君氏]|くん|ちゃん"
)
"""A word of a clause for somebody of no known side, who may be the one that gave up."""
SELF = "(?:私|わたし|わたくし|あたし|わし|ワシ|ワイ|僕|ぼく|ボク|俺|おれ|オレ|当方|こちら|小生|筆者|拙者)(?=[がはの])"
"""The writer of a sentence."""
OFF_THE_BOARD = kept_pattern(
    "二手指し|二歩|手番(?:違|間違)|待った|離席|怒|ひっくり|遅刻|助言(?:を(?:受け|し|もらっ)(?:た|て))?|携帯|スマホ|席を|帰|暴|口出し"
)
"""Words of a clause about a foul that no move shows."""
AGAINST = (
    r"(?:に[はも]?|へ|を?相手に)、?(?=(?:(?:中押し|不戦|時間切れ|切れ|判定|優勢|逆転)?勝(?:ち(?![をがはも目筋星点負たあ])|った|つ|って(?!い?る)|利(?![をがの]))|[快完圧辛楽大]勝)|か(?:った|ちました|ち(?=$|[、。!]))"
    r"|[^、。]{1,16}?れて?、?(?:負け|まけ|敗)(?![をがはもんなら])"
    r"|(?:時間切れ|切れ|判定|逆転)?(?:負け|まけ)(?![をがはもんなら])|敗れ|やぶれ|[惜完惨大]敗|敗北|降参|屈|投了(?![さの])"
    rf"|(?:して|まんまと|見事に|完全に|あっさり(?:と)?|きれいに|こてんぱんに|ボコボコに)?(?:{FAILING}|{MATED}|(?:仕留め|しとめ|討ち取)られ))"
    rf"|(?:の?(?:玉|王|玉将|王将|君|帥|将|キング))?を(?=(?:{MATING}|(?:仕留め|しとめ)(?!られ)))|を(?=(?:{BEATING})(?:$|[。!」]))|を、?(?:{BEATING})、?"
)
"""Behind a side: the other one has beaten it, or lost to it."""
TOTAL = kept_pattern(
    rf"(?:(?:{NUMBER})勝(?:(?:{NUMBER})[敗負])?(?:(?:{NUMBER})(?:引き?)?分け?)?|(?:{NUMBER})連[勝敗]|(?:{NUMBER})[敗負](?:(?:{NUMBER})分)?)|通算|対戦成績|(?<!の)優勝"
)
"""What is said of several games together."""
BOARD = {label.ja: why for why, label in TERMINATION_LABELS.items()} | {
    label.en: why for why, label in TERMINATION_LABELS.items()
}
_DONE = "(?:ました|ます|た|て|で|だ)?"
_COMPLETED = f"(?:そろえ|揃え|そろっ|揃っ|完成し?|達成し?|でき|作[りっ]|つく[りっ]){_DONE}"
_PAIRS = "(?:(?:同じ?|おなじ)色?の?(?:合体|がったい|組|くみ)?|合体)[がを]?"
_ALL = "(?:すべて|全て|全部|ぜんぶ|みんな|一つ残らず|残らず)"
REACHED = {
    Termination.TARGET: rf"(?:{NUMBER})点(?:以上)?[にをの]?(?:(?:到達|達成|先取|獲得|突破|オーバー)(?:し{_DONE})?|(?:達し|届[いき]|こえ|超え|越え|ごえ|上回っ?|(?<=に)なっ|取っ?|とっ|稼[いぎ]|(?<=に)乗[せっ])(?:って|った)?{_DONE})"
    rf"|{_PAIRS}[五5](?:組|つ)(?:に(?:な[りっ]|達し|到達し){_DONE})?|組[がを]?[五5]つ(?:とも)?{_COMPLETED}|[五5]組[がを]?{_COMPLETED}|[五5](?:組|つ)目の(?:合体|組)(?:[がを]?{_COMPLETED})?",
    Termination.FIVE: rf"[五5]つが?(?:並び|並んで|並べて|ならんで|ならべて)|[五5]連(?:[がを]?達成|[がをに]?(?:{_COMPLETED}|なっ{_DONE})、?)?",
    Termination.ELIMINATION: rf"全滅(?:し(?:ました|た|て)?|させ(?:られ)?(?:ました|た|て))?|(?:占領?|(?<![占本要横受])領(?=[がはも]))[がはもの]?(?:消滅|ゼロ|0(?![0-9])|{_ALL}?(?:[討撃取倒](?:た|ら|さ)?|やら|やっつけら)れ{_DONE}|(?:盤上から|盤から)?{_ALL}?(?:(?:[無な]く|いなく)な[りっ]|消え|尽き|取り尽くされ){_DONE})"
    r"|(?:has|have|had) ?no ?(?:more ?)?territor(?:y|ies)(?: ?left)?(?: ?on ?the ?board)?|(?:lost|loses) ?(?:all|the ?last)(?: ?of)?(?: ?(?:his|her|their|the))? ?territor(?:y|ies)",
}
"""What the board shows at the end, in words."""
REASONS = {
    "resign": Termination.RESIGNATION,
    "give-up": Termination.RESIGNATION,
    "yields": Termination.RESIGNATION,
    "time": Termination.TIME,
    "time-win": Termination.TIME,
    "foul": Termination.FOUL,
    "foul-win": Termination.FOUL,
    "forfeit": Termination.FORFEIT,
    "forfeit-win": Termination.FORFEIT,
    "mate": Termination.MATE,
    "mates": Termination.MATE,
}
OF_THE_LOSER = frozenset({"lose", "resign", "give-up", "time", "foul", "forfeit", "fails", "yields"})
OF_THE_WINNER = frozenset({"win", "time-win", "foul-win", "forfeit-win", "mates", "prevails"})
IN_OTHER_WORDS = frozenset({"fails", "prevails"})
"""Words that may be about something else: no text is weighed for them."""
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
OF_THE_SIDE_TO_MOVE = frozenset(ALONE.values())
"""The words of a result that names nobody, and that is about the side to move."""
GIVING_UP = {"負けました", "まけました"}
GIVEN_UP_ALOUD = kept_pattern("「(?:もう|はい、?)?(?:負け|まけ)ました(?=[」。!…])")
"""What a player says who resigns."""
DRAWS = {"draw": "引き分け", "repetition": "千日手", "impasse": "持将棋"}
_WON_IN_OTHER_WORDS = r"(?:[先後]手|[黒白])番?[がは](?:\S{1,4}を)?制し"
"""Words that say who has won, and are not read."""
_OF_NO_WEIGHT = frozenset({"closed", "break", "both", "omitted", "offer", "accept", *IN_OTHER_WORDS})
_WEIGHTY = (
    *(words for kind, words in WORDS.items() if kind not in _OF_NO_WEIGHT),
    rf"(?<![\d-])[01]\s*-\s*[01](?![\d-])|{_WON_IN_OTHER_WORDS}",
)
WEIGHTY = kept_pattern(any_tried_where_it_may_begin(_WEIGHTY), re.IGNORECASE)
"""The words that say a result; a text with one of them is not passed over as prose."""
SOMEBODY_WON = kept_pattern(r"\w\)?[のが](?:勝ち|負け|勝利|敗北)\W*$")
"""The end of a sentence that names whoever has won or lost."""
_LIGHT_WORDS = (
    *(words for kind, words in WORDS.items() if kind in _OF_NO_WEIGHT),
    r"[01]\s*-\s*[01]|[○◯●×✕✖]|まで|以上|½|^\*$|reach(?:ed|es) the target",
)
_LIGHT = kept_pattern(any_tried_where_it_may_begin(_LIGHT_WORDS), re.IGNORECASE)
"""What else may stand in a text that says something about an end."""
ON_THE_BOARD = kept_pattern("|".join((*REACHED.values(), WORDS["mate"])))
"""The words of an end that the board shows; behind a result they say how it came about."""
CLAIMED = kept_pattern(
    r"組[^。、]{0,12}(?:五|5)(?:つ|組)|(?:五|5)(?:組|連)|全滅|占領?[がはも]?[^。、]{0,4}(?:ぜんぶ|全部|すべて|全て|なくな)"
)
"""Words of a clause that claims what the board shows at the end, understood or not."""
_SIDE = r"(?:先手|後手|[白黒]|シロ|クロ|white|black)番?\s?[:=はがの]?\s?"
POINTS_OF_BOTH = kept_pattern(
    rf"\W{{0,3}}(?:(?:最終|合計|総)?(?:得点|点数|スコア)\W{{0,3}})?(?=\D{{1,12}}\d\d|\D{{1,12}}\d\D{{1,16}}\d\d){_SIDE}\d{{1,3}}(?:\.\d)?[点目]?半?[\s、,/・-]{{0,3}}{_SIDE}\d{{1,3}}(?:\.\d)?[点目]?半?(?:です|でした)?\W{{0,2}}$",
    re.IGNORECASE,
)
"""A text that says no more than the points of both sides."""
_NAME, _OF_A_SCORE = r"[^\W\d_]{1,12}", r"\W{0,2}(?:結果|得点|点数|スコア)[\s:]{1,3}"
SCORE_BETWEEN_NAMES = kept_pattern(
    rf"{_NAME}\s?\d{{2,3}}\s?[-対]\s?\d{{2,3}}\s?{_NAME}\W{{0,2}}$|{_OF_A_SCORE}{_NAME}\s?\d{{1,3}}\s?[-対/・、,]\s?{_NAME}\s?\d{{1,3}}\W{{0,2}}$"
)
"""The same with the points between the names, or behind them: 越智 102 - 86 内海, 結果：津島 100 - 山根 85."""
_WHATEVER_STANDS_BESIDE = "|".join((*map(re.escape, ENDINGS_OF_VERBS), r"\(\?<?[!=][^()]*\)|[\^$]"))
OF_RESULTS = kept_pattern(
    any_tried_where_it_may_begin(
        [
            *(re.sub(_WHATEVER_STANDS_BESIDE, "", words) for words in (*_WEIGHTY, *_LIGHT_WORDS)),
            TOTAL.pattern,
            POINTS_OF_BOTH.pattern,
            r"\d\s?[-対]\s?\d\d|(?:結果|得点|点数|スコア)[\s:][^\d]{1,12}\d{1,3}\D",
        ]
    ),
    re.IGNORECASE,
)
"""What stands in every line with a part that matches TOTAL, or may speak of an end, whatever stands beside that part."""
REOPENED = kept_pattern(
    r"再開|^\W*\d{1,2}/\d{1,2}\W*(?:つづき|続き)|[二2]日目|翌日|つづきから|続きから|指し継ぎ|resumed?"
)
"""Words by which a game goes on that was broken off."""
SCORED = kept_pattern(
    rf"^{POINTS_OF_BOTH.pattern}|(?:得点|点数|スコア|[Ss]core)\D{{0,12}}\d{{1,3}}\D{{1,12}}\d{{1,3}}", re.IGNORECASE
)
"""The points of both sides: behind an end they are a part of it."""


_SUM_WITH_KOMI = kept_pattern(rf"({POINTS})[点目]?\s?\+\s?(?:コミの?\s?)?({POINTS})[点目]?\s?=\s?({POINTS})[点目]?")


def _sum_of(told: re.Match[str]) -> str:
    """Return the whole of a sum that is right; a sum that is not stays as it is."""
    one, two, whole = map(parse_points, told.groups())
    return f"{told[3]}点" if one + two == whole else told[0]


def with_komi_added(text: str) -> str:
    """Return a text with the points that 後手 is given added to those before them, or left out: 2目にコミ6目半, コミ6目半で."""
    text = text if "+" not in text else _SUM_WITH_KOMI.sub(_sum_of, text)
    added = _KOMI_ADDED.sub(lambda told: f"{parse_points(told[1]) + parse_points(told[2])}目", text)
    return _KOMI.sub(" ", added)


@lru_cache(maxsize=4096)
def may_tell_an_end(text: str) -> bool:
    """Return whether a text has a word that stands in every one that says something about an end."""
    return WEIGHTY.search(text) is not None or _LIGHT.search(text) is not None


class ResultToken(NamedTuple):
    """A word of a result, with the side, the number or the reason that it names."""

    kind: str
    side: Side | None = None
    value: float = 0
    reason: Termination | None = None
    two: float = 0
    text: str = ""


_POINTS_REACHED = kept_pattern(rf"({NUMBER})点")
_REACHED = "|".join(f"(?P<r{at}>{words})" for at, words in enumerate(REACHED.values()))
_TITLE = r"(?:名人|師[匠範]|[先後]輩|殿|嬢|翁|老(?:人)?|[会部課社]長|教授|女史|プロ|の(?:お|御)?(?:じ|ば|爺|婆|兄|姉)(?:い|あ)?(?:さん|ちゃん))(?:さん)?"
"""What a player is, behind the name."""
_WORDS = "|".join(f"(?P<k{at}>{tried_where_it_may_begin(words)})" for at, words in enumerate(WORDS.values()))
_BOARD = "|".join(map(re.escape, sorted(BOARD, key=len, reverse=True)))
_COLOURS = "".join(DISCS).replace("黒", "").replace("白", "")
_MAY_BE_BEATEN = kept_pattern("(?:の?(?:[玉王]将?|君|帥|将|キング))?を|[にへ]|相手に")
"""How AGAINST begins."""
_BEFORE_NAMES = kept_pattern(
    tried_where_it_may_begin(rf"(?P<aside>{ASIDE})|{_REACHED}|(?P<cause>{CAUSE})"), re.IGNORECASE
)
_SIDE_WORD = r"(?:l[ea]s|los)?(?P<side>先手番?|後手番?|[先後]攻|せんて|ごて|センテ|ゴテ|先番|後番|[▲△▽☗☖]|[先後](?=$|[のはが勝負敗])|(?:[黒白](?![旗星])|しろ(?!はた)|くろ|シロ|クロ|shiro|kuro)番?|sente|gote|first|second|black|white|weiß|schwarz|blanc(?:he)?s|noire?s|blanc[ao]s|negr[ao]s|(?<![a-z])[bw](?=[のがは失負勝反投時])|[bw](?=resign|win|won|lose|lost|forfeit|\+(?:[rtf]|\d|$)))"
_BEATEN_SIDE = kept_pattern(rf"{_SIDE_WORD}(?P<against>{AGAINST})?", re.IGNORECASE)
"""The word for a side with what tells that the other one has beaten it."""
_BEHIND_NAMES = kept_pattern(
    rf"{_SIDE_WORD}|(?P<self>の?{SELF})|(?P<mark>[{WINS}{LOSES}{_COLOURS}])|(?:(?<!最後の)(?P<plies>{NUM})(?:手目?|[着通信便]目|通(?=で(?!す|し)|にて|まで)|moves|plies)|(?:(?:(?:after|at|in|on) ?)?(?:move|ply)|(?:(?<=0-1)|(?<=1-0)|(?<=wins)|(?<=won)|(?<=resigns)|(?<=resigned)|(?<=lost)|(?<=loses)|(?<=white)|(?<=black)) ?(?:in|after)) ?(?P<after>\d{{1,3}})(?: ?(?:moves|plies))?(?![\d:]| ?(?:h|mi|s|da|we|mo(?!ve)|ye)))|(?P<chess>1-0|0-1|0-0)(?![0-9])"
    rf"|(?P<both>(?P<each>{NUM})(?:点(?:どうし|どおし|同士|ずつ)| ?(?:all|apiece|each)(?![a-z]))|(?:二人|2人|ふたり|両者|双方|お?互い|どちら|同点)[もとにの]{{0,3}}(?P<same>{NUM})点(?:ずつ|どうし|同士)?)"
    rf"|{_WORDS}|(?P<board>{_BOARD})|(?P<score>{SCORE})|(?P<points>(?P<n>(?:{NUM})(?:\.\d)?[点目]半?)(?![半勝差]|(?<=[目半])負)|(?<=[白黒手ke])(?P<bare>\d{{1,4}}(?:\.\d)?半?)(?![\d半勝敗分手目点回:]|\.\d))|(?P<until>まで|以上)|(?P<called>[^\W\d_ぁ-ん]{{1,8}}\((?P<own>先手?|後手?|白|黒)番?\))|(?P<glue>{tried_where_it_may_begin(GLUE)})",
    re.IGNORECASE,
)
"""The words of a result that are tried before and behind the names of players."""


@lru_cache(maxsize=64)
def _name_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a player's name."""
    own = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    return re.compile(rf"(?P<name>(?:{own}){HONORIFICS})(?:{_TITLE})?", re.IGNORECASE)


@lru_cache(maxsize=64)
def _beaten_name_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a player's name with what tells that the other one has beaten it; it is compiled if need be."""
    return re.compile(rf"{_name_pattern(names).pattern}(?P<against>{AGAINST})?", re.IGNORECASE)


def result_word_at(side_context: SideContext, text: str, at: int) -> re.Match[str] | None:
    """Return the word of a result at a place of a text, for `token_of_match`; None if there is none."""
    if (word := _BEFORE_NAMES.match(text, at)) is not None:
        return word
    names = tuple(side_context.players)
    if (named := _name_pattern(names).match(text, at)) is None:
        word = _BEHIND_NAMES.match(text, at)
        beaten = word is not None and word.lastgroup == "side" and _MAY_BE_BEATEN.match(text, word.end()) is not None
        return _BEATEN_SIDE.match(text, at) if beaten else word
    return named if _MAY_BE_BEATEN.match(text, named.end()) is None else _beaten_name_pattern(names).match(text, at)


_KINDS = tuple(WORDS)


def result_tokens_of(side_context: SideContext, text: str) -> list[ResultToken] | None:
    """Return the words of a text without its glue; None if one is not understood."""
    at, found = 0, []
    while at < len(text):
        match = result_word_at(side_context, text, at)
        if match is None or match.end() == at:
            return None
        token = token_of_match(side_context, match)
        if token is None:
            return None
        if token.kind != "glue":
            found.append(token)
        at = match.end()
    return found


def token_of_match(side_context: SideContext, match: re.Match[str]) -> ResultToken | None:  # noqa: C901, PLR0911 - one kind of word after the other
    """Return the token of a match of `result_word_at`; None for a colour of no known side."""
    text, kind = match[0], str(match.lastgroup)
    if kind.startswith("k") and kind[1:].isdecimal():
        name = _KINDS[int(kind[1:])]
        return ResultToken(name, reason=REASONS.get(name), text=text)
    if kind.startswith("r") and kind[1:].isdecimal():
        below = _is_below_target(side_context, text)
        return ResultToken(
            "glue" if below else "board", reason=None if below else tuple(REACHED)[int(kind[1:])], text=text
        )
    if kind in {"aside", "cause"}:
        return ResultToken("cause" if kind == "cause" else "glue", text=text)
    groups = match.groupdict()
    if named := groups.get("name") or groups.get("side"):
        players = {name.lower(): side for name, side in side_context.players.items()}
        bare = named if named in side_context.players else without_honorific(named)
        side = (
            side_context.side_meant_by(MOVERS.get(named.lower(), named.replace("攻", "手")))
            if "side" in groups
            else players.get(bare.lower(), players.get(named.lower()))
        )
        if side is None or side_context.is_name_of(named, side.other):
            return None
        return ResultToken("side", side.other if groups.get("against") else side, text=named)
    if kind == "mark":
        return ResultToken("win-mark" if text in WINS else "lose-mark" if text in LOSES else "?")
    if match["own"] is not None:
        side = side_context.side_meant_by(match["own"])
        return None if side is None or WEIGHTY.search(text) else ResultToken("side", side, text=match["own"])
    if kind in {"plies", "after"}:
        return ResultToken("count", value=parse_numeral(match["plies"] or match["after"]))
    if kind == "chess":
        return ResultToken("chess", text=text)
    if kind == "board":
        return ResultToken("board", reason=BOARD.get(text) or BOARD[text.lower()], text=text)
    if match["score"] is not None or match["both"] is not None:
        one = match["one"] or match["each"] or match["same"]
        return ResultToken("score", value=parse_points(one), two=parse_points(match["two"] or one))
    if match["points"] is not None:
        return ResultToken("points", value=parse_points(match["n"] or match["bare"]))
    return ResultToken(kind if kind in {"self", "until"} else "glue")


def _is_below_target(side_context: SideContext, text: str) -> bool:
    """Return whether words say that points were reached which are fewer than those that end the game: 83点になって."""
    points, target = _POINTS_REACHED.match(text), side_context.game.target
    return points is not None and target is not None and parse_numeral(points[1]) < target.value


def counts_several_games(text: str) -> bool:
    """Return whether a text counts several games, and says no other result: 高杉 2勝, 通算 3勝1敗."""
    return TOTAL.search(text) is not None and WEIGHTY.search(TOTAL.sub("", text)) is None


@lru_cache(maxsize=64)
def plies_of_a_side_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a number of plies behind a player, or a side: 鈴木は11手で."""
    own = any_word_pattern((*names, "先手", "後手", "先番", "後番"))
    return lazy_pattern(rf"(?P<who>{own}){HONORIFICS}[はも:]?\s?(?P<number>{NUMBER})手(?=で(?!詰)|[、。・,\s]|指|$)")
