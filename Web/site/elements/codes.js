// Recovery codes: shown once, with ways to keep them, and not left before the player says they are kept.

import { attribute, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * @param {{name: string, codes: string[], go: () => void, text?: string, fileText?: string,
 *     level?: "h1" | "h3"}} options `go` is called when they are kept; `text` says what they are for, else for a
 *     forgotten password
 * @returns {HTMLElement} call `focus()` on its heading after it is in the page
 */
export function recoveryCodes({ name, codes, go, text: purpose, fileText, level = "h1" }) {
    /** @param {Event} event */
    const stay = (event) => event.preventDefault();
    addEventListener("beforeunload", stay);
    const text = `${fileText ?? t("codes.file.text", { name, host: location.host })}\n${codes.join("\n")}\n`;
    const said = h("p", { class: "field-note", role: "status" });
    const list = h("ol", { class: "codes", "aria-label": t("codes.list") },
        codes.map((code) => h("li", {}, h("code", {}, code))));
    const copy = h("button", { class: "button button-small", type: "button", onclick: async () => {
        try {
            await navigator.clipboard.writeText(text);
            said.textContent = t("codes.copied");
        } catch {
            getSelection()?.selectAllChildren(list);
            said.textContent = t("codes.copy-failed");
        }
    } }, t("codes.copy"));
    const download = h("button", { class: "button button-small", type: "button", onclick: () => {
        const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
        h("a", { href: address, download: t("codes.file") }).click();
        setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } }, t("codes.download"));
    const kept = h("input", { type: "checkbox", id: "kept", onchange: () => problem.replaceChildren() });
    const problem = h("p", { class: "field-error", id: "kept-error", role: "alert" });
    /** @param {SubmitEvent} event */
    const onsubmit = (event) => {
        event.preventDefault();
        if (!kept.checked) {
            problem.textContent = t("codes.confirm-first");
            attribute(kept, "aria-describedby", "kept-error");
            kept.focus();
            return;
        }
        removeEventListener("beforeunload", stay);
        go();
    };
    return h("form", { class: "form", onsubmit },
        h("div", { class: "enter-title" }, h(level, { tabindex: "-1" }, t("codes.title")),
            h("p", {}, purpose ?? t("codes.text"))),
        list, h("div", { class: "codes-actions" }, copy, download), said,
        h("label", { class: "check" }, kept, h("span", {}, t("codes.confirm"))), problem,
        h("button", { class: "button button-primary button-wide", type: "submit" }, t("codes.go-on")));
}
