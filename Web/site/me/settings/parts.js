// What the parts of the settings are made of.

import { h } from "../../lib/dom.js";
import { describe, t } from "../../lib/i18n.js";
import { openDialog } from "../../elements/dialog.js";
import { field, formError, passwordField, submitButton } from "../../elements/fields.js";

/** @typedef {import("../../elements/fields.js").LabelledField} LabelledField */

let count = 0;

/**
 * A card with a heading and a sentence.
 * @param {{title: string, text?: string}} what @param {...import("../../lib/dom.js").Child} parts
 */
export function card({ title, text }, ...parts) {
    count += 1;
    const id = `part-${count}`;
    return h("section", { class: "card setting", "aria-labelledby": id }, h("h2", { id, tabindex: "-1" }, title),
        text && h("p", { class: "setting-text" }, text), ...parts);
}

/**
 * A switch that saves itself, and goes back when that fails.
 * @param {{label: string, note?: string, isOn: boolean, save: (isOn: boolean) => Promise<unknown>}} what
 */
export function toggle({ label, note, isOn, save }) {
    count += 1;
    const id = `toggle-${count}`;
    const problem = h("span", { class: "field-error", role: "alert" });
    const input = h("input", { type: "checkbox", role: "switch", class: "switch", id, checked: isOn,
        "aria-describedby": `${id}-note`, onchange: async () => {
            const wanted = input.checked;
            problem.textContent = "";
            input.setAttribute("aria-busy", "true");
            try {
                await save(wanted);
            } catch (error) {
                input.checked = !wanted;
                problem.textContent = describe(error);
            }
            input.removeAttribute("aria-busy");
        } });
    return h("div", { class: "toggle" }, h("label", { for: id }, h("span", {}, label),
        h("small", { id: `${id}-note` }, note ?? "", problem)), input);
}

/**
 * The field for a code of the authenticator app.
 * @param {string} note which codes it takes
 */
export function codeField(note) {
    return field({ name: "code", label: t("me.code"), note, attributes: { type: "text",
        inputmode: "numeric", autocomplete: "one-time-code", maxlength: 40, autocapitalize: "none",
        spellcheck: "false" } });
}

/**
 * Puts a refusal at the field it is about.
 * @param {{kind: string, field?: string}} error
 * @param {{password: LabelledField, code: ?LabelledField, problem: import("../../elements/fields.js").FormError}} form
 */
export function refuseProof(error, { password, code, problem }) {
    if (error.kind === "wrong-credentials" || error.field === "password") {
        password.error(t("me.wrong-password"));
        password.input.focus();
        password.input.select();
    } else if (code && (["wrong-code", "code-required"].includes(error.kind) || error.field === "code")) {
        code.error(describe(error));
        code.input.focus();
        code.input.select();
    } else problem.show(describe(error));
}

/**
 * Asks for the password (and a code), and does what it is asked for.
 * @template T
 * @param {{title: string, text: string, confirm: string, isDangerous?: boolean, needsCode?: boolean,
 *     parts?: Node[], tell?: (error: {kind: string, values?: Wire.ProblemValues}) => ?string,
 *     act: (proof: {password: string, code: string}) => Promise<T>}} what `tell`: a sentence of its own for an error
 * @returns {Promise<T | undefined>} what `act` answered, even if the dialog was left meanwhile; undefined: left
 */
export function prove({ title, text, confirm, isDangerous = false, needsCode = false, parts = [], tell, act }) {
    return openDialog({ title, text, fill: (close, sending) => {
        const password = passwordField("current-password");
        password.input.setAttribute("autofocus", "");
        const code = needsCode ? codeField(t("me.code.note")) : null;
        const problem = formError();
        const button = submitButton(confirm);
        button.element.className = `button ${isDangerous ? "button-danger" : "button-primary"}`;
        const onsubmit = async (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            if (button.isBusy) return;
            password.error(password.value === "" ? t("enter.missing.password") : null);
            code?.error(code.value.trim() === "" ? t("me.code.missing") : null);
            const first = [password, code].find((one) => one?.input.hasAttribute("aria-invalid"));
            if (first) {
                first.input.focus();
                return;
            }
            problem.show(null);
            button.busy(true);
            try {
                close(await sending(act({ password: password.value, code: code?.value.trim() ?? "" })));
            } catch (error) {
                button.busy(false);
                const said = tell?.(error);
                if (said) problem.show(said); else refuseProof(error, { password, code, problem });
            }
        };
        return [...parts, h("form", { class: "form", novalidate: true, onsubmit }, password.element, code?.element,
            problem.element, h("div", { class: "dialog-actions" },
                h("button", { class: "button", type: "button", onclick: () => close() }, t("cancel")),
                button.element))];
    } });
}
