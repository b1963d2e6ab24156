// Achievements of one run are told of one by one, and shown as one.

import { t } from "../lib/i18n.js";
import { sentence } from "../elements/notice.js";

/** The server hears of a run's achievements at once, or in a few requests. In milliseconds. */
const RUN = 10_000;

/** @param {Wire.Notice} one @param {Wire.Notice} other */
export const isOfOneRun = (one, other) => one.kind === "achievementEarned" && other.kind === "achievementEarned"
    && one.game?.bundleID === other.game?.bundleID && one.environment === other.environment
    && Math.abs(Date.parse(one.created) - Date.parse(other.created)) <= RUN;

/**
 * One sentence for all of them.
 * @param {Wire.Notice[]} notices one, or achievements of one run, newest first
 */
export function sentenceOf(notices) {
    if (notices.length === 1) return sentence(notices[0]);
    const titles = notices.map(({ details }) => String(details.title ?? "")).filter((title) => title !== "");
    const points = notices.reduce((sum, { details }) => sum + Number(details.points ?? 0), 0);
    return t("inbox.achievements", { count: notices.length, points,
        // What was earned first stands first.
        titles: titles.reverse().map((title) => t("inbox.achievement", { title })).join(t("inbox.and")) });
}
