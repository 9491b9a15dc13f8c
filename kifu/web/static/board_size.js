// Board size from the window, whatever stands around the board (style.css).

const LONG_HAND = 10; // the most kinds of units in hand that stand in one row

// Makes the page a stage for boards of a look. `kinds` are further classes of the screen.
export function set_board_size({ main, signal }, look, ...kinds) {
  const rows = Math.min(2, Math.ceil(look.placing.first.length / LONG_HAND));
  main.classList.add("table", ...kinds);
  main.classList.toggle("many", rows > 1);
  main.style.setProperty("--hand-rows", rows);
  // What stands above the screen, such as the tabs of a page that holds it, takes its room.
  const above = new ResizeObserver(() => main.style.setProperty("--above", `${main.offsetTop}px`));
  for (let each = main.previousElementSibling; each; each = each.previousElementSibling) above.observe(each);
  signal.addEventListener("abort", () => {
    above.disconnect();
    main.classList.remove("table", "many", ...kinds);
  });
}
