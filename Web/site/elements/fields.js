// The fields of an account: kind to password managers, to screen readers and to fingers.

import { attribute, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * @typedef {{element: HTMLElement, input: HTMLInputElement, error: (text: ?string) => void, readonly value: string}}
 *     LabelledField
 * @typedef {{element: HTMLButtonElement, busy: (isBusy: boolean) => void, readonly isBusy: boolean}} SubmitButton
 * @typedef {{element: HTMLElement, show: (text: ?string) => void}} FormError
 */

/**
 * A labelled field. `error(text)` marks it and says why; `error(null)` clears it.
 * @param {{name: string, label: string, note?: string, attributes?: Record<string, unknown>}} options
 * @returns {LabelledField}
 */
export function field({ name, label, note, attributes = {} }) {
    const about = note ? `${name}-error ${name}-note` : `${name}-error`;
    const input = h("input", { id: name, name, "aria-describedby": about, ...attributes });
    const problem = h("p", { class: "field-error", id: `${name}-error`, "aria-live": "polite" });
    const element = h("div", { class: "field" }, h("label", { for: name }, label), input,
        note && h("p", { class: "field-note", id: `${name}-note` }, note), problem);
    /** @param {?string} text */
    const error = (text) => {
        problem.textContent = text ?? "";
        attribute(input, "aria-invalid", text !== null && "true");
    };
    input.addEventListener("input", () => error(null));
    return { element, input, error, get value() { return input.value; } };
}

/**
 * Why the server doesn't take a password: one reason, where its answer tells which.
 * @param {{reason?: string}} error
 */
export function passwordRefusal({ reason }) {
    if (reason === "common") return t("problem.password.common");
    if (reason === "breached") return t("problem.password.stolen");
    return t("problem.invalid-parameter.password");
}

/** @param {Record<string, unknown>} [attributes] @param {string} [note] */
export function aliasField(attributes = {}, note) {
    return field({ name: "username", label: t("enter.alias"), note, attributes: {
        type: "text", autocomplete: "username", autocapitalize: "none", spellcheck: "false", maxlength: 64,
        ...attributes } });
}

/**
 * A password with Show, and a word when Caps Lock is on.
 * @param {"current-password" | "new-password"} kind
 */
export function passwordField(kind) {
    const isNew = kind === "new-password";
    const made = field({ name: "password", label: t("enter.password"),
        note: isNew ? t("enter.password.note") : undefined,
        attributes: { type: "password", autocomplete: kind, maxlength: 512, minlength: isNew && 8,
            autocapitalize: "none", spellcheck: "false" } });
    const { input } = made;
    const show = h("button", { class: "link-button", type: "button", "aria-pressed": "false", onclick: () => {
        const isShown = input.type === "password";
        input.type = isShown ? "text" : "password";
        label(isShown);
    } });
    /** @param {boolean} isShown */
    const label = (isShown) => {
        show.textContent = t(isShown ? "enter.hide" : "enter.show");
        show.setAttribute("aria-label", t(isShown ? "enter.hide.label" : "enter.show.label"));
    };
    label(false);
    show.removeAttribute("aria-pressed");
    const caps = h("p", { class: "field-note", role: "status" });
    for (const type of ["keydown", "keyup"]) {
        input.addEventListener(type, (event) => {
            // A browser that fills the field in sends an event of another kind.
            const isOn = event instanceof KeyboardEvent && event.getModifierState("CapsLock");
            caps.textContent = isOn ? t("enter.caps") : "";
        });
    }
    input.addEventListener("blur", () => { caps.textContent = ""; });
    const frame = h("div", { class: "field-with-button" });
    input.replaceWith(frame);
    frame.append(input, show);
    frame.after(caps);
    return made;
}

/**
 * The button that sends a form, busy while it is under way.
 * @param {string} text
 * @returns {SubmitButton}
 */
export function submitButton(text) {
    const element = h("button", { class: "button button-primary button-wide", type: "submit" }, text);
    return { element, busy: (/** @type {boolean} */ isBusy) => attribute(element, "aria-busy", isBusy && "true"),
        get isBusy() { return element.hasAttribute("aria-busy"); } };
}

/**
 * What holds the error of a whole form; it takes the focus, so that it is read.
 * @returns {FormError}
 */
export function formError() {
    const element = h("p", { class: "notice notice-danger", role: "alert", hidden: true });
    return { element, show: (/** @type {?string} */ text) => {
        element.hidden = text === null;
        element.textContent = text ?? "";
    } };
}
