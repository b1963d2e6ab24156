// A table whose rows become cards on a phone. The elements keep their roles there, which `display` would take away.

import { h } from "../lib/dom.js";

/**
 * @template Row
 * @param {object} table
 * @param {string} table.caption read aloud, not shown
 * @param {{name: string,
 *     cell: (row: Row) => Node | string | number | null | false | Array<Node | string | null | false>,
 *     kind?: "head" | "number" | "actions"}[]} table.columns `head`: what the row is called; exactly one
 * @param {Row[]} table.rows
 * @param {(row: Row) => Record<string, unknown>} [table.mark] attributes of a row
 * @returns {HTMLTableElement}
 */
export function cardTable({ caption, columns, rows, mark = () => ({}) }) {
    const cell = (row) => ({ name, kind, cell: write }) => h(kind === "head" ? "th" : "td", {
        role: kind === "head" ? "rowheader" : "cell", scope: kind === "head" && "row", class: kind && `cell-${kind}`,
        "data-name": kind === undefined || kind === "number" ? name : null }, write(row));
    return h("table", { class: "card-table", role: "table" },
        h("caption", { class: "quiet-text" }, caption),
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, columns.map(({ name, kind }) =>
            h("th", { role: "columnheader", scope: "col", class: kind && `cell-${kind}` },
                kind === "actions" ? h("span", { class: "quiet-text" }, name) : name)))),
        h("tbody", { role: "rowgroup" }, rows.map((row) =>
            h("tr", { role: "row", ...mark(row) }, columns.map(cell(row))))));
}
