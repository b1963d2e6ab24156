// Two players side by side, game by game: scores on each leaderboard, and achievements.

import { games, play } from "../lib/api.js";
import { achievements, hasBoards, scores } from "../lib/api-social.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { art } from "./art.js";

/** Games and leaderboards of each that are looked into: a bound on the requests of one page. */
const GAMES = 24;
const BOARDS = 12;

/** @param {Record<string, string>} members */
function addressQuery(members) {
    const query = new URLSearchParams(members);
    if (environment !== "production") query.set("environment", environment);
    return query;
}

/**
 *
 * @typedef {{leaderboard: Wire.Leaderboard, version: number, mine: ?Wire.Entry,
 *     theirs: ?Wire.Entry}} Duel
 * @typedef {{game: Wire.Game, duels: Duel[]}} GameDuels
 */

/**
 * The games in which the other player has a score, with the reader's own beside.
 * @param {Wire.Player} me @param {Wire.Player} other @returns {Promise<GameDuels[]>}
 */
export async function readDuels(me, other) {
    const list = (await games.list({ environment }))
        .filter((game) => hasBoards(game, environment)).slice(0, GAMES);
    const found = await Promise.all(list.map(async (game) => {
        const leaderboards = (await games.leaderboards(game.bundleID, { environment }))
            .filter(({ isArchived }) => !isArchived).slice(0, BOARDS);
        const duels = await Promise.all(leaderboards.map(async (leaderboard) => {
            const { entries, version } = await scores.of(game.bundleID, leaderboard.id,
                [me.id, other.id], { environment });
            /** @param {Wire.Player} player */
            const of = ({ id }) => entries.find(({ player }) => player.id === id) ?? null;
            return { leaderboard, version, mine: of(me), theirs: of(other) };
        }));
        return { game, duels: duels.filter(({ mine, theirs }) => mine !== null || theirs !== null) };
    }));
    return found.filter(({ duels }) => duels.some(({ theirs }) => theirs !== null));
}

/**
 * Who is ahead: 1 the reader, -1 the other one, 0 nobody, for one of them has no score.
 * @param {Duel} duel
 */
export function lead({ mine, theirs }) {
    if (mine === null || theirs === null) return 0;
    return mine.rank < theirs.rank ? 1 : -1;
}

/** @param {?Wire.Entry} entry @param {boolean} isBetter */
function scoreCell(entry, isBetter) {
    return entry === null ? h("td", { role: "cell", "data-none": true }, "–")
        : h("td", { role: "cell", "data-better": isBetter }, h("span", { class: "duel-value" }, entry.formatted),
            isBetter && h("span", { class: "quiet-text" }, ` (${t("social.ahead")})`),
            h("small", {}, t("social.rank", { rank: entry.rank })));
}

/** @param {Wire.Game} game @param {Wire.Leaderboard} [leaderboard] */
const gameAddress = (game, leaderboard) =>
    `/games/?${addressQuery({ id: game.bundleID, ...(leaderboard && { leaderboard: leaderboard.id }) })}`;

/**
 * The picker for this player, with a score of the reader that leads, or else any of theirs. A combined leaderboard has
 * no challenges: its parts have.
 * @param {GameDuels} it
 * @param {Wire.Player} other
 */
function challengeAddress({ game, duels }, other) {
    const single = duels.filter(({ leaderboard }) => leaderboard.kind !== "combined");
    const own = single.find((duel) => lead(duel) === 1) ?? single.find(({ mine }) => mine !== null);
    if (own === undefined || own.mine === null) return null;
    return `/challenges/new/?${addressQuery({ game: game.bundleID, leaderboard: own.leaderboard.id,
        value: String(own.mine.value), player: other.id })}`;
}

/** @param {Duel} duel @param {Wire.Game} game */
function scoreRow(duel, game) {
    const { leaderboard, mine, theirs } = duel;
    return h("tr", { role: "row", "data-leaderboard": leaderboard.id }, scoreCell(mine, lead(duel) === 1),
        h("th", { role: "rowheader", scope: "row" }, h("a", { href: gameAddress(game, leaderboard) },
            leaderboard.name)),
        scoreCell(theirs, lead(duel) === -1));
}

