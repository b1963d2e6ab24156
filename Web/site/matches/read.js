// What the page of matches reads: matches, with photos and games.

import { games } from "../lib/api.js";
import { matches } from "../lib/api-matches.js";
import { people } from "../lib/api-social.js";
import { environment } from "../lib/session.js";

/** @typedef {Pick<Wire.Game, "bundleID" | "name" | "link"> & Partial<Wire.Game>} MatchGame */

/** @type {Map<string, MatchGame>} by bundle id */
const known = new Map();
/** @type {Map<string, Wire.Player>} */
const players = new Map();

/**
 * Games that are not listed, such as one that is not released, are asked for one by one.
 * @param {string[]} ids
 */
async function readGames(ids) {
    if (ids.every((id) => known.has(id))) return;
    for (const game of await games.list({ environment })) known.set(game.bundleID, game);
    await Promise.all(ids.filter((id) => !known.has(id)).map(async (id) => {
        /** @type {MatchGame} */
        const unlisted = { bundleID: id, name: id, link: null };
        known.set(id, await games.get(id, { environment }).catch(() => unlisted));
    }));
}

/**
 * Matches come with names alone.
 * @param {Wire.Match[]} found
 */
async function readPhotos(found) {
    const ids = found.flatMap(({ participants }) => participants.flatMap(({ player }) => player?.id ?? []));
    const unknown = [...new Set(ids)].filter((id) => !players.has(id));
    if (unknown.length === 0) return;
    for (const player of await people.find(unknown)) players.set(player.id, player);
}

/** @param {Wire.Match} match @returns {Wire.Match} */
const withPhotos = (match) => ({ ...match, participants: match.participants.map((one) => ({ ...one,
    player: one.player === null ? null : { ...players.get(one.player.id), ...one.player,
        photo: players.get(one.player.id)?.photo } })) });

/**
 * @param {{game: string, match: string}} chosen each may be empty: all; the newest of these first
 * @returns {Promise<Wire.Match[]>}
 */
async function list({ game, match }) {
    if (match === "") return game === "" ? matches.list({ environment }) : matches.ofGame(game, { environment });
    try {
        if (game !== "") return [await matches.get(game, match, { environment })];
        return (await matches.list({ environment })).filter(({ id }) => id === match);
    } catch (error) {
        // It was deleted, or its player took it out of the list.
        if ([400, 404].includes(error?.status)) return [];
        throw error;
    }
}

/**
 * @param {{game: string, match: string}} chosen @param {(match: Wire.Match) => boolean} isShown whose photos are needed
 */
export async function readMatches(chosen, isShown) {
    const found = await list(chosen);
    await Promise.all([readGames([...new Set([...found.map(({ bundleID }) => bundleID),
        ...(chosen.game === "" ? [] : [chosen.game])])]), readPhotos(found.filter(isShown))]);
    return found.map(withPhotos);
}

/** @param {string} bundleID @returns {MatchGame} after it was read */
export const gameOf = (bundleID) => known.get(bundleID) ?? { bundleID, name: bundleID, link: null };
