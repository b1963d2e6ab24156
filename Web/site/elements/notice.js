// A notice as pages show it: in the inbox, and in the banner on every other page.

import { h } from "../lib/dom.js";
import { addTexts, hasText, keys, t } from "../lib/i18n.js";
import { icon } from "./icons.js";
import { photo } from "./photo.js";
import { noticeAddress, noticeSentence } from "../lib/notice-meaning.js";

export { noticeAddress } from "../lib/notice-meaning.js";

await Promise.all([addTexts("inbox"), addTexts("notices")]);

/** The kinds that players can choose about, in the catalogue's order: the most important first. */
export const kinds = /** @type {Wire.Notice["kind"][]} */ (keys("notice.kind."));

/** Players asked for at once. */
const PHOTOS = 100;
/** @type {Partial<Record<Wire.Notice["kind"], import("./icons.js").IconName>>} */
const drawings = { matchInvited: "matches", matchTurn: "matches", matchTurnEnding: "matches", matchReminder: "matches",
    matchEnded: "matches", matchExchange: "matches", matchExchangeCompleted: "matches",
    matchExchangeCanceled: "matches",
    groupChallengeEnding: "challenges", groupChallengeEnded: "challenges",
    achievementEarned: "star", contentRemoved: "shield", accountChanged: "shield" };

/**
 * One sentence.
 * @param {Wire.Notice} notice
 */
export const sentence = (notice) => noticeSentence(notice, (key, values) =>
    t([key, key.replace(/[^.]+$/, "other"), "notice.other"].find(hasText) ?? "notice.other", values));

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
 * @param {HTMLElement} container
 */
export async function addPhotos(container) {
    /** @type {NodeListOf<HTMLElement>} */
    const found = container.querySelectorAll(".avatar[data-player]:not(:has(img))");
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
    const picture = h("span", { class: "banner-picture" }, noticePicture(notice));
    // The photo takes the letter's room when it comes.
    addPhotos(picture).catch(() => {});
    return { title: sentence(notice), text: notice.game?.name, address: noticeAddress(notice), picture };
}
