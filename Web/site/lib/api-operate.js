// The routes by which developers look after what runs: figures, moderation, webhooks, web origins, teams, the server.

import { request } from "./api.js";

/** @typedef {import("./api.js").Environment} Environment */

/** @param {string} bundleID */
const one = (bundleID) => /** @type {const} */ (`/v1/connect/apps/${encodeURIComponent(bundleID)}`);
/** @param {string} bundleID @param {string} id */
const board = (bundleID, id) =>
    /** @type {const} */ (`${one(bundleID)}/leaderboards/${encodeURIComponent(id)}`);

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
 * The turn-based matches of an app, newest first.
 * @param {string} bundleID @param {Environment} environment @param {?string} [before]
 * @returns {Promise<Wire.AppMatches>}
 */
export const matchesOf = (bundleID, environment, before) =>
    request("GET", `${one(bundleID)}/matches`, { query: { before: before ?? undefined, count: 50, environment } });

/**
 * The leaderboards of an app.
 * @param {string} bundleID @returns {Promise<Wire.AppLeaderboard[]>}
 */
export const leaderboardsOf = async (bundleID) =>
    (await request("GET", `${one(bundleID)}/leaderboards`)).leaderboards;

export const moderation = {
    /** @param {string} bundleID @param {string} search */
    players: async (bundleID, search) =>
        (await request("GET", `${one(bundleID)}/players`, { query: { search } })).players,
    /** @param {string} bundleID @param {string} id @param {Environment} environment */
    entries: (bundleID, id, environment, from = 1, count = 25) =>
        request("GET", `${board(bundleID, id)}/entries`, { query: { from, count, environment } }),
    /** @param {string} bundleID @param {string} id @param {Environment} environment @param {string} player
     *  @param {?number} [before] */
    scores: (bundleID, id, environment, player, before) =>
        request("GET", `${board(bundleID, id)}/scores`, { query: { player, before, environment } }),
    /** @param {string} bundleID @param {string} id @param {Environment} environment @param {number} sequence
     *  @param {boolean} isRemoved @param {string} [note] */
    setRemoved: (bundleID, id, environment, sequence, isRemoved, note) =>
        request("PATCH", `${board(bundleID, id)}/scores/${String(sequence)}`,
            { body: { isRemoved, ...(note ? { note } : {}) }, query: { environment } }),
    /** @param {string} bundleID @param {?string} id null: of the app */
    policy: (bundleID, id) => request("GET", `${id === null ? one(bundleID) : board(bundleID, id)}/moderation`),
    /** @param {string} bundleID @param {?string} id @param {Wire.ModerationPolicy} body */
    setPolicy: (bundleID, id, body) =>
        request("PUT", `${id === null ? one(bundleID) : board(bundleID, id)}/moderation`, { body }),
    /** @param {string} bundleID @param {string} id */
    dropPolicy: (bundleID, id) => request("DELETE", `${board(bundleID, id)}/moderation`),
};

/**
 * Bans and the queue of an app, or with null those of the whole server.
 * @param {?string} bundleID
 */
export function guard(bundleID) {
    const root = bundleID === null ? /** @type {const} */ ("/v1/connect") : one(bundleID);
    return {
        bans: async () => (await request("GET", `${root}/bans`)).bans,
        /** @param {string} player @param {string} reason */
        ban: (player, reason) => request("PUT", `${root}/bans/${encodeURIComponent(player)}`, { body: { reason } }),
        /** @param {string} player */
        unban: (player) => request("DELETE", `${root}/bans/${encodeURIComponent(player)}`),
        /** @param {Wire.Review["state"]} status @param {?number} [after] */
        reviews: (status, after) => request("GET", `${root}/reviews`, { query: { status, after } }),
        /** @param {number} id */
        review: (id) => request("GET", `${root}/reviews/${String(id)}`),
        /** @param {number} id @param {"accept" | "reject"} decision @param {string} [note] */
        decide: (id, decision, note) =>
            request("POST", `${root}/reviews/${String(id)}`, { body: { decision, ...(note ? { note } : {}) } }),
    };
}

/**
 * A photo that was reported, as administrators may see it.
 * @param {number} review @param {string} photo
 */
export const reportedPhoto = (review, photo) =>
    `/v1/connect/reviews/${review}/photos/${encodeURIComponent(photo)}`;

