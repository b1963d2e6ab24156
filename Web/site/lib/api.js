// The HTTP interface, as our pages call it.
//
// Each call is one function that answers the server's JSON (64-bit integers as BigInt) or throws a Problem.
// The session is the HttpOnly cookie; nothing here sees a token. Nothing here asks twice unless the server
// said when to come back (Retry-After), a request that may be repeated got no answer, or the server wanted proof of who
// asks ("proof-needed"): then the player is asked for it, and the request is sent again.

import { Connection, LaurelError } from "../sdk/laurel.js";

/**
 * @typedef {"production" | "sandbox"} Environment
 * @typedef {"today" | "week" | "allTime"} TimeScope
 * @typedef {"global" | "friends"} PlayerScope
 */

/** Longest wait before a repeated request, in seconds; a server that asks for more is told about instead. */
const RETRY_SECONDS_LIMIT = 20;
/** How often a request is sent again at most. */
const RETRY_LIMIT = 2;

/**
 * What the server says when it refuses (RFC 9457), and what we say when it cannot be reached.
 * `kind` is a stable word; show the player a sentence for the kind (`describe` in i18n.js), not `message`.
 */
export class Problem extends LaurelError {
    /**
     * @param {string} kind the last part of the problem's type, or "communications-failure"
     * @param {import("../sdk/laurel.js").ProblemFacts} [facts] `retryAfter` in seconds
     */
    constructor(kind, facts) {
        super(kind, facts);
        this.name = "Problem";
    }

    /** Nobody answered: no network, or no server. */
    get isUnreachable() {
        return this.status === 0;
    }

    /** It may pass by itself: no network, too many requests, or a server in trouble. */
    get isTemporary() {
        return this.status === 0 || this.status === 429 || this.status >= 500;
    }
}

let clockOffset = 0;

/**
 * Now, by the server's clock as its last answer told it, in milliseconds since 1970 (to about a second).
 * Rolling windows end by the server's clock, not by the one of this device.
 */
export function serverNow() {
    return Date.now() + clockOffset;
}

/** @param {Response} response */
function noteClock(response) {
    const date = Date.parse(response.headers.get("Date") ?? "");
    // The header is cut to whole seconds: its middle is the better guess.
    if (!Number.isNaN(date)) clockOffset = date + 500 - Date.now();
}

/**
 * What went wrong, as pages say it.
 * @param {LaurelError} error
 */
function problemOf(error) {
    const { kind, status, title, detail, field, reason, values, requestID, retryAfter, cause } = error;
    const facts = { status, title, detail, field, reason, values, requestID, retryAfter, cause };
    // An answer that says nothing of itself: of a proxy, or of a server in trouble.
    if (kind === "communications-failure" && status !== 0) {
        return new Problem(status === 503 ? "unavailable" : status >= 500 ? "internal-error" : "refused", facts);
    }
    if (cause instanceof SyntaxError) return new Problem("internal-error", { ...facts, status: 502 });
    return new Problem(kind, facts);
}

/** @param {number} seconds @param {AbortSignal} [signal] */
function wait(seconds, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, seconds * 1000);
        signal?.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(signal.reason);
        }, { once: true });
    });
}

/** The session is the cookie. No request of a page has a time limit: it waits as long as its reader does. */
const connection = new Connection({
    server: location.origin, credentials: "same-origin",
    fetch: async (...request) => {
        const response = await fetch(...request);
        noteClock(response);
        return response;
    },
});
const always = new AbortController().signal;

/**
 * @typedef {{query?: Record<string, any>, body?: unknown, signal?: AbortSignal, isRepeatable?: boolean,
 *     whenGone?: unknown}} RequestOptions
 */

/** @param {string} method @param {string} path @param {RequestOptions} options */
async function send(method, path, options) {
    /** @type {Record<string, string>} */
    const headers = {};
    const language = document.documentElement.lang;
    if (language !== "") headers["Accept-Language"] = language;
    const query = Object.fromEntries(Object.entries(options.query ?? {}).filter(([, value]) => value !== ""));
    try {
        return await connection.send(method, path,
            { query, body: options.body, headers, signal: options.signal ?? always });
    } catch (error) {
        if (options.signal?.aborted) throw options.signal.reason;
        throw error instanceof LaurelError ? problemOf(error) : error;
    }
}

