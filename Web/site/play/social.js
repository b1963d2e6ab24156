// Game Center for games on these pages, besides scores: friends, challenges, achievements, sharing.
//
//     const social = new Social(center);
//     const friends = await social.friends({ leaderboard: "HighScores" });
//     await social.challenge([friends[0].player.id], { leaderboard: "HighScores", value: 314, message: "Beat that" });
//
// Each call returns the answer, or throws the server's problem (see `refusal`).

import { LaurelError } from "../sdk/laurel.js";
import { bytesOf, refusal } from "./gamecenter.js";

/** The server's largest page. */
const PAGE = 100;
/** The most friends a player can have (docs/concepts/friends.md). */
const FRIENDS = 1_000;
/** More group challenges than a player has: old ones go after 90 days. */
const GROUPS = 2_000;
/** The most receivers of one request (rule 6.2). */
const RECEIVERS = 10;
/** Friends are the same in each environment, and a thing with an id of its own is in its own already. */
const ANYWHERE = { environment: undefined };

/**
 * @typedef {Omit<Wire.Challenge, "value" | "context"> & {value: ?number, context: ?number}} Challenge
 */

/**
 * The run went with its player, or the player has left the challenge before.
 * @param {any} problem
 */
const gone = (problem) => {
    if (problem.status === 404) return null;
    throw problem;
};

export class Social {
    #laurel;
    #game;

    /** @param {import("./gamecenter.js").GameCenter} center */
    constructor({ laurel }) {
        this.#laurel = laurel;
        this.#game = `/v1/games/${encodeURIComponent(laurel.bundleID)}`;
    }

