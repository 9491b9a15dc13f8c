// Begins the screen that the frame names.

import { Page } from "./page.js";

const { screen, id: game, role, device } = document.body.dataset;
const { start } = await import(`./${screen}.js`);
start(new Page(document.getElementById("main"), { game, role, device }));
