// The routes by which developers look after what runs: figures, moderation, webhooks, web origins, teams, the server.

import { request } from "./api.js";

/**
 * @typedef {import("./api.js").Environment} Environment
 * @typedef {{day: string, scores: number, players: number, challengesSent: number, challengesBeaten: number}} Day
 * @typedef {{value: bigint, formatted: string}} Worth
 * @typedef {{total: number, bins: {worst: Worth, best: Worth, count: number}[],
 *     percentiles: {percent: number, score: Worth}[]}} Distribution
 * @typedef {{id: string, alias?: string, displayName: string}} Player
 * @typedef {{rank: number, sequence: number, value: bigint, formatted: string, date: string, player: Player}} Entry
 * @typedef {{sequence: number, value: bigint, formatted: string, date: string, time: string,
 *     state: "counted" | "removed" | "held"}} Score
 * @typedef {{id: number, kind: "score" | "name" | "photo" | "message" | "status",
 *     state: "pending" | "accepted" | "rejected", bundleID: ?string, environment: ?Environment, player: Player,
 *     created: string, reasons: {rule: string, sentence: string}[], reportCount: number,
 *     score: ?{leaderboard: ?string, sequence: number, value: bigint, date: string, isHeld: boolean},
 *     subject: ?string, decision: ?{time: string, note: string}}} Review
 * @typedef {{holdsScores: boolean, plausibleRange: ?{lowest: bigint, highest: bigint},
 *     shortestIntervalSeconds: ?number, leapOverBestPercent: ?number, leapOverBoardSpreads: ?number,
 *     isOwn?: boolean}} Policy
 */

const one = (bundleID) => `/v1/connect/apps/${encodeURIComponent(bundleID)}`;
const board = (bundleID, id) => `${one(bundleID)}/leaderboards/${encodeURIComponent(id)}`;

export const figures = {
    /** @param {string} bundleID @param {{environment: Environment, days: number}} query
     *  @returns {Promise<{days: Day[], playerCount: number,
     *      achievements: {id: string, referenceName: string, percent: ?number}[]}>} */
    activity: (bundleID, query) => request("GET", `${one(bundleID)}/activity`, { query }),
    /** @param {string} bundleID @param {string} id @param {Environment} environment @returns {Promise<Distribution>} */
    distribution: (bundleID, id, environment) =>
        request("GET", `${board(bundleID, id)}/distribution`, { query: { environment } }),
};

/** The leaderboards of an app. @param {string} bundleID */
export const leaderboardsOf = async (bundleID) =>
    (await request("GET", `${one(bundleID)}/leaderboards`)).leaderboards;

export const moderation = {
    /** @returns {Promise<{player: Player, isBanned: boolean, isBannedEverywhere: boolean}[]>} */
    players: async (bundleID, search) =>
        (await request("GET", `${one(bundleID)}/players`, { query: { search } })).players,
    /** @returns {Promise<{entries: Entry[], total: number}>} */
    entries: (bundleID, id, environment, from = 1, count = 25) =>
        request("GET", `${board(bundleID, id)}/entries`, { query: { from, count, environment } }),
    /** @returns {Promise<{player: Player, scores: Score[], next: ?number}>} */
    scores: (bundleID, id, environment, player, before) =>
        request("GET", `${board(bundleID, id)}/scores`, { query: { player, before, environment } }),
    /** @param {number} sequence @param {boolean} isRemoved */
    setRemoved: (bundleID, id, environment, sequence, isRemoved, note) =>
        request("PATCH", `${board(bundleID, id)}/scores/${sequence}`,
            { body: { isRemoved, ...(note ? { note } : {}) }, query: { environment } }),
    /** @returns {Promise<Policy>} @param {?string} id null: of the app */
    policy: (bundleID, id) => request("GET", `${id === null ? one(bundleID) : board(bundleID, id)}/moderation`),
    /** @param {?string} id @param {Policy} body */
    setPolicy: (bundleID, id, body) =>
        request("PUT", `${id === null ? one(bundleID) : board(bundleID, id)}/moderation`, { body }),
    dropPolicy: (bundleID, id) => request("DELETE", `${board(bundleID, id)}/moderation`),
};

