// The challenges of a game that wait for the player.

import { play } from "../lib/api.js";
import { showBanner } from "../lib/banner.js";
import { avatar, h } from "../lib/dom.js";
import { date, describe, t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { playAddress } from "../elements/art.js";
import { state } from "../elements/state.js";

function nothing() {
    return state({ title: t("challenge.none.title"), text: t("challenge.none.text") });
}

function row(challenge, game, gone) {
    const { sender, title, formatted, message, expires } = challenge;
    const address = playAddress(game, environment);
    const decline = h("button", { class: "button button-small button-quiet", type: "button", onclick: async () => {
        decline.setAttribute("aria-busy", "true");
        try {
            await play.decline(challenge.id);
            gone(element);
        } catch (error) {
            decline.removeAttribute("aria-busy");
            showBanner({ title: t("challenge.decline"), text: describe(error) });
        }
    } }, t("challenge.decline"));
    const element = h("li", { class: "list-row" }, avatar(sender.displayName),
        h("div", { class: "list-text" },
            h("strong", {}, sender.displayName),
            h("span", {}, [title, formatted].filter(Boolean).join(" · ")),
            message && h("q", {}, message),
            h("small", {}, t("challenge.until", { date: date(expires) }))),
        h("div", { class: "actions" },
            address && h("a", { class: "button button-small button-primary", href: address }, t("play")), decline));
    return element;
}

/** @param {import("../lib/api.js").Game} game */
export async function challengeList(game) {
    const all = await play.challenges({ environment });
    const challenges = all.filter((challenge) => challenge.game.bundleID === game.bundleID);
    if (challenges.length === 0) return nothing();
    const list = h("ul", { class: "list" });
    const card = h("section", { class: "card" }, h("div", { class: "board-title" },
        h("h2", {}, t("game.view.challenges"))), list);
    const gone = (element) => {
        element.remove();
        if (list.children.length === 0) card.replaceWith(nothing());
    };
    list.append(...challenges.map((challenge) => row(challenge, game, gone)));
    return card;
}
