// Code to be taken along: a name, the text, and a button that copies it.

import { h } from "../lib/dom.js";
import { addTexts, t } from "../lib/i18n.js";

await addTexts("connect");

/** How long the button says that it has copied, in milliseconds. */
const SAID = 2_500;

/** @param {string} name what it is: a file, a command @param {string} text */
export function code(name, text) {
    const block = h("pre", { tabindex: "0", "aria-label": name }, h("code", {}, text));
    const label = h("span", { "aria-live": "polite" }, t("connect.code.copy"));
    const copy = h("button", { class: "button button-small button-quiet", type: "button", onclick: async () => {
        try {
            await navigator.clipboard.writeText(text);
            label.textContent = t("connect.code.copied");
        } catch {
            // No right to the clipboard: marked, it is one key away.
            getSelection()?.selectAllChildren(block);
            label.textContent = t("connect.code.marked");
        }
        setTimeout(() => { label.textContent = t("connect.code.copy"); }, SAID);
    } }, label, h("span", { class: "quiet-text" }, ` ${name}`));
    return h("div", { class: "code" }, h("div", { class: "code-head" }, h("span", {}, name), copy), block);
}
