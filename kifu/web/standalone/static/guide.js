// The guide of the page: what it does, in a few sentences for each tab.

import { el, replace } from "./dom.js";
import { p } from "./phrases.js";
import { lang } from "./words.js";

const PARTS = [
  ["judge", [
    ["棋譜のファイルを選ぶか、落とすか、貼り付けます。棋譜の形 (6面体・ユニオン・連合将棋のテキスト、JSON) と文字コードは自動で見分けます。", "Choose, drop or paste records. Their form (text of the five games, JSON) and their encoding are recognized."],
    ["どの手も規則どおりか、どちらが、どの条で勝ったかを判定します。反則の手には条が付き、その条文を「規則」で読めます。", "It says whether every move is legal, who won, and by which article. An illegal move names its article; read it under Rules."],
    ["「盤で見る」で一手ずつ、推移と熱も見られます。「ほかの読み方と書き違い」は、規則の読み方で判定が変わるか、一つの書き違いで説明できるかを調べます。", "“Show on the board” goes ply by ply, with timelines and heatmaps. “Other readings, slips of the pen” looks whether another reading of the rules, or one slip, would change the verdict."],
    ["規則のファイル (….toml) を名指す棋譜は、そのファイルと一緒に選んでください。", "Choose a record that names a variant file (….toml) together with that file."],
  ]],
  ["games", [
    ["一局を一台で記録します。新しい対局を開き、盤のマスを順に触ると手になります。練習は指せるマスを示し、記録は示さず、公式は閉じるまで判定を黙ります。", "Records a whole game on one device. Open a game and tap the squares of a move in order. Practice shows where a unit can go, record does not, and official says nothing until the game is closed."],
    ["一手ごとに、端末に書き終えてから次に進みます。ブラウザーや電池が落ちても、記録済みの手は残ります。", "Each move is written to the device before the next. What was recorded outlives a crash of the browser or an empty battery."],
    ["記録はこの端末の中だけにあります。対局が終わったら「棋譜を渡す」でほかの人やアプリに送るか、保存してください。ブラウザーのデータを消すと記録も消えます。", "A record is on this device only. When the game is over, send it on or keep it with “Hand the record on”. Clearing the browser's data clears the records."],
  ]],
  ["compare", [
    ["二人の記録係の棋譜を、対局かファイルで選ぶと、どこが違い、どの対局なら両方を説明できるかを示します。調書は ZIP で渡せます。", "Choose the sheets of two recorders, as games or files: it shows where they part and which game explains both. A dossier is a ZIP to hand on."],
  ]],
  ["rules", [
    ["規則書を条ごとに、原文と裁定の根拠とともに読めます。", "The rulebooks by article, with the source's sentences and the grounds of each ruling."],
  ]],
  ["sheets", [
    ["空の記録用紙 (PDF) です。", "Empty score sheets (PDF)."],
  ]],
];
const OFFLINE = [
  ["一度開けば、電波がなくても使えます。「ホーム画面に追加」でアプリのように開けます。棋譜はどこにも送られません。", "Once opened, it works without a network. Add it to the home screen to open it like an app. Records are sent nowhere."],
  ["判定は kifu verify と同じプログラムです。何千もの棋譜の判定、研究、二台以上での記録はパソコンの kifu で。", "It judges with the same program as kifu verify. Use kifu on a computer to judge thousands of records, to study, or to record with several devices."],
];

export async function start(page) {
  const word = ([ja, en]) => el("p", { class: "text", text: lang() === "ja" ? ja : en });
  const parts = PARTS.map(([name, says]) => el("section", { class: "card" }, el("h2", { text: p(name) }), says.map(word)));
  replace(page.main, el("h1", { text: p("guide") }), el("section", { class: "card" }, OFFLINE.map(word)), parts);
}
