// What the player shows to everybody, and open challenges.

import { request } from "./api.js";

/**
 * @typedef {{id: string, kind: "score" | "achievement", bundleID: string, environment: string, leaderboard: ?string,
 *     achievement: ?string, title: ?string, formatted: ?string, rank: ?number, created: string, isChallenge: boolean,
 *     message: ?string, expires: ?string, usesLeft: ?number, url: string, image: string, code?: string}} Share
 * @typedef {{bundleID: string, environment?: string, leaderboard?: string, achievement?: string}} Thing
 */

export const shares = {
    /** @returns {Promise<Share[]>} newest first */
    list: async () => (await request("GET", "/v1/shares")).shares,
    /** The same thing once more is the page that is there. @param {Thing} thing @returns {Promise<Share>} */
    make: (thing) => request("POST", "/v1/shares", { body: thing, isRepeatable: true }),
    /** @param {string} id */
    withdraw: (id) => request("DELETE", `/v1/shares/${encodeURIComponent(id)}`),
    /** @param {Thing & {message?: string}} thing @returns {Promise<Share>} with the code, this once */
    challenge: (thing) => request("POST", "/v1/challenge-links", { body: thing }),
    /** Again, it is the challenge that is there. @param {string} code
     *  @returns {Promise<{challenge: object, isNew: boolean}>} */
    accept: (code) => request("POST", "/v1/challenge-link-acceptances", { body: { code }, isRepeatable: true }),
};
