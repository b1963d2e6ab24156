// Reorderable rows: drag, or use the buttons in each row. Saved immediately.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { explain } from "../details.js";

/**
 * @template {{id: string}} Item
 * @param {{label: string, items: Item[], mayOrder: boolean, nameOf: (item: Item) => string,
 *     row: (item: Item) => HTMLElement, save: (ids: string[]) => Promise<unknown>}} options
 */
export function orderedRows({ label, items, mayOrder, nameOf, row, save }) {
    const list = h("ul", { class: "rows", "aria-label": label });
    const said = h("p", { class: "quiet-text", role: "status" });
    const problem = h("p", { class: "field-error", "aria-live": "polite" });
    const canMove = mayOrder && items.length > 1;
    /** @type {Map<Item, HTMLElement>} */
    const elements = new Map();
    let order = items;
    let saved = items;
    /** Sends changes one after another, so the last one wins. */
    let saving = Promise.resolve();

    /**
     * An item's row, made once.
     * @param {Item} item
     */
    function lineOf(item) {
        const line = elements.get(item) ?? element(item);
        elements.set(item, line);
        return line;
    }

    /** @param {Item} item */
    function buttonsOf(item) {
        /** @type {NodeListOf<HTMLButtonElement>} */
        const buttons = lineOf(item).querySelectorAll(":scope > .order-button");
        return buttons;
    }

    function draw() {
        list.replaceChildren(...order.map(lineOf));
        order.forEach((item, index) => {
            const [up, down] = buttonsOf(item);
            if (up) up.disabled = index === 0;
            if (down) down.disabled = index === order.length - 1;
        });
    }

    /** @param {Item[]} next @param {Item} item */
    function change(next, item) {
        const index = next.indexOf(item);
        if (next.every((one, index) => one === order[index])) return;
        order = next;
        problem.textContent = "";
        said.textContent = t("connect.order.moved", { name: nameOf(item), place: index + 1, count: next.length });
        draw();
        saving = saving.then(() => save(next.map(({ id }) => id))).then(() => {
            saved = next;
        }, (error) => {
            problem.textContent = explain(error);
            said.textContent = "";
            order = saved;
            draw();
        });
    }

    /** @param {Item} item */
    const without = (item) => order.filter((one) => one !== item);

    /** @param {Item} item @param {number} by @param {"up" | "down"} act */
    function move(item, by, act) {
        const index = order.indexOf(item) + by;
        change(without(item).toSpliced(index, 0, item), item);
        const [up, down] = buttonsOf(item);
        const target = act === "up" ? up : down;
        (target.disabled ? (act === "up" ? down : up) : target).focus();
    }

    /** @param {Item} item @param {"up" | "down"} act @param {string} symbol @param {number} by */
    const button = (item, act, symbol, by) => h("button", { class: "order-button", type: "button", "data-act": act,
        "aria-label": t(`connect.order.${act}`, { name: nameOf(item) }),
        title: t(`connect.order.${act}`, { name: nameOf(item) }), onclick: () => move(item, by, act) }, symbol);

    /** @param {Item} item */
    function element(item) {
        const link = row(item);
        if (!canMove) return h("li", {}, link);
        link.draggable = false;
        const line = h("li", { class: "row-movable", draggable: "true" }, link, button(item, "up", "↑", -1),
            button(item, "down", "↓", 1));
        line.addEventListener("dragstart", (event) => {
            if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = "move";
            event.dataTransfer?.setData("text/plain", item.id);
            line.classList.add("is-dragged");
        });
        line.addEventListener("dragend", () => {
            line.classList.remove("is-dragged");
            mark(null);
        });
        return line;
    }

    /**
     * Marks the drop position, before or after a row.
     * @param {?HTMLElement} over @param {boolean} [isAfter]
     */
    function mark(over, isAfter) {
        for (const one of elements.values()) delete one.dataset.drop;
        if (over) over.dataset.drop = isAfter ? "after" : "before";
    }

    /** @param {(line: HTMLElement) => boolean} matches */
    const find = (matches) => order.find((item) => matches(lineOf(item)));

    list.addEventListener("dragover", (event) => {
        if (!find((one) => one.classList.contains("is-dragged"))) return;
        event.preventDefault();
        if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "move";
        const over = event.target instanceof Element ? event.target.closest(".row-movable") : null;
        if (!(over instanceof HTMLElement)) return;
        const { top, height } = over.getBoundingClientRect();
        mark(over, event.clientY > top + height / 2);
    });
    list.addEventListener("drop", (event) => {
        const item = find((one) => one.classList.contains("is-dragged"));
        const over = find((one) => one.dataset.drop !== undefined);
        if (!item || !over) return;
        event.preventDefault();
        if (over === item) return;
        const next = without(item);
        const index = next.indexOf(over) + (lineOf(over).dataset.drop === "after" ? 1 : 0);
        change(next.toSpliced(index, 0, item), item);
    });

    draw();
    return h("div", {}, list, said, problem);
}
