// Shows a new player with a keyboard which key a cactus has: by then the hint alone says that there is one.

import { h } from "../../lib/dom.js";

/** After so many hits by a key it is understood. */
const LESSONS = 3;
/** Ticks: so long a run begins with it. */
const BEGINNING = 600;

export class KeyCap {
    #element = h("kbd", { class: "key-cap", "aria-hidden": "true", hidden: true });
    #hits = 0;

    constructor() {
        document.body.append(this.#element);
    }

    /** A key met its cactus. */
    learn() {
        this.#hits += 1;
    }

    /** @param {number} ticks of the run so far */
    isNeeded(ticks) {
        return this.#hits < LESSONS && ticks < BEGINNING;
    }

    /**
     * @param {?string} key null: there is nothing to hit
     * @param {?{x: number, y: number}} at in the window
     */
    show(key, at) {
        const element = this.#element;
        const isHidden = key === null || at === null;
        // Asked in each frame: what stays as it is isn't written again.
        if (element.hidden !== isHidden) element.hidden = isHidden;
        if (key === null || at === null) return;
        const text = key.toLocaleUpperCase();
        if (element.textContent !== text) element.textContent = text;
        element.style.translate = `calc(${Math.round(at.x)}px - 50%) calc(${Math.round(at.y)}px + 40%)`;
    }
}
