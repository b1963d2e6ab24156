// The HTTP interface of challenges of groups (docs/concepts/group-challenges.md): what friends can be challenged to,
// and the challenges that the player has joined or is invited to. Scores are the game's part.

import { request } from "./api.js";

/** @typedef {import("./api.js").Environment} Environment */

/** @param {string} bundleID */
const game = (bundleID) => /** @type {const} */ (`/v1/games/${encodeURIComponent(bundleID)}`);
/** @param {string} id */
const challenge = (id) => /** @type {const} */ (`/v1/group-challenges/${encodeURIComponent(id)}`);

/** Of 100 each. A player is in 30 running ones of a game, and old ones go after 90 days. */
const PAGES = 20;

export const groupChallenges = {
    /**
     * What a game's players can be challenged to.
     * @param {string} bundleID @param {{environment?: Environment}} [query]
     * @returns {Promise<Wire.ChallengeDefinition[]>}
     */
    definitions: async (bundleID, query) =>
        (await request("GET", `${game(bundleID)}/challenge-definitions`, { query })).definitions,
    /**
     * All of the player, newest first.
     * @param {{environment?: Environment}} [query] @returns {Promise<Wire.GroupChallenge[]>}
     */
    async list(query) {
        /** @type {Wire.GroupChallenge[]} */
        const all = [];
        /** @type {string | undefined} */
        let before;
        for (let count = 0; count < PAGES; count += 1) {
            const page = await request("GET", "/v1/group-challenges", { query: { ...query, before } });
            all.push(...page.challenges);
            if (page.next === null) break;
            before = page.next;
        }
        return all;
    },
    /** @param {string} id @returns {Promise<Wire.GroupChallenge>} */
    get: (id) => request("GET", challenge(id)),
    /**
     * Invites friends; all of them, or nobody.
     * @param {string} bundleID @param {Wire.NewGroupChallenge} body @param {{environment?: Environment}} [query]
     * @returns {Promise<Wire.GroupChallenge>}
     */
    make: (bundleID, body, query) => request("POST", `${game(bundleID)}/group-challenges`, { body, query }),
    /** Twice is the same as once.
     *  @param {string} id @returns {Promise<Wire.GroupChallenge>} */
    join: (id) => request("POST", `${challenge(id)}/join`, { isRepeatable: true }),
    /** Declines, or leaves for good.
     *  @param {string} id */
    leave: (id) => request("DELETE", challenge(id)),
    /** Who asks second joins the first one's.
     *  @param {string} id @returns {Promise<Wire.GroupChallenge>} */
    rematch: (id) => request("POST", `${challenge(id)}/rematch`, { isRepeatable: true }),
};
