// Sharing: a page that anyone with the link can see. Nothing is public until the player confirms.

import { showDialog } from "../../lib/back.js";
import { find, focused } from "../../lib/dom.js";
import { reason } from "./reason.js";
import { say } from "./texts.js";

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, unknown>} members @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
function element(name, members, ...children) {
    const made = Object.assign(document.createElement(name), members);
    made.append(...children);
    return made;
}

/**
 * Asks, makes the page, and shows how to pass its link on.
 * @param {() => Promise<{url: string}>} make
 */
export function openShare(make) {
    const before = focused();
    const problem = element("p", { className: "bad", role: "alert" });
    const body = element("div", { className: "share-body" });
    const dialog = element("dialog", { className: "panel share" },
        element("h2", { id: "share-title" }, say("play.shareTitle")), body, problem,
        element("button", { className: "quiet", type: "button", onclick: () => dialog.close() }, say("play.close")));
    dialog.setAttribute("aria-labelledby", "share-title");
    const button = element("button", { className: "primary", type: "button", onclick: async () => {
        if (button.getAttribute("aria-busy") === "true") return;
        button.setAttribute("aria-busy", "true");
        problem.textContent = "";
        try {
            body.replaceChildren(...link((await make()).url));
            find("input", body).focus();
        } catch (refusal) {
            problem.textContent = refusal.problem ? say("play.shareRefused", { slot: reason(refusal) })
                : say("play.shareFailed");
        }
        button.removeAttribute("aria-busy");
    } }, say("play.shareMake"));
    body.append(element("p", {}, say("play.shareAsk")), button);
    showDialog(dialog).then(() => before?.focus());
    button.focus();
}

/**
 * The link, and what can be done with it.
 * @param {string} url
 */
function link(url) {
    const input = element("input", { type: "text", readOnly: true, value: url, onfocus: () => input.select() });
    input.setAttribute("aria-label", say("play.shareLink"));
    const copy = element("button", { className: "cta", type: "button", onclick: async () => {
        try {
            await navigator.clipboard.writeText(url);
            copy.textContent = say("play.shareCopied");
        } catch {
            // No clipboard access: the link is selected, to copy by hand.
            input.focus();
        }
    } }, say("play.shareCopy"));
    const system = element("button", { className: "cta", type: "button",
        // Cancelling is fine: the link is still shown.
        onclick: () => navigator.share({ url, title: document.title }).catch(() => {}) }, say("play.shareSend"));
    const canShare = typeof navigator.share === "function" && (navigator.canShare?.({ url }) ?? true);
    return [element("div", { className: "field" }, input),
        element("div", { className: "row" }, ...(canShare ? [system] : []), copy,
            element("a", { className: "quiet", href: url, target: "_blank", rel: "noopener" }, say("play.shareOpen")))];
}
