// Composes a move from taps. With choices (practice) it follows the legal moves; without them it writes what is tapped,
// by the units that stand there and nothing else, so that it tells nothing about what is legal.

export class Entry {
  // `done` is called with the text of a move.
  constructor(done) {
    this.done = done;
    this.path = [];
    this.options = [];
    this.continues = false;
    this.note = "";
  }

  clear() {
    this.path = [];
    this.options = [];
    this.continues = false;
    this.note = "";
  }

  get open() {
    return this.options.length > 0;
  }

  // The squares that the next tap may choose; practice only.
  targets(given) {
    if (!given.choices || !this.path.length) return [];
    const found = new Set();
    for (const choice of this.begun(given.choices)) {
      const next = choice.squares[this.path.length];
      const last = choice.squares.at(-1);
      if (next) found.add(next).add(last);
    }
    return [...found];
  }

  begun(choices, path = this.path) {
    return choices.filter((choice) => path.every((square, place) => choice.squares[place] === square));
  }

  choose(text) {
    this.clear();
    this.done(text);
  }

  go_on() {
    this.options = [];
    this.continues = false;
  }

  // `given` holds choices (or null), tokens, and placing: what the side to move may write behind a square.
  tap(square, given) {
    this.note = "";
    if (this.open && this.tap_while_open(square)) return;
    if (given.choices) this.tap_choice(square, given);
    else this.tap_freely(square, given);
  }

  // A tap while a picker is open: the last square again takes the first option; another goes on or begins anew.
  tap_while_open(square) {
    if (this.path.length > 1 && square === this.path.at(-1)) {
      this.choose(this.options[0]);
      return true;
    }
    if (this.path.length === 1 && square === this.path[0]) {
      this.clear();
      return true;
    }
    if (this.continues) this.go_on();
    else this.clear();
    return false;
  }

  tap_choice(square, given) {
    if (!this.path.length) {
      const begun = this.begun(given.choices, [square]);
      if (!begun.length) {
        this.note = "nothingHere";
        return;
      }
      this.path = [square];
      const placed = begun.filter((choice) => choice.squares.length === 1);
      if (placed.length) this.offer(placed, begun.length > placed.length);
      return;
    }
    if (this.path.length === 1 && square === this.path[0]) {
      this.clear();
      return;
    }
    const begun = this.begun(given.choices);
    const ending = begun.filter((choice) => choice.squares.length > this.path.length && choice.squares.at(-1) === square);
    const through = begun.filter((choice) => choice.squares.length > this.path.length + 1 && choice.squares[this.path.length] === square);
    if (!ending.length && !through.length) {
      this.clear();
      this.tap_choice(square, given);
      return;
    }
    this.path = [...this.path, square];
    if (ending.length) this.offer(ending, through.some((choice) => choice.squares.at(-1) !== square));
  }

  offer(choices, continues) {
    if (choices.length === 1 && !continues) {
      this.choose(choices[0].text);
      return;
    }
    this.options = choices.map((choice) => choice.text);
    this.continues = continues;
  }

  tap_freely(square, given) {
    const standing = given.tokens.filter((token) => token.square === (this.path[0] ?? square));
    if (!this.path.length) {
      if (standing.length) this.path = [square];
      else if (given.placing.length) {
        this.path = [square];
        this.options = given.placing.map((behind) => square + behind);
      } else this.note = "noUnit";
      return;
    }
    if (this.path.length === 1 && square === this.path[0]) {
      this.clear();
      return;
    }
    this.path = [...this.path, square];
    const behind = standing.flatMap((token) => token.behind || [token.text]);
    const path = this.path.join("-");
    this.options = [...new Set(behind)].map((text) => path + text);
    this.continues = standing.some((token) => token.goes_on);
    if (this.options.length === 1 && !this.continues) this.choose(this.options[0]);
  }
}

// Returns the units after moves that are not on the server yet: each goes from its first square to its last, by no rule.
export function moved_on(tokens, texts, side) {
  let turn = side;
  let found = tokens;
  for (const text of texts) {
    const match = /^((?:[一二三四五六七八九十]+\d\d-?)+)(.+)$/u.exec(text);
    const squares = match ? match[1].match(/[一二三四五六七八九十]+\d\d/gu) : [];
    if (squares.length) {
      const [from, to] = [squares[0], squares.at(-1)];
      const there = found.filter((token) => token.square === from && squares.length > 1);
      const named = there.filter((token) => (token.behind || []).includes(match[2]));
      const going = (named.length ? named : there).map((token) => ({ ...token, square: to, unsent: true }));
      if (!going.length) going.push({ square: to, side: turn, text: match[2].replace(/打.*$/u, ""), form: "disc", unsent: true });
      const forms = new Set(going.map((token) => token.form));
      const gone = new Set(squares.length > 1 ? (named.length ? named : there) : []);
      found = found.filter((token) => !gone.has(token) && !(token.square === to && forms.has(token.form)));
      found = [...found, ...going];
    }
    turn = turn === "first" ? "second" : "first";
  }
  return found;
}

// Returns what the side to move may write behind a square; what is in its hand comes first.
export function placing(look, turn, hands = []) {
  const number = turn === "first" ? 0 : 1;
  const labels = [look.sides[number].label.ja, ["先手", "後手"][number]];
  const own = hands.filter(([key]) => labels.some((each) => key.startsWith(each)));
  const held = own.map(([, text]) => text).join(" ");
  const name = (text) => text.replace(/打.*$/u, "");
  return [...look.placing[turn]].sort((one, other) => held.includes(name(other)) - held.includes(name(one)));
}
