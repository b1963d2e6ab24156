// A button with a short list of things to do, as the ARIA practices describe a menu button: arrows within, Escape and a
// press elsewhere close it, and the focus goes back to the button.

import { h, present } from "../lib/dom.js";
import { icon } from "./icons.js";

let count = 0;

/**
 * @typedef {{text: string, choose?: () => void, href?: string, isDangerous?: boolean}} MenuItem
 * @param {string} label what the menu is about, for those who do not see where it stands
 * @param {Array<MenuItem | null | false> | (() => Array<MenuItem | null | false>)} items asked for anew, where they
 *     may change, each time it opens
 * @returns {HTMLElement} a button with three dots; the list opens below it
 */
export function menu(label, items) {
    count += 1;
    const id = `menu-${count}`;
    const make = () => present(typeof items === "function" ? items() : items).map((item) => {
        const { text, choose, href, isDangerous } = item;
        const class_ = `menu-item ${isDangerous ? "menu-danger" : ""}`;
        const shared = { class: class_, role: "menuitem", tabindex: "-1" };
        return href === undefined
            ? h("button", { ...shared, type: "button", onclick: () => { close(true); choose?.(); } }, text)
            : h("a", { ...shared, href }, text);
    });
    const button = h("button", { class: "menu-button", type: "button", id, "aria-haspopup": "menu",
        "aria-expanded": "false", "aria-label": label, onclick: () => (list.hidden ? open(0) : close(true)) },
    icon("more"));
    const list = h("div", { class: "menu-list", role: "menu", "aria-labelledby": id, hidden: true });
    /** @type {HTMLElement[]} */
    let entries = [];
    const element = h("div", { class: "menu", onkeydown: move, onfocusout: ({ relatedTarget }) => {
        if (!element.contains(/** @type {?Node} */ (relatedTarget))) close(false);
    } }, button, list);

    // Safari gives a pressed button no focus: a press elsewhere is heard by itself.
    /** @param {PointerEvent} event */
    const elsewhere = ({ target }) => (target instanceof Node && element.contains(target)) || close(false);

    /** @param {number} at */
    function open(at) {
        entries = make();
        list.replaceChildren(...entries);
        list.hidden = false;
        button.setAttribute("aria-expanded", "true");
        // Where there is no room below, it opens upwards.
        delete list.dataset.above;
        const { bottom } = list.getBoundingClientRect();
        const floor = innerHeight - (parseFloat(getComputedStyle(document.body).paddingBlockEnd) || 0);
        if (bottom > floor) list.dataset.above = "";
        document.addEventListener("pointerdown", elsewhere);
        entries.at(at)?.focus();
    }

    /** @param {boolean} isFocused */
    function close(isFocused) {
        if (list.hidden) return;
        list.hidden = true;
        button.setAttribute("aria-expanded", "false");
        document.removeEventListener("pointerdown", elsewhere);
        if (isFocused) button.focus();
    }

    /** @param {KeyboardEvent} event */
    function move(event) {
        if (event.key === "Escape") {
            close(true);
            return;
        }
        if (event.key === "Tab") {
            close(false);
            return;
        }
        const at = entries.findIndex((entry) => entry === document.activeElement);
        const to = { ArrowDown: at + 1, ArrowUp: at === -1 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        if (list.hidden) open(event.key === "ArrowUp" ? -1 : 0);
        else entries.at(to % entries.length)?.focus();
    }

    return element;
}
