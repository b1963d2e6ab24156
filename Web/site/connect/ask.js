// Asks before something that cannot be undone, in a <dialog>: the focus comes back to where it was.

import { attribute, h } from "../lib/dom.js";
import { describe, hasText, t } from "../lib/i18n.js";

let count = 0;

/**
 * @param {object} question what to ask
 * @param {string} question.title @param {string | Node | Array<Node>} [question.text]
 * @param {string} question.action what the button that says yes is called
 * @param {boolean} [question.isDangerous]
 * @param {string} [question.word] must be typed first: for what is for ever
 * @param {() => Promise<void>} [question.act] done while the dialog is open; a failure is told in it
 * @returns {Promise<boolean>} whether it was (and `act` has succeeded)
 */
export function ask({ title, text, action, isDangerous = false, word, act }) {
    count += 1;
    const id = `ask-${count}`;
    const problem = h("p", { class: "notice notice-danger", role: "alert", hidden: true });
    const field = word && h("input", { id: `${id}-word`, autocomplete: "off", autocapitalize: "none",
        spellcheck: "false" });
    const yes = h("button", { class: `button ${isDangerous ? "button-danger" : "button-primary"}`, type: "submit",
        autofocus: !isDangerous && !word }, action);
    const no = h("button", { class: "button", type: "button", autofocus: isDangerous && !word,
        onclick: () => dialog.close() }, t("connect.cancel"));
    const check = () => { yes.disabled = word !== undefined && field.value.trim() !== word; };
    const onsubmit = async (event) => {
        event.preventDefault();
        if (yes.hasAttribute("aria-busy")) return;
        attribute(yes, "aria-busy", "true");
        try {
            await act?.();
            dialog.close("yes");
        } catch (error) {
            problem.hidden = false;
            problem.textContent = explain(error);
        }
        attribute(yes, "aria-busy", null);
    };
    const dialog = h("dialog", { class: "dialog", "aria-labelledby": id },
        h("form", { class: "form", onsubmit }, h("h2", { id }, title),
            typeof text === "string" ? h("p", {}, text) : text,
            word && h("div", { class: "field" },
                h("label", { for: `${id}-word` }, t("connect.ask.word", { word })), field),
            problem, h("div", { class: "dialog-actions" }, no, yes)));
    field?.addEventListener("input", check);
    check();
    const back = document.activeElement;
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => dialog.addEventListener("close", () => {
        dialog.remove();
        if (back?.isConnected) back.focus();
        resolve(dialog.returnValue === "yes");
    }));
}

/** What a kind sentence says of it, where there is one, and what the server says to mend. @param {unknown} error */
export function explain(error) {
    const detail = error?.detail;
    const isOurs = error?.status >= 400 && error.status < 500;
    if (!detail || !isOurs) return describe(error);
    return hasText(`problem.${error.kind}`) ? `${describe(error)} ${detail}` : detail;
}
