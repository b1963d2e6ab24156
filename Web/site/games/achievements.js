// A game's achievements, with what the player has of them.

import { play } from "../lib/api.js";
import { h, lookUp } from "../lib/dom.js";
import { day, number, t, wholeDate } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { icon } from "../elements/icons.js";
import { shareButton } from "../elements/share.js";
import { state } from "../elements/state.js";
import { gameActivities, playLinked } from "./activities.js";
import { bundleID, challengeWithAchievement, query } from "./address.js";

/** Held by fewer than this share of the players: rare. */
const RARE = 10;

/** @param {Wire.Achievement} achievement */
function picture({ image, isHidden, title }) {
    const isSecret = isHidden && title === null;
    return h("span", { class: "medal", "aria-hidden": "true" }, !isSecret && image !== undefined && !image.isPlaceholder
        ? h("img", { src: image.url, alt: "", loading: "lazy" })
        : isSecret ? "?" : icon("star"));
}

/** @param {Wire.Achievement} achievement */
function progressLine({ progress }) {
    const percent = Math.floor(progress?.percentComplete ?? 0);
    if (progress?.isCompleted === true) {
        const { firstEarned } = progress;
        return h("span", { class: "badge" }, icon("star"), firstEarned === null ? t("achievement.earned")
            : h("time", { datetime: firstEarned, title: wholeDate(firstEarned) },
                t("social.achievement.earned", { date: day(firstEarned) })));
    }
    return h("div", { class: "medal-progress" },
        h("progress", { max: 100, value: percent, "aria-label": t("achievement.progress", { percent }) }),
        h("small", { "aria-hidden": "true" }, t("achievement.progress", { percent })));
}

/**
 * @param {Wire.Achievement} achievement @param {HTMLElement[]} plays open the activity that it links to
 * @param {boolean} isChosen @param {boolean} isSignedIn
 */
function card(achievement, plays, isChosen, isSignedIn) {
    const { id, title, descriptionBefore, descriptionAfter, points, progress, rarityPercent, isHidden } = achievement;
    const isEarned = progress?.isCompleted === true;
    const mayShare = isEarned && !isHidden;
    const rarity = rarityPercent !== null && t("achievement.rarity", { percent: number(Math.round(rarityPercent)) });
    return h("li", { class: "achievement", id: `achievement-${id}`, "aria-current": isChosen && "true",
        "data-earned": isEarned, "data-rare": rarityPercent !== null && rarityPercent < RARE },
    picture(achievement),
    h("div", { class: "achievement-text" },
        h("strong", {}, title ?? t("achievement.hidden")),
        h("p", {}, (isEarned ? descriptionAfter : descriptionBefore) ?? t("social.achievement.hidden")),
        h("small", {}, [t("achievement.points", { points: number(points) }), rarity].filter(Boolean).join(" · ")),
        isSignedIn && progressLine(achievement)),
    (mayShare || plays.length > 0) && h("div", { class: "actions" }, plays,
        mayShare && h("a", { class: "button button-small", href: challengeWithAchievement(id),
            "aria-label": t("social.achievement.challenge", { title: title ?? "" }) }, t("social.challenge")),
        mayShare && shareButton({ game: bundleID, achievement: id, environment })));
}

/**
 * What a secret one is about stays one.
 * @param {Wire.Game} game @param {Wire.GameActivity[]} activities @param {Wire.Achievement} achievement
 */
const linkedPlay = (game, activities, { activity, isHidden, title }) =>
    (isHidden && title === null ? [] : playLinked(game, activities, activity));

/**
 * Visitors who aren't signed in see what there is to earn.
 * @param {Wire.Game} game @param {{isSignedIn: boolean}} reader
 */
export async function achievementsView(game, { isSignedIn }) {
    const [{ achievements, points, maximumPoints }, activities] = await Promise.all([
        play.achievements(bundleID, { environment }), gameActivities()]);
    if (achievements.length === 0) {
        return h("section", { class: "card" },
            state({ title: t("achievement.none.title"), text: t("achievement.none.text") }));
    }
    const chosen = query.get("achievement");
    const list = h("ul", { class: "achievements" },
        achievements.map((one) => card(one, linkedPlay(game, activities, one), one.id === chosen, isSignedIn)));
    requestAnimationFrame(() => lookUp("[aria-current]", list)?.scrollIntoView({ block: "center" }));
    const earned = achievements.filter(({ progress }) => progress?.isCompleted === true).length;
    const sum = t("achievement.sum", { points: number(points), all: number(maximumPoints) });
    const own = [h("p", { class: "soft" }, t("social.achievement.count", { count: earned, all: achievements.length }),
        " · ", sum), h("progress", { class: "achievements-sum", max: Number(maximumPoints) || 1, value: Number(points),
        "aria-label": sum })];
    return h("section", { class: "card" }, h("div", { class: "achievements-head" },
        h("h2", {}, t("game.view.achievements")), isSignedIn && own), list);
}
