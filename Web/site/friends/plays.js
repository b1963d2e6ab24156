// What friends play, as their scores tell it.

import { games } from "../lib/api.js";
import { hasBoards, scores } from "../lib/api-social.js";
import { language } from "../lib/i18n.js";
import { environment } from "../lib/session.js";

/** Games that are looked into: the answer is a hint, and each game costs two requests. */
const GAMES = 12;
/** Names shown of one friend. */
const NAMES = 3;

const inLanguage = new Intl.ListFormat(language, { type: "conjunction" });

/**
 * The board that stands for a game.
 * @param {Wire.Leaderboard[]} leaderboards @returns {Wire.Leaderboard | undefined}
 */
export const mainBoard = (leaderboards) => leaderboards.find(({ isDefault }) => isDefault) ?? leaderboards[0];

/**
 * @param {Wire.Player[]} friends
 * @returns {Promise<Map<string, string[]>>} names of games by player; who has no score is not in it
 */
export async function gamesOfFriends(friends) {
    /** @type {Map<string, string[]>} */
    const names = new Map();
    if (friends.length === 0) return names;
    const list = (await games.list({ environment }))
        .filter((game) => hasBoards(game, environment)).slice(0, GAMES);
    const found = await Promise.all(list.map(async (game) => {
        const board = mainBoard(await games.leaderboards(game.bundleID, { environment }));
        return board === undefined ? [] : (await scores.ofFriends(game.bundleID, board.id, { environment })).entries;
    }));
    found.forEach((entries, index) => {
        for (const { player } of entries) {
            const known = names.get(player.id) ?? [];
            if (known.length < NAMES) names.set(player.id, [...known, list[index].name]);
        }
    });
    return names;
}

/** @param {string[]} names */
export const listed = (names) => inLanguage.format(names);
