// What the player shows to everybody, and open challenges.

import { request } from "./api.js";

/** @typedef {{bundleID: string, environment?: import("./api.js").Environment, leaderboard?: string,
 *     achievement?: string}} Thing */

export const shares = {
    /** @returns {Promise<Wire.Share[]>} newest first */
    list: async () => (await request("GET", "/v1/shares")).shares,
    /**
     * The same thing once more is the page that is there.
     * @param {Thing} thing @returns {Promise<Wire.Share>}
     */
    make: (thing) => request("POST", "/v1/shares", { body: thing, isRepeatable: true }),
    /** @param {string} id */
    withdraw: (id) => request("DELETE", `/v1/shares/${encodeURIComponent(id)}`),
    /** @param {Thing & {message?: string}} thing @returns {Promise<Wire.ChallengeLink>} with the code, this once */
    challenge: (thing) => request("POST", "/v1/challenge-links", { body: thing }),
    /**
     * Again, it is the challenge that is there.
     * @param {string} code
     *  @returns {Promise<Wire.AcceptedChallengeLink>} */
    accept: (code) => request("POST", "/v1/challenge-link-acceptances", { body: { code }, isRepeatable: true }),
};
