// The danger zone: archive, unarchive, delete, each with a confirmation.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { ask } from "../ask.js";

/** @typedef {import("../../lib/dom.js").Child} Child */

/** @param {string} title @param {string} text @param {...Child} controls */
export const endRow = (title, text, ...controls) => h("div", { class: "end-row" },
    h("div", {}, h("h3", {}, title), h("p", { class: "card-text" }, text)), controls);

/** @param {...Child} rows */
export const endCard = (...rows) => h("section", { class: "card ends" }, h("h2", {}, t("connect.end")), rows);

/** @param {{name: string, isArchived: boolean, text: string, change: (isArchived: boolean) => Promise<unknown>,
 *     done: () => void}} options */
export function archiveRow({ name, isArchived, text, change, done }) {
    const action = t(isArchived ? "connect.reopen" : "connect.archive");
    return endRow(action, text, h("button", { class: "button", type: "button", onclick: async () => {
        const isDone = await ask({ title: t(isArchived ? "connect.reopen.ask" : "connect.archive.ask", { name }), text,
            isDangerous: !isArchived, action, act: () => change(!isArchived) });
        if (isDone) done();
    } }, action));
}

/** @param {{name: string, text: string, consequence: string, remove: () => Promise<unknown>,
 *     done: () => void}} options */
export const deleteRow = ({ name, text, consequence, remove, done }) => endRow(t("connect.delete"), text,
    h("button", { class: "button", type: "button", onclick: async () => {
        const isDone = await ask({ title: t("connect.delete.ask", { name }), text: consequence, isDangerous: true,
            action: t("connect.delete"), act: remove });
        if (isDone) done();
    } }, t("connect.delete")));
