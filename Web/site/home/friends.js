// Which games a player's friends play, from the games' leaderboards among friends.
//
// It takes two short requests a game, so what was found is kept for this session of the browser, and only so many games
// are asked about. The next visit draws the games in the right order at once.

import { friends, games } from "../lib/api.js";


const KEY = "laurel.home.friends";
/** How long what was found is good for, in milliseconds. */
const LIFETIME = 600_000;
const GAMES_LIMIT = 24;
/** Requests under way at once. */
const WIDTH = 4;
/** Friends named for each game. */
const FACES = 3;

/** @typedef {{total: number, players: Wire.Player[]}} FriendsOfGame */

/** @param {string} playerID @returns {?Map<string, FriendsOfGame>} by bundle id; null: not known yet */
export function remembered(playerID) {
    try {
        const { player, time, found } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
        return player === playerID && Date.now() - time < LIFETIME ? new Map(found) : null;
    } catch {
        return null;
    }
}

/** @param {string} player @param {Map<string, FriendsOfGame>} found */
function remember(player, found) {
    try {
        sessionStorage.setItem(KEY, JSON.stringify({ player, time: Date.now(), found: [...found] }));
    } catch {
        // Storage is off: it is asked for again.
    }
}

/**
 * @param {Wire.Game} game @param {string} me the player's id @param {import("../lib/api.js").Environment} environment
 * @returns {Promise<?FriendsOfGame>} null: none of them
 */
async function friendsOf({ bundleID }, me, environment) {
    const list = await games.leaderboards(bundleID, { environment });
    const leaderboard = list.find((one) => one.isDefault) ?? list[0];
    if (leaderboard === undefined) return null;
    const page = await games.entries(bundleID, leaderboard.id,
        { players: "friends", time: "allTime", count: FACES + 1, environment });
    const others = page.entries.map(({ player }) => player).filter(({ id }) => id !== me);
    const total = page.total - (page.local ? 1 : 0);
    return total > 0 && others.length > 0 ? { total, players: others.slice(0, FACES) } : null;
}

/**
 * @param {Wire.Game[]} list @param {string} me the player's id @param {import("../lib/api.js").Environment} environment
 * @returns {Promise<Map<string, FriendsOfGame>>} games without a friend are left out
 */
export async function friendsWhoPlay(list, me, environment) {
    const found = new Map();
    if (await friends.count() === 0) return found;
    const waiting = list.filter((game) => game.leaderboardCount > 0 && game.isGameCenterEnabled
        && game.environments.includes(environment)).slice(0, GAMES_LIMIT);
    async function work() {
        for (let game = waiting.shift(); game !== undefined; game = waiting.shift()) {
            try {
                const players = await friendsOf(game, me, environment);
                if (players !== null) found.set(game.bundleID, players);
            } catch {
                // One game less in front: the list of games itself is there.
            }
        }
    }
    await Promise.all(Array.from({ length: WIDTH }, work));
    remember(me, found);
    return found;
}
