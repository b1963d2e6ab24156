// A list whose items can be added, removed and reordered with buttons.

import { h, lookUp } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { selectField } from "./form.js";

/**
 * @param {{name: string, label: string, add: string, none: string, chosen: string[], isReadOnly: boolean,
 *     items: {id: string, name: string}[]}} options
 */
export function orderedList({ name, label, add, none, chosen, items, isReadOnly }) {
    const names = new Map(items.map((item) => [item.id, item.name]));
    let order = [...chosen];
    const list = h("ol", { class: "order", "aria-label": label });
    const said = h("p", { class: "quiet-text", role: "status" });
    const adder = h("div", { class: "language-add" });
    const problem = h("p", { class: "field-error", "aria-live": "polite" });
    /** @param {string} id */
    const nameOf = (id) => names.get(id) ?? id;

    /**
     * Redraws, announces the change and keeps the focus in place.
     * @param {string[]} next @param {string} text @param {{act: string, index: number}} [focus]
     */
    function change(next, text, focus) {
        order = next;
        said.textContent = text;
        problem.textContent = "";
        draw();
        list.dispatchEvent(new Event("input", { bubbles: true }));
        /** @type {NodeListOf<HTMLButtonElement> | undefined} */
        const buttons = focus && list.querySelectorAll(`[data-act="${focus.act}"]`);
        const target = focus && buttons?.[focus.index];
        if (target && !target.disabled) target.focus();
        else if (focus) (lookUp("button:not(:disabled)", list) ?? lookUp("select", adder))?.focus();
    }

    /** @param {number} index @param {number} by */
    function move(index, by) {
        const next = [...order];
        const [id] = next.splice(index, 1);
        next.splice(index + by, 0, id);
        change(next, t("connect.order.moved", { name: nameOf(id), place: index + by + 1, count: next.length }),
            { act: by < 0 ? "up" : "down", index: index + by });
    }

    /**
     * @param {string} act @param {string} text @param {string} symbol @param {boolean} isOff
     * @param {() => void} onclick
     */
    const button = (act, text, symbol, isOff, onclick) => h("button", { class: "order-button", type: "button",
        "data-act": act, "aria-label": text, title: text, disabled: isOff || isReadOnly, onclick }, symbol);

    function draw() {
        list.replaceChildren(...order.map((id, index) => h("li", { class: "order-row" }, h("span", {}, nameOf(id)),
            button("up", t("connect.order.up", { name: nameOf(id) }), "↑", index === 0, () => move(index, -1)),
            button("down", t("connect.order.down", { name: nameOf(id) }), "↓", index === order.length - 1,
                () => move(index, 1)),
            button("out", t("connect.order.out", { name: nameOf(id) }), "×", false, () => change(
                order.filter((other) => other !== id), t("connect.order.gone", { name: nameOf(id) }),
                { act: "out", index: Math.min(index, order.length - 2) })))));
        const rest = items.filter(({ id }) => !order.includes(id));
        const select = selectField({ name: "add", label: add, value: "", options: [
            { value: "", label: t("connect.language.choose") },
            ...rest.map((item) => ({ value: item.id, label: item.name }))] });
        select.control.addEventListener("input", (event) => event.stopPropagation());
        select.control.addEventListener("change", (event) => {
            event.stopPropagation();
            const id = select.value;
            change([...order, id], t("connect.order.added", { name: nameOf(id) }));
            lookUp("select", adder)?.focus();
        });
        adder.replaceChildren(...(isReadOnly || rest.length === 0 ? [] : [select.element]));
        if (order.length === 0) list.replaceChildren(h("li", { class: "card-text" }, none));
    }

    draw();
    return { name, element: h("div", { class: "team-part" }, list, said, problem, adder), check: () => null,
        get control() { return lookUp("select", adder) ?? list; }, get value() { return order; },
        error: (/** @type {?string} */ text) => { problem.textContent = text ?? ""; } };
}
