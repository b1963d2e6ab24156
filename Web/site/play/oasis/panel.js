// What is asked or said before a table: a title, a sentence, perhaps something to type, and buttons.

import { find, h } from "../../lib/dom.js";

/** @typedef {{text: string, id: string, does?: () => void, href?: string}} Choice the first one is the obvious one */

/** @typedef {{label: string, text: string, does: (typed: string) => void}} Entry a line to type, and its button */

/** @param {{title: string, said?: string, code?: string, entry?: Entry, choices: Choice[]}} options */
export function showPanel({ title, said = "", code, entry, choices }) {
    const buttons = choices.map(({ text, id, does, href }, index) => {
        const look = { id, class: index === 0 ? "primary" : "quiet" };
        return href === undefined ? h("button", { ...look, type: "button", onclick: does }, text)
            : h("a", { ...look, href }, text);
    });
    find("#podium").replaceChildren(h("section", { class: "panel", "aria-labelledby": "panel-title" },
        h("h2", { id: "panel-title" }, title), said !== "" && h("p", {}, said),
        code !== undefined && h("p", { class: "code" }, code), entry !== undefined && line(entry),
        h("div", { class: "row" }, buttons)));
    buttons[0]?.focus({ preventScroll: true });
    return title;
}

/** @param {Entry} entry */
function line({ label, text, does }) {
    const input = h("input", { "aria-label": label, placeholder: label, autocomplete: "off",
        autocapitalize: "characters", spellcheck: "false", maxlength: 32, required: true });
    return h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        does(input.value.trim());
    } }, input, h("button", { class: "quiet" }, text));
}
