// Tabs as the ARIA practices describe them: one stop for Tab, arrows within, the choice follows the focus.

import { h } from "../lib/dom.js";

/**
 * @param {{label: string, panel: HTMLElement, selected: string, items: {id: string, name: string}[],
 *     choose: (id: string) => void}} options
 * @returns {HTMLElement}
 */
export function tabs({ label, panel, selected, items, choose }) {
    const buttons = items.map(({ id, name }) => h("button", { type: "button", role: "tab", id: `tab-${id}`,
        "aria-controls": panel.id, onclick: () => select(id) }, name));
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: move }, buttons);
    let current = selected;

    function mark() {
        items.forEach(({ id }, index) => {
            buttons[index].setAttribute("aria-selected", String(id === current));
            buttons[index].tabIndex = id === current ? 0 : -1;
        });
        panel.setAttribute("aria-labelledby", `tab-${current}`);
    }

    /** @param {string} id */
    function select(id) {
        if (id === current) return;
        current = id;
        mark();
        choose(id);
    }

    /** @param {KeyboardEvent} event */
    function move(event) {
        const at = items.findIndex(({ id }) => id === current);
        const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
        const to = event.key === "Home" ? 0 : event.key === "End" ? items.length - 1
            : step === undefined ? undefined : (at + step + items.length) % items.length;
        if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        select(items[to].id);
        buttons[to].focus();
    }

    mark();
    return list;
}
