// The HTTP interface between people: friends, other players, challenges, reports.

import { play, request, writeKey } from "./api.js";

/** @typedef {import("./api.js").Environment} Environment */

/** Most that the server answers at once, of anything. */
const PAGE = 100;
/** Most friends of one player (docs/concepts/friends.md). */
const FRIENDS = 1_000;
/** Receivers of one request (rule 6.2). */
const RECEIVERS = 10;

/**
 * Parts of at most so many.
 * @template T @param {T[]} list @param {number} size @returns {T[][]}
 */
function chunks(list, size) {
    return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
        list.slice(index * size, (index + 1) * size));
}

/** Other players, as the player who is signed in sees them. */
export const people = {
    /**
     * All friends, by name.
     * @returns {Promise<Wire.Player[]>}
     */
    async friends() {
        const first = await request("GET", "/v1/friends", { query: { count: PAGE } });
        const others = Math.min(first.total, FRIENDS) - first.friends.length;
        const pages = await Promise.all(Array.from({ length: Math.ceil(others / PAGE) }, (_, index) =>
            request("GET", "/v1/friends", { query: { from: 1 + (index + 1) * PAGE, count: PAGE } })));
        return [first, ...pages].flatMap((page) => page.friends);
    },
    /** @param {string[]} ids unknown ones are left out @returns {Promise<Wire.Player[]>} */
    async find(ids) {
        const pages = await Promise.all(chunks([...new Set(ids)], PAGE).map((part) =>
            request("GET", "/v1/players", { query: { ids: part.join(",") } })));
        return pages.flatMap((page) => page.players);
    },
    /** @returns {Promise<Wire.FriendRequests>} */
    requests: () => request("GET", "/v1/friend-requests"),
    /** @param {{alias?: string, playerID?: string, message?: string}} body
     *  @returns {Promise<Wire.FriendRequestOutcome>} */
    ask: (body) => request("POST", "/v1/friend-requests", { body }),
    /** @param {string} playerID */
    accept: (playerID) => request("POST", "/v1/friends", { body: { playerID } }),
    /**
     * Declines the player's request, or withdraws one's own.
     * @param {string} playerID
     */
    endRequest: (playerID) => request("DELETE", `/v1/friend-requests/${encodeURIComponent(playerID)}`),
    /** @param {string} playerID */
    remove: (playerID) => request("DELETE", `/v1/friends/${encodeURIComponent(playerID)}`),
    /** @returns {Promise<Wire.FriendSuggestion[]>} */
    suggestions: async (count = 6) =>
        (await request("GET", "/v1/friend-suggestions", { query: { count } })).suggestions,
    /** @returns {Promise<Wire.Player[]>} */
    blocked: async () => (await request("GET", "/v1/blocked-players")).players,
    /** @param {string} playerID */
    block: (playerID) => request("POST", "/v1/blocked-players", { body: { playerID } }),
    /** @param {string} playerID */
    unblock: (playerID) => request("DELETE", `/v1/blocked-players/${encodeURIComponent(playerID)}`),
    /** @param {{player?: string, share?: string, thing: "name" | "photo" | "message" | "status",
     *     id?: string, bundleID?: string, environment?: import("./api.js").Environment,
     *     reason: Wire.AbuseReport["reason"], text?: string}} report */
    report: (report) => request("POST", "/v1/reports", { body: report }),
};

/** Links by which others become friends at once. */
export const invitations = {
    /** @returns {Promise<Wire.FriendInvitation[]>} those that are still good */
    list: async () => (await request("GET", "/v1/friend-invitations")).invitations,
    /** @returns {Promise<Wire.NewFriendInvitation>} the link is told this once */
    make: () => request("POST", "/v1/friend-invitations", { body: {} }),
    /** @param {number} id */
    remove: (id) => request("DELETE", `/v1/friend-invitations/${encodeURIComponent(id)}`),
};

/** @param {string} bundleID @param {string} leaderboard */
const entriesOf = (bundleID, leaderboard) => /** @type {const} */ (`/v1/games/${
    encodeURIComponent(bundleID)}/leaderboards/${encodeURIComponent(leaderboard)}/entries`);

/** Scores of certain players. */
export const scores = {
    /** The entries of these players, with their ranks among everybody; who has none is left out.
     *  @param {string} bundleID @param {string} leaderboard @param {string[]} ids
     *  @param {{environment?: Environment}} options @returns {Promise<{local: ?Wire.Entry, entries: Wire.Entry[],
     *     total: number, version: number}>} */
    async of(bundleID, leaderboard, ids, { environment } = {}) {
        const pages = await Promise.all(chunks(ids, PAGE).map((part) => request("GET",
            entriesOf(bundleID, leaderboard),
            { query: { ids: part.join(","), environment } })));
        return { ...pages[0], entries: pages.flatMap((page) => page.entries) };
    },
    /** All entries of friends and the player, best first, ranked among them.
     *  @param {string} bundleID @param {string} leaderboard @param {{environment?: Environment}} options
     *  @returns {Promise<{local: ?Wire.Entry, entries: Wire.Entry[]}>} */
    async ofFriends(bundleID, leaderboard, { environment } = {}) {
        const address = entriesOf(bundleID, leaderboard);
        const entries = [];
        let local = null;
        /** @type {?string} */
        let cursor = null;
        do {
            /** @type {Wire.EntryPage} */
            const page = await request("GET", address,
                { query: { players: "friends", count: PAGE, cursor, environment } });
            local ??= page.local;
            entries.push(...page.entries);
            cursor = page.next;
        } while (cursor !== null && entries.length <= FRIENDS);
        return { local, entries };
    },
};

