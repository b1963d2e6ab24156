// Sharing: a page that anyone with the link can see. Nothing is public until the player confirms.

import { find, focused } from "../../lib/dom.js";
import { reason } from "./reason.js";

/** @param {string} name @param {object} members @param {...(Node | string)} children */
function element(name, members, ...children) {
    const made = Object.assign(document.createElement(name), members);
    made.append(...children);
    return made;
}

/**
 * Asks, makes the page, and shows how to pass its link on.
 * @param {() => Promise<{url: string}>} make
 * @param {object} words
 */
export function openShare(make, words) {
    const before = focused();
    const problem = element("p", { className: "bad", role: "alert" });
    const body = element("div", { className: "share-body" });
    const dialog = element("dialog", { className: "panel share" },
        element("h2", { id: "share-title" }, words.shareTitle), body, problem,
        element("button", { className: "quiet", type: "button", onclick: () => dialog.close() }, words.close));
    dialog.setAttribute("aria-labelledby", "share-title");
    dialog.addEventListener("close", () => {
        dialog.remove();
        before?.focus();
    });
    const button = element("button", { className: "primary", type: "button", onclick: async () => {
        if (button.getAttribute("aria-busy") === "true") return;
        button.setAttribute("aria-busy", "true");
        problem.textContent = "";
        try {
            body.replaceChildren(...link((await make()).url, words));
            find("input", body).focus();
        } catch (refusal) {
            problem.textContent = refusal.problem ? words.shareRefused(reason(refusal, words)) : words.shareFailed;
        }
        button.removeAttribute("aria-busy");
    } }, words.shareMake);
    body.append(element("p", {}, words.shareAsk), button);
    document.body.append(dialog);
    dialog.showModal();
    button.focus();
}

/**
 * The link, and what can be done with it.
 * @param {string} url
 */
function link(url, words) {
    const input = element("input", { type: "text", readOnly: true, value: url, onfocus: () => input.select() });
    input.setAttribute("aria-label", words.shareLink);
    const copy = element("button", { className: "cta", type: "button", onclick: async () => {
        try {
            await navigator.clipboard.writeText(url);
            copy.textContent = words.shareCopied;
        } catch {
            // No clipboard access: the link is selected, to copy by hand.
            input.focus();
        }
    } }, words.shareCopy);
    const system = element("button", { className: "cta", type: "button",
        // Cancelling is fine: the link is still shown.
        onclick: () => navigator.share({ url, title: document.title }).catch(() => {}) }, words.shareSend);
    const canShare = typeof navigator.share === "function" && (navigator.canShare?.({ url }) ?? true);
    return [element("div", { className: "field" }, input),
        element("div", { className: "row" }, ...(canShare ? [system] : []), copy,
            element("a", { className: "quiet", href: url, target: "_blank", rel: "noopener" }, words.shareOpen))];
}
