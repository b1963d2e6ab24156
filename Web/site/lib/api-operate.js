// The routes by which developers look after what runs: figures, moderation, webhooks, web origins, teams, the server.

import { request } from "./api.js";

/** @typedef {import("./api.js").Environment} Environment */

const one = (bundleID) => `/v1/connect/apps/${encodeURIComponent(bundleID)}`;
const board = (bundleID, id) => `${one(bundleID)}/leaderboards/${encodeURIComponent(id)}`;

export const figures = {
    /** @param {string} bundleID @param {{environment: Environment, days: number}} query
     *  @returns {Promise<Wire.Activity>} */
    activity: (bundleID, query) => request("GET", `${one(bundleID)}/activity`, { query }),
    /** @param {string} bundleID @param {string} id @param {Environment} environment
     *  @returns {Promise<Wire.Distribution>} */
    distribution: (bundleID, id, environment) =>
        request("GET", `${board(bundleID, id)}/distribution`, { query: { environment } }),
};

/**
 * The leaderboards of an app.
 * @param {string} bundleID @returns {Promise<Wire.AppLeaderboard[]>}
 */
export const leaderboardsOf = async (bundleID) =>
    (await request("GET", `${one(bundleID)}/leaderboards`)).leaderboards;

export const moderation = {
    /** @returns {Promise<Wire.InspectedPlayer[]>} */
    players: async (bundleID, search) =>
        (await request("GET", `${one(bundleID)}/players`, { query: { search } })).players,
    /** @returns {Promise<Wire.InspectedEntries>} */
    entries: (bundleID, id, environment, from = 1, count = 25) =>
        request("GET", `${board(bundleID, id)}/entries`, { query: { from, count, environment } }),
    /** @returns {Promise<Wire.InspectedScores>} */
    scores: (bundleID, id, environment, player, before) =>
        request("GET", `${board(bundleID, id)}/scores`, { query: { player, before, environment } }),
    /** @param {string} bundleID @param {string} id @param {Environment} environment @param {number} sequence
     *  @param {boolean} isRemoved @param {string} [note] */
    setRemoved: (bundleID, id, environment, sequence, isRemoved, note) =>
        request("PATCH", `${board(bundleID, id)}/scores/${sequence}`,
            { body: { isRemoved, ...(note ? { note } : {}) }, query: { environment } }),
    /** @returns {Promise<Wire.ModerationPolicyState>} @param {?string} id null: of the app */
    policy: (bundleID, id) => request("GET", `${id === null ? one(bundleID) : board(bundleID, id)}/moderation`),
    /** @param {?string} id @param {Wire.ModerationPolicy} body */
    setPolicy: (bundleID, id, body) =>
        request("PUT", `${id === null ? one(bundleID) : board(bundleID, id)}/moderation`, { body }),
    dropPolicy: (bundleID, id) => request("DELETE", `${board(bundleID, id)}/moderation`),
};

/**
 * Bans and the queue of an app, or with null those of the whole server.
 * @param {?string} bundleID
 */
export function guard(bundleID) {
    const root = bundleID === null ? "/v1/connect" : one(bundleID);
    return {
        /** @returns {Promise<Wire.Ban[]>} */
        bans: async () => (await request("GET", `${root}/bans`)).bans,
        ban: (player, reason) => request("PUT", `${root}/bans/${encodeURIComponent(player)}`, { body: { reason } }),
        unban: (player) => request("DELETE", `${root}/bans/${encodeURIComponent(player)}`),
        /** @returns {Promise<Wire.Reviews>} */
        reviews: (status, after) => request("GET", `${root}/reviews`, { query: { status, after } }),
        /** @returns {Promise<Wire.ReviewWithReports>} */
        review: (id) => request("GET", `${root}/reviews/${id}`),
        /** @param {"accept" | "reject"} decision */
        decide: (id, decision, note) =>
            request("POST", `${root}/reviews/${id}`, { body: { decision, ...(note ? { note } : {}) } }),
    };
}

/**
 * A photo that was reported, as administrators may see it.
 * @param {number} review @param {string} photo
 */
