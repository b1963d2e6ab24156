// The reader and a friend, side by side: /friends/compare/?player=ID

import { people, playerAddress } from "../../lib/api-social.js";
import { find, h } from "../../lib/dom.js";
import { subscribe } from "../../lib/events.js";
import { addTexts, number, t } from "../../lib/i18n.js";
import { environment, onOtherTab, session, signInAddress } from "../../lib/session.js";
import "../../elements/chrome.js";
import { achievementRows, duelCard, lead, readDuels } from "../../elements/duels.js";
import { personSkeleton } from "../../elements/person.js";
import { photo } from "../../elements/photo.js";
import { failure, state } from "../../elements/state.js";

await addTexts("social");

const main = find("#main");
const id = new URLSearchParams(location.search).get("player") ?? "";
document.title = `${t("social.compare")} · Laurel`;

/** @param {Wire.Player} player @param {boolean} isReader */
function side(player, isReader) {
    return h("a", { class: "versus-player", href: isReader ? "/me/" : playerAddress(player.id) },
        photo(player, "large"), h("strong", {}, player.displayName), isReader && h("span", { class: "badge" },
            t("you")));
}

/** @param {Wire.Player} me @param {Wire.Player} other @param {import("../../elements/duels.js").GameDuels[]} found */
function versus(me, other, found) {
    const leads = found.flatMap(({ duels }) => duels.map(lead));
    const [mine, theirs] = [1, -1].map((who) => leads.filter((one) => one === who).length);
    return h("div", { class: "versus" }, side(me, true),
        h("div", { class: "versus-sum" }, h("span", { "aria-hidden": "true" }, `${number(mine)} : ${number(theirs)}`),
            h("small", {}, t("social.compare.sum", { mine, theirs }))),
        side(other, false));
}

let stop = () => {};

/** @param {Wire.Player} me @param {Wire.Player} other @param {boolean} isFriend */
async function show(me, other, isFriend) {
    const found = await readDuels(me, other);
    // Achievements are between friends; scores are seen by all.
    const extra = await Promise.all(found.map(({ game }) => (isFriend ? achievementRows(game, other) : [])));
    const none = found.length === 0 && h("section", { class: "card" }, state({ title: t("social.compare.none"),
        text: t("social.compare.none.text"),
        actions: [h("a", { class: "button button-primary", href: "/" }, t("home"))] }));
    main.replaceChildren(...[h("h1", { class: "quiet-text" }, t("social.compare.with", { name: other.displayName })),
        versus(me, other, found),
        none || h("div", { class: "sections sections-beside" },
            found.map((one, index) => duelCard(one, { me, other, isFriend, extra: extra[index] })))].filter(Boolean));
    return found;
}

/**
 * Reads anew when one of the leaderboards has come to a later version than the one that was read.
 * @param {Wire.Player} me @param {Wire.Player} other @param {boolean} isFriend
 * @param {import("../../elements/duels.js").GameDuels[]} found
 */
function listen(me, other, isFriend, found) {
    stop();
    const versions = new Map(found.flatMap(({ game, duels }) =>
        duels.map(({ leaderboard, version }) =>
            /** @type {[string, number]} */ ([`${game.bundleID}/${leaderboard.id}`, version]))));
    stop = subscribe({ environment, leaderboards: [...versions.keys()],
        onEvent: ({ bundleID, leaderboard, version }) => {
            const name = `${bundleID}/${leaderboard}`;
            if (version <= (versions.get(name) ?? -1)) return;
            versions.set(name, version);
            show(me, other, isFriend).catch(() => {});
        } });
}

async function begin() {
    main.replaceChildren(h("section", { class: "card" }, personSkeleton(3)));
    try {
        const found = await session();
        if (found === null) {
            location.replace(signInAddress());
            return;
        }
        const [[other], [me], friends] = await Promise.all([people.find([id]), people.find([found.player.id]),
            people.friends()]);
        if (other === undefined) {
            main.replaceChildren(state({ title: t("social.unknown"), text: t("social.unknown.text"), level: "h1",
                actions: [h("a", { class: "button button-primary", href: "/friends/" }, t("social.friends"))] }));
            return;
        }
        const isFriend = friends.some((player) => player.id === id);
        listen(me, other, isFriend, await show(me, other, isFriend));
    } catch (error) {
        main.replaceChildren(failure(error, begin, "h1"));
    }
}

onOtherTab(() => location.reload());
begin();
