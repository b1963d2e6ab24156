// A game wants to see the player's friends, and the player decides. GameKit opens it if they have not decided yet.
//
//     /me/?view=consent&game=BUNDLE

import { consents, games } from "../lib/api.js";
import { find, h, present } from "../lib/dom.js";
import { addTexts, describe, t } from "../lib/i18n.js";
import { environment, onOtherTab, session, signInAddress } from "../lib/session.js";
import { formError } from "../elements/fields.js";
import { failure } from "../elements/state.js";

await addTexts("consent");

const bundleID = new URLSearchParams(location.search).get("game") ?? "";
const main = find("#main");
const card = h("div", { class: "card enter" });
main.classList.add("enter-page");

/**
 * What is shown last takes the focus, so that it is read.
 * @param {string} title @param {string} text @param {...(Node | false)} parts
 */
function show(title, text, ...parts) {
    document.title = `${title} · Laurel`;
    card.replaceChildren(h("div", { class: "enter-title" },
        h("span", { class: "mark wreath", "aria-hidden": "true" }), h("h1", { tabindex: "-1" }, title),
        h("p", {}, text)), ...present(parts));
    main.replaceChildren(card);
    find("h1", card).focus();
}

/** @param {string} game its name @param {string} status */
function ask(game, status) {
    const problem = formError();
    let isBusy = false;
    /** @param {boolean} isAllowed */
    const decide = async (isAllowed) => {
        if (isBusy) return;
        isBusy = true;
        problem.show(null);
        try {
            showOutcome(game, await consents.set(bundleID, isAllowed));
        } catch (error) {
            isBusy = false;
            if (error.status === 401) location.assign(signInAddress());
            else problem.show(describe(error));
        }
    };
    /** @type {Record<string, string | undefined>} */
    const sentences = { authorized: t("consent.now.authorized"), denied: t("consent.now.denied") };
    const now = sentences[status];
    show(t("consent.title", { game }), t("consent.text"), now !== undefined && h("p", {}, now), problem.element,
        h("button", { class: "button button-primary button-wide", type: "button", "data-allow": "yes",
            onclick: () => decide(true) }, t("consent.allow")),
        h("button", { class: "button button-quiet button-wide", type: "button", "data-allow": "no",
            onclick: () => decide(false) }, t("consent.deny")));
}

/** @param {string} game its name @param {string} status */
function showOutcome(game, status) {
    const title = status === "authorized" ? t("consent.authorized.title", { game })
        : t("consent.denied.title", { game });
    show(title, t("consent.done"), h("button", { class: "button button-quiet button-wide", type: "button",
        "data-outcome": status, onclick: () => ask(game, status) }, t("consent.change")));
}

async function begin() {
    try {
        if (await session() === null) {
            location.replace(signInAddress());
            return;
        }
        const [game, status] = await Promise.all([games.get(bundleID, { environment }), consents.get(bundleID)]);
        if (status === "restricted") show(t("consent.restricted.title"), t("consent.restricted.text"));
        else ask(game.name, status);
    } catch (error) {
        main.replaceChildren(failure(error, begin, "h1"));
    }
}

onOtherTab(begin);
begin();
