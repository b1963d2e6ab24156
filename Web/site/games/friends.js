// Friends who play this game.

import { games } from "../lib/api.js";
import { compareAddress, people, scores } from "../lib/api-social.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { personRow } from "../elements/person.js";
import { state } from "../elements/state.js";
import { address, bundleID } from "./address.js";

/** Leaderboards that are looked into, and scores shown of each friend. */
const BOARDS = 8;
const SCORES = 3;

export async function friendsView() {
    const [friends, leaderboards] = await Promise.all([
        people.friends(), games.leaderboards(bundleID, { environment })]);
    const pages = await Promise.all(leaderboards.slice(0, BOARDS).map(async (leaderboard) =>
        (await scores.ofFriends(bundleID, leaderboard.id, { environment })).entries
            .map((entry) => ({ ...entry, board: leaderboard.name }))));
    const entries = Map.groupBy(pages.flat(), ({ player }) => player.id);
    const playing = friends.filter(({ id }) => entries.has(id));
    if (playing.length === 0) {
        return h("section", { class: "card" }, state({ title: t("social.game.no-friends"),
            text: t("social.game.no-friends.text"), actions: [h("a", { class: "button button-primary",
                href: "/friends/?view=invite" }, t("social.invite"))] }));
    }
    return h("section", { class: "card" }, h("h2", {}, t("social.game.friends")),
        h("ul", { class: "persons" }, playing.map((player) => personRow(player, {
            text: (entries.get(player.id) ?? []).slice(0, SCORES)
                .map(({ board, formatted }) => `${board} ${formatted}`).join(" · "),
            actions: [
                h("a", { class: "button button-small", href: compareAddress(player.id),
                    "aria-label": t("social.compare.with", { name: player.displayName }) }, t("social.compare")),
                h("a", { class: "button button-small", href: address("/challenges/new/", { game: bundleID,
                    player: player.id }), "aria-label": t("social.back.to", { name: player.displayName }) },
                t("social.challenge"))] }))));
}
