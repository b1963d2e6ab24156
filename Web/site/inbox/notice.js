// What a notice says, and where it leads: for the inbox, and for the banner on every other page.

import { h } from "../lib/dom.js";
import { addTexts, hasText, t } from "../lib/i18n.js";
import { icon } from "../elements/icons.js";
import { photo } from "../elements/photo.js";

await Promise.all([addTexts("inbox"), addTexts("notices")]);

/** In order of importance to a player. */
export const kinds = ["challengeReceived", "challengeCompleted", "challengeDeclined", "friendRequested",
    "friendAccepted", "overtaken", "achievementEarned", "contentRemoved"];
/** Nobody can turn this one off: whoever took the account over would. */
const ALWAYS = "accountChanged";

/** Players asked for at once. */
const PHOTOS = 100;
const drawings = { achievementEarned: "star", contentRemoved: "shield", accountChanged: "shield" };

/**
 * Whether players can choose not to be told of it.
 * @param {Wire.Notice} notice
 */
export const canMute = ({ kind }) => kind !== ALWAYS;

/**
 * One sentence.
 * @param {Wire.Notice} notice
 */
export function sentence({ kind, about, game, subject, details }) {
    if (kind === ALWAYS) return t(known("notice.account", subject));
    if (!kinds.includes(kind)) return t("notice.other");
    const name = about?.displayName ?? t("notice.somebody");
    if (kind === "achievementEarned" && Number(details?.points ?? 0) > 0) {
        return t("notice.said.achievementEarned.points", { points: Number(details.points) });
    }
    if (kind === "contentRemoved") return t("notice.said.contentRemoved", { thing: t(known("notice.thing", subject)) });
    return t(`notice.said.${kind}`, { name, game: game?.name ?? "" });
}

/** The text of a subject; of another one where a newer server has one that this page doesn't know. */
const known = (family, subject) => (hasText(`${family}.${subject}`) ? `${family}.${subject}` : `${family}.other`);

/** A page of the game that the notice is about, or its own place. */
function gamePage({ game, environment }, members) {
    if (!game) return "/inbox/";
    const query = new URLSearchParams({ id: game.bundleID, ...members });
    if (environment === "sandbox") query.set("environment", environment);
    return `/games/?${query}`;
}

/**
 * Challenges of the notice's environment.
 * @param {Wire.Notice} notice
 */
function challengesPage({ environment }, members = {}) {
    const query = new URLSearchParams(members);
    if (environment === "sandbox") query.set("environment", environment);
    return query.size === 0 ? "/challenges/" : `/challenges/?${query}`;
}

/**
 * What the notice is about.
 * @param {Wire.Notice} notice @returns {string} a path of this site
 */
export function noticeAddress(notice) {
    switch (notice.kind) {
    case "friendRequested": return "/friends/?view=requests";
    case "friendAccepted":
        return notice.about ? `/players/?${new URLSearchParams({ id: notice.about.id })}` : "/friends/";
    case "challengeReceived": return challengesPage(notice);
    case "challengeCompleted": return challengesPage(notice, { view: "history" });
    case "challengeDeclined": return challengesPage(notice, { view: "history" });
    case "achievementEarned":
        return gamePage(notice, { view: "achievements", achievement: notice.subject });
    case "overtaken":
        return gamePage(notice, { view: "leaderboards", leaderboard: notice.subject, players: "friends",
            time: "allTime" });
    case "contentRemoved": return "/me/";
    case ALWAYS: return "/me/settings/?view=security";
    default: return "/inbox/";
    }
}

/**
 * The other player, or what it is about.
 * @param {Wire.Notice} notice
 */
export function noticePicture(notice) {
    if (notice.about) {
        const picture = photo(notice.about);
        picture.dataset.player = notice.about.id;
        return picture;
    }
    return h("span", { class: "avatar avatar-icon", "aria-hidden": "true" }, icon(drawings[notice.kind] ?? "inbox"));
}

/**
 * Notices come without photos: loads those of all players shown, in one request.
 * @param {HTMLElement} place
 */
export async function addPhotos(place) {
    /** @type {NodeListOf<HTMLElement>} */
    const found = place.querySelectorAll(".avatar[data-player]:not(:has(img))");
    const pictures = [...found];
    const ids = [...new Set(pictures.map(({ dataset }) => dataset.player ?? ""))].slice(0, PHOTOS);
    if (ids.length === 0) return;
    const { people } = await import("../lib/api-social.js");
    const known = new Map((await people.find(ids)).map((player) => [player.id, player]));
    for (const picture of pictures) {
        const player = known.get(picture.dataset.player ?? "");
        if (player?.photo && picture.isConnected) picture.replaceWith(photo(player));
    }
}

/**
 * As `showBanner` takes it.
 * @param {Wire.Notice} notice
 */
export function noticeBanner(notice) {
    return { title: sentence(notice), text: notice.game?.name, address: noticeAddress(notice),
        picture: noticePicture(notice) };
}
