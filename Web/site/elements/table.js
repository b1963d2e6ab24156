// A table whose rows become cards on a phone. The elements keep their roles there, which `display` would take away.

import { h } from "../lib/dom.js";

/**
 * @template Row
 * @typedef {{name: string,
 *     cell: (row: Row) => Node | string | number | null | undefined | false | Array<Node | string | null | false>,
 *     kind?: "head" | "number" | "actions"}} Column
 */

/**
 * @template Row
 * @param {object} table
 * @param {string} table.caption read aloud, not shown
 * @param {Column<Row>[]} table.columns exactly one is the `head`: what the row is called
 * @param {Row[]} table.rows
 * @param {(row: Row) => Record<string, unknown>} [table.mark] attributes of a row
 * @returns {HTMLTableElement}
 */
export function cardTable({ caption, columns, rows, mark = () => ({}) }) {
    /** @returns {(column: Column<Row>) => HTMLElement} */
    const cell = (/** @type {Row} */ row) => ({ name, kind, cell: write }) => h(kind === "head" ? "th" : "td", {
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
