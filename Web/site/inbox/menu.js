// The options of one row: a short list of buttons beside the button that opens it.

import { h } from "../lib/dom.js";
import { icon } from "../elements/icons.js";

/** Kept away from the edge of the window, in pixels. */
const MARGIN = 8;

/**
 * @param {string} label what a screen reader says of the button
 * @param {() => {text: string, act: () => void}[]} options asked for each time it opens
 */
export function rowMenu(label, options) {
    const menu = h("div", { class: "row-menu", popover: "auto" });
    const button = h("button", { class: "icon-button", type: "button", "aria-label": label, "aria-expanded": "false",
        onclick: () => menu.togglePopover() }, icon("more"));
    const place = () => {
        const at = button.getBoundingClientRect();
        const { width, height } = menu.getBoundingClientRect();
        const below = at.bottom + height + MARGIN < innerHeight;
        menu.style.left = `${Math.max(MARGIN, at.right - width)}px`;
        menu.style.top = `${below ? at.bottom : Math.max(MARGIN, at.top - height)}px`;
    };
    menu.addEventListener("beforetoggle", ({ newState }) => {
        if (newState !== "open") return;
        menu.replaceChildren(...options().map(({ text, act }) => h("button", { type: "button", onclick: () => {
            menu.hidePopover();
            act();
        } }, text)));
    });
    menu.addEventListener("toggle", ({ newState }) => {
        button.setAttribute("aria-expanded", String(newState === "open"));
        if (newState !== "open") return;
        place();
        menu.querySelector("button")?.focus();
    });
    // Up and down within, as in every menu; Escape is the browser's.
    menu.addEventListener("keydown", (event) => {
        const buttons = [...menu.querySelectorAll("button")];
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
        buttons[next].focus();
    });
    return { button, menu };
}
