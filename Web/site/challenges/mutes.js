// Whose challenges are muted, with the way back.

import { challenges, people } from "../lib/api-social.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { actionButton, keepingFocus, personRow } from "../elements/person.js";

/** @param {import("../lib/api-social.js").Mute} mute */
function where({ bundleID, leaderboard }) {
    return bundleID === null ? t("social.mutes.everywhere")
        : t("social.mutes.on", { leaderboard: leaderboard ?? bundleID });
}

/** Fills `place`, which stays empty when nobody is muted. @param {HTMLElement} place */
export async function muteList(place) {
    const mutes = (await challenges.mutes({ environment }).catch(() => [])).filter(({ player }) => player !== null);
    const known = new Map((await people.find(mutes.map(({ player }) => player)).catch(() => []))
        .map((player) => [player.id, player]));
    const rows = mutes.filter(({ player }) => known.has(player)).map((mute) => {
        const player = known.get(mute.player);
        return personRow(player, { text: where(mute), actions: [actionButton(t("social.unmute"),
            "button-small button-quiet", async () => {
                await challenges.mute({ player: mute.player, ...(mute.bundleID && { bundleID: mute.bundleID }),
                    ...(mute.leaderboard && { leaderboard: mute.leaderboard }), isMuted: false }, { environment });
                await muteList(place);
            }, { label: t("social.unmute.of", { name: player.displayName }) })] });
    });
    keepingFocus(place, () => place.replaceChildren(...(rows.length === 0 ? [] : [h("section", { class: "card mutes" },
        h("h2", {}, t("social.mutes")), h("ul", { class: "persons" }, rows))])));
}
