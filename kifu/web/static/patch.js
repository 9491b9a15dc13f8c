// Documents that change: the server tells what has changed (kifu/web/server/live_documents.py). What has not changed stays the same object.

// Returns the document after changes: [path, value] sets a member, [path] takes it out, [path, start, count, items] splices.
export function patched(document, changes) {
  return changes.reduce((made, [path, ...change]) => changed(made, path, change), document);
}

function changed(value, [name, ...rest], change) {
  const made = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length) made[name] = changed(value[name], rest, change);
  else if (!change.length) delete made[name];
  else if (change.length === 1) [made[name]] = change;
  else {
    const [start, count, items] = change;
    made[name] = [...value[name].slice(0, start), ...items, ...value[name].slice(start + count)];
  }
  return made;
}

// Returns the boards that steps lead to (kifu/recording/viewer_json.py). `known` is {steps, boards} of an earlier course: its boards stay
// as far as the steps are the same. `before` is the board before the first step.
export function boards_of(steps, known = null, before = { tokens: [] }) {
  const boards = [];
  for (const [number, { gone = [], came = [], ...told }] of steps.entries()) {
    const same = known && boards.length === number && known.steps[number] === steps[number] && (!number || boards[number - 1] === known.boards[number - 1]);
    if (same && known.boards[number]) {
      boards.push(known.boards[number]);
      continue;
    }
    const { last: _last, changed: _changed, ...stays } = boards.at(-1) || before;
    const away = new Set(gone);
    boards.push({ ...stays, ...told, tokens: [...stays.tokens.filter((_, place) => !away.has(place)), ...came] });
  }
  return boards;
}