/** @type {() => Promise<boolean>} */
let askForProof = async () => false;

/**
 * Says who asks the player to prove who they are; what is refused for want of proof is then sent again.
 * @param {() => Promise<boolean>} ask false: the player gave none
 */
export function provideProof(ask) {
    askForProof = ask;
}

/**
 * Sends one request, to a path that may be put together anyhow: what comes back is any. With `isRepeatable` (every GET;
 * a POST whose effect counts once, such as a score with its own id) it is sent again, at most twice, after 429 and 503,
 * when the server says how long to wait. `whenGone` is what it answered if it is sent again and its match isn't there
 * any more: it has deleted it.
 *
 * @param {string} method
 * @param {string} path starts with "/"
 * @param {RequestOptions} options
 * @returns {Promise<any>} the JSON of the answer, null for an empty one
 */
export async function ask(method, path, options = {}) {
    const isRepeatable = options.isRepeatable ?? method === "GET";
    let isProved = false;
    for (let attempt = 0; ; attempt += 1) {
        try {
            return await send(method, path, options);
        } catch (error) {
            if (error instanceof Problem && error.kind === "proof-needed" && !isProved) {
                isProved = await askForProof();
                if (isProved) continue;
                throw error;
            }
            const isGone = error instanceof Problem && error.kind === "unknown-match";
            if (isGone && attempt > 0 && options.whenGone !== undefined) return options.whenGone;
            const seconds = error instanceof Problem && (error.status === 429 || error.status === 503)
                ? error.retryAfter : undefined;
            const mayRepeat = isRepeatable && attempt < RETRY_LIMIT && seconds !== undefined;
            if (!mayRepeat || seconds > RETRY_SECONDS_LIMIT) throw error;
            await wait(Math.max(seconds, 0.5), options.signal);
        }
    }
}

/**
 * Calls a route, as {@link ask} does. The path has to be written out, so that the compiler sees which route it is: it
 * checks what is sent, and knows what is answered.
 * @type {Ask}
 * @throws {Problem} or the signal's reason when aborted
 */
export const request = ask;

/** By which a write is known when it is sent again: drawn anew for each. */
export function writeKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends bytes and tells how far it is; `fetch` cannot.
 * @param {string} path @param {Blob} blob @param {(part: number) => void} onProgress 0 to 1
 * @returns {Promise<any>} the JSON of the answer
 * @throws {Problem}
 */
export function upload(path, blob, onProgress) {
    return new Promise((resolve, reject) => {
        const http = new XMLHttpRequest();
        http.open("PUT", path);
        http.setRequestHeader("Accept", "application/json");
        http.setRequestHeader("Content-Type", blob.type);
        http.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
        http.onerror = () => reject(new Problem("communications-failure"));
        http.onload = () => {
            /** @type {any} */
            let body = {};
            try {
                body = JSON.parse(http.responseText);
            } catch {
                // What stands between us and the server may answer anything.
            }
            const kind = String(body.type ?? "").split("/").filter(Boolean).pop() ?? "refused";
            if (http.status >= 200 && http.status < 300) resolve(body);
            else reject(new Problem(kind, { ...body, status: http.status }));
        };
        http.send(blob);
    });
}

/** @param {string} bundleID */
const game = (bundleID) => /** @type {const} */ (`/v1/games/${encodeURIComponent(bundleID)}`);
/** @param {string} bundleID @param {string} leaderboard */
const board = (bundleID, leaderboard) =>
    /** @type {const} */ (`${game(bundleID)}/leaderboards/${encodeURIComponent(leaderboard)}`);