/**
 * One game's card.
 * @param {GameDuels} it @param {{me: Wire.Player, other: Wire.Player, isFriend: boolean,
 *     isNamed?: boolean, extra?: Node[]}} options
 * `isNamed`: says above the columns whose they are, for who cannot see it elsewhere; `extra`: further rows
 */
export function duelCard({ game, duels }, { me, other, isFriend, isNamed = false, extra = [] }) {
    const challenge = isFriend && challengeAddress({ game, duels }, other);
    return h("section", { class: "card", "data-game": game.bundleID },
        h("div", { class: "duel-head" }, art(game, "icon.svg"),
            h("h2", {}, h("a", { href: gameAddress(game) }, game.name)),
            challenge && h("a", { class: "button button-small", href: challenge,
                "aria-label": t("social.challenge.in", { name: other.displayName, game: game.name }) },
            t("social.challenge"))),
        h("table", { class: "duels", role: "table" },
            h("caption", { class: "quiet-text" }, t("social.duels.in", { game: game.name })),
            h("thead", { class: !isNamed && "quiet-text" }, h("tr", {},
                h("th", { scope: "col" }, isNamed ? t("you") : me.displayName),
                h("td", {}), h("th", { scope: "col" }, h("bdi", {}, other.displayName)))),
            h("tbody", { role: "rowgroup" }, duels.map((duel) => scoreRow(duel, game)), extra)));
}

/**
 * A row for a number of each, such as points.
 * @param {string} title @param {number} mine @param {number} theirs
 */
function countRow(title, mine, theirs) {
    /** @param {number} own @param {number} other */
    const cell = (own, other) => h("td", { role: "cell", "data-better": own > other },
        h("span", { class: "duel-value" }, number(own)),
        own > other && h("span", { class: "quiet-text" }, ` (${t("social.ahead")})`));
    return h("tr", { role: "row" }, cell(mine, theirs),
        h("th", { role: "rowheader", scope: "row" }, title), cell(theirs, mine));
}

/**
 * Whose the achievement is, as a row: a tick, or how far.
 * @param {Wire.Achievement} achievement @param {?Wire.AchievementProgress} theirs @param {Wire.Game} game
 */
function achievementRow({ id, title, progress }, theirs, game) {
    /** @param {?Wire.AchievementProgress} one @param {?Wire.AchievementProgress} another */
    const cell = (one, another) => {
        const isEarned = one?.isCompleted === true;
        const percent = Math.floor(one?.percentComplete ?? 0);
        const isAhead = isEarned && another?.isCompleted !== true;
        return h("td", { role: "cell", "data-better": isAhead, "data-none": percent === 0 },
            h("span", { class: "duel-value" }, isEarned ? t("achievement.earned")
                : percent === 0 ? "–" : t("achievement.progress", { percent })));
    };
    const address = `/games/?${addressQuery({ id: game.bundleID, view: "achievements", achievement: id })}`;
    return h("tr", { role: "row", "data-achievement": id }, cell(progress, theirs),
        h("th", { role: "rowheader", scope: "row" }, h("a", { href: address }, title ?? t("achievement.hidden"))),
        cell(theirs, progress));
}

/**
 * The rows of a game's achievements: the points of both, then each that one of them has begun. None: nobody has.
 * @param {Wire.Game} game @param {Wire.Player} other a friend of the reader
 */
export async function achievementRows(game, other) {
    const [own, theirs] = await Promise.all([play.achievements(game.bundleID, { environment }),
        achievements.of(game.bundleID, other.id, { environment })]);
    const progress = new Map(theirs.achievements.map((one) => [one.id, one.progress]));
    const begun = own.achievements.filter((one) => one.progress !== null || (progress.get(one.id) ?? null) !== null);
    if (begun.length === 0) return [];
    return [countRow(t("social.points"), Number(own.points), Number(theirs.points)),
        ...begun.map((one) => achievementRow(one, progress.get(one.id) ?? null, game))];
}
