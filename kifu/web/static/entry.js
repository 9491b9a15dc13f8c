// Composes a move from taps. With choices (practice) it follows the legal moves; without them it writes what is tapped,
// by the units that stand there and nothing else, so that it tells nothing about what is legal.

const SQUARE = /[一二三四五六七八九十]+\d\d/gu;

// Returns the squares that a text names.
export function squares_of(text) {
  return text.match(SQUARE) || [];
}

export class Entry {
  // `done` is called with the text of a move.
  constructor(done) {
    this.done = done;
    this.clear();
    this.note = "";
  }

  clear() {
    this.path = [];
    this.offered = []; // {text, units, joined}: the texts that the tapped squares may mean, with the units that then stand on the last
    this.usual = null; // the text that stands if nothing else is said; null: somebody has to say it
    this.joined = null; // whether the texts end on another unit, in a game whose units unite
    this.continues = false;
    this.held = null; // the unit in hand that is placed next, as it is written behind a square
    this.note = "";
  }

  get open() {
    return this.options.length > 0;
  }

  get options() {
    return this.offered.filter(({ joined }) => this.joined === null || joined === this.joined);
  }

  // The squares that the next tap may choose; practice only.
  targets(given) {
    if (!given.choices) return [];
    if (this.held !== null) return given.choices.filter((choice) => choice.text === choice.squares[0] + this.held).map((choice) => choice.squares[0]);
    if (!this.path.length) return [];
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
    this.offered = [];
    this.usual = null;
    this.continues = false;
  }

  // Takes a unit in hand, or lays it back.
  hold(behind) {
    const held = this.held === behind ? null : behind;
    this.clear();
    this.held = held;
  }

  // The other texts: those that end on a unit, or those that do not.
  join() {
    this.joined = !this.joined;
    this.usual = this.usual && (this.options[0]?.text ?? null);
  }

  // Whether a tap on a square begins the next move, so that the usual text stands. A path that may go on does so over units
  // and to empty squares.
  moves_on(square, given) {
    if (this.usual === null || square === this.path[0] || square === this.path.at(-1)) return false;
    const stands = (name) => given.tokens.some((token) => token.square === name);
    return !this.continues || (stands(square) && !stands(this.path.at(-1)));
  }

  // `given` holds choices (or null), tokens, joins, silent (in official mode), asks (no text is usual), and placing: {behind, unit} of what the side to
  // move can bring to the board.
  tap(square, given) {
    this.note = "";
    if (this.open && this.tap_while_open(square)) return;
    if (this.held !== null && this.place(square, given)) return;
    if (given.choices) this.tap_choice(square, given);
    else this.tap_freely(square, given);
  }

  // A tap while a picker is open: the last square again takes the usual option, the first begins anew, another goes on.
  tap_while_open(square) {
    if (this.path.length > 1 && square === this.path.at(-1)) {
      this.choose(this.usual ?? this.options[0].text);
      return true;
    }
    if (this.path.length === 1 && square === this.path[0]) {
      this.clear();
      return true;
    }
    if (this.continues && square !== this.path[0]) this.go_on();
    else this.clear();
    return false;
  }

  place(square, given) {
    const text = square + this.held;
    const stands = given.tokens.some((token) => token.square === square);
    if (!stands && (!given.choices || given.choices.some((choice) => choice.text === text))) {
      this.choose(text);
      return true;
    }
    this.held = null;
    if (stands) return false;
    this.note = "nothingHere";
    return true;
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
      if (placed.length) this.offer(placed.map((choice) => choice.text), begun.length > placed.length, given);
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
    if (ending.length) this.offer(ending.map((choice) => choice.text), through.some((choice) => choice.squares.at(-1) !== square), given);
  }