/** Players and sessions. All set or use the cookie; `token` in the answers is null. */
export const players = {
    /** @param {{alias: string, password: string, invitation?: string, device?: string,
     *      environment?: Environment, waiting?: number}} account
     *  @returns {Promise<Wire.NewPlayer>} */
    register: (account) => request("POST", "/v1/players", { body: { ...account, cookie: true } }),
    /**
     * `code`: of the second factor.
     * @param {{alias: string, password: string, code?: string, device?: string,
     *      environment?: Environment, waiting?: number}} account @returns {Promise<Wire.Session>} */
    signIn: (account) => request("POST", "/v1/sessions", { body: { ...account, cookie: true } }),
    signOut: () => request("DELETE", "/v1/sessions/current"),
    /**
     * Gives the signed-in guest an account; the same player goes on.
     * @param {{alias: string, password: string, invitation?: string, device?: string}} account
     */
    upgrade: (account) => request("POST", "/v1/players/me/upgrade", { body: account }),
    /** @param {{alias: string, recoveryCode: string, newPassword: string}} proof */
    recover: (proof) => request("POST", "/v1/recovery", { body: proof }),
    /** @param {{environment?: Environment, signal?: AbortSignal}} options
     *  @returns {Promise<?Wire.CurrentPlayer>} null when nobody is signed in */
    async me({ environment, signal } = {}) {
        try {
            return await request("GET", "/v1/players/me", { query: { environment }, signal });
        } catch (error) {
            if (error instanceof Problem && error.status === 401) return null;
            throw error;
        }
    },
    /** The first administrator, by the one-time link.
     *  @param {{token: string, alias: string, password: string}} account
     *  @returns {Promise<Wire.NewPlayer>} */
    becomeAdministrator: (account) => request("POST", "/v1/connect/administrators",
        { body: { ...account, cookie: true } }),
};

/** Games, leaderboards and entries. */
export const games = {
    /** @param {{environment?: Environment, signal?: AbortSignal}} options @returns {Promise<Wire.Game[]>} */
    list: async ({ environment, signal } = {}) =>
        (await request("GET", "/v1/games", { query: { environment }, signal })).games,
    /** @param {string} bundleID @param {{environment?: Environment, signal?: AbortSignal}} options
     *  @returns {Promise<Wire.Game>} */
    get: (bundleID, { environment, signal } = {}) =>
        request("GET", game(bundleID), { query: { environment }, signal }),
    /** @param {string} bundleID @param {{environment?: Environment, signal?: AbortSignal}} options
     *  @returns {Promise<Wire.Leaderboard[]>} */
    leaderboards: async (bundleID, { environment, signal } = {}) =>
        (await request("GET", `${game(bundleID)}/leaderboards`, { query: { environment }, signal })).leaderboards,
    /** @param {string} bundleID @param {{environment?: Environment, signal?: AbortSignal}} options
     *  @returns {Promise<Wire.GameActivity[]>} */
    activities: async (bundleID, { environment, signal } = {}) =>
        (await request("GET", `${game(bundleID)}/activities`, { query: { environment }, signal })).activities,
    /**
     * A page of entries, best first. `from` and `count` (1 to 100) are ranks; `cursor` goes on where a page ended;
     * `version` asks for at least that version of the leaderboard.
     * @param {string} bundleID @param {string} leaderboard
     * @param {{time?: TimeScope, players?: PlayerScope, from?: number, count?: number, cursor?: string,
     *     version?: number, language?: string, environment?: Environment, signal?: AbortSignal}} options
     * @returns {Promise<Wire.EntryPage>}
     */
    entries: (bundleID, leaderboard, { signal, ...query } = {}) =>
        request("GET", `${board(bundleID, leaderboard)}/entries`, { query: { players: "global", ...query }, signal }),
    /** The entries around the signed-in player.
     *  @param {string} bundleID @param {string} leaderboard
     *  @param {{time?: TimeScope, players?: PlayerScope, count?: number, version?: number, environment?: Environment,
     *     signal?: AbortSignal}} options
     *  @returns {Promise<Wire.EntryPage>} */
    around: (bundleID, leaderboard, { signal, ...query } = {}) =>
        request("GET", `${board(bundleID, leaderboard)}/entries/around`, { query, signal }),
    /**
     * Of these players' entries, those whose run can be watched and raced.
     * @param {string} bundleID @param {string} leaderboard
     * @param {{ids: string[], time?: TimeScope, environment?: Environment, signal?: AbortSignal}} options
     * @returns {Promise<Wire.EntryRun[]>}
     */
    runs: async (bundleID, leaderboard, { signal, ids, ...query }) => (await request("GET",
        `${board(bundleID, leaderboard)}/runs`, { query: { ...query, ids: ids.join(",") }, signal })).runs,
    /**
     * Submits one score. Give it the id it was made with: it then counts once, however often it is sent.
     * @param {string} bundleID @param {string} leaderboard
     * @param {{value: number | bigint, id?: string, context?: number | bigint, date?: string, waiting?: number}} score
     * @param {{environment?: Environment, signal?: AbortSignal}} options
     * @returns {Promise<Wire.Submitted>}
     */
    submit: (bundleID, leaderboard, score, { environment, signal } = {}) =>
        request("POST", `${board(bundleID, leaderboard)}/scores`, {
            query: { environment }, body: score, signal, isRepeatable: score.id !== undefined,
        }),
};

