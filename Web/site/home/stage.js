// The top of the home page for who is signed out: a game that plays itself, over its picture until it runs.

import { h, prefersStillness } from "../lib/dom.js";
import { art } from "../elements/art.js";

/**
 * "Play now" was pressed: the game that it leads to begins at once, without its own menu first (play/host/errand.js).
 * This is known in this tab, once; an address alone begins nothing.
 * @param {string} bundleID the game that the next page begins
 */
export function beginNext(bundleID) {
    try {
        sessionStorage.setItem("laurel.begin", bundleID);
    } catch {
        // Storage is off: the game shows its menu.
    }
}

/** Games that can play themselves, by their pages: home/demo.js. */
const DEMOS = new Map([["/play/monkeyjump/", "monkeyjump"]]);

/** The stage is there from the first paint on, empty: nothing below it moves when the game comes. */
export function stage() {
    // The button below says the same.
    const view = h("a", { class: "stage-view", tabindex: "-1", "aria-hidden": "true" });
    const element = h("div", { class: "stage" }, view);
    let isShown = false;
    return {
        element,
        /**
         * Shows a game, once; it begins to run when the page has nothing else to do.
         * @param {Wire.Game} game @param {string} address where it is played
         */
        show(game, address) {
            if (isShown) return;
            isShown = true;
            view.href = address;
            if (game.allowsGuests) view.addEventListener("click", () => beginNext(game.bundleID));
            view.replaceChildren(art(game));
            const name = DEMOS.get(new URL(address).pathname);
            if (name === undefined || prefersStillness() || savesData()) return;
            whenIdle(async () => {
                const { runDemo } = await import("./demo.js");
                await runDemo(element, view, name);
            });
        },
    };
}

/** Whether the reader asked for few bytes, where the browser tells. */
const savesData = () => /** @type {any} */ (navigator).connection?.saveData === true;

/**
 * After the page is loaded and painted. What fails leaves the picture.
 * @param {() => Promise<void>} work
 */
function whenIdle(work) {
    const begin = () => {
        const run = () => void work().catch(() => {});
        if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 2000 });
        else setTimeout(run, 200);
    };
    if (document.readyState === "complete") begin();
    else addEventListener("load", begin, { once: true });
}
