// What tiles, players and signs look like.

import { h, svg } from "../../lib/dom.js";
import { hues, pictures, players } from "./words.js";

/** The art of the other two games: the four players come from there. */
const FACES = {
    monkey: "../monkeyjump/art/monkey-head.svg", cactus: "../whackacac/art/cactus-small.svg",
    owl: "../whackacac/art/owl.svg", frog: "../monkeyjump/art/frog-sit.svg",
};

/** @param {?import("./core.js").Tile} tile null: face down */
export const tile = (tile) => (tile === null
    ? h("span", { class: "tile back" })
    : h("span", { class: "tile", "data-hue": hues[tile.hue], "data-picture": pictures[tile.picture] }));

/** @param {number} seat */
export const face = (seat) => h("img", {
    class: "face", "data-player": players[seat], src: FACES[/** @type {keyof FACES} */ (players[seat])], alt: "",
    draggable: "false",
});

/** @param {string} path @param {Record<string, string>} [more] */
const sign = (path, more = {}) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", ...more },
    svg("path", { d: path }));

const STAR = "M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1L12 17l-5.4 3 1.1-6.1L3.2 9.6l6.1-.8z";

export const signs = {
    swap: () => sign("M5 9.5A7.5 7.5 0 0 1 18.5 8M19 4.5V8.5H15M19 14.5A7.5 7.5 0 0 1 5.5 16M5 19.5V15.5H9"),
    pass: () => sign("M5 6l7 6-7 6zM13 6l7 6-7 6z", { class: "solid" }),
    confirm: () => sign("M5 12.5l4.5 4.5L19 7.5", { class: "heavy" }),
    cancel: () => sign("M6.5 6.5l11 11m0-11l-11 11", { class: "heavy" }),
    person: () => sign("M12 12a4.2 4.2 0 1 0 0-8.4A4.2 4.2 0 0 0 12 12zM4 20.5c.6-4.3 3.8-6.5 8-6.5s7.4 2.2 8 6.5z",
        { class: "solid" }),
    plus: () => sign("M12 5v14M5 12h14", { class: "heavy" }),
    star: () => sign(STAR, { class: "solid star" }),
    crown: () => sign("M3.5 18.5L2.5 8l5 4L12 4.5 16.5 12l5-4-1 10.5z", { class: "solid" }),
    /** A finger that shows where to tap. */
    finger: () => sign("M9 12V4.6a1.8 1.8 0 0 1 3.6 0V10l5.6 1.3c1.3.3 2 1.4 1.8 2.7l-.8 5c-.2 1.2-1.1 2-2.3 2h-5"
        + "c-.9 0-1.6-.4-2.1-1.1L5.4 14.6c-1-1.5.8-3.1 2.2-2z"),
};

/**
 * The sign of who plays a seat.
 * @param {import("./saved.js").Kind} kind
 */
export function kindSign(kind) {
    if (kind === "person") return h("span", { class: "kind" }, signs.person());
    if (kind === "nobody") return h("span", { class: "kind" }, signs.plus());
    return h("span", { class: "kind" }, h("img", { src: "art/bot.svg", alt: "", draggable: "false" }), signs.star(),
        kind === "strong" && signs.star());
}
