// Sharing: a button that makes a public page of one's own score or achievement, or a link that challenges anyone who
// opens it.
//
//     row.append(shareButton({ game, leaderboard: "HighScores", environment }));
//     row.append(shareButton({ game, achievement: "FirstJump", environment }));
//
// `game` is a game or its bundle id; without `mayChallenge` there is no challenge link. The system's share sheet comes
// first, where there is one.

import { shares } from "../lib/api-share.js";
import { showDialog } from "../lib/back.js";
import { h, lookUp, present } from "../lib/dom.js";
import { addTexts, describe, t } from "../lib/i18n.js";
import { formError, submitButton } from "./fields.js";

await addTexts("share");

const STYLE = "/style/share.css";
/** Of a challenge's message, as the server has it. */
const MESSAGE_LIMIT = 300;

/** Pages need not know of the style. */
function addStyle() {
    if (document.querySelector(`link[href="${STYLE}"]`) !== null) return;
    document.head.append(h("link", { rel: "stylesheet", href: STYLE }));
}

/**
 * The usual networks, by what each calls the parts.
 * @param {{url: string, text: string, image: string}} page
 */
export function networks({ url, text, image }) {
    /** @param {string} base @param {Record<string, string>} query */
    const address = (base, query) => `${base}?${new URLSearchParams(query)}`;
    return [
        ["X", address("https://x.com/intent/post", { text, url })],
        ["Facebook", address("https://www.facebook.com/sharer/sharer.php", { u: url })],
        ["WhatsApp", address("https://wa.me/", { text: `${text} ${url}` })],
        [t("share.weibo"), address("https://service.weibo.com/share/share.php", { url, title: text, pic: image })],
    ];
}

const sentences = { score: "share.text.score", achievement: "share.text.achievement" };
const challenges = { score: "share.text.challenge-score", achievement: "share.text.challenge-achievement" };

/** @param {Wire.Share} share */
export function shareText(share) {
    return t((share.isChallenge ? challenges : sentences)[share.kind],
        { title: share.title ?? "", score: share.formatted ?? "" });
}

/** @param {string} url */
function copyField(url) {
    /** @type {HTMLInputElement} */
    const input = h("input", { type: "text", readonly: true, value: url, "aria-label": t("share.link"),
        onfocus: () => input.select() });
    const said = h("span", { class: "quiet-text", role: "status" });
    const button = h("button", { class: "button", type: "button", onclick: async () => {
        try {
            await navigator.clipboard.writeText(url);
            button.textContent = t("share.copied");
            said.textContent = t("share.copied");
        } catch {
            // No right to the clipboard: the link is marked, to be copied by hand.
            input.focus();
        }
    } }, t("share.copy"));
    return h("div", { class: "field share-link" }, input, button, said);
}

class ShareDialog {
    /** @param {{game: string | {bundleID: string}, leaderboard?: string, achievement?: string,
     *      environment?: import("../lib/api.js").Environment, mayChallenge?: boolean}} options */
    constructor({ game, leaderboard, achievement, environment, mayChallenge = true }) {
        /** @type {import("../lib/api-share.js").Thing} */
        this.thing = { bundleID: typeof game === "string" ? game : game.bundleID, environment, leaderboard,
            achievement };
        this.mayChallenge = mayChallenge;
        this.body = h("div", {});
        this.dialog = h("dialog", { class: "share-dialog", "aria-labelledby": "share-title" }, this.body);
    }

    async open() {
        addStyle();
        this.ask();
        await showDialog(this.dialog);
        // What opened it may be gone by now, drawn anew with its entry.
        if (document.activeElement === document.body) lookUp("#main")?.focus();
    }

    /** @param {string} title @param {...Node} parts */
    show(title, ...parts) {
        const close = h("button", { class: "button button-quiet button-small", type: "button",
            onclick: () => this.dialog.close() }, t("share.close"));
        const heading = h("h2", { id: "share-title", tabindex: "-1" }, title);
        this.body.replaceChildren(h("div", { class: "share-head" }, heading, close), ...parts);
        if (this.dialog.open) heading.focus();
    }

