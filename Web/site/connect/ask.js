// A confirmation dialog that stays open until the action succeeds.

import { attribute, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { openDialog } from "../elements/dialog.js";
import { explain } from "./details.js";

/**
 * @param {object} question
 * @param {string} question.title @param {string | Node | Array<Node | false>} [question.text]
 * @param {string} question.action the confirm button's label
 * @param {boolean} [question.isDangerous]
 * @param {string} [question.word] must be typed first, for what can't be undone
 * @param {() => Promise<unknown>} [question.act] runs while the dialog is open; errors are shown in it
 * @returns {Promise<boolean>} whether it was confirmed (and `act` succeeded, even if the dialog was left meanwhile)
 */
export async function ask({ title, text, action, isDangerous = false, word, act }) {
    const isPlain = typeof text === "string";
    const answer = await openDialog({ title, text: isPlain ? text : undefined,
        fill: (close, sending) => [question({ parts: isPlain ? [] : text, action, isDangerous, word, close,
            act: act && (() => sending(act().then(() => true))) })] });
    return answer === true;
}

/**
 * @param {{parts?: Node | Array<Node | false>, action: string, isDangerous: boolean, word?: string, act?: ()
 *     => Promise<unknown>, close: (isSure?: boolean) => void}} of
 */
function question({ parts, action, isDangerous, word, act, close }) {
    const problem = h("p", { class: "notice notice-danger", role: "alert", hidden: true });
    const field = word ? h("input", { id: "ask-word", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        autofocus: true }) : undefined;
    const yes = h("button", { class: `button ${isDangerous ? "button-danger" : "button-primary"}`, type: "submit",
        autofocus: !isDangerous && !word, disabled: Boolean(word) }, action);
    const no = h("button", { class: "button", type: "button", autofocus: isDangerous && !word,
        onclick: () => close() }, t("connect.cancel"));
    field?.addEventListener("input", () => { yes.disabled = field.value.trim() !== word; });
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        if (yes.hasAttribute("aria-busy") || yes.disabled) return;
        attribute(yes, "aria-busy", "true");
        try {
            await act?.();
            close(true);
        } catch (error) {
            problem.hidden = false;
            problem.textContent = explain(error);
        }
        attribute(yes, "aria-busy", null);
    };
    return h("form", { class: "form", onsubmit }, parts,
        word && h("div", { class: "field" }, h("label", { for: "ask-word" }, t("connect.ask.word", { word })), field),
        problem, h("div", { class: "dialog-actions" }, no, yes));
}
