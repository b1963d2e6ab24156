// The HTTP interface of turn-based matches (docs/concepts/matches.md), as far as pages need it: the game itself takes
// turns and ends a match.

import { request, writeKey } from "./api.js";

/** @typedef {import("./api.js").Environment} Environment */

/** @param {string} bundleID */
const matchesOf = (bundleID) => /** @type {const} */ (`/v1/games/${encodeURIComponent(bundleID)}/matches`);
/** @param {Wire.Match} match */
const matchAt = ({ bundleID, id }) => /** @type {const} */ (`${matchesOf(bundleID)}/${encodeURIComponent(id)}`);

/** A write has a key, so it may be sent again: its effect counts once. */
const write = () => ({ body: { key: writeKey() }, isRepeatable: true });

/** A player has few more than 1,000 in each game. */
const PAGES = 100;

/**
 * All matches, page by page.
 * @param {(before: string | undefined) => Promise<Wire.Matches>} read @returns {Promise<Wire.Match[]>}
 */
async function allPages(read) {
    /** @type {Wire.Match[]} */
    const all = [];
    /** @type {string | undefined} */
    let before;
    for (let count = 0; count < PAGES; count += 1) {
        const page = await read(before);
        all.push(...page.matches);
        if (page.next === null) break;
        before = page.next;
    }
    return all;
}

/** Those of the player who is signed in. */
export const matches = {
    /**
     * Newest first, without their data.
     * @param {{environment?: Environment, state?: Wire.Match["state"]}} [query] @returns {Promise<Wire.Match[]>}
     */
    list: (query) => allPages((before) => request("GET", "/v1/matches", { query: { ...query, before } })),
    /**
     * The same of one game.
     * @param {string} bundleID @param {{environment?: Environment}} [query] @returns {Promise<Wire.Match[]>}
     */
    ofGame: (bundleID, query) => allPages((before) =>
        request("GET", matchesOf(bundleID), { query: { ...query, before } })),
    /**
     * @param {string} bundleID @param {string} id @param {{environment?: Environment}} [query]
     * @returns {Promise<Wire.Match>} without its data, as the others
     */
    get: async (bundleID, id, query) => ({
        ...await request("GET", `${matchesOf(bundleID)}/${encodeURIComponent(id)}`, { query }), data: null }),
    /**
     * Takes a free seat, or creates a match.
     * @param {string} bundleID @param {{key: string, minPlayers: number, maxPlayers: number, players: string[],
     *     takesStrangers: boolean}} body @param {{environment?: Environment}} [query]
     * @returns {Promise<Wire.Match>}
     */
    find: (bundleID, body, query) => request("POST", matchesOf(bundleID), { query, body, isRepeatable: true }),
    /** @param {Wire.Match} match @param {{environment?: Environment}} [query] */
    accept: (match, query) => request("POST", `${matchAt(match)}/accept`, { query, ...write() }),
    /** @param {Wire.Match} match @param {{environment?: Environment}} [query] */
    decline: (match, query) => request("POST", `${matchAt(match)}/decline`, { query, ...write() }),
    /**
     * Out of turn, with the outcome of those who quit. In turn the game is asked to do it (rule 12.8).
     * @param {Wire.Match} match @param {{environment?: Environment}} [query]
     */
    quit: (match, query) => request("POST", `${matchAt(match)}/quit`, { query, isRepeatable: true,
        whenGone: { match: null }, body: { key: writeKey(), ...(match.state === "turn" ? {} : { outcome: QUIT }) } }),
    /** Wants to play it now: a running game is told.
     *  @param {Wire.Match} match @param {{environment?: Environment}} [query] @returns {Promise<Wire.Played>} */
    play: (match, query) => request("POST", `${matchAt(match)}/play`, { query }),
    /** Takes the turn of somebody who is long past their time (rule 12.11).
     *  @param {Wire.Match} match @param {{environment?: Environment}} [query] */
    claim: (match, query) => request("POST", `${matchAt(match)}/claim`, { query, ...write() }),
    /** Reminds who has the turn.
     *  @param {Wire.Match} match @param {{environment?: Environment}} [query] */
    remind: (match, query) => request("POST", `${matchAt(match)}/reminders`, { query, isRepeatable: true,
        body: { key: writeKey(), seats: match.turn === null ? [] : [match.turn.seat] } }),
    /** @param {Wire.Match} match @param {{environment?: Environment}} [query] @returns {Promise<Wire.Match>} */
    rematch: (match, query) => request("POST", `${matchAt(match)}/rematch`, { query, ...write() }),
    /** @param {Wire.Match} match @param {{environment?: Environment}} [query] */
    remove: (match, query) => request("DELETE", matchAt(match), { query }),
};

/** The groups of parties, to the base 36: a 1, and the characters of the code (rule 14.6). Others have chosen none. */
const PARTY = /^1(?=(?:..){2,6}$)(?:\d+|[2-9a-hjkmnp-tv-z]+)$/;

/**
 * The code by which friends take a free seat of a match; null: it is open to others, or to nobody.
 * @param {Wire.Match} match
 */
export function partyCode({ participants, ended, group }) {
    if (ended !== null || participants.every(({ status }) => status !== "matching")) return null;
    const digits = BigInt.asUintN(64, BigInt(group)).toString(36);
    if (!PARTY.test(digits)) return null;
    const middle = (digits.length + 1) / 2;
    return `${digits.slice(1, middle)}-${digits.slice(middle)}`.toUpperCase();
}

/** How a match went for a participant, as in GameKit; other numbers are the game's own. */
const QUIT = 1;
export const outcomes = { none: 0, quit: QUIT, won: 2, lost: 3, tied: 4, timeExpired: 5, first: 6, fourth: 9 };