  tap_freely(square, given) {
    const standing = given.tokens.filter((token) => token.square === (this.path[0] ?? square));
    if (!this.path.length) {
      if (standing.length) this.path = [square];
      else if (given.placing.length) {
        this.path = [square];
        this.offer(given.placing.map(({ behind }) => square + behind), false, given);
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
    this.offer([...new Set(behind)].map((text) => path + text), standing.some((token) => token.goes_on), given);
  }

  // Offers texts for the squares; a single one is done at once. The usual one is that in which a unit shows what
  // it meets, else that in which the only unit goes as it is.
  offer(texts, continues, given) {
    const standing = this.path.length > 1 ? given.tokens.filter((token) => token.square === this.path[0]) : [];
    const met = given.tokens.filter((token) => token.square === this.path.at(-1) && !standing.includes(token));
    this.offered = texts.map((text) => meant(text, standing, met, given));
    this.joined = given.joins && standing.length && !given.choices ? met.length > 0 : null;
    this.continues = continues;
    const { options } = this;
    if (options.length === 1 && this.offered.length <= 2 && !continues) this.choose(options[0].text);
    else if (!given.asks) this.usual = (matched(options, given) ?? (standing.length === 1 ? options[0] : null))?.text ?? null;
  }
}

// Returns the one text in which the unit shows what the unit that it meets shows. In official mode nothing is told by it.
function matched(options, given) {
  if (given.silent) return undefined;
  const found = options.filter(({ joined, units: [met, unit] }) => joined && unit && met.form !== unit.form && bare(met) === bare(unit));
  return found.length === 1 ? found[0] : undefined;
}

function bare(unit) {
  return unit.text.replace("'", "");
}

function meant(text, standing, met, given) {
  const behind = text.replace(/^(?:[一二三四五六七八九十]+\d\d-?)+/u, "");
  const joined = Boolean(given.joins) && behind.endsWith(given.joins);
  const placed = given.placing.find((each) => each.behind === behind)?.unit;
  const going = standing.find((token) => token.behind?.includes(behind)) || standing[0];
  const unit = placed || (going ? { ...going, text: going.faces?.[going.behind.indexOf(behind)] ?? going.text } : { side: given.turn, text: behind, form: "disc" });
  return { text, behind, joined, units: joined ? [...met, unit] : [unit] };
}

// Returns the units after moves that are not on the server yet: each goes from its first square to its last, by no rule.
export function moved_on(tokens, texts, side, look) {
  let turn = side;
  let found = tokens;
  for (const text of texts) {
    const squares = squares_of(text);
    const behind = text.replace(/^(?:[一二三四五六七八九十]+\d\d-?)+/u, "");
    if (squares.length) {
      const [from, to] = [squares[0], squares.at(-1)];
      const there = found.filter((token) => token.square === from && squares.length > 1);
      const named = there.filter((token) => (token.behind || []).includes(behind));
      const gone = new Set(named.length ? named : there);
      const going = [...gone].map((token) => ({ ...token, text: token.faces?.[token.behind.indexOf(behind)] ?? token.text, square: to, unsent: true }));
      if (!going.length) {
        const placed = look?.placed[turn][look.placing[turn].indexOf(behind)] || { side: turn, text: behind.replace(/打.*$/u, ""), form: "disc" };
        going.push({ ...placed, square: to, unsent: true });
      }
      const forms = new Set(going.map((token) => token.form));
      found = found.filter((token) => !gone.has(token) && !(token.square === to && forms.has(token.form)));
      found = [...found, ...going];
    }
    turn = other(turn);
  }
  return found;
}

export function other(side) {
  return side === "first" ? "second" : "first";
}

// Returns what a side can bring to the board, as {behind, unit, many}. `held` has the number of each; without it (in official
// mode) everything is offered, but for what `texts` have placed already where each unit is there once.
export function placing(look, turn, held, texts = []) {
  const units = look.placing[turn].map((behind, place) => ({ behind, unit: look.placed[turn][place], many: held ? held[turn][behind] : null }));
  if (held) return units.filter(({ behind }) => behind in held[turn]);
  if (!look.places_once) return units;
  const gone = new Set(texts.map((text) => text.replace(/^[一二三四五六七八九十]+\d\d/u, "")));
  return units.filter(({ behind }) => !gone.has(behind));
}
