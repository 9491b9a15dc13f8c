// The positions of many games as a graph (analysis/explorer/graph_json.py): what stands where, and what was played there.
// A node is a position up to the symmetries of its game; a place is {node, frame}: the position as it is shown, turned by the
// symmetry with the number `frame`. Games are counted here, those that a filter leaves: once in a node, and once for a move.

import { wilson } from "./interval.js";

const SIDES = ["first", "second"];
const RESULTS = 4; // what is counted of games: without a result, won by 先手, by 後手, drawn

function sums(counts) {
  const made = new Int32Array(counts.length + 1);
  counts.forEach((count, place) => (made[place + 1] = made[place] + count));
  return made;
}

export class Graph {
  constructor(data) {
    const { nodes, edges, games, symmetries, composed } = data;
    this.data = data;
    this.nodes = nodes.parent.length;
    this.games = games.source.length;
    this.composed = composed;
    this.inverse = composed.map((row) => row.indexOf(0));
    this.exchanges = symmetries.map((turn) => turn.exchanges);
    this.changed = sums(nodes.changes);
    this.edges = sums(edges.moves);
    this.to = new Int32Array(edges.to.length);
    for (let node = 0; node < this.nodes; node += 1) for (let edge = this.edges[node]; edge < this.edges[node + 1]; edge += 1) this.to[edge] = node + edges.to[edge];
    this.visited = sums(games.visited);
    this.tails = sums(games.tails);
    this.visits = new Int32Array(games.visits.length);
    this.taken = new Int32Array(games.visits.length).fill(-1); // the edge that was taken at each visit; -1: it is not drawn
    for (let game = 0; game < this.games; game += 1) this.walk(game);
    this.starts = [...new Set(Array.from({ length: this.games }, (_, game) => this.visits[this.visited[game]]))];
    const { nodes: searched = 0, edge = [], value = [], proven = [] } = data.values || {};
    this.values = new Map(edge.map((each, place) => [each, { value: value[place], proven: proven[place], nodes: searched }]));
    this.count(() => true);
    const number = (node) => this.of_node({ node }).games;
    this.starts.sort((one, other) => number(other) - number(one));
  }

  walk(game) {
    let node = 0;
    for (let visit = this.visited[game]; visit < this.visited[game + 1]; visit += 1) {
      const before = node;
      node += this.data.games.visits[visit];
      this.visits[visit] = node;
      if (visit > this.visited[game]) this.taken[visit - 1] = this.edge(before, node);
    }
  }

  edge(node, child) {
    let edge = this.edges[node];
    while (this.to[edge] !== child) edge += 1;
    return edge;
  }

  // Counts the games that `keep` is true of. They stand in the order of their dates, so the first one is the earliest.
  count(keep) {
    const { winner } = this.data.games;
    this.kept = [];
    this.at_nodes = new Int32Array(RESULTS * this.nodes);
    this.at_edges = new Int32Array(RESULTS * this.to.length);
    this.first_at = new Int32Array(this.nodes).fill(-1);
    this.first_by = new Int32Array(this.to.length).fill(-1);
    const last_at = new Int32Array(this.nodes).fill(-1);
    const last_by = new Int32Array(this.to.length).fill(-1);
    for (let game = 0; game < this.games; game += 1) {
      if (!keep(game)) continue;
      this.kept.push(game);
      for (let visit = this.visited[game]; visit < this.visited[game + 1]; visit += 1) {
        const result = this.result(winner[game], this.data.games.turns[visit]);
        const [node, edge] = [this.visits[visit], this.taken[visit]];
        if (last_at[node] !== game) {
          last_at[node] = game;
          this.at_nodes[RESULTS * node + result] += 1;
          if (this.first_at[node] < 0) this.first_at[node] = game;
        }
        if (edge >= 0 && last_by[edge] !== game) {
          last_by[edge] = game;
          this.at_edges[RESULTS * edge + result] += 1;
          if (this.first_by[edge] < 0) this.first_by[edge] = game;
        }
      }
    }
  }

  // A symmetry that exchanges the sides exchanges who has won.
  result(winner, turn) {
    return this.exchanges[turn] && (winner === 1 || winner === 2) ? 3 - winner : winner;
  }

