// Achievements of one run are told of one by one, and so is each time that a friend passes the player, and each turn of
// a match. Each are shown as one.

import { t } from "../lib/i18n.js";
import { sentence } from "./notice.js";

/** The server hears of a run's achievements at once, or in a few requests. In milliseconds. */
const RUN = 10_000;

/** @param {Wire.Notice} one @param {Wire.Notice} other */
const isOfOneRun = (one, other) => one.kind === "achievementEarned" && other.kind === "achievementEarned"
    && one.game?.bundleID === other.game?.bundleID && one.environment === other.environment
    && Math.abs(Date.parse(one.created) - Date.parse(other.created)) <= RUN;

/** @param {Wire.Notice} one @param {Wire.Notice} other */
const isOfOneFriend = (one, other) => one.kind === "overtaken" && other.kind === "overtaken" && one.about !== null
    && one.about.id === other.about?.id && one.game?.bundleID === other.game?.bundleID
    && one.environment === other.environment
    && new Date(one.created).toDateString() === new Date(other.created).toDateString();

const turnKinds = ["matchTurn", "matchTurnEnding", "matchReminder"];

/**
 * Whether a notice says that it is the player's turn, or reminds of it.
 * @param {Wire.Notice} notice
 */
export const isOfTurn = ({ kind }) => turnKinds.includes(kind);

/**
 * Whether a notice is read by being marked so. "Your turn" is a state (rule 12.19): unread until the turn has passed.
 * @param {Wire.Notice} notice
 */
export const canBeRead = ({ kind }) => kind !== "matchTurn";

/** @param {Wire.Notice} one @param {Wire.Notice} other */
const isOfOneMatch = (one, other) => isOfTurn(one) && isOfTurn(other) && one.subject === other.subject
    && one.game?.bundleID === other.game?.bundleID && one.environment === other.environment;

/**
 * Whether both stand in one row.
 * @param {Wire.Notice} one @param {Wire.Notice} other
 */
export const belong = (one, other) => isOfOneRun(one, other) || isOfOneFriend(one, other) || isOfOneMatch(one, other);

/**
 * Whether a notice joins those that it belongs with wherever they stand; one of another kind only its neighbours.
 * @param {Wire.Notice} notice
 */
export const joinsAnywhere = (notice) => notice.kind === "overtaken" || isOfTurn(notice);

/**
 * Those that belong together, each group at its newest.
 * @param {Wire.Notice[]} notices newest first
 */
export function grouped(notices) {
    /** @type {Wire.Notice[][]} */
    const groups = [];
    for (const notice of notices) {
        const group = groups.find(([first]) => belong(first, notice));
        if (group === undefined) groups.push([notice]);
        else group.push(notice);
    }
    return groups;
}

/**
 * One sentence for all of them.
 * @param {Wire.Notice[]} notices one, or those that belong in one row, newest first
 */
export function sentenceOf(notices) {
    // Of a match, the latest says it all.
    if (notices.length === 1 || isOfTurn(notices[0])) return sentence(notices[0]);
    const [{ kind, about }] = notices;
    if (kind === "overtaken") {
        const boards = [...new Set(notices.map(({ details }) => String(details.title ?? "")))].filter(Boolean);
        return t("inbox.overtaken", { name: about?.displayName ?? "", count: notices.length,
            titles: boards.map((title) => t("inbox.achievement", { title })).join(t("inbox.and")) });
    }
    const titles = notices.map(({ details }) => String(details.title ?? "")).filter((title) => title !== "");
    const points = notices.reduce((sum, { details }) => sum + Number(details.points ?? 0), 0);
    return t("inbox.achievements", { count: notices.length, points,
        // What was earned first stands first.
        titles: titles.reverse().map((title) => t("inbox.achievement", { title })).join(t("inbox.and")) });
}
