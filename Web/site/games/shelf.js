// The leaderboards of a game to choose from, by their sets, each with the reader's rank on it.

import { games } from "../lib/api.js";
import { h, lookUp, present } from "../lib/dom.js";
import { number, t, timeUntil } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { bundleID } from "./address.js";

/** Leaderboards whose own ranks are read for the shelf: the rest show theirs when they are opened. */
const READ = 12;

/**
 * @typedef {{element: HTMLButtonElement, leaderboard: Wire.Leaderboard, detail: HTMLElement}} Item
 * @typedef {Pick<Wire.ShownLeaderboardSet, "id" | "name" | "leaderboards"> & Partial<Wire.ShownLeaderboardSet>} ShelfSet
 */

/**
 * When it begins anew, or begins.
 * @param {Wire.Leaderboard} leaderboard
 */
export function resetText({ nextReset, nextStart }) {
    if (nextReset) return t("social.board.reset", { time: timeUntil(nextReset) });
    return nextStart ? t("social.board.start", { time: timeUntil(nextStart) }) : null;
}

/** @param {Wire.Leaderboard} leaderboard */
function picture({ image }) {
    return image === undefined || image.isPlaceholder
        ? h("span", { class: "shelf-picture" }, h("span", { class: "mark", "aria-hidden": "true" }))
        : h("span", { class: "shelf-picture" }, h("img", { src: image.url, alt: "", loading: "lazy" }));
}

/** @param {Wire.Leaderboard} leaderboard @param {string} name @param {() => void} choose */
function item(leaderboard, name, choose) {
    const detail = h("small", { class: "shelf-detail" }, resetText(leaderboard) ?? "");
    const element = h("button", { class: "shelf-item", type: "button", "data-leaderboard": leaderboard.id,
        onclick: choose }, picture(leaderboard), h("span", { class: "shelf-text" }, h("strong", {}, name), detail));
    return { element, leaderboard, detail };
}

/**
 * The reader's rank on each, when it comes. The line has its room from the start.
 * @param {Item[]} items
 */
async function fillRanks(items) {
    await Promise.all(items.slice(0, READ).map(async ({ leaderboard, detail }) => {
        const { local, total } = await games.entries(bundleID, leaderboard.id,
            { time: "allTime", count: 1, environment });
        const rank = local !== null && t("board.standing", { rank: local.rank, total });
        const text = [rank || t("board.total", { count: total }), resetText(leaderboard)];
        detail.textContent = text.filter(Boolean).join(" · ");
    }));
}

/**
 * @param {Wire.Leaderboard[]} leaderboards
 * @param {ShelfSet[]} sets
 * @param {(leaderboard: Wire.Leaderboard) => void} choose
 * @returns {{element: HTMLElement, mark: (id: string) => void}}
 */
export function boardShelf(leaderboards, sets, choose) {
    /** @type {Item[]} */
    const items = [];
    /** @param {Wire.Leaderboard} leaderboard @param {string} [name] */
    const add = (leaderboard, name = leaderboard.name) => {
        const made = item(leaderboard, name, () => choose(leaderboard));
        items.push(made);
        return made.element;
    };
    const byID = new Map(leaderboards.map((leaderboard) => [leaderboard.id, leaderboard]));
    /** @param {ShelfSet} set */
    const group = (set) => {
        const shown = present(set.leaderboards.map((id) => byID.get(id)));
        /** @param {string} id */
        const nameOf = (id) => set.leaderboardNames?.find(({ leaderboard }) => leaderboard === id)?.name;
        return shown.length > 0 && h("section", { class: "shelf-set" },
            h("h2", {}, set.image !== undefined && !set.image.isPlaceholder
                && h("img", { src: set.image.url, alt: "", loading: "lazy" }), set.name,
            h("span", { class: "count" }, number(shown.length))),
            h("div", { class: "shelf-items" }, shown.map((leaderboard) => add(leaderboard, nameOf(leaderboard.id)))));
    };
    const groups = present(sets.map(group));
    const element = h("nav", { class: "shelf-boards", "aria-label": t("game.choose") },
        groups.length > 0 ? groups : h("div", { class: "shelf-items" }, leaderboards.map((one) => add(one))));
    fillRanks(items).catch(() => {});
    return { element, mark(/** @type {string} */ id) {
        for (const { element: button, leaderboard } of items) {
            if (leaderboard.id === id) button.setAttribute("aria-current", "true");
            else button.removeAttribute("aria-current");
        }
        // The strip of a phone shows the open one; at first it is not in the page yet.
        requestAnimationFrame(() =>
            lookUp("[aria-current]", element)?.scrollIntoView({ block: "nearest", inline: "center" }));
    } };
}
