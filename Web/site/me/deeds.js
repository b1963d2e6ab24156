// Recent scores and achievements of the player, gathered from the games they play.

import { games, play } from "../lib/api.js";
import { h, present } from "../lib/dom.js";
import { date, number, t, wholeDate } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { art } from "../elements/art.js";
import { icon } from "../elements/icons.js";
import { failure } from "../elements/state.js";

/** What is read at most: games, leaderboards of each, and requests under way at once. */
const GAMES = 24;
const BOARDS = 4;
const WIDTH = 4;
/** Rows shown of each. */
const ROWS = 6;

/**
 * Own entries and earned achievements of one game.
 * @param {Wire.Game} game
 */
async function gather(game) {
    const [boards, achieved] = await Promise.all([
        game.leaderboardCount > 0 ? games.leaderboards(game.bundleID, { environment }) : [],
        play.achievements(game.bundleID, { environment }),
    ]);
    const scores = await Promise.all(boards.slice(0, BOARDS).map(async (board) => {
        const page = await games.entries(game.bundleID, board.id, { count: 1, time: "allTime", environment });
        return page.local && { game, board, entry: page.local, total: page.total };
    }));
    return { game, points: Number(achieved.points), scores: present(scores),
        achievements: achieved.achievements.flatMap((achievement) => (achievement.progress?.isCompleted
            ? [{ game, achievement, progress: achievement.progress }] : [])) };
}

async function gatherAll() {
    // A developer sees games here that nobody can play yet.
    const waiting = (await games.list({ environment })).filter((game) => game.isGameCenterEnabled
        && game.environments.includes(environment)).slice(0, GAMES);
    /** @type {Awaited<ReturnType<typeof gather>>[]} */
    const found = [];
    async function work() {
        for (let game = waiting.shift(); game !== undefined; game = waiting.shift()) {
            // A game that is closed meanwhile is left out; the others are there.
            const part = await gather(game).catch(() => null);
            if (part !== null) found.push(part);
        }
    }
    await Promise.all(Array.from({ length: WIDTH }, work));
    return found;
}

/** @template One @param {(one: One) => string} moment @returns {(left: One, right: One) => number} */
const newest = (moment) => (left, right) => moment(right).localeCompare(moment(left));

/**
 * @param {Wire.Game} game @param {string} address @param {string} title @param {Node} note @param {Node | string} value
 * @param {string} [small]
 */
function row(game, address, title, note, value, small) {
    return h("li", {}, h("a", { class: "deed", href: address }, art(game, "icon.svg"),
        h("span", { class: "list-text" }, h("strong", {}, title), h("small", {}, note)),
        h("span", { class: "deed-value" }, value, small && h("small", {}, small))));
}

/** @param {Wire.Game} game @param {Record<string, string>} members */
const gamePage = (game, members) => `/games/?${new URLSearchParams({ id: game.bundleID, ...members })}`;

/** @param {{game: Wire.Game, board: Wire.Leaderboard, entry: Wire.Entry, total: number}} score */
function scoreRow({ game, board, entry, total }) {
    return row(game, gamePage(game, { view: "leaderboards", leaderboard: board.id, time: "allTime" }),
        board.name, h("span", { title: wholeDate(entry.date) }, `${game.name} · ${date(entry.date)}`), entry.formatted,
        t("board.standing", { rank: entry.rank, total }));
}

/** @param {{game: Wire.Game, achievement: Wire.Achievement, progress: Wire.AchievementProgress}} deed */
function achievementRow({ game, achievement, progress }) {
    const moment = progress.firstEarned ?? progress.lastReported;
    return row(game, gamePage(game, { view: "achievements", achievement: achievement.id }),
        achievement.title ?? t("me.achievement.hidden"),
        h("span", { title: wholeDate(moment) }, `${game.name} · ${date(moment)}`),
        h("span", { class: "badge" }, icon("star"), number(Number(achievement.points))));
}

/** @param {string} title @param {string} id */
function part(title, id) {
    const body = h("div", { "aria-busy": "true" }, h("ul", { class: "deeds", "aria-hidden": "true" },
        [0, 1, 2].map((index) => h("li", { class: "deed" }, h("span", { class: "art art-icon skeleton" }),
            h("span", { class: `skeleton skeleton-text width-${index}` })))));
    return { body, element: h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title), body) };
}

/** @param {{body: HTMLElement}} part @param {Node[]} rows @param {string} empty */
function fill({ body }, rows, empty) {
    body.removeAttribute("aria-busy");
    body.replaceChildren(rows.length > 0 ? h("ul", { class: "deeds" }, rows)
        : h("div", { class: "deeds-none" }, h("p", {}, empty),
            h("a", { class: "button button-small", href: "/" }, t("me.find-game"))));
}

/**
 * @param {(sums: {points: string, games: number}) => void} tell when all is known
 * @returns {{scores: HTMLElement, achievements: HTMLElement}} filled by themselves
 */
export function deeds(tell) {
    const scores = part(t("me.scores"), "scores");
    const achievements = part(t("me.achievements"), "achievements");
    async function load() {
        try {
            const found = await gatherAll();
            fill(scores, found.flatMap((one) => one.scores).sort(newest(({ entry }) => entry.date))
                .slice(0, ROWS).map(scoreRow), t("me.scores.none"));
            fill(achievements, found.flatMap((one) => one.achievements)
                .sort(newest(({ progress }) => progress.firstEarned ?? progress.lastReported))
                .slice(0, ROWS).map(achievementRow), t("me.achievements.none"));
            tell({ points: number(found.reduce((sum, one) => sum + one.points, 0)),
                games: found.filter((one) => one.scores.length + one.achievements.length > 0).length });
        } catch (error) {
            scores.body.replaceChildren(failure(error, load, "h3"));
            achievements.body.replaceChildren();
        }
    }
    load();
    return { scores: scores.element, achievements: achievements.element };
}
