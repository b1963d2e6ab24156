// What is asked or said before a table: a title, a sentence and buttons.

import { find, h } from "../../lib/dom.js";

/** @typedef {{text: string, id: string, does?: () => void, href?: string}} Choice the first one is the obvious one */

/** @param {{title: string, said?: string, choices: Choice[]}} options */
export function showPanel({ title, said = "", choices }) {
    const buttons = choices.map(({ text, id, does, href }, index) => {
        const look = { id, class: index === 0 ? "primary" : "quiet" };
        return href === undefined ? h("button", { ...look, type: "button", onclick: does }, text)
            : h("a", { ...look, href }, text);
    });
    find("#podium").replaceChildren(h("section", { class: "panel", "aria-labelledby": "panel-title" },
        h("h2", { id: "panel-title" }, title), said !== "" && h("p", {}, said),
        h("div", { class: "row" }, buttons)));
    buttons[0]?.focus({ preventScroll: true });
    return title;
}