export const reportedPhoto = (review, photo) =>
    `/v1/connect/reviews/${review}/photos/${encodeURIComponent(photo)}`;

export const webhooks = {
    /** @returns {Promise<?Wire.WebhookState>} null: none is set */
    async get(bundleID, environment) {
        try {
            return await request("GET", `${one(bundleID)}/webhook`, { query: { environment } });
        } catch (error) {
            if (error.kind === "not-found") return null;
            throw error;
        }
    },
    /** @returns {Promise<Wire.WebhookState>} */
    set: (bundleID, environment, body) => request("PUT", `${one(bundleID)}/webhook`, { body, query: { environment } }),
    remove: (bundleID, environment) => request("DELETE", `${one(bundleID)}/webhook`, { query: { environment } }),
    /** @returns {Promise<Wire.WebhookDelivery>} */
    test: (bundleID, environment) =>
        request("POST", `${one(bundleID)}/webhook/tests`, { body: {}, query: { environment } }),
    /** @returns {Promise<Wire.WebhookDeliveries>} */
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

/**
 * One team.
 * @param {string} id
 */
export function team(id) {
    const root = `/v1/connect/teams/${encodeURIComponent(id)}`;
    return {
        /** @returns {Promise<Wire.Team>} */
        get: () => request("GET", root),
        change: (body) => request("PATCH", root, { body }),
        remove: () => request("DELETE", root),
        /** @returns {Promise<Wire.Member[]>} */
        members: async () => (await request("GET", `${root}/members`)).members,
        setRole: (player, role) =>
            request("PATCH", `${root}/members/${encodeURIComponent(player)}`, { body: { role } }),
        removeMember: (player) => request("DELETE", `${root}/members/${encodeURIComponent(player)}`),
        /** @returns {Promise<Wire.TeamInvitation[]>} */
        invitations: async () => (await request("GET", `${root}/invitations`)).invitations,
        invite: (body) => request("POST", `${root}/invitations`, { body }),
        revokeInvitation: (invitation) => request("DELETE", `${root}/invitations/${encodeURIComponent(invitation)}`),
        /** @returns {Promise<Wire.Key[]>} */
        keys: async () => (await request("GET", `${root}/keys`)).keys,
        /** @param {Wire.NewKey} body @returns {Promise<Wire.MadeKey>} */
        makeKey: (body) => request("POST", `${root}/keys`, { body }),
        revokeKey: (key) => request("DELETE", `${root}/keys/${encodeURIComponent(key)}`),
        /** @returns {Promise<Wire.AuditPage>} */
        audit: (before) => request("GET", `${root}/audit`, { query: { before, count: 50 } }),
    };
}

/**
 * Takes an invitation.
 * @param {string} code @returns {Promise<Wire.Team>}
 */
export const joinTeam = (code) => request("POST", "/v1/connect/memberships", { body: { code } });

/** What administrators of the server do. */
export const server = {
    /** @returns {Promise<Wire.FoundPlayers>} */
    players: (prefix, after) => request("GET", "/v1/connect/players", { query: { prefix, after } }),
    invite: () => request("POST", "/v1/connect/invitations", { body: {} }),
    inviteDeveloper: () => request("POST", "/v1/connect/developer-invitations", { body: {} }),
    resetPassword: (alias) => request("POST", "/v1/connect/password-resets", { body: { alias } }),
    resetTwoFactor: (alias) => request("POST", "/v1/connect/two-factor-resets", { body: { alias } }),
    endSessions: (alias) => request("POST", "/v1/connect/session-endings", { body: { alias } }),
    erase: (alias) => request("POST", "/v1/connect/players/erasures", { body: { alias } }),
    /** @returns {Promise<Wire.Word[]>} */
    words: async () => (await request("GET", "/v1/connect/words")).words,
    /** @returns {Promise<Wire.Word[]>} */
    setWord: async (word, verdict) => (await request("POST", "/v1/connect/words", { body: { word, verdict } })).words,
    /** @returns {Promise<Wire.AuditPage>} */
    audit: (before) => request("GET", "/v1/connect/audit", { query: { before, count: 50 } }),
};
