// Forms bound to a body: fields by name, problems at their fields, and what was typed stays.
//
//     const name = textField({ name: "name", label: TITLE, value: app.name, required: true });
//     bindForm({ fields: [name], parts: [name.element], save: TITLE, send: (values) => apps.change(id, values) });

import { attribute, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { explain, explainField } from "../details.js";

let count = 0;

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */
/**
 * @typedef {{name: string, element: HTMLElement, control: Control, value: any, error: (text: ?string) => void,
 *     check: () => ?string}} Field `check` answers what is wrong, in words, or null
 * @typedef {Omit<Field, "control"> & {control: HTMLElement}} BoundField what a form needs of one
 */

/**
 * @param {{name: string, label: string, note?: string, frozen?: string | false,
 *     check?: (value: string) => ?string}} options
 * @param {Control} control @param {() => string} read
 * @returns {Field}
 */
function frame({ name, label, note, frozen, check }, control, read) {
    const id = control.id;
    const problem = h("p", { class: "field-error", id: `${id}-error`, "aria-live": "polite" });
    attribute(control, "aria-describedby", frozen || note ? `${id}-error ${id}-note` : `${id}-error`);
    const element = h("div", { class: "field" }, h("label", { for: id }, label), control,
        frozen ? h("p", { class: "field-note frozen", id: `${id}-note` }, frozen)
            : note && h("p", { class: "field-note", id: `${id}-note` }, note), problem);
    /** @param {?string} text */
    const error = (text) => {
        problem.textContent = text ?? "";
        attribute(control, "aria-invalid", text !== null && "true");
    };
    control.addEventListener("input", () => error(null));
    return { name, element, control, error, get value() { return read(); },
        check: () => (control.disabled ? null : control.required && String(control.value).trim() === ""
            ? t("connect.form.required") : check?.(read()) ?? null) };
}

/** @param {string} name */
const identify = (name) => {
    count += 1;
    return `${name.replaceAll(/[^A-Za-z0-9]+/g, "-")}-${count}`;
};

/**
 * A line of text. With `frozen`, a sentence that says why, it can be read and not changed.
 * @param {{name: string, label: string, value?: ?string, note?: string, frozen?: string | false, required?: boolean,
 *     check?: (value: string) => ?string, attributes?: Record<string, unknown>}} options @returns {Field}
 */
export function textField({ value = "", attributes = {}, required = false, ...options }) {
    const control = h("input", { id: identify(options.name), name: options.name, autocomplete: "off",
        required, maxlength: 200, readonly: Boolean(options.frozen), ...attributes });
    control.value = value ?? "";
    return frame(options, control, () => control.value.trim());
}

/**
 * Several lines of text.
 * @param {{name: string, label: string, value?: ?string, note?: string, frozen?: string | false, required?: boolean,
 *     check?: (value: string) => ?string, attributes?: Record<string, unknown>}} options @returns {Field}
 */
export function areaField({ value = "", attributes = {}, required = false, ...options }) {
    const control = h("textarea", { id: identify(options.name), name: options.name, required, rows: 3,
        ...attributes });
    control.value = value ?? "";
    return frame(options, control, () => control.value.trim());
}

/**
 * One of several.
 * @param {{name: string, label: string, value: string, options: {value: string, label: string}[], note?: string,
 *     frozen?: string | false, attributes?: Record<string, unknown>}} options @returns {Field}
 */
export function selectField({ value, options: choices, attributes = {}, ...options }) {
    const control = h("select", { class: "select", id: identify(options.name), name: options.name,
        disabled: Boolean(options.frozen), ...attributes },
    choices.map((choice) => h("option", { value: choice.value }, choice.label)));
    control.value = value;
    return frame(options, control, () => control.value);
}

/**
 * Yes or no, with what it means.
 * @param {{name: string, label: string, note?: string, value?: boolean, frozen?: string | false}} options
 * @returns {Field}
 */
export function checkField({ name, label, note, value = false, frozen }) {
    const id = identify(name);
    const control = h("input", { type: "checkbox", id, name, disabled: Boolean(frozen),
        "aria-describedby": frozen || note ? `${id}-note` : null });
    control.checked = value;
    const problem = h("p", { class: "field-error", "aria-live": "polite" });
    const about = frozen || note;
    return { name, control, check: () => null, get value() { return control.checked; },
        element: h("div", { class: "field" }, h("label", { class: "check", for: id }, control, h("span", {}, label)),
            about && h("p", { class: `field-note ${frozen ? "frozen" : ""}`, id: `${id}-note` }, about), problem),
        error: (text) => { problem.textContent = text ?? ""; } };
}

/**
 * A list of checkboxes.
 * @param {string} name @param {string} legend
 * @param {{id: string, label: string}[]} choices @param {Set<string>} chosen @param {boolean} isFrozen
 * @param {string} none said where there is nothing to choose
 */
export function checklist(name, legend, choices, chosen, isFrozen, none) {
    const problem = h("p", { class: "field-error", "aria-live": "polite" });
    const boxes = choices.map(({ id }) => h("input", { type: "checkbox", value: id, checked: chosen.has(id),
        disabled: isFrozen, onchange: () => { problem.textContent = ""; } }));
    return { name, control: boxes[0] ?? problem, check: /** @returns {?string} */ () => null,
        element: h("fieldset", { class: "choice-list" }, h("legend", {}, legend),
            choices.length === 0 && h("p", { class: "field-note" }, none),
            choices.map(({ label }, index) => h("label", { class: "choice" }, boxes[index], h("span", {}, label))),
            problem),
        error: (/** @type {?string} */ text) => { problem.textContent = text ?? ""; },
        get value() { return boxes.filter(({ checked }) => checked).map(({ value }) => value); } };
}

/**
 * One of a few, each with its meaning.
 * @param {{name: string, label: string, value?: ?string, choices: {value: string, label: string, note: string}[],
 *     frozen?: string | false, onchange?: (value: string) => void}} options
 * @returns {Field}
 */
export function choiceField({ name, label, value, choices, frozen, onchange }) {
    const group = identify(name);
    const problem = h("p", { class: "field-error", "aria-live": "polite" });
    const inputs = choices.map((choice) => h("input", { type: "radio", name: group, value: choice.value,
        checked: choice.value === value, disabled: Boolean(frozen), onchange: () => onchange?.(choice.value) }));
    const element = h("div", { class: "field" }, h("fieldset", { class: "choice-list" }, h("legend", {}, label),
        choices.map((choice, index) => h("label", { class: "choice" }, inputs[index],
            h("span", {}, h("strong", {}, choice.label), h("small", {}, choice.note))))),
    frozen && h("p", { class: "field-note frozen" }, frozen), problem);
    return { name, element, control: inputs[0], check: () => null,
        get value() { return inputs.find(({ checked }) => checked)?.value ?? value; },
        error: (text) => { problem.textContent = text ?? ""; } };
}

/**
 * Shows a form to somebody who may not change it.
 * @param {HTMLFormElement} form
 */
export function disableAll(form) {
    for (const control of form.elements) control.toggleAttribute("disabled", true);
}

/**
 * The field that a problem speaks of: by its whole name, else by its beginning ("localizations[0].name").
 * @param {BoundField[]} fields @param {string | undefined} named
 */
function fieldOf(fields, named) {
    if (!named) return undefined;
    const [, list, index, member] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(named) ?? [];
    if (list !== undefined) return fields.filter(({ name }) => name === `${list}.${member}`)[Number(index)];
    return fields.find(({ name }) => name === named) ?? fields.find(({ name }) => named.startsWith(name))
        ?? fields.find(({ name }) => name.startsWith(named));
}

/**
 * @param {object} options
 * @param {() => BoundField[]} options.fields asked at each sending: languages come and go
 * @param {Array<Node>} options.parts
 * @param {string} options.save what the button says
 * @param {() => Promise<void>} options.send @param {string} [options.saved] said after it
 * @param {Array<Node>} [options.more] more buttons beside
 * @param {boolean} [options.isBar] the buttons stay in sight
 * @returns {{element: HTMLFormElement, isDirty: () => boolean, settle: () => void}}
 */
export function bindForm({ fields, parts, save, send, saved = t("connect.form.saved"), more = [], isBar = false }) {
    const said = h("p", { role: "status" });
    const problem = h("p", { class: "notice notice-danger", role: "alert", hidden: true });
    const button = h("button", { class: "button button-primary", type: "submit" }, save);
    let dirty = false;
    /** @param {BoundField} field @param {string} text */
    const fail = (field, text) => {
        field.error(text);
        // A control that isn't shown takes no focus.
        field.control.closest("details")?.setAttribute("open", "");
        field.control.focus();
        field.control.scrollIntoView({ block: "center", behavior: "instant" });
    };
    /** @param {import("../../lib/api.js").Problem} error */
    const tell = (error) => {
        const field = fieldOf(fields(), error?.field);
        const text = explain(error);
        problem.textContent = text;
        problem.hidden = field !== undefined;
        if (field === undefined) return problem.scrollIntoView({ block: "nearest" });
        return fail(field, explainField(error));
    };
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        if (button.hasAttribute("aria-busy")) return;
        problem.hidden = true;
        said.textContent = "";
        // All that is wrong is marked, and the first has the focus.
        const wrong = fields().flatMap((field) => {
            const text = field.check();
            return text === null ? [] : [{ field, text }];
        });
        for (const { field, text } of wrong) field.error(text);
        if (wrong.length > 0) {
            fail(wrong[0].field, wrong[0].text);
            return;
        }
        attribute(button, "aria-busy", "true");
        try {
            await send();
            settle(false);
            said.textContent = saved;
        } catch (error) {
            tell(error);
        }
        attribute(button, "aria-busy", null);
    };
    const ends = isBar ? h("div", { class: "form-bar" }, problem, said, more, button)
        : h("div", { class: "form-actions" }, button, more, said);
    /** @param {boolean} isDirty */
    const settle = (isDirty) => {
        dirty = isDirty;
        attribute(ends, "data-dirty", isDirty);
    };
    const note = () => {
        settle(true);
        said.textContent = isBar ? t("connect.form.unsaved") : "";
    };
    const element = h("form", { class: "form-parts", novalidate: true, onsubmit, oninput: note,
        onchange: ({ target }) => target.tagName === "SELECT" && note() }, parts, !isBar && problem, ends);
    return { element, isDirty: () => dirty, settle: () => settle(false) };
}