  // What games have come to for the side to move in a node: of all that came there, or of those that played a move.
  tally(counts, place, side) {
    const [unfinished, first, second, drawn] = counts.subarray(RESULTS * place, RESULTS * (place + 1));
    const [won, lost] = side ? [second, first] : [first, second];
    const finished = won + lost + drawn;
    const points = won + drawn / 2;
    const [low, high] = wilson(points, finished);
    return { games: finished + unfinished, won, drawn, lost, unfinished, finished, share: finished ? points / finished : null, low, high };
  }

  of_node({ node }) {
    return this.tally(this.at_nodes, node, this.data.nodes.side[node]);
  }

  side({ node, frame }) {
    return this.data.nodes.side[node] ^ Number(this.exchanges[frame]);
  }

  text(move, turn) {
    const { texts, orbit, image, orbits } = this.data.moves;
    return texts[orbits[orbit[move] * this.composed.length + this.composed[turn][image[move]]]];
  }

  // Returns the moves from a place that the counted games have played, as they are written there.
  moves({ node, frame }) {
    const { move, turn } = this.data.edges;
    const found = [];
    for (let edge = this.edges[node]; edge < this.edges[node + 1]; edge += 1) {
      const first = this.first_by[edge];
      if (first < 0) continue;
      const child = this.to[edge];
      found.push({
        edge,
        text: this.text(move[edge], frame),
        to: { node: child, frame: this.composed[frame][turn[edge]] },
        tally: this.tally(this.at_edges, edge, this.data.nodes.side[node]),
        first,
        said: this.values.get(edge) || null,
        novelty: first === this.first_at[child] && first !== this.first_at[node],
      });
    }
    return found;
  }

  // Returns what stands on each square of a node as it was reached first: numbers of `contents`.
  contents(node) {
    const way = [];
    for (let each = node; ; each -= this.data.nodes.parent[each]) {
      way.push(each);
      if (!this.data.nodes.parent[each]) break;
    }
    const board = new Uint16Array(this.data.squares.length);
    const { at, what } = this.data.nodes;
    for (const each of way.reverse()) for (let change = this.changed[each]; change < this.changed[each + 1]; change += 1) board[at[change]] = what[change];
    return board;
  }

  // Returns contents turned by a symmetry.
  turned(board, frame) {
    const { squares, exchanges } = this.data.symmetries[frame];
    const made = new Uint16Array(board.length);
    board.forEach((what, at) => {
      if (what) made[squares[at]] = exchanges ? this.data.exchanged[what] : what;
    });
    return made;
  }

  // Returns the symmetries that leave a place as it is; 0 is the first.
  keeping(place) {
    const board = this.turned(this.contents(place.node), place.frame);
    const is_same = (turn) => !this.exchanges[turn] && this.turned(board, turn).every((what, at) => what === board[at]);
    return this.exchanges.map((_, turn) => turn).filter(is_same);
  }

  // Returns what a place looks like: {tokens, turn, beside} as the drawer of boards takes it.
  board(place) {
    const { squares, contents, beside, nodes } = this.data;
    const sides = this.exchanges[place.frame] ? [...SIDES].reverse() : SIDES;
    const tokens = [];
    this.turned(this.contents(place.node), place.frame).forEach((what, at) => {
      for (const token of contents[what]) tokens.push({ ...token, square: squares[at] });
    });
    return {
      tokens,
      turn: SIDES[this.side(place)],
      beside: Object.fromEntries(sides.map((side, number) => [SIDES[number], beside[nodes[side][place.node]]])),
    };
  }

  // Returns the move with a text at a place, {text, to, …}; a move that the board makes equal to one that was played is that one.
  find(place, text) {
    const moves = this.moves(place);
    const played = moves.find((move) => move.text === text);
    return played || this.images(place, moves).find((move) => move.text === text);
  }

  // Returns the moves of a place turned by each symmetry that keeps it, those that are written as they were played first.
  images({ node, frame }, moves = this.moves({ node, frame })) {
    return this.keeping({ node, frame }).flatMap((turn) =>
      moves.map((move) => {
        const to = this.composed[turn][frame];
        return turn ? { ...move, text: this.text(this.data.edges.move[move.edge], to), to: { node: move.to.node, frame: this.composed[turn][move.to.frame] } } : move;
      }),
    );
  }

