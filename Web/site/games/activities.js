// What a game's links open: its activities, which anyone can play.

import { games } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { playAddress } from "../elements/art.js";
import { tell } from "../elements/dialog.js";
import { picture } from "../elements/picture.js";
import { bundleID } from "./address.js";

/** @type {?Promise<Wire.GameActivity[]>} */
let asked = null;

/** The game's activities, asked for once. The game can be seen without them. */
export function gameActivities() {
    asked ??= games.activities(bundleID, { environment }).catch(() => {
        asked = null;
        return [];
    });
    return asked;
}

/**
 * A card of the game's activities; null: it has none.
 * @param {Wire.Game} game
 */
export async function activitiesCard(game) {
    if (!game.environments.includes(environment)) return null;
    const list = await gameActivities();
    if (list.length === 0) return null;
    return h("section", { class: "card activities" }, h("h2", {}, t("game.activities")),
        h("ul", { class: "persons" }, list.map((activity) => row(game, activity))));
}

/**
 * Opens the activity that a leaderboard or an achievement links to, with what the link says of its properties
 * (rule 14.3); none: it links to none.
 * @param {Wire.Game} game @param {Wire.GameActivity[]} activities @param {Wire.LinkedActivity | undefined} link
 * @returns {HTMLElement[]}
 */
export function playLinked(game, activities, link) {
    const activity = activities.find(({ id }) => id === link?.id);
    if (link === undefined || activity === undefined) return [];
    // The game knows the others.
    const own = link.properties.filter(({ name, value }) =>
        !activity.properties.some((one) => one.name === name && one.value === value));
    return playButtons(game, activity, own);
}

/**
 * Starts the game on this device.
 * @param {Wire.Game} game @param {Wire.GameActivity} activity @param {Wire.ActivityProperty[]} properties
 */
function offerLaunch({ name }, { id, title }, properties) {
    const query = properties.map((one) => `${encodeURIComponent(one.name)}=${encodeURIComponent(one.value)}`).join("&");
    const address = `laurel://activities/${encodeURIComponent(id)}${query === "" ? "" : `?${query}`}`;
    return tell({ title: t("social.play.open", { name }), text: t("game.activity.open.text"),
        parts: [h("p", {}, h("a", { href: address }, t("game.activity.launch", { title })))] });
}

/**
 * Where the activity opens in the browser; null: the game has no page.
 * @param {Wire.Game} game @param {Wire.GameActivity} activity @param {Wire.ActivityProperty[]} properties
 */
function startAddress(game, { id, fallbackURL }, properties) {
    const start = playAddress({ ...game, link: fallbackURL }, environment);
    if (start === null) return null;
    const address = new URL(start);
    for (const { name, value } of properties) address.searchParams.set(name, value);
    address.searchParams.set("activity", id);
    // Once more: a property may be called as the environment is.
    return playAddress({ link: address.href }, environment);
}

/**
 * Opens the activity: on the game's page if it has one, and on the desktop if it's there, too (rule 14.10).
 * @param {Wire.Game} game @param {Wire.GameActivity} activity @param {Wire.ActivityProperty[]} [properties]
 * @returns {HTMLElement[]} the first is the one that most readers want
 */
function playButtons(game, activity, properties = []) {
    const address = startAddress(game, activity, properties);
    const play = t(activity.supportsPartyCodes ? "game.activity.code" : "play");
    const look = { class: "button button-small", "data-act": "play-activity",
        "aria-label": `${play}: ${activity.title}` };
    const onclick = () => offerLaunch(game, activity, properties);
    if (address === null) return [h("button", { ...look, type: "button", onclick }, play)];
    const onPage = h("a", { ...look, href: address,
        rel: new URL(address).origin === location.origin ? false : "noopener" }, play);
    if (game.hasDesktopGame !== true) return [onPage];
    const words = t("game.desktop");
    return [onPage, h("button", { ...look, type: "button", "data-act": "desktop",
        "aria-label": `${words}: ${activity.title}`, onclick }, words)];
}

/** @param {Wire.Game} game @param {Wire.GameActivity} activity */
function row(game, activity) {
    const { title, details, image } = activity;
    return h("li", { class: "person" }, picture(image),
        h("div", { class: "person-text" }, h("strong", {}, title), details !== "" && h("span", {}, details)),
        h("div", { class: "person-actions" }, playButtons(game, activity)));
}
