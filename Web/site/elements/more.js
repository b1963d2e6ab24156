// The button below a list that shows what comes next. The keyboard goes on where the new rows begin.

import { attribute, h, lookUp } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const CONTROL = ":is(a[href], button, input, select, summary):not(:disabled, [hidden], [hidden] *)";

/**
 * The rows of the tables in a container: a list is shown as one table for each of its pages.
 * @param {HTMLElement} container @returns {HTMLElement[]}
 */
export const tableRows = (container) => [...container.querySelectorAll("tbody")].flatMap(({ rows }) => [...rows]);

/**
 * The children of a list.
 * @param {HTMLElement | undefined} list @returns {HTMLElement[]}
 */
export const listItems = (list) => /** @type {HTMLElement[]} */ ([...list?.children ?? []]);

/**
 * A button that is busy while `act` runs. If it has the focus then, the first new row gets it: the row's first link or
 * control, or the row itself, if there is none or the row takes the focus anyway. If no row came, the button keeps it,
 * or, if the button has gone, the last row gets it.
 * @param {() => HTMLElement[]} rows all that are shown, in their order
 * @param {() => unknown} act shows more, hides or removes the button after the last row, and tells its own errors
 * @param {{text?: string, kind?: string, name?: (row: HTMLElement) => unknown}} options `name` is what stays the same
 *     of a row that is drawn anew
 */
export function moreButton(rows, act, { text = t("board.more"), kind = "", name = (row) => row } = {}) {
    const button = h("button", { class: `button ${kind}`, type: "button", onclick: async () => {
        if (button.hasAttribute("aria-busy")) return;
        const known = new Set(rows().map(name));
        attribute(button, "aria-busy", "true");
        try {
            await act();
        } finally {
            attribute(button, "aria-busy", null);
        }
        // Who has gone on to something else meanwhile stays there.
        const here = document.activeElement;
        if (here !== button && here !== document.body && here !== null) return;
        const now = rows();
        const isKnown = now.map((row) => known.has(name(row)));
        // Others may have come above the list meanwhile.
        const first = now[isKnown.lastIndexOf(true) + 1] ?? now[isKnown.indexOf(false)];
        if (first !== undefined) goTo(first);
        else if (!button.isConnected || button.closest("[hidden]") !== null) goTo(now.at(-1));
    } }, text);
    return button;
}

/**
 * Draws a list anew from within one of its rows: the row that stands there afterwards has the focus.
 * @param {() => HTMLElement[]} rows all that are shown, in their order
 * @param {() => unknown} draw
 */
export async function redraw(rows, draw) {
    const index = rows().findIndex((row) => row.contains(document.activeElement));
    await draw();
    const here = document.activeElement;
    if (index === -1 || (here !== document.body && here !== null)) return;
    const now = rows();
    goTo(now[index] ?? now.at(-1));
}

/** @param {HTMLElement} [row] undefined: nothing is left of the list */
function goTo(row) {
    if (row === undefined || row.hasAttribute("tabindex")) return (row ?? lookUp("#main"))?.focus();
    const control = lookUp(CONTROL, row);
    if (control === null) row.tabIndex = -1;
    return (control ?? row).focus();
}