export const webhooks = {
    /**
     * Null: none is set.
     * @param {string} bundleID @param {Environment} environment
     */
    async get(bundleID, environment) {
        try {
            return await request("GET", `${one(bundleID)}/webhook`, { query: { environment } });
        } catch (error) {
            if (error.kind === "not-found") return null;
            throw error;
        }
    },
    /** @param {string} bundleID @param {Environment} environment @param {Wire.Webhook} body */
    set: (bundleID, environment, body) => request("PUT", `${one(bundleID)}/webhook`, { body, query: { environment } }),
    /** @param {string} bundleID @param {Environment} environment */
    remove: (bundleID, environment) => request("DELETE", `${one(bundleID)}/webhook`, { query: { environment } }),
    /** @param {string} bundleID @param {Environment} environment */
    test: (bundleID, environment) =>
        request("POST", `${one(bundleID)}/webhook/tests`, { body: {}, query: { environment } }),
    /** @param {string} bundleID @param {Environment} environment @param {?string} [before] */
    deliveries: (bundleID, environment, before) =>
        request("GET", `${one(bundleID)}/webhook/deliveries`, { query: { environment, before, count: 25 } }),
    /** @param {string} bundleID @param {Environment} environment @param {string} id */
    resend: (bundleID, environment, id) => request("POST",
        `${one(bundleID)}/webhook/deliveries/${encodeURIComponent(id)}/attempts`, { body: {}, query: { environment } }),
};

export const origins = {
    /** @param {string} bundleID */
    get: async (bundleID) => (await request("GET", `${one(bundleID)}/web-origins`)).webOrigins,
    /** @param {string} bundleID @param {string[]} webOrigins */
    set: async (bundleID, webOrigins) =>
        (await request("PUT", `${one(bundleID)}/web-origins`, { body: { webOrigins } })).webOrigins,
};

/**
 * One team.
 * @param {string} id
 */
export function team(id) {
    const root = /** @type {const} */ (`/v1/connect/teams/${encodeURIComponent(id)}`);
    return {
        get: () => request("GET", root),
        /** @param {Wire.TeamChange} body */
        change: (body) => request("PATCH", root, { body }),
        remove: () => request("DELETE", root),
        members: async () => (await request("GET", `${root}/members`)).members,
        /** @param {string} player @param {Wire.Member["role"]} role */
        setRole: (player, role) =>
            request("PATCH", `${root}/members/${encodeURIComponent(player)}`, { body: { role } }),
        /** @param {string} player */
        removeMember: (player) => request("DELETE", `${root}/members/${encodeURIComponent(player)}`),
        invitations: async () => (await request("GET", `${root}/invitations`)).invitations,
        /** @param {Wire.NewTeamInvitation} body */
        invite: (body) => request("POST", `${root}/invitations`, { body }),
        /** @param {string} invitation */
        revokeInvitation: (invitation) => request("DELETE", `${root}/invitations/${encodeURIComponent(invitation)}`),
        keys: async () => (await request("GET", `${root}/keys`)).keys,
        /** @param {Wire.NewKey} body */
        makeKey: (body) => request("POST", `${root}/keys`, { body }),
        /** @param {string} key */
        revokeKey: (key) => request("DELETE", `${root}/keys/${encodeURIComponent(key)}`),
        /** @param {?string} [before] */
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
    /** @param {string} prefix @param {?string} [after] */
    players: (prefix, after) => request("GET", "/v1/connect/players", { query: { prefix, after } }),
    invite: () => request("POST", "/v1/connect/invitations", { body: {} }),
    inviteDeveloper: () => request("POST", "/v1/connect/developer-invitations", { body: {} }),
    /** @param {string} alias */
    resetPassword: (alias) => request("POST", "/v1/connect/password-resets", { body: { alias } }),
    /** @param {string} alias */
    resetTwoFactor: (alias) => request("POST", "/v1/connect/two-factor-resets", { body: { alias } }),
    /** @param {string} alias */
    endSessions: (alias) => request("POST", "/v1/connect/session-endings", { body: { alias } }),
    /** @param {string} alias */
    erase: (alias) => request("POST", "/v1/connect/players/erasures", { body: { alias } }),
    words: async () => (await request("GET", "/v1/connect/words")).words,
    /** @param {string} word @param {Wire.WordChange["verdict"]} verdict */
    setWord: async (word, verdict) => (await request("POST", "/v1/connect/words", { body: { word, verdict } })).words,
    /** @param {?string} [before] */
    audit: (before) => request("GET", "/v1/connect/audit", { query: { before, count: 50 } }),
};
