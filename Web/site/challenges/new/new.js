// Challenge friends, with a score or with an achievement:
//
//     /challenges/new/?game=com.example.game&leaderboard=best&value=1234
//     /challenges/new/?game=com.example.game&achievement=first
//
// `player` preselects one friend; without `value` the score is the reader's own entry.

import { games } from "../../lib/api.js";
import { challenges } from "../../lib/api-social.js";
import { find, h } from "../../lib/dom.js";
import { addTexts, describe, t } from "../../lib/i18n.js";
import { environment, onOtherTab, session, signInAddress } from "../../lib/session.js";
import { art, playAddress } from "../../elements/art.js";
import "../../elements/chrome.js";
import { friendPicker } from "../../elements/friend-picker.js";
import { personSkeleton } from "../../elements/person.js";
import { failure, state } from "../../elements/state.js";
import { achievementPick, scorePick } from "./picks.js";

await addTexts("social");

const main = find("#main");
const query = new URLSearchParams(location.search);
const bundleID = query.get("game") ?? "";
document.title = `${t("social.pick.title")} · Laurel`;

/**
 * A whole number, or undefined: the address may hold anything.
 * @param {?string} text
 */
function wholeNumber(text) {
    return text !== null && /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
}

/** @param {string} path @param {Record<string, string>} members */
function address(path, members) {
    const search = new URLSearchParams(members);
    if (environment !== "production") search.set("environment", environment);
    return `${path}?${search}`;
}

/** @param {string} view */
const gameAddress = (view) => address("/games/", { id: bundleID, view });
/** @param {string} href @param {string} text */
const link = (href, text, kind = "") => h("a", { class: `button ${kind}`, href }, text);

/**
 * What stands instead of the picker when there is nothing to pick.
 * @param {Wire.Game} game @param {import("./picks.js").Lack} reason
 */
function nothing(game, reason) {
    const play = playAddress(game, environment);
    const { title, text, actions } = {
        friends: { title: t("social.pick.no-friends"), text: t("social.pick.no-friends.text"),
            actions: [link("/friends/?view=invite", t("social.invite"), "button-primary")] },
        score: { title: t("social.pick.no-score"), text: t("social.pick.no-score.text"),
            actions: [play !== null && link(play, t("play"), "button-primary")] },
        achievement: { title: t("social.pick.no-achievement"), text: t("social.pick.no-achievement.text"),
            actions: [play !== null && link(play, t("play"), "button-primary")] },
        everybody: { title: t("social.pick.everybody"), text: t("social.pick.everybody.text"), actions: [] },
    }[reason];
    return h("section", { class: "card" }, state({ title, text, level: "h1",
        actions: [...actions, link(gameAddress("leaderboards"), t("social.pick.back", { name: game.name }))] }));
}

/** What the game has nothing of to challenge with. */
const lacks = ["unknown-leaderboard", "unknown-achievement", "combined-leaderboard"];

/**
 * The address names what is not there: the game, or something of it.
 * @param {import("../../lib/api.js").Problem} error
 */
function unknown(error) {
    if (lacks.includes(error.kind)) {
        return state({ title: describe(error), level: "h1",
            actions: [link(gameAddress("leaderboards"), t("home.leaderboards"), "button-primary")] });
    }
    return state({ title: t("game.unknown.title"), text: t("game.unknown.text"), level: "h1",
        actions: [link("/", t("home"), "button-primary")] });
}

/** @param {Wire.Game} game @param {number} count */
function isDone(game, count) {
    main.replaceChildren(h("section", { class: "card", id: "done" }, state({ level: "h1",
        title: t("social.pick.done", { count }), text: t("social.pick.done.text"), actions: [
            link(address("/challenges/", { view: "sent" }), t("social.pick.see"), "button-primary"),
            link(gameAddress("leaderboards"), t("social.pick.back", { name: game.name }))] })));
    main.focus();
}

/** @param {Wire.Game} game @param {import("./picks.js").Pick} pick */
function picker(game, pick) {
    const subject = pick.what.achievement === undefined
        ? [h("strong", {}, pick.formatted), ` ${pick.name} · ${game.name}`]
        : [h("strong", {}, pick.name), ` ${game.name}`];
    return friendPicker({
        title: t("social.pick.title"), subject: h("span", {}, subject), art: art(game), rows: pick.rows,
        cancelAddress: gameAddress(pick.what.achievement === undefined ? "leaderboards" : "achievements"),
        said: pick.formatted === null ? "" : t("social.pick.said", { value: pick.formatted }),
        send: (players, message, sent) =>
            challenges.issue(bundleID, players, { ...pick.what, message }, { environment, sent }),
        done: (count) => isDone(game, count),
    });
}

function skeleton() {
    return h("div", { class: "picker card", "aria-hidden": "true" },
        h("div", { class: "picker-bar" }),
        h("div", { class: "picker-scene" }, h("div", { class: "art skeleton" })),
        h("div", { class: "picker-body" }, h("span", { class: "skeleton picker-message-skeleton" }),
            personSkeleton(5)));
}

async function begin() {
    main.replaceChildren(skeleton());
    main.setAttribute("aria-busy", "true");
    try {
        if (await session() === null) {
            location.replace(signInAddress());
            return;
        }
        const game = await games.get(bundleID, { environment });
        const achievement = query.get("achievement");
        const only = query.get("player");
        const pick = achievement === null
            ? await scorePick(game, query.get("leaderboard"), wholeNumber(query.get("value")), only)
            : await achievementPick(game, achievement, only);
        main.replaceChildren(typeof pick === "string" ? nothing(game, pick) : picker(game, pick));
    } catch (error) {
        main.replaceChildren([400, 404].includes(error?.status) || lacks.includes(error?.kind) ? unknown(error)
            : failure(error, begin, "h1"));
    }
    main.removeAttribute("aria-busy");
}

onOtherTab(() => location.reload());
begin();
