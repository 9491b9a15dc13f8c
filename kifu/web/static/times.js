// The clocks of a game as they stood after a ply, from the times of its moves.

import { seconds } from "./moves.js";

// Returns the text of the clock of each side after a ply: what was left of the main time, or what was spent without a time
// control; empty texts for a game without times.
export function times_at(course, boards, ply) {
  const { control } = course.clock;
  const used = { first: 0, second: 0 };
  let timed = Boolean(control);
  for (const [place, move] of course.moves.slice(0, ply).entries()) {
    used[boards[place].turn] += (move.seconds ?? 0) - (control?.increment || 0);
    timed ||= move.seconds !== undefined;
  }
  const shown = (side) => (timed ? seconds(control ? Math.max(0, control.main - used[side]) : used[side]) : "");
  return { first: shown("first"), second: shown("second") };
}
