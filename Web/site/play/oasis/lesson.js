// The first turn of somebody new: a finger shows what to tap, until they have placed a tile.

import { h, lookUp } from "../../lib/dom.js";
import { middle } from "./motion.js";
import { signs } from "./pieces.js";
import { isTaught, setTaught } from "./saved.js";

/** @type {?HTMLElement} */
let finger = null;
/** @type {?Element} */
let target = null;

function move() {
    if (finger === null || target === null) return;
    const { x, y } = middle(target);
    finger.style.translate = `${x}px ${y}px`;
}

addEventListener("resize", move);

/** @param {?Element} element what to tap next; null: nothing now */
export function point(element) {
    if (element === null || isTaught()) {
        finger?.remove();
        finger = target = null;
        return;
    }
    if (finger === null) {
        finger = h("div", { class: "finger" }, signs.finger());
        lookUp("#flying")?.append(finger);
    }
    target = element;
    requestAnimationFrame(move);
}

/** They know now. */
export function learned() {
    setTaught();
    point(null);
}