    /** Nothing is public before the player says so. */
    ask() {
        const problem = formError();
        const button = submitButton(t("share.make"));
        const form = h("form", { class: "form", onsubmit: (event) => {
            event.preventDefault();
            this.make(button, problem, () => shares.make(this.thing));
        } }, problem.element, button.element,
        this.mayChallenge && h("button", { class: "button button-wide", type: "button",
            onclick: () => this.askChallenge() }, t("share.challenge")));
        this.show(t("share.title"), h("p", {}, t(this.thing.achievement ? "share.ask.achievement"
            : "share.ask.score")), form);
    }

    askChallenge() {
        const problem = formError();
        const button = submitButton(t("share.challenge.make"));
        const message = h("textarea", { id: "share-message", rows: 2, maxlength: MESSAGE_LIMIT,
            "aria-describedby": "share-message-note" });
        const form = h("form", { class: "form", onsubmit: (event) => {
            event.preventDefault();
            const text = message.value.replace(/\s+/g, " ").trim();
            this.make(button, problem,
                () => shares.challenge({ ...this.thing, message: text === "" ? undefined : text }));
        } }, h("div", { class: "field" }, h("label", { for: "share-message" }, t("share.message")), message,
            h("p", { class: "field-note", id: "share-message-note" }, t("share.message.note"))),
        problem.element, button.element,
        h("button", { class: "button button-quiet button-wide", type: "button", onclick: () => this.ask() },
            t("share.back")));
        this.show(t("share.challenge"), h("p", {}, t("share.challenge.text")), form);
    }

    /**
     * @param {import("./fields.js").SubmitButton} button @param {import("./fields.js").FormError} problem
     * @param {() => Promise<Wire.Share>} work
     */
    async make(button, problem, work) {
        if (button.isBusy) return;
        problem.show(null);
        button.busy(true);
        try {
            this.done(await work());
        } catch (error) {
            problem.show(error?.kind === "conflict" ? t("share.nothing") : describe(error));
        }
        button.busy(false);
    }

    /** @param {Wire.Share} share */
    done(share) {
        const text = shareText(share);
        const problem = formError();
        const data = { title: document.title, text, url: share.url };
        const canShare = typeof navigator.share === "function" && (navigator.canShare?.(data) ?? true);
        const system = canShare && h("button", { class: "button button-primary button-wide", type: "button",
            onclick: async () => {
                try {
                    await navigator.share(data);
                } catch (error) {
                    // Thought better of it: that is no failure.
                    if (error?.name !== "AbortError") problem.show(t("share.failed"));
                }
            } }, t("share.system"));
        const takeBack = h("button", { class: "link-button", type: "button", onclick: async () => {
            try {
                await shares.withdraw(share.id);
                this.show(t("share.withdrawn"), h("p", {}, t("share.withdrawn.text")));
            } catch (error) {
                problem.show(describe(error));
            }
        } }, t("share.withdraw"));
        this.show(t(share.isChallenge ? "share.challenge.done" : "share.done"),
            h("img", { class: "share-picture", src: new URL(share.image).pathname, alt: text }),
            ...present([system]), copyField(share.url),
            h("ul", { class: "share-networks" }, networks({ url: share.url, text, image: share.image })
                .map(([name, address]) => h("li", {}, h("a", { class: "button button-small", href: address,
                    target: "_blank", rel: "noopener noreferrer" }, name)))),
            problem.element,
            h("p", { class: "share-note" }, t(share.isChallenge ? "share.challenge.note" : "share.note"), " ",
                takeBack, " · ", h("a", { href: "/shared/" }, t("share.all"))));
    }
}

/**
 * A button that shares one's own score or achievement.
 * @param {{game: string | {bundleID: string}, leaderboard?: string, achievement?: string,
 *     environment?: import("../lib/api.js").Environment, label?: string, mayChallenge?: boolean}} options
 */
export function shareButton(options) {
    return h("button", { class: "button button-small share-button", type: "button", "aria-haspopup": "dialog",
        onclick: () => new ShareDialog(options).open() }, options.label ?? t("share.button"));
}
