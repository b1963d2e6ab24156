// Whose challenges are muted, with the way back.

import { challenges, people } from "../lib/api-social.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { actionButton, keepingFocus, personRow } from "../elements/person.js";

/** @param {Wire.ChallengeMute} mute */
function where({ bundleID, leaderboard }) {
    return bundleID === null ? t("social.mutes.everywhere")
        : t("social.mutes.on", { leaderboard: leaderboard ?? bundleID });
}

/**
 * Fills `container`, which stays empty when nobody is muted.
 * @param {HTMLElement} container
 */
export async function muteList(container) {
    const mutes = await challenges.mutes({ environment }).catch(() => []);
    const ids = mutes.flatMap(({ player }) => player ?? []);
    const players = await people.find(ids).catch(() => []);
    const rows = mutes.flatMap((mute) => {
        const player = players.find(({ id }) => id === mute.player);
        if (player === undefined) return [];
        return personRow(player, { text: where(mute), actions: [actionButton(t("social.unmute"),
            "button-small button-quiet", async () => {
                await challenges.mute({ player: player.id, ...(mute.bundleID && { bundleID: mute.bundleID }),
                    ...(mute.leaderboard && { leaderboard: mute.leaderboard }), isMuted: false }, { environment });
                await muteList(container);
            }, { label: t("social.unmute.of", { name: player.displayName }) })] });
    });
    keepingFocus(container, () => container.replaceChildren(...(rows.length === 0 ? [] : [
        h("section", { class: "card mutes" }, h("h2", {}, t("social.mutes")), h("ul", { class: "persons" }, rows)),
    ])));
}
