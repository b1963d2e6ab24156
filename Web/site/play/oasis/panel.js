// What is asked or said before a table: a title, a sentence, perhaps something to type, and buttons.

import { find, h } from "../../lib/dom.js";

/** @typedef {{text: string, id: string, does?: () => void, href?: string}} Choice the first one is the obvious one */

/**
 * @typedef {{label: string, text: string, does: (typed: string) => void, typed?: string, problem?: string}} Entry a
 *     line to type, and its button; what was typed before, and what was wrong with it
 */

/**
 * @param {{title: string, said?: string, code?: string, picture?: {src: string, alt: string}, entry?: Entry,
 *     choices: Choice[]}} options
 * @returns {string} what those are told who listen to the page
 */
export function showPanel({ title, said = "", code, picture, entry, choices }) {
    const buttons = choices.map(({ text, id, does, href }, index) => {
        const look = { id, class: index === 0 ? "primary" : "quiet" };
        return href === undefined ? h("button", { ...look, type: "button", onclick: does }, text)
            : h("a", { ...look, href }, text);
    });
    find("#podium").replaceChildren(h("section", { class: "panel", "aria-labelledby": "panel-title" },
        h("h2", { id: "panel-title" }, title), said !== "" && h("p", {}, said),
        code !== undefined && h("p", { class: "code" }, code), picture !== undefined && image(picture),
        entry !== undefined && line(entry), h("div", { class: "row" }, buttons)));
    const isWrong = (entry?.problem ?? "") !== "";
    (isWrong ? find("#podium input") : buttons[0])?.focus({ preventScroll: true });
    return isWrong ? entry?.problem ?? "" : title;
}

/** @param {{src: string, alt: string}} picture which not every server draws */
function image({ src, alt }) {
    /** @type {HTMLImageElement} */
    const shown = h("img", { src, alt, draggable: "false", onerror: () => shown.remove() });
    return shown;
}

/** @param {Entry} entry */
function line({ label, text, does, typed = "", problem = "" }) {
    const isWrong = problem !== "";
    const input = h("input", { "aria-label": label, placeholder: label, autocomplete: "off", value: typed,
        autocapitalize: "characters", spellcheck: "false", maxlength: 32, required: true,
        "aria-invalid": isWrong && "true", "aria-describedby": isWrong && "wrong" });
    const button = h("button", { class: "quiet" }, text);
    return h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        // Until another panel comes, or this one again.
        if (button.getAttribute("aria-busy") === "true") return;
        button.setAttribute("aria-busy", "true");
        does(input.value.trim());
    } }, input, button, isWrong && h("p", { id: "wrong", class: "bad" }, problem));
}