/** What a game's page shows beside its leaderboards. */
export const play = {
    /** @param {string} bundleID @param {{environment?: Environment}} options
     *  @returns {Promise<Wire.Achievements>} */
    achievements: (bundleID, { environment } = {}) =>
        request("GET", `${game(bundleID)}/achievements`, { query: { environment } }),
    /** @param {string} bundleID @param {{environment?: Environment}} options
     *  @returns {Promise<Wire.ShownLeaderboardSet[]>} */
    sets: async (bundleID, { environment } = {}) =>
        (await request("GET", `${game(bundleID)}/sets`, { query: { environment } })).sets,
    /** Those that wait for the player, newest first.
     *  @param {{environment?: Environment}} options
     *  @returns {Promise<Wire.Challenge[]>} */
    challenges: async ({ environment } = {}) => (await request("GET", "/v1/challenges",
        { query: { role: "received", state: "pending", environment } })).challenges,
    /**
     * How many challenges of groups the player is invited to, of the hundred newest that they have to do with.
     * @param {string} me the player's ID @param {{environment?: Environment}} options @returns {Promise<number>}
     */
    groupInvitations: async (me, { environment } = {}) =>
        (await request("GET", "/v1/group-challenges", { query: { environment } })).challenges
            .filter(({ state, players }) => state === "running"
                && !players.some(({ player, hasJoined }) => hasJoined && player.id === me)).length,
    /** How many matches wait for the player: it is their turn, or they are invited.
     *  @param {{environment?: Environment}} options @returns {Promise<number>} */
    waitingMatches: async ({ environment } = {}) => {
        const lists = await Promise.all(/** @type {const} */ (["turn", "invited"]).map((state) =>
            request("GET", "/v1/matches", { query: { state, environment } })));
        return lists.reduce((sum, { matches }) => sum + matches.length, 0);
    },
    /** @param {string} id */
    decline: (id) => request("DELETE", `/v1/challenges/${encodeURIComponent(id)}`),
};

/** Friends of the player who is signed in. */
export const friends = {
    /**
     * How many there are; `people.friends` in api-social.js reads them.
     * @returns {Promise<number>}
     */
    count: async () => (await request("GET", "/v1/friends", { query: { count: 1 } })).total,
};

/** Whether a game may see the player's friends: "notDetermined", "restricted", "denied" or "authorized". */
export const consents = {
    /** @param {string} bundleID @returns {Promise<string>} */
    get: async (bundleID) => (await request("GET", `${game(bundleID)}/friend-list-consent`)).status,
    /** @param {string} bundleID @param {boolean} isAllowed @returns {Promise<string>} */
    set: async (bundleID, isAllowed) => (await request("PUT", `${game(bundleID)}/friend-list-consent`,
        { body: { status: isAllowed ? "authorized" : "denied" } })).status,
};

/** Devices without a keyboard that wait for their player (RFC 8628). */
export const devices = {
    /** @param {string} code as the device shows it
     *  @returns {Promise<Wire.PendingDevice>} */
    pending: (code) => request("GET", `/v1/device-authorizations/${encodeURIComponent(code)}`),
    /** @param {string} code @param {boolean} isAllowed */
    decide: (code, isAllowed) => request("POST", `/v1/device-authorizations/${encodeURIComponent(code)}/decision`,
        { body: { allow: isAllowed } }),
};
