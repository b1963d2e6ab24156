// Telling the moderators of a shared page. Who is not signed in follows the link there, and comes back to be asked.

import { find } from "../lib/dom.js";
import { addTexts } from "../lib/i18n.js";
import { session } from "../lib/session.js";
import { reportPlayer } from "../elements/report.js";

const ASKED = "#report";
const link = /** @type {HTMLAnchorElement} */ (find("#report"));
const { id: share, player: displayName = "" } = link.dataset;

async function ask() {
    await addTexts("social");
    await reportPlayer({ displayName }, { share });
}

link.addEventListener("click", async (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const found = await session().catch(() => null);
    if (found === null) location.assign(link.href);
    else await ask();
});

if (location.hash === ASKED) {
    history.replaceState(null, "", location.pathname + location.search);
    if (await session().catch(() => null) !== null) await ask();
}
