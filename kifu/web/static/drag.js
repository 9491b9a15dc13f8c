// Drag and drop with a mouse. A finger taps: what it draws is the page.

const FAR = 6; // pixels from which a press is a drag

// Units are drawn from the buttons of `holder` to a square. `begin` gets the button and returns what is drawn and a drawing of
// it, or null; `drop` gets what is drawn and the square.
export function dragged(holder, { begin, drop }) {
  holder.addEventListener("pointerdown", (down) => {
    const pressed = down.pointerType === "mouse" && down.button === 0 ? down.target.closest("button") : null;
    const [what, ghost] = (pressed && begin(pressed)) || [];
    if (!ghost) return;
    const ending = new AbortController();
    const options = { signal: ending.signal };
    const size = Math.max(40, pressed.getBoundingClientRect().height);
    const follow = (event) => {
      if (!ghost.isConnected && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
      ghost.classList.add("ghost");
      ghost.style.width = `${size}px`;
      ghost.style.left = `${event.clientX - size / 2}px`;
      ghost.style.top = `${event.clientY - size / 2}px`;
      if (!ghost.isConnected) document.body.append(ghost);
    };
    const end = (event) => {
      ending.abort();
      if (!ghost.isConnected) return;
      ghost.remove();
      const target = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
      if (target && target !== pressed) drop(what, target.dataset.square);
    };
    window.addEventListener("pointermove", follow, options);
    window.addEventListener("pointerup", end, options);
    window.addEventListener("pointercancel", end, options);
  });
}