/** How far a friend is. */
export const achievements = {
    /** @param {string} bundleID @param {string} player a friend @param {{environment?: Environment}} options
     *  @returns {Promise<Wire.Achievements>} */
    of: (bundleID, player, { environment } = {}) =>
        request("GET", `/v1/games/${encodeURIComponent(bundleID)}/achievements`, { query: { player, environment } }),
};

/**
 * Keys of challenges whose answer hasn't come, by what they ask: Send, pressed again, sends them with the same key.
 * @type {Map<string, string>}
 */
const unanswered = new Map();

/** Challenges that the player received or sent. */
export const challenges = {
    /**
     * Newest first.
     * @param {{role: "received" | "sent", state?: Wire.Challenge["state"], before?: string, count?: number,
     *     environment?: Environment}} query @returns {Promise<Wire.Challenges>} */
    list: (query) => request("GET", "/v1/challenges", { query }),
    /**
     * Those of one game that wait for the player.
     * @param {string} bundleID @param {{environment?: Environment}} [options]
     * @returns {Promise<Wire.Challenge[]>}
     */
    ofGame: async (bundleID, options) =>
        (await play.challenges(options)).filter((challenge) => challenge.game.bundleID === bundleID),
    decline: play.decline,
    /** Tells the player's running game, or says how to start it.
     *  @param {string} id @returns {Promise<Wire.Played>} */
    play: (id) => request("POST", `/v1/challenges/${encodeURIComponent(id)}/play`),
    /**
     * Challenges friends: at most ten in one request, each request all or none. One whose answer got lost arrives once,
     * however often it's sent.
     * @param {string} bundleID
     * @param {string[]} players
     * @param {{leaderboard?: string, achievement?: string, value?: bigint, message: string}} what
     * @param {{environment?: Environment, sent?: (players: string[]) => void}} options `sent` is called after each
     *     request: when a later one fails, these have got theirs
     */
    async issue(bundleID, players, what, { environment, sent } = {}) {
        for (const part of chunks(players, RECEIVERS)) {
            const asked = JSON.stringify([bundleID, environment, what, part],
                (_, value) => (typeof value === "bigint" ? String(value) : value));
            const key = unanswered.get(asked) ?? writeKey();
            unanswered.set(asked, key);
            await request("POST", `/v1/games/${encodeURIComponent(bundleID)}/challenges`,
                { query: { environment }, body: { ...what, players: part, key }, isRepeatable: true });
            unanswered.delete(asked);
            sent?.(part);
        }
    },
    /** Of these players, those who may be challenged with an achievement.
     *  @param {string} bundleID @param {string} achievement @param {string[]} ids
     *  @param {{environment?: Environment}} options @returns {Promise<Set<string>>} */
    async challengeable(bundleID, achievement, ids, { environment } = {}) {
        const address = /** @type {const} */ (`/v1/games/${encodeURIComponent(bundleID)}/achievements/${
            encodeURIComponent(achievement)}/challengeable`);
        const pages = await Promise.all(chunks(ids, PAGE).map((part) =>
            request("GET", address, { query: { ids: part.join(","), environment } })));
        return new Set(pages.flatMap((page) => page.players));
    },
    /** @param {{environment?: Environment}} options @returns {Promise<Wire.ChallengeMute[]>} */
    mutes: async ({ environment } = {}) =>
        (await request("GET", "/v1/challenge-mutes", { query: { environment } })).mutes,
    /** @param {{player?: string, bundleID?: string, leaderboard?: string, isMuted: boolean}} mute
     *  @param {{environment?: Environment}} options */
    mute: (mute, { environment } = {}) =>
        request("PUT", "/v1/challenge-mutes", { query: { environment }, body: mute }),
};

/**
 * The page of a player.
 * @param {string} id
 */
export const playerAddress = (id) => `/players/?${new URLSearchParams({ id })}`;

/**
 * The page that shows a player beside the reader.
 * @param {string} id
 */
export const compareAddress = (id) => `/friends/compare/?${new URLSearchParams({ player: id })}`;

/**
 * Whether there are leaderboards to read: its developers see a game in production that has none there yet.
 * @param {Wire.Game} game @param {Environment} environment
 */
export const hasBoards = (game, environment) => game.leaderboardCount > 0 && game.isGameCenterEnabled
    && game.environments.includes(environment);
