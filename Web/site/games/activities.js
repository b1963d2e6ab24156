// What a game's links open: its activities, which anyone can play.

import { games } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { playAddress } from "../elements/art.js";
import { tell } from "../elements/dialog.js";
import { picture } from "../elements/picture.js";
import { bundleID } from "./address.js";

/**
 * A card of the game's activities; null: it has none.
 * @param {Wire.Game} game
 */
export async function activitiesCard(game) {
    if (!game.environments.includes(environment)) return null;
    try {
        const list = await games.activities(bundleID, { environment });
        if (list.length === 0) return null;
        return h("section", { class: "card activities" }, h("h2", {}, t("game.activities")),
            h("ul", { class: "persons" }, list.map((activity) => row(game, activity))));
    } catch {
        // The game can be seen without them.
        return null;
    }
}

/**
 * A game without a page is started on this device.
 * @param {Wire.Game} game @param {Wire.GameActivity} activity
 */
const offerLaunch = ({ name }, { id, title }) => tell({ title: t("social.play.open", { name }),
    text: t("game.activity.open.text"), parts: [h("p", {}, h("a",
        { href: `laurel://activities/${encodeURIComponent(id)}` }, t("game.activity.launch", { title })))] });

/** @param {Wire.Game} game @param {Wire.GameActivity} activity */
function row(game, activity) {
    const { id, title, details, fallbackURL, supportsPartyCodes, image } = activity;
    const start = playAddress({ ...game, link: fallbackURL }, environment);
    const address = start === null ? null : new URL(start);
    address?.searchParams.set("activity", id);
    const play = t(supportsPartyCodes ? "game.activity.together" : "play");
    const look = { class: "button button-small", "aria-label": `${play}: ${title}` };
    return h("li", { class: "person" }, picture(image),
        h("div", { class: "person-text" }, h("strong", {}, title), details !== "" && h("span", {}, details)),
        h("div", { class: "person-actions" }, address === null
            ? h("button", { ...look, type: "button", onclick: () => offerLaunch(game, activity) }, play)
            : h("a", { ...look, href: address.href,
                rel: address.origin === location.origin ? false : "noopener" }, play)));
}
