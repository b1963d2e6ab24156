// What pages show of challenges of groups: with photos, their games' pictures and the names of their leaderboards.

import { games } from "./api.js";
import { groupChallenges } from "./api-groups.js";
import { people } from "./api-social.js";
import { environment } from "./session.js";

/** @typedef {Pick<Wire.Game, "bundleID" | "name" | "link"> & Partial<Wire.Game>} GroupGame */
/** @typedef {{challenge: Wire.GroupChallenge, game: GroupGame, board: ?string}} ShownGroup `board`: its name */

/** @type {Map<string, GroupGame>} by bundle id */
const known = new Map();
/** @type {Map<string, Wire.Leaderboard[]>} by bundle id */
const boards = new Map();
/** @type {Map<string, Wire.Player>} */
const players = new Map();

/**
 * With its picture; a game that can't be read has none.
 * @param {GroupGame} game
 */
async function readGame({ bundleID, name, link }) {
    if (known.has(bundleID)) return;
    /** @type {GroupGame} */
    const bare = { bundleID, name, link };
    known.set(bundleID, await games.get(bundleID, { environment }).catch(() => bare));
}

/**
 * A game's leaderboards; none if they can't be read.
 * @param {string} bundleID
 */
async function readBoards(bundleID) {
    if (boards.has(bundleID)) return;
    boards.set(bundleID, await games.leaderboards(bundleID, { environment }).catch(() => []));
}

/**
 * The name of a leaderboard; null: players don't see it.
 * @param {string} bundleID @param {?string} id
 */
export async function boardName(bundleID, id) {
    await readBoards(bundleID);
    return boards.get(bundleID)?.find((board) => board.id === id)?.name ?? null;
}

/** @param {Wire.GroupChallenge[]} found */
async function readPhotos(found) {
    const ids = found.flatMap((challenge) => challenge.players.map(({ player }) => player.id));
    const unknown = [...new Set(ids)].filter((id) => !players.has(id));
    if (unknown.length === 0) return;
    for (const player of await people.find(unknown)) players.set(player.id, player);
}

/**
 * @param {string} id @returns {Promise<Wire.GroupChallenge[]>} none: the reader left it, or it is gone
 */
async function one(id) {
    try {
        return [await groupChallenges.get(id)];
    } catch (error) {
        if ([400, 404].includes(error?.status)) return [];
        throw error;
    }
}

/**
 * @param {{challenge?: string, game?: string}} chosen without either: all of the player
 * @returns {Promise<ShownGroup[]>} newest first
 */
export async function readGroups({ challenge = "", game = "" }) {
    const all = challenge === "" ? await groupChallenges.list({ environment }) : await one(challenge);
    const found = all.filter((each) => game === "" || each.game.bundleID === game);
    const about = new Map(found.map((each) => [each.game.bundleID, each.game]));
    await Promise.all([readPhotos(found), ...[...about.values()].flatMap((each) =>
        [readGame(each), readBoards(each.bundleID)])]);
    return Promise.all(found.map(async (each) => ({
        game: known.get(each.game.bundleID) ?? each.game,
        challenge: { ...each, players: each.players.map((participant) => ({ ...participant,
            player: { ...players.get(participant.player.id), ...participant.player,
                photo: players.get(participant.player.id)?.photo } })) },
        board: await boardName(each.game.bundleID, each.leaderboard) })));
}
