// A game's achievements, with what the player has of them.

import { play } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { shareButton } from "../elements/share.js";
import { state } from "../elements/state.js";

function row(achievement, isChosen, bundleID) {
    const { title, descriptionBefore, descriptionAfter, points, progress, rarityPercent } = achievement;
    const isEarned = progress?.isCompleted === true;
    const percent = Math.floor(progress?.percentComplete ?? 0);
    const facts = [t("achievement.points", { points: number(points) }),
        rarityPercent !== null && t("achievement.rarity", { percent: number(Math.round(rarityPercent)) })];
    return h("li", { class: "list-row", id: `achievement-${achievement.id}`, "aria-current": isChosen && "true",
        "data-earned": isEarned },
    h("div", { class: "list-text" },
        h("strong", {}, title ?? t("achievement.hidden")),
        h("span", {}, (isEarned ? descriptionAfter : descriptionBefore) ?? ""),
        h("small", {}, facts.filter(Boolean).join(" · "))),
    isEarned ? h("div", { class: "actions" }, h("span", { class: "badge" }, t("achievement.earned")),
        shareButton({ game: bundleID, achievement: achievement.id, environment }))
        : h("progress", { max: 100, value: percent, "aria-label": t("achievement.progress", { percent }) }));
}

/** @param {string} bundleID @param {?string} chosen the one that the reader came for */
export async function achievementList(bundleID, chosen) {
    const { achievements, points, maximumPoints } = await play.achievements(bundleID, { environment });
    if (achievements.length === 0) {
        return state({ title: t("achievement.none.title"), text: t("achievement.none.text") });
    }
    const list = h("ul", { class: "list" }, achievements.map((one) => row(one, one.id === chosen, bundleID)));
    requestAnimationFrame(() => list.querySelector("[aria-current]")?.scrollIntoView({ block: "center" }));
    return h("section", { class: "card" },
        h("div", { class: "board-title" }, h("h2", {}, t("game.view.achievements")),
            h("span", {}, t("achievement.sum", { points: number(points), all: number(maximumPoints) }))), list);
}
