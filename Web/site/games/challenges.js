// The challenges of a game that wait for the player, those of groups, and what a group can be challenged to, live.

import { groupChallenges } from "../lib/api-groups.js";
import { challenges, people } from "../lib/api-social.js";
import { h, present } from "../lib/dom.js";
import { boardName, readGroups } from "../lib/group-list.js";
import { addTexts, t } from "../lib/i18n.js";
import { liveList } from "../lib/live.js";
import { environment } from "../lib/session.js";
import { challengeCard } from "../elements/challenge.js";
import { definitionRow } from "../elements/challenge-definition.js";
import { groupAddress, groupCard, groupState } from "../elements/group-challenge.js";
import { failure, state } from "../elements/state.js";
import { address, bundleID } from "./address.js";

/** Those of one player. */
async function readWaiting() {
    const waiting = await challenges.ofGame(bundleID, { environment });
    const known = new Map((await people.find(waiting.map(({ sender }) => sender.id)))
        .map((player) => [player.id, player]));
    return waiting.map((one) => ({ ...one, sender: { ...one.sender, ...known.get(one.sender.id) } }));
}

/** What a group can be challenged to; a game can be seen without it. */
async function readDefinitions() {
    try {
        const definitions = await groupChallenges.definitions(bundleID, { environment });
        return await Promise.all(definitions.map(async (definition) =>
            ({ definition, board: await boardName(bundleID, definition.leaderboard) })));
    } catch {
        return [];
    }
}

/** @param {Wire.Game} game @param {{me: {id: string}}} reader */
export async function challengesView(game, { me }) {
    await addTexts("groups");
    const container = h("div", { class: "group-parts" });

    const nothing = () => h("section", { class: "card" }, state({ title: t("challenge.none.title"),
        text: t("challenge.none.text"), actions: [h("a", { class: "button button-primary",
            href: address("/challenges/new/", { game: bundleID }) }, t("social.pick.title"))] }));
    /** @type {ReturnType<typeof liveList>} */
    const live = liveList({
        concerns: ({ kind, game: about }) => (kind.startsWith("challenge") || kind.startsWith("groupChallenge"))
            && about?.bundleID === game.bundleID,
        read: async () => {
            const [waiting, groups, offered] = await Promise.all([readWaiting(), readGroups({ game: bundleID }),
                readDefinitions()]);
            return { waiting, offered, groups: groups.filter(({ challenge }) => groupState(challenge, me) !== "over") };
        },
        draw: ({ waiting, groups, offered }) => container.replaceChildren(...present([
            waiting.length > 0 && h("ul", { class: "challenges" },
                waiting.map((one) => challengeCard(one, { me, changed: () => live.update() }))),
            groups.length > 0 && h("section", { class: "group-section", "aria-labelledby": "groups" },
                h("h2", { id: "groups" }, t("groups.title")), h("ul", { class: "groups" }, groups.map((shown) =>
                    groupCard({ shown, me, changed: () => live.update(),
                        show: ({ id }) => location.assign(groupAddress(id)) }, { isAlone: false })))),
            offered.length > 0 && h("section", { class: "card", "aria-labelledby": "offered" },
                h("h2", { id: "offered" }, t("groups.game")), h("p", { class: "soft" }, t("groups.game.text")),
                h("ul", { class: "persons" }, offered.map(({ definition, board }) =>
                    definitionRow(bundleID, definition, board)))),
            waiting.length === 0 && groups.length === 0 && nothing()])),
        fail: (error) => container.childElementCount === 0
            && container.replaceChildren(failure(error, () => live.update(), "h2")),
    });
    await live.update();
    return container;
}
