// Small drawings in the colour of the text around them. They never speak alone: words stand beside each.

import { svg } from "../lib/dom.js";

/** Lines on a field of 24 by 24. */
const DRAWINGS = {
    games: ["M7.5 7h9a5 5 0 0 1 4.9 4l.9 4.6a2.4 2.4 0 0 1-4.2 2L16 15H8l-2.1 2.6a2.4 2.4 0 0 1-4.2-2l.9-4.6",
        "M2.6 11a5 5 0 0 1 4.9-4",
        "M8 9.6v3M6.5 11.1h3M15.2 10.2h.01M17.2 12h.01"],
    friends: ["M9 11.2a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2zM2.5 20c.4-3.6 3-5.6 6.5-5.6s6.1 2 6.5 5.6",
        "M16 4.4a3.5 3.5 0 0 1 0 6.5M18 14.8c2 .8 3.2 2.5 3.5 5.2"],
    challenges: ["M5 21V4M5 4.5c4.5-2.5 8.5 2 14 0v9.5c-5.5 2-9.5-2.5-14 0"],
    matches: ["M12 9.6a3 3 0 1 0 0-6.1 3 3 0 0 0 0 6.1zM9 9.8h6M5.5 20.5h13",
        "M10.4 10c0 3.6-1 5.9-3.2 7.5h9.6c-2.2-1.6-3.2-3.9-3.2-7.5"],
    inbox: ["M6 10a6 6 0 1 1 12 0c0 5.5 2.2 7 2.2 7H3.8S6 15.5 6 10zM10 20.3a2.2 2.2 0 0 0 4 0"],
    me: ["M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-4 3.5-6 7.5-6s6.9 2 7.5 6"],
    search: ["M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16.2 16.2 21 21"],
    photo: [
        "M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.5h5L16 7h2.5A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13"
            + "A1.5 1.5 0 0 1 4 17.5z",
        "M12 16.2a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6z"],
    bin: ["M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.9 12.5h9.2L17.5 7M10.2 10.5v5.5M13.8 10.5v5.5"],
    tick: ["M5 12.5 10 17.5 19.5 7"],
    heart: ["M12 19.5C7 16 3.5 12.9 3.5 9.2A4.3 4.3 0 0 1 12 7.4a4.3 4.3 0 0 1 8.5 1.8c0 3.7-3.5 6.8-8.5 10.3z"],
    star: ["M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z"],
    shield: ["M12 3.5 19 6v5.5c0 4.5-2.9 7.4-7 9-4.1-1.6-7-4.5-7-9V6z", "M9 12l2.2 2.2L15.2 10"],
    key: ["M8 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11.8 12.5H21M17.5 12.5V16"],
    device: ["M4.5 5.5h15v10h-15zM9 19.5h6M12 15.5v4"],
    box: ["M12 4v10.5M8 10.5l4 4 4-4M4.5 17.5v2h15v-2"],
    more: ["M5.5 12h.01M12 12h.01M18.5 12h.01"],
    gear: ["M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z",
        "M12 3v2.6M12 18.4V21M3 12h2.6M18.4 12H21M5.6 5.6l1.9 1.9M16.5 16.5l1.9 1.9M18.4 5.6l-1.9 1.9",
        "M7.5 16.5l-1.9 1.9"],
};

/** @typedef {keyof typeof DRAWINGS} IconName */

/** @param {IconName} name @returns {SVGElement} hidden from screen readers */
export function icon(name) {
    return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
        DRAWINGS[name].map((line) => svg("path", { d: line })));
}
