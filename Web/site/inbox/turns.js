// Whose turn it is, as far as notices tell of it. "Your turn" is a state (rule 12.19): once it has passed, its notices,
// which the server keeps as read, say what is no longer so, and aren't shown.

import { matches } from "../lib/api-matches.js";
import { isOfTurn } from "../elements/notice-groups.js";

/** @typedef {import("../lib/api.js").Environment} Environment */

/** @type {Map<Environment, Map<string, number>>} since when the player has the turn, by match */
const held = new Map();

/** @param {Wire.Notice} notice */
const environmentOf = ({ environment }) => environment ?? "production";

/** @param {string | undefined} bundleID @param {string} match */
const key = (bundleID, match) => `${bundleID} ${match}`;

/** Those of another player may have been read before. */
export const forgetTurns = () => held.clear();

/**
 * Reads whose turn it is, where these notices tell of turns.
 * @param {Wire.Notice[]} notices @param {boolean} [anew] also where it was read before
 */
export async function readTurns(notices, anew = false) {
    const asked = new Set(notices.filter(isOfTurn).map(environmentOf));
    await Promise.all([...asked].filter((environment) => anew || !held.has(environment)).map(async (environment) => {
        try {
            const found = await matches.list({ environment, state: "turn" });
            held.set(environment, new Map(found.map(({ bundleID, id, turn }) =>
                [key(bundleID, id), Date.parse(turn?.began ?? "")])));
        } catch {
            // Nothing is known: they are all shown.
            held.delete(environment);
        }
    }));
}

/**
 * Whether a notice tells of a turn that has passed. One that is unread never does.
 * @param {Wire.Notice} notice
 */
export function isPassed(notice) {
    const turns = held.get(environmentOf(notice));
    if (turns === undefined || !notice.isRead || !isOfTurn(notice)) return false;
    const began = turns.get(key(notice.game?.bundleID, notice.subject));
    return began === undefined || Date.parse(notice.created) < began;
}
