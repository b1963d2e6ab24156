// The challenges of a game that wait for the player, live.

import { challenges, people } from "../lib/api-social.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { liveList } from "../lib/live.js";
import { environment } from "../lib/session.js";
import { challengeCard } from "../elements/challenge.js";
import { failure, state } from "../elements/state.js";
import { address, bundleID } from "./address.js";

/** @param {Wire.Game} game @param {{me: {id: string}}} reader */
export async function challengesView(game, { me }) {
    const container = h("div", {});

    const nothing = () => h("section", { class: "card" }, state({ title: t("challenge.none.title"),
        text: t("challenge.none.text"), actions: [h("a", { class: "button button-primary",
            href: address("/challenges/new/", { game: bundleID }) }, t("social.pick.title"))] }));
    /** @type {ReturnType<typeof liveList>} */
    const live = liveList({
        concerns: ({ kind, game: about }) => kind.startsWith("challenge") && about?.bundleID === game.bundleID,
        read: async () => {
            const waiting = await challenges.ofGame(bundleID, { environment });
            const known = new Map((await people.find(waiting.map(({ sender }) => sender.id)))
                .map((player) => [player.id, player]));
            return waiting.map((one) => ({ ...one, sender: { ...one.sender, ...known.get(one.sender.id) } }));
        },
        draw: (waiting) => container.replaceChildren(waiting.length === 0 ? nothing() : h("ul", { class: "challenges" },
            waiting.map((one) => challengeCard(one, { me, changed: () => live.update() })))),
        fail: (error) => container.childElementCount === 0
            && container.replaceChildren(failure(error, () => live.update(), "h2")),
    });
    await live.update();
    return container;
}
