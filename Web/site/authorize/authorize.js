// A game on another origin asks who the player is: which game, for what, and the player decides.
//
// The game's page opened this one, as a pop-up or in its own place; sdk/laurel.js is its side. What it gets is a code
// that is good once, for the page that knows the secret behind `challenge`, and only for an origin, and with a redirect
// only for exactly the page, that the game's developers have registered: the server is asked before anything is shown.

import { request } from "../lib/api.js";
import { find, h } from "../lib/dom.js";
import { addTexts, describe, t } from "../lib/i18n.js";
import { environment, onOtherTab, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { formError, submitButton } from "../elements/fields.js";

await addTexts("authorize");

const query = new URLSearchParams(location.search);
const bundleID = query.get("bundleID") ?? "";
const origin = query.get("origin") ?? "";
const challenge = query.get("challenge") ?? "";
const state = query.get("state") ?? "";
const isRedirect = query.get("mode") === "redirect";

const main = find("#main");
const card = h("div", { class: "card enter" });
main.classList.add("enter-page");
main.replaceChildren(card);

/** @param {string} title @param {?string} text @param {...Node} parts */
function show(title, text, ...parts) {
    document.title = `${title} · Laurel`;
    card.replaceChildren(h("div", { class: "enter-title" },
        h("span", { class: "mark wreath", "aria-hidden": "true" }), h("h1", { tabindex: "-1" }, title),
        text !== null && h("p", {}, text),
        environment === "sandbox" && h("p", { class: "notice notice-sandbox" }, t("enter.sandbox"))), ...parts);
}

/** Where the page that asks wants to be answered, as the server compares it; undefined in a pop-up. */
const redirect = isRedirect ? query.get("redirect") ?? "" : undefined;

/** The same as an address; null: it is none of this origin. */
function returnAddress() {
    try {
        const address = new URL(redirect ?? "");
        return address.origin === origin ? address : null;
    } catch {
        return null;
    }
}

/**
 * Tells the page that opened this one, and nobody else: the browser compares the origin.
 * @param {Record<string, string>} result
 */
function tellOpener(result) {
    window.opener.postMessage({ type: "laurel.authorization", state, ...result }, origin);
}

/**
 * Answers the page that asked.
 * @param {Record<string, string>} result
 */
function answer(result) {
    const address = isRedirect ? returnAddress() : null;
    if (address !== null) {
        // At the end: what the game has in its address stays as it is written there.
        for (const [name, value] of Object.entries({ state, ...result })) {
            address.search += `${address.search === "" ? "?" : "&"}laurel_${name}=${encodeURIComponent(value)}`;
        }
        location.replace(address);
    } else if (window.opener === null) {
        show(t("authorize.lost.title"), t("authorize.lost.text"));
    } else {
        tellOpener(result);
        window.close();
    }
}

/** Problems of games whose page it is: the server has compared its origin before. */
const OF_OWN_PAGES = new Set(["not-released", "game-center-disabled"]);

/** Whether it's only the page that isn't registered: its origin may hear so, without a code. */
async function isOriginRegistered() {
    try {
        await request("GET", `/v1/games/${encodeURIComponent(bundleID)}/authorization`,
            { query: { origin, environment } });
        return true;
    } catch {
        return false;
    }
}

/**
 * Says why it can't be, to the player and to the page that asked. A pop-up stays open, to be read.
 * @param {import("../lib/api.js").Problem} error
 */
async function refuse(error) {
    const { kind, title, detail } = error;
    const isUnregistered = kind === "origin-not-allowed";
    const isGames = isRedirect && (OF_OWN_PAGES.has(kind) || (isUnregistered && await isOriginRegistered()));
    const back = h("button", { class: "button button-wide", type: "button", onclick: () => answer({ error: kind }) },
        t("authorize.back"));
    show(t("authorize.refused.title"), describe(error), ...(isGames ? [back] : []), ...(isUnregistered ? [
        h("p", { class: "field-note authorize-register" }, t("authorize.register", { address: redirect ?? origin }))]
        : []));
    if (isRedirect || window.opener === null) return;
    try {
        tellOpener({ error: kind, title, detail });
    } catch {
        // What the address has for an origin is none.
    }
}

/**
 * @param {import("../elements/fields.js").SubmitButton} button
 * @param {import("../elements/fields.js").FormError} problem
 */
async function allow(button, problem) {
    if (button.isBusy) return;
    problem.show(null);
    button.busy(true);
    try {
        const body = { bundleID, environment, origin, redirect, challenge };
        const { code } = await request("POST", "/v1/authorizations", { body });
        answer({ code });
    } catch (error) {
        button.busy(false);
        if (error.kind === "unauthenticated") location.reload();
        else problem.show(describe(error));
    }
}

/** @param {Wire.Routes["GET /v1/games/{bundleID}/authorization"]["answer"]} game @param {?Wire.Player} player */
function ask(game, player) {
    const problem = formError();
    const cancel = h("button", { class: "button button-quiet button-wide", type: "button",
        onclick: () => answer({ error: "cancelled" }) }, t("authorize.cancel"));
    const what = h("ul", { class: "authorize-what" }, h("li", {}, t("authorize.gets.name")),
        h("li", {}, t("authorize.gets.play")), h("li", {}, t("authorize.gets.long")),
        h("li", {}, t("authorize.gets.nothing")));
    const from = t("authorize.from", { name: game.name, origin: game.origin });
    if (player === null) {
        show(t("authorize.title", { name: game.name }), from, what, h("div", { class: "form" },
            h("a", { class: "button button-primary button-wide", id: "sign-in", href: signInAddress() },
                t("authorize.sign-in")), cancel));
        return;
    }
    const button = submitButton(t("authorize.allow", { name: player.displayName }));
    /** @param {SubmitEvent} event */
    const onsubmit = (event) => {
        event.preventDefault();
        allow(button, problem);
    };
    show(t("authorize.title", { name: game.name }), from, what, h("form", { class: "form", onsubmit },
        problem.element, button.element,
        h("a", { class: "button button-quiet button-wide", href: `${signInAddress()}&other` }, t("enter.other")),
        cancel));
}

async function begin() {
    try {
        if (isRedirect && returnAddress() === null) {
            show(t("authorize.refused.title"), t("problem.origin-not-allowed"));
            return;
        }
        const game = await request("GET", `/v1/games/${encodeURIComponent(bundleID)}/authorization`,
            { query: { origin, redirect, environment } });
        ask(game, (await session())?.player ?? null);
    } catch (error) {
        await refuse(error);
    }
}

onOtherTab(begin);
begin();
