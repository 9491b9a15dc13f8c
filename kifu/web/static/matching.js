// Finds the positions of a graph that have a pattern. A clause asks for some number of a unit on some squares, as those of
// `kifu corpus find` do (analysis/openings/pattern_matcher.py).

// Returns the areas that have names, as squares of the board.
export function areas(squares, columns) {
  const rows = squares.length / columns;
  const there = squares.map((name, at) => (name ? at : -1)).filter((at) => at >= 0);
  const is_edge = (at) => [at % columns === 0, at % columns === columns - 1, at < columns, at >= columns * (rows - 1)].filter(Boolean).length;
  return { board: there, rim: there.filter((at) => is_edge(at) > 0), corners: there.filter((at) => is_edge(at) > 1), inside: there.filter((at) => !is_edge(at)) };
}

// Returns the nodes that have a pattern: {clauses: [{holds, squares, least, most}], turned, exchanged, near}. `holds` tells how
// many of its units contents are, which are given by their number.
export function matching(graph, { clauses, turned, exchanged, near }) {
  const size = graph.data.squares.length;
  const still = graph.data.symmetries[0].squares;
  const ways = graph.data.symmetries.filter((each) => (turned || each.squares.every((at, from) => at === still[from])) && (exchanged || !each.exchanges));
  // A clause is turned, not the board: where its squares come from, and what its contents are without the exchange.
  const images = ways.map(({ squares, exchanges }) =>
    clauses.map((clause) => {
      const wanted = new Set(clause.squares);
      const numbers = graph.data.contents.map((_, what) => clause.holds[exchanges ? graph.data.exchanged[what] : what]);
      return { ...clause, squares: squares.flatMap((to, from) => (wanted.has(to) ? [from] : [])), holds: Uint8Array.from(numbers) };
    }),
  );
  const boards = graph.boards();
  const distance = (node, image) => {
    let off = 0;
    for (const { squares, holds, least, most } of image) {
      let count = 0;
      for (const at of squares) count += holds[boards[node * size + at]];
      off += Math.max(0, least - count, count - most);
      if (off > near) break;
    }
    return off;
  };
  const found = [];
  for (let node = 0; node < graph.nodes; node += 1) if (graph.first_at[node] >= 0 && images.some((image) => distance(node, image) <= near)) found.push(node);
  return found;
}