    /**
     * What the client answers; what it throws is the server's problem.
     * @template Answer
     * @param {Promise<Answer>} answer
     */
    async #told(answer) {
        try {
            return await answer;
        } catch (error) {
            throw error instanceof LaurelError ? refusal(error) : error;
        }
    }

    /** @param {string} path @param {import("../sdk/laurel.js").RequestOptions} [options] @param {string} [method] */
    #ask(path, options, method = "GET") {
        return this.#told(this.#laurel.request(method, path, options));
    }

    // Friends

    /**
     * All friends the player may challenge, with their ranks among friends on a leaderboard; 0 without a score.
     * @param {{leaderboard: string}} options
     * @returns {Promise<{player: Wire.Player, rank: number, value: number}[]>}
     */
    async friends({ leaderboard }) {
        const [players, entries] = await Promise.all([this.#players(), this.#entries(leaderboard)]);
        const ranks = new Map();
        for (const { player, value } of entries) {
            if (players.has(player.id)) ranks.set(player.id, { rank: ranks.size + 1, value: Number(value) });
        }
        return [...players.values()].map((player) => ({ player, rank: 0, value: 0, ...ranks.get(player.id) }));
    }

    /** @returns {Promise<Map<string, Wire.Player>>} */
    async #players() {
        const found = new Map();
        for (let from = 1, total = 1; from <= Math.min(total, FRIENDS); from += PAGE) {
            const page = await this.#ask(`${this.#game}/challengeable-friends`,
                { query: { ...ANYWHERE, from, count: PAGE } });
            ({ total } = page);
            for (const player of page.friends) found.set(player.id, player);
        }
        return found;
    }

    /**
     * Of friends and the player, best first.
     * @param {string} leaderboard
     */
    async #entries(leaderboard) {
        const found = [];
        /** @type {string | undefined} */ let cursor;
        do {
            const page = await this.#told(this.#laurel.entries(leaderboard,
                { players: "friends", time: "allTime", count: PAGE, cursor }));
            found.push(...page.entries);
            cursor = page.next ?? undefined;
        } while (cursor !== undefined && found.length <= FRIENDS);
        return found;
    }

    // Challenges

    /**
     * Challenges friends, ten in a request, each all or none.
     * @param {string[]} players
     * @param {{leaderboard: string, value: number, message: string, replay?: string | BufferSource}} what
     *     `replay`: bytes, or the same in base64
     * @param {(players: string[]) => void} [sent] called after each request: even if a later one fails, these
     *     players have been challenged
     */
    async challenge(players, { replay, ...what }, sent = () => {}) {
        const log = typeof replay === "string" ? bytesOf(replay) : replay;
        for (let at = 0; at < players.length; at += RECEIVERS) {
            const part = players.slice(at, at + RECEIVERS);
            await this.#told(this.#laurel.challenge(part, { ...what, replay: log }));
            sent(part);
        }
    }

    /**
     * The player's pending challenges in this game, newest first.
     * @returns {Promise<Challenge[]>}
     */
    async challenges() {
        const found = await this.#told(this.#laurel.challenges({ role: "received", state: "pending", count: PAGE }));
        return found.filter(({ game }) => game.bundleID === this.#laurel.bundleID).map(narrowed);
    }

    /**
     * One that the player sent or received.
     * @param {string} id @returns {Promise<Challenge>}
     */
    async challengeOf(id) {
        return narrowed(await this.#ask(`/v1/challenges/${encodeURIComponent(id)}`, { query: ANYWHERE }));
    }

    /**
     * The bytes of a challenge's replay.
     * @param {string} id @returns {Promise<Uint8Array>}
     */
    replay(id) {
        return this.#ask(`/v1/challenges/${encodeURIComponent(id)}/replay`, { query: ANYWHERE });
    }

    /** @param {string} id */
    decline(id) {
        return this.#told(this.#laurel.declineChallenge(id));
    }

    /**
     * The group challenges of this game that the player has joined, newest first, with the player's own part in each,
     * and whether there is a `groupGhost` to race.
     * @returns {Promise<(Wire.GroupChallenge & {own: Wire.GroupChallengePlayer, hasGhost: boolean})[]>}
     */
    async groups() {
        const { bundleID, player } = this.#laurel;
        /** @type {Wire.GroupChallenge[]} */
        const all = [];
        /** @type {string | undefined} */ let before;
        do {
            const page = await this.#ask("/v1/group-challenges", { query: { before } });
            all.push(...page.challenges);
            before = page.next ?? undefined;
        } while (before !== undefined && all.length < GROUPS);
        const joined = all.filter(({ game }) => game.bundleID === bundleID).flatMap((challenge) => {
            const own = challenge.players.find((one) => one.hasJoined && one.player.id === player?.id);
            return own === undefined ? [] : [{ ...challenge, own }];
        });
        /** @type {Map<?string, Promise<boolean>>} */
        const raced = new Map();
        for (const challenge of joined) {
            if (challenge.ghost === null || challenge.state !== "running" || raced.has(challenge.leaderboard)) continue;
            // Without an answer none is offered: what runs count for is told all the same.
            raced.set(challenge.leaderboard, this.#mayRace(challenge).catch(() => false));
        }
        return Promise.all(joined.map(async (challenge) => ({ ...challenge, hasGhost: challenge.ghost !== null
            && challenge.state === "running" && await raced.get(challenge.leaderboard) === true })));
    }

    /**
     * Whom a group challenge of the player is a rematch against, and the bytes of their run.
     * @param {string} id
     * @returns {Promise<?{challenge: Wire.GroupChallenge, winner: Wire.GroupChallengePlayer, log: Uint8Array}>}
     *     null: there is no such run, or none that may be raced there
     */
    async groupGhost(id) {
        const challenge = await this.#groupChallenge(id);
        if (challenge.rematchOf === null || !await this.#mayRace(challenge)) return null;
        const found = await Promise.all([
            this.#told(this.#laurel.groupChallengeGhost(id)), this.#groupChallenge(challenge.rematchOf)]).catch(gone);
        if (found === null) return null;
        const [log, before] = found;
        const winner = before.players.find(({ rank }) => rank === 1);
        return winner === undefined ? null : { challenge, winner, log };
    }

    /**
     * A run on another one's course has no ticket: where only live runs count, it would be no try.
     * @param {Wire.GroupChallenge} challenge
     */
    async #mayRace({ ghost, leaderboard }) {
        if (ghost === null || leaderboard === null) return false;
        const board = await this.#ask(`${this.#game}/leaderboards/${encodeURIComponent(leaderboard)}`);
        return board.replays?.requires !== "ticket";
    }

    /** @param {string} id @returns {Promise<Wire.GroupChallenge>} */
    #groupChallenge(id) {
        return this.#ask(`/v1/group-challenges/${encodeURIComponent(id)}`, { query: ANYWHERE });
    }

    // Achievements, sharing, and what the player is told

    /** @returns {Promise<Wire.Achievements>} */
    achievements() {
        return this.#told(this.#laurel.achievements());
    }

    /**
     * Reports that the player has earned one; without an answer the report waits like a score.
     * @param {string} id
     */
    async earn(id) {
        const outcome = await this.#laurel.reportAchievement(id);
        if (outcome.kind === "refused") throw refusal(outcome.error);
    }

    /** Makes the player's entry public. Sharing it again returns the existing page.
     *  @param {{leaderboard: string}} what @returns {Promise<{url: string, id: string}>} */
    share({ leaderboard }) {
        const { bundleID, environment } = this.#laurel;
        return this.#ask("/v1/shares", { query: ANYWHERE, body: { bundleID, environment, leaderboard } }, "POST");
    }

    /**
     * What somebody shares, and the bytes of its run.
     * @param {string} id @returns {Promise<{share: Wire.SharedPage, log: Uint8Array}>}
     */
    async shared(id) {
        const path = `/v1/shares/${encodeURIComponent(id)}`;
        const [share, log] = await Promise.all([this.#ask(path, { query: ANYWHERE }),
            this.#ask(`${path}/replay`, { query: ANYWHERE })]);
        return { share, log };
    }

    /**
     * The run behind a verified entry, and its bytes.
     * @param {string} leaderboard @param {string} player @param {Record<string, string>} reading which time scope
     * @returns {Promise<{run: Wire.EntryRun, log: Uint8Array}>}
     */
    async run(leaderboard, player, reading) {
        const path = `${this.#game}/leaderboards/${encodeURIComponent(leaderboard)}/runs`;
        const [{ runs: [run] }, log] = await Promise.all([this.#ask(path, { query: { ...reading, ids: player } }),
            this.#ask(`${path}/${encodeURIComponent(player)}/replay`, { query: reading })]);
        return { run, log };
    }
}

/**
 * With its value and context as plain numbers: games on these pages have no larger ones.
 * @param {Wire.Challenge} challenge @returns {Challenge}
 */
const narrowed = ({ value, context, ...rest }) => ({ ...rest, value: value === null ? null : Number(value),
    context: context === null ? null : Number(context) });
