// The words of the screens in both languages: [Japanese, English].

const WORDS = {
  games: ["対局の一覧", "Games"],
  search: ["さがす", "Search"],
  newGame: ["新しい対局", "New game"],
  open: ["対局を開く", "Open the game"],
  game: ["棋種", "Game"],
  mode: ["モード", "Mode"],
  practice: ["練習", "practice"],
  record: ["記録", "record"],
  official: ["公式", "official"],
  practiceSays: ["指せるマスを示します", "legal squares are shown"],
  recordSays: ["手がかりなし。反則の手に印が付きます", "no hints; an illegal move is marked"],
  officialSays: ["閉じるまで何も示しません", "nothing is said until the game is closed"],
  names: ["対局者", "Players"],
  rules: ["規則の選択肢", "Options of the rules"],
  asItIs: ["標準", "default"],
  clockKind: ["時計", "Clock"],
  none: ["なし", "none"],
  sudden: ["切れ負け", "sudden death"],
  byoyomi: ["秒読み", "byoyomi"],
  fischer: ["フィッシャー", "Fischer"],
  minutes: ["持ち時間 (分)", "Main time (minutes)"],
  seconds: ["一手の秒数", "Seconds a move"],
  event: ["棋戦", "Event"],
  place: ["場所", "Place"],
  setup: ["はじめの局面", "Set-up"],
  setupOwn: ["はじめの局面を作る", "Set up the board"],
  check: ["規則に照らす", "Check with the rules"],
  allowed: ["この局面から始められます", "The game can start from this board"],
  nothingYet: ["まだ対局がありません", "There is no game yet"],
  nothingFound: ["見つかりません", "Nothing found"],
  plies: ["{0}手", "{0} plies"],
  closed: ["閉じた", "closed"],
  ended: ["終局", "ended"],
  damaged: ["記録簿が壊れています", "its journal is damaged"],
  fileOnly: ["ファイルのままで読めます", "It can be had as a file alone"],
  fileNamed: ["ファイル", "File"],
  toTable: ["記録する", "Record"],
  toViewer: ["見る", "View"],
  toList: ["一覧", "List"],
  file: ["棋譜", "Record file"],
  notRecorded: ["記録できていません", "Not recorded"],
  waiting: ["{0}件が送られていません。電波とサーバーを確かめてください", "{0} not sent; look after the network and the server"],
  noReload: ["この画面を読み直さないでください", "Do not reload this page"],
  recorded: ["記録済み", "Recorded"],
  sending: ["送っています", "Sending"],
  board: ["盤", "Board"],
  empty: ["空", "empty"],
  chosen: ["選択中", "chosen"],
  target: ["指せる", "can go here"],
  turnOf: ["{0}の番", "{0} to move"],
  plyNext: ["{0}手目", "ply {0}"],
  typed: ["指し手を書く", "Type a move"],
  send: ["送る", "Send"],
  pass: ["パス", "Pass"],
  undo: ["戻す", "Take back"],
  cancel: ["やめる", "Cancel"],
  flip: ["盤を回す", "Turn the board"],
  whole: ["全体を見る", "Whole board"],
  closer: ["大きくする", "Enlarge"],
  pick: ["どの手ですか", "Which move?"],
  goOn: ["続けてマスを選ぶ", "Go on to another square"],
  nothingHere: ["ここから指せる手はありません", "Nothing can be played from here"],
  noUnit: ["駒がありません", "There is no unit here"],
  moves: ["指し手", "Moves"],
  noMoves: ["まだ指し手がありません", "No moves yet"],
  illegal: ["反則", "illegal"],
  unjudged: ["未判定", "not judged"],
  unsent: ["未送信", "not sent"],
  takenBack: ["戻した手", "taken back"],
  corrected: ["局面図", "board corrected"],
  illegalTitle: ["反則の手です", "This move is illegal"],
  illegalWhat: ["どうしますか。そのまま次の手を書くこともできます", "What now? You can also go on writing moves"],
  foul: ["反則", "Foul"],
  foulOf: ["{0}の反則負けにする", "{0} loses by a foul"],
  stands: ["盤はこのまま", "The board stands so"],
  leave: ["このままにする", "Leave it"],
  correct: ["盤を直す", "Correct the board"],
  correctSays: ["実際の盤に合わせて直してください", "Make it the board that lies there"],
  move: ["動かす", "Move"],
  erase: ["取り除く", "Remove"],
  put: ["置く", "Put"],
  byText: ["文字で直す", "As text"],
  confirmBoard: ["この盤で続ける", "Go on from this board"],
  comments: ["コメント", "Comments"],
  comment: ["コメントを書く", "Write a comment"],
  bookmark: ["しおり", "Bookmark"],
  commentAt: ["{0}手目のあとに書きます", "It stands after ply {0}"],
  branches: ["変化", "Branches"],
  branchAt: ["{0}手目に代わる手", "Instead of ply {0}"],
  branchMoves: ["手を空白で区切る", "Moves, divided by blanks"],
  ending: ["終局", "Ending"],
  word: ["終局の語", "Word"],
  detail: ["内訳", "Detail"],
  record_: ["記録する", "Record it"],
  closeGame: ["対局を閉じる", "Close the game"],
  closeSure: ["閉じると、もう手は書けません。閉じますか", "No moves can be written after it. Close it?"],
  isClosed: ["この対局は閉じられています", "This game is closed"],
  hasEnded: ["対局は終わっています: {0}", "The game has ended: {0}"],
  yes: ["はい", "Yes"],
  clock: ["時計", "Clock"],
  start: ["動かす", "Start"],
  stop: ["止める", "Stop"],
  press: ["押す", "Press"],
  restarted: ["サーバーが再び始まり、時計は止まっています", "The server has restarted; the clock stands still"],
  conflict: ["ほかの記録と食い違います", "Another recorder has written otherwise"],
  conflictSays: ["どちらが正しいかは、人が決めます", "A person decides which is right"],
  theirs: ["サーバーの記録", "On the server"],
  mine: ["この端末の記録", "On this device"],
  nothingThere: ["(なし)", "(nothing)"],
  keepTheirs: ["サーバーの記録にする", "Keep the server's"],
  keepMine: ["この端末の記録にする (相手の手は戻した手として残る)", "Use mine (theirs stays, as taken back)"],
  sendAnyway: ["この続きとして送る", "Send it after that"],
  later: ["あとで決める", "Decide later"],
  decide: ["食い違いを決める", "Decide the conflict"],
  refused: ["受け付けられません", "It is not taken"],
  looksOn: ["別のタブが記録しています。この画面は見るだけです", "Another tab records; this one looks on"],
  takeOver: ["このタブで記録する", "Record in this tab"],
  spectator: ["観戦", "spectator"],
  recorder: ["記録係", "recorder"],
  hash: ["照合番号", "Head"],
  hashLong: ["記録の先頭の照合番号 (8桁)", "the first 8 digits of the head hash"],
  keys: ["矢印: マス、Enter: 選ぶ、Esc: やめる、u: 戻す、t: 文字", "Arrows: squares, Enter: tap, Esc: cancel, u: take back, t: type"],
  pin: ["審判の暗証番号", "The arbiter's PIN"],
  givePin: ["判定を見る", "Show the verdict"],
  offlineNote: ["途中で読み直すと戻れないことがあります。自動ロックを切ってください", "A page that is reloaded without network may not come back; turn auto-lock off"],
  tools: ["そのほか", "More"],
  hands: ["持駒と得点", "Hands and points"],
  viewer: ["棋譜を見る", "Viewer"],
  first_: ["最初", "First"],
  back: ["前", "Back"],
  next: ["次", "Next"],
  last_: ["最後", "Last"],
  play: ["再生", "Play"],
  pause: ["停止", "Pause"],
  atPly: ["{0} / {1} 手", "ply {0} of {1}"],
  viewerKeys: ["←→: 一手、Home/End: 最初と最後、スペース: 再生", "←→: a ply, Home/End: first and last, space: play"],
  timeline: ["推移", "Timeline"],
  heat: ["盤の熱", "Heatmap"],
  side: ["側", "Side"],
  both: ["両方", "both"],
  verdict: ["判定", "Verdict"],
  basis: ["根拠", "Basis"],
  dataNote: ["再構成したデータで判定: {0}", "Judged by reconstructed data: {0}"],
  silentNote: ["公式の対局です。閉じるまで判定は示しません", "An official game: nothing is judged until it is closed"],
  mainLine: ["本譜", "Main line"],
  cost: ["点", "points"],
  tally: ["計", "tally"],
  device: ["端末では {0}", "{0} on the device"],
  total: ["合計", "Total"],
  language: ["English", "日本語"],
  failed: ["つながりません", "No connection"],
  noGame: ["その対局はありません", "There is no such game"],
  on: ["盤", "board"],
  times: ["{0}回", "{0} times"],
};

const STORED = "kifu-lang";

function remembered() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

let language = remembered() || (navigator.language.startsWith("ja") ? "ja" : "en");

export function lang() {
  return language;
}

export function setLang(value) {
  language = value;
  document.documentElement.lang = value;
  try {
    localStorage.setItem(STORED, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

// Returns a text of the screens; {0}, {1} stand for the arguments.
export function t(key, ...args) {
  const text = WORDS[key][language === "ja" ? 0 : 1];
  return text.replace(/\{(\d)\}/g, (_, number) => args[Number(number)]);
}

// Returns a message of the server in the language of the page.
export function say(message) {
  return message ? message[language] || message.ja || "" : "";
}
