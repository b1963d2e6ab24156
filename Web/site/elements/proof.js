// Asks the player to show that it is them, when a request was answered with "proof-needed"; lib/api.js then repeats it.
// chrome.js, which every page has, tells it of this.

import { security } from "../lib/api-me.js";
import { providers } from "../lib/api-providers.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { signInAddress } from "../lib/session.js";
import { openDialog } from "./dialog.js";
import { field, formError, passwordField, submitButton } from "./fields.js";

/** @type {?Promise<boolean>} */
let open = null;

/**
 * One dialog at a time: requests that were refused together wait for the same answer.
 * @returns {Promise<boolean>} false: the player left it
 */
export function askForProof() {
    open ??= ask().finally(() => { open = null; });
    return open;
}

async function ask() {
    if (!await hasPassword()) {
        await openDialog({ title: t("proof.title"), text: t("proof.sign-in"), fill: (close) => [
            h("div", { class: "dialog-actions" },
                h("button", { class: "button", type: "button", onclick: () => close() }, t("cancel")),
                h("a", { class: "button button-primary", href: `${signInAddress()}&other` }, t("proof.again")))] });
        return false;
    }
    let hasCode = false;
    try {
        hasCode = (await security.twoFactor()).isOn;
    } catch {
        // A password is enough for everybody.
    }
    const answer = await openDialog({ title: t("proof.title"), text: t("proof.text"),
        fill: (close) => [proofForm(hasCode, close)] });
    return answer === true;
}

/** Whom others' accounts alone sign in proves themselves by signing in once more. */
async function hasPassword() {
    try {
        return (await providers.links()).hasPassword;
    } catch {
        return true;
    }
}

/**
 * The password, or, for those who have a second factor, a code of it.
 * @param {boolean} hasCode @param {(isProved: boolean) => void} close
 */
function proofForm(hasCode, close) {
    const password = passwordField("current-password");
    password.input.setAttribute("autofocus", "");
    const code = field({ name: "proof-code", label: t("proof.code"), note: t("proof.code.note"), attributes: {
        type: "text", autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false", maxlength: 40 } });
    code.element.hidden = true;
    const problem = formError();
    const button = submitButton(t("proof.confirm"));
    button.element.className = "button button-primary";
    /** @type {HTMLButtonElement} */
    const other = h("button", { class: "link-button", type: "button", onclick: () => {
        const takesCode = code.element.hidden;
        code.element.hidden = !takesCode;
        password.element.hidden = takesCode;
        other.textContent = t(takesCode ? "proof.use-password" : "proof.use-code");
        problem.show(null);
        (takesCode ? code : password).input.focus();
    } }, t("proof.use-code"));
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        if (button.isBusy) return;
        const isCode = password.element.hidden;
        const asked = isCode ? code : password;
        if (asked.value.trim() === "") {
            asked.error(t(isCode ? "proof.code.missing" : "enter.missing.password"));
            asked.input.focus();
            return;
        }
        problem.show(null);
        button.busy(true);
        try {
            await security.prove(isCode ? { code: code.value.trim() } : { password: password.value });
            close(true);
        } catch (error) {
            button.busy(false);
            if (error.kind === "wrong-credentials") asked.error(t("proof.wrong-password"));
            else if (error.kind === "wrong-code") asked.error(describe(error));
            else problem.show(describe(error));
            asked.input.select();
        }
    };
    return h("form", { class: "form", novalidate: true, onsubmit }, password.element, code.element,
        hasCode && h("p", {}, other), problem.element, h("div", { class: "dialog-actions" },
            h("button", { class: "button", type: "button", onclick: () => close(false) }, t("cancel")),
            button.element));
}