/** Bans and the queue of an app, or with null those of the whole server. @param {?string} bundleID */
export function guard(bundleID) {
    const root = bundleID === null ? "/v1/connect" : one(bundleID);
    return {
        /** @returns {Promise<{player: Player, reason: string, created: string}[]>} */
        bans: async () => (await request("GET", `${root}/bans`)).bans,
        ban: (player, reason) => request("PUT", `${root}/bans/${encodeURIComponent(player)}`, { body: { reason } }),
        unban: (player) => request("DELETE", `${root}/bans/${encodeURIComponent(player)}`),
        /** @returns {Promise<{reviews: Review[], next: ?number}>} */
        reviews: (status, after) => request("GET", `${root}/reviews`, { query: { status, after } }),
        /** @returns {Promise<Review & {reports:
         *     {reason: string, text: string, evidence: string, created: string}[]}>} */
        review: (id) => request("GET", `${root}/reviews/${id}`),
        /** @param {"accept" | "reject"} decision */
        decide: (id, decision, note) =>
            request("POST", `${root}/reviews/${id}`, { body: { decision, ...(note ? { note } : {}) } }),
    };
}

/** A photo that was reported, as administrators may see it. @param {number} review @param {string} photo */
export const reportedPhoto = (review, photo) =>
    `/v1/connect/reviews/${review}/photos/${encodeURIComponent(photo)}`;

export const webhooks = {
    /** @returns {Promise<?object>} null: none is set */
    async get(bundleID, environment) {
        try {
            return await request("GET", `${one(bundleID)}/webhook`, { query: { environment } });
        } catch (error) {
            if (error.kind === "not-found") return null;
            throw error;
        }
    },
    set: (bundleID, environment, body) => request("PUT", `${one(bundleID)}/webhook`, { body, query: { environment } }),
    remove: (bundleID, environment) => request("DELETE", `${one(bundleID)}/webhook`, { query: { environment } }),
    test: (bundleID, environment) =>
        request("POST", `${one(bundleID)}/webhook/tests`, { body: {}, query: { environment } }),
    deliveries: (bundleID, environment, before) =>
        request("GET", `${one(bundleID)}/webhook/deliveries`, { query: { environment, before, count: 25 } }),
    resend: (bundleID, environment, id) => request("POST",
        `${one(bundleID)}/webhook/deliveries/${encodeURIComponent(id)}/attempts`, { body: {}, query: { environment } }),
};

export const origins = {
    /** @returns {Promise<string[]>} */
    get: async (bundleID) => (await request("GET", `${one(bundleID)}/web-origins`)).webOrigins,
    set: async (bundleID, webOrigins) =>
        (await request("PUT", `${one(bundleID)}/web-origins`, { body: { webOrigins } })).webOrigins,
};

/** One team. @param {string} id */
export function team(id) {
    const root = `/v1/connect/teams/${encodeURIComponent(id)}`;
    return {
        get: () => request("GET", root),
        change: (body) => request("PATCH", root, { body }),
        remove: () => request("DELETE", root),
        members: async () => (await request("GET", `${root}/members`)).members,
        setRole: (player, role) =>
            request("PATCH", `${root}/members/${encodeURIComponent(player)}`, { body: { role } }),
        removeMember: (player) => request("DELETE", `${root}/members/${encodeURIComponent(player)}`),
        invitations: async () => (await request("GET", `${root}/invitations`)).invitations,
        invite: (body) => request("POST", `${root}/invitations`, { body }),
        revokeInvitation: (invitation) => request("DELETE", `${root}/invitations/${encodeURIComponent(invitation)}`),
        keys: async () => (await request("GET", `${root}/keys`)).keys,
        makeKey: (body) => request("POST", `${root}/keys`, { body }),
        revokeKey: (key) => request("DELETE", `${root}/keys/${encodeURIComponent(key)}`),
        audit: (before) => request("GET", `${root}/audit`, { query: { before, count: 50 } }),
    };
}

/** Takes an invitation. @param {string} code @returns {Promise<{id: string, name: string}>} */
export const joinTeam = (code) => request("POST", "/v1/connect/memberships", { body: { code } });

/** What administrators of the server do. */
export const server = {
    players: (prefix, after) => request("GET", "/v1/connect/players", { query: { prefix, after } }),
    invite: () => request("POST", "/v1/connect/invitations", { body: {} }),
    inviteDeveloper: () => request("POST", "/v1/connect/developer-invitations", { body: {} }),
    resetPassword: (alias) => request("POST", "/v1/connect/password-resets", { body: { alias } }),
    resetTwoFactor: (alias) => request("POST", "/v1/connect/two-factor-resets", { body: { alias } }),
    endSessions: (alias) => request("POST", "/v1/connect/session-endings", { body: { alias } }),
    erase: (alias) => request("POST", "/v1/connect/players/erasures", { body: { alias } }),
    words: async () => (await request("GET", "/v1/connect/words")).words,
    setWord: async (word, verdict) => (await request("POST", "/v1/connect/words", { body: { word, verdict } })).words,
    audit: (before) => request("GET", "/v1/connect/audit", { query: { before, count: 50 } }),
};
