// Dialogs as promises. The browser keeps the focus within and brings it back to where it was.

import { showDialog } from "../lib/back.js";
import { h, lookUp } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

let count = 0;

/**
 * Opens a dialog and waits until it is closed.
 * @template T
 * @param {{title: string, text?: string,
 *     fill: (close: (value?: T) => void, sending: (sent: Promise<T>) => Promise<T>) => Array<Node | null | false>}}
 *     options `fill` makes what stands below the text; it calls `close` with the answer. A request goes through
 *     `sending`: if the dialog is left while it is under way, its answer counts all the same
 * @returns {Promise<T | undefined>} undefined: left by Escape or Back, or closed without an answer
 */
export function openDialog({ title, text, fill }) {
    count += 1;
    const id = `dialog-${count}`;
    /** @type {T | undefined} */
    let answer;
    /** @type {Promise<T> | undefined} */
    let underWay;
    /** @param {Promise<T>} sent */
    const sending = (sent) => {
        underWay = sent;
        return sent;
    };
    /** @param {T} [value] */
    const close = (value) => {
        answer = value;
        dialog.close();
    };
    const dialog = h("dialog", { class: "dialog", "aria-labelledby": `${id}-title`,
        "aria-describedby": text !== undefined && `${id}-text` },
    h("h2", { id: `${id}-title`, tabindex: "-1" }, title),
    text !== undefined && h("p", { id: `${id}-text` }, text),
    ...fill(close, sending));
    return showDialog(dialog).then(() => {
        // What opened it may be gone by now, with the row it stood in.
        if (document.activeElement === document.body) lookUp("#main")?.focus();
        // What was under way when the dialog was left, the server does all the same.
        return answer ?? underWay?.catch(() => undefined);
    });
}

/**
 * Asks before something is done.
 * @param {{title: string, text?: string, parts?: Array<Node>, confirm: string, cancel?: string, isDangerous?: boolean}}
 *     question `parts` stand between the text and the buttons; `isDangerous`: what goes does not come back, so the
 *     focus is on the way out
 * @returns {Promise<boolean>}
 */
export async function ask({ title, text, parts = [], confirm, cancel = t("cancel"), isDangerous = false }) {
    const answer = await openDialog({ title, text, fill: (close) => [...parts,
        h("div", { class: "dialog-actions" },
            h("button", { class: "button", type: "button", autofocus: isDangerous, onclick: () => close(false) },
                cancel),
            h("button", { class: `button ${isDangerous ? "button-danger" : "button-primary"}`, type: "button",
                autofocus: !isDangerous, onclick: () => close(true) }, confirm))] });
    return answer === true;
}

/**
 * Says something that must be read before one goes on.
 * @param {{title: string, text: string, parts?: Array<Node>}} message
 */
export function tell({ title, text, parts = [] }) {
    return openDialog({ title, text, fill: (close) => [...parts,
        h("div", { class: "dialog-actions" }, h("button", { class: "button button-primary", type: "button",
            autofocus: true, onclick: () => close() }, t("ok")))] });
}
