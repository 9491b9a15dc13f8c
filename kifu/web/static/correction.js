// Opens the board for correction. Its diagram becomes the board from which the record goes on.

import { refusal } from "./dialogs.js";
import { button, el } from "./dom.js";
import { Editor } from "./editor.js";
import { ask } from "./server.js";
import { say, t } from "./words.js";

// `add` puts an event into the queue; its promise is refused with the message of a server that never takes it.
export async function correct(game, look, add) {
  const { status, body } = await ask("GET", `/api/g/${game}/to-correct`);
  if (status !== 200) {
    refusal(body?.message || { ja: t("failed"), en: t("failed") });
    return;
  }
  const editor = new Editor(look, body.diagram);
  const wrong = el("p", { class: "bad text", role: "alert" });
  const confirm = async () => {
    try {
      await add({ kind: "board", diagram: editor.value() });
      dialog.close();
    } catch (message) {
      wrong.textContent = say(message);
    }
  };
  const dialog = el(
    "dialog",
    { "aria-labelledby": "correcting" },
    el("h2", { id: "correcting", text: t("correct") }),
    el("p", { class: "note", text: t("correctSays") }),
    editor.element,
    wrong,
    el("div", { class: "row" }, button(t("confirmBoard"), confirm, { class: "main" }), button(t("cancel"), () => dialog.close())),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