  // Follows moves from a start. Returns the places, as far as the moves are known: {node, frame, text}.
  way(start, texts) {
    const places = [{ node: start, frame: 0, text: "" }];
    for (const text of texts) {
      const move = this.find(places.at(-1), text);
      if (!move) break;
      places.push({ ...move.to, text });
    }
    return places;
  }

  // Returns the places of a game on its own board, up to a number of plies.
  way_of(game, plies = Infinity) {
    const from = this.visited[game];
    const until = Math.min(this.visited[game + 1] - 1, from + plies);
    const places = [{ node: this.visits[from], frame: this.data.games.turns[from], text: "" }];
    for (let visit = from; visit < until; visit += 1) {
      const edge = this.taken[visit];
      const place = places.at(-1);
      const [node, frame] = [this.visits[visit + 1], this.data.games.turns[visit + 1]];
      const after = this.composed[place.frame][this.data.edges.turn[edge]];
      const turn = this.keeping(place).find((each) => this.composed[each][after] === frame) ?? 0;
      const [move, turned] = [this.data.edges.move[edge], this.composed[turn][place.frame]];
      places.push({ node, frame: turn ? frame : after, text: this.text(move, turned), move, turned });
    }
    // A game may have begun on a turned board: it is shown as the start stands here.
    const back = this.inverse[places[0].frame];
    return back ? places.map((place) => ({ ...place, frame: this.composed[back][place.frame], text: place.move === undefined ? "" : this.text(place.move, this.composed[back][place.turned]) })) : places;
  }

  // Returns the counted games that came to one of some nodes.
  games_at(nodes) {
    const wanted = new Uint8Array(this.nodes);
    for (const node of nodes) wanted[node] = 1;
    return this.kept.filter((game) => {
      for (let visit = this.visited[game]; visit < this.visited[game + 1]; visit += 1) if (wanted[this.visits[visit]]) return true;
      return false;
    });
  }

  // Returns the boards of all nodes in a row, each as `contents` gives it.
  boards() {
    if (!this.all_boards) {
      const size = this.data.squares.length;
      const { parent, at, what } = this.data.nodes;
      this.all_boards = new Uint16Array(size * this.nodes);
      for (let node = 0; node < this.nodes; node += 1) {
        if (parent[node]) this.all_boards.copyWithin(size * node, size * (node - parent[node]), size * (node - parent[node] + 1));
        for (let change = this.changed[node]; change < this.changed[node + 1]; change += 1) this.all_boards[size * node + at[change]] = what[change];
      }
    }
    return this.all_boards;
  }

  // Returns how a node is come to as it was first: its start, and the moves from there.
  way_to(node) {
    const texts = [];
    let place = node;
    for (; this.data.nodes.parent[place]; place -= this.data.nodes.parent[place]) {
      const before = place - this.data.nodes.parent[place];
      texts.push([before, place]);
    }
    const start = this.starts.indexOf(place);
    let frame = 0;
    const moves = texts.reverse().map(([before, after]) => {
      const edge = this.edge(before, after);
      const text = this.text(this.data.edges.move[edge], frame);
      frame = this.composed[frame][this.data.edges.turn[edge]];
      return text;
    });
    return { start, texts: moves };
  }

  // Returns the ply with which a game left what the games before it had played; null if it did not, as far as it is drawn.
  leaves(game) {
    for (let visit = this.visited[game] + 1; visit < this.visited[game + 1]; visit += 1) if (this.first_at[this.visits[visit]] === game) return visit - this.visited[game];
    return null;
  }

  // Returns how a game goes on behind the last place that is drawn, written as its board stands at a place of that node.
  tail(game, { frame }) {
    const turn = this.composed[frame][this.inverse[this.data.games.turns[this.visited[game + 1] - 1]]];
    return Array.from(this.data.games.tail.slice(this.tails[game], this.tails[game + 1]), (move) => this.text(move, turn));
  }

  // Returns a game in words: {players, date, day, event, source, address, winner, plies, strength}.
  game(game) {
    const { games } = this.data;
    const of_table = (name, table) => games[table][games[name][game]];
    return {
      players: SIDES.map((side) => of_table(side, "players")),
      date: of_table("date", "dates"),
      event: of_table("event", "events"),
      address: games.address[game] || "",
      ...Object.fromEntries(["day", "source", "winner", "plies", "strength"].map((name) => [name, games[name][game]])),
    };
  }
}
