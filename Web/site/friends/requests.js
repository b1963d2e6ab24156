// Requests that wait for an answer, received and sent.

import { people } from "../lib/api-social.js";
import { h, present } from "../lib/dom.js";
import { date, t } from "../lib/i18n.js";
import { menu } from "../elements/menu.js";
import { actionButton, blockPlayer, keepingFocus, personRow, sayAsked } from "../elements/person.js";
import { reportPlayer } from "../elements/report.js";
import { state } from "../elements/state.js";

/** A friend's request names its message so. */
const MESSAGE = "friendRequest";

/** @param {Wire.FriendRequest} request @param {() => void} update */
function receivedRow({ player, message, created }, update) {
    const name = player.displayName;
    return personRow(player, { text: date(created), quote: message, actions: [
        actionButton(t("social.accept"), "button-small button-primary", async () => {
            await people.accept(player.id);
            sayAsked({ state: "friends", player });
            update();
        }, { label: t("social.accept.of", { name }) }),
        actionButton(t("social.decline"), "button-small", async () => {
            await people.endRequest(player.id);
            update();
        }, { label: t("social.decline.of", { name }) }),
        menu(t("social.more.of", { name }), [
            { text: t("social.report"), choose: () => reportPlayer(player, message ? { message: MESSAGE } : {}) },
            { text: t("social.block"), choose: async () => await blockPlayer(player) && update(), isDangerous: true },
        ]),
    ] });
}

/** @param {Wire.FriendRequest} request @param {() => void} update */
function sentRow({ player, message, created }, update) {
    return personRow(player, { text: t("social.asked.on", { date: date(created) }), quote: message, actions: [
        actionButton(t("social.withdraw"), "button-small button-quiet", async () => {
            await people.endRequest(player.id);
            update();
        }, { label: t("social.withdraw.of", { name: player.displayName }) })] });
}

/** @param {string} title @param {Node[]} rows */
const section = (title, rows) =>
    h("section", { class: "card" }, h("h2", {}, title), h("ul", { class: "persons" }, rows));

const nothing = () => h("section", { class: "card" }, state({ title: t("social.requests.none"),
    text: t("social.requests.none.text"),
    actions: [h("a", { class: "button button-primary", href: "/friends/?view=invite" }, t("social.invite"))] }));

/** @param {{content: HTMLElement, update: () => void, me: object}} page */
export function requestsView({ content, update }) {
    const page = { isDrawn: false, draw };

    /** @param {{requests: Wire.FriendRequests}} read */
    function draw({ requests: { received, sent } }) {
        page.isDrawn = true;
        const sections = present([
            received.length > 0 && section(t("social.received"), received.map((one) => receivedRow(one, update))),
            sent.length > 0 && section(t("social.sent"), sent.map((one) => sentRow(one, update))),
        ]);
        keepingFocus(content, () => content.replaceChildren(sections.length === 0 ? nothing()
            : h("div", { class: "sections" }, ...sections)));
    }

    return page;
}
