// Game Center for games on these pages, besides scores: friends, challenges, achievements, sharing.
//
//     const social = new Social(center);
//     const friends = await social.friends({ leaderboard: "HighScores" });
//     await social.challenge([friends[0].player.id], { leaderboard: "HighScores", value: 314, message: "Beat that" });
//
// Each call returns the answer, or throws the server's problem (see `refusal`).

import { refusal } from "./gamecenter.js";

/** The server's largest page. */
const PAGE = 100;
/** The most friends a player can have (docs/concepts/friends.md). */
const FRIENDS = 1_000;
/** The most receivers of one request (rule 6.2). */
const RECEIVERS = 10;
/** Friends are the same in each environment, and a thing with an id of its own is in its own already. */
const ANYWHERE = { environment: undefined };

export class Social {
    #center;
    #game;

    /** @param {import("./gamecenter.js").GameCenter} center */
    constructor(center) {
        this.#center = center;
        this.#game = `/v1/games/${encodeURIComponent(center.bundleID)}`;
    }

    async #ask(path, options) {
        const answer = await this.#center.ask(path, options);
        if (!answer.ok) throw refusal(answer);
        return answer.body;
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
            if (players.has(player.id)) ranks.set(player.id, { rank: ranks.size + 1, value });
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

    /** Of friends and the player, best first. */
    async #entries(leaderboard) {
        const path = `${this.#game}/leaderboards/${encodeURIComponent(leaderboard)}/entries`;
        const found = [];
        let cursor;
        do {
            const page = await this.#ask(path, { query: { players: "friends", time: "allTime", count: PAGE, cursor } });
            found.push(...page.entries);
            cursor = page.next ?? undefined;
        } while (cursor !== undefined && found.length <= FRIENDS);
        return found;
    }

    // Challenges

    /**
     * Challenges friends, ten in a request, each all or none.
     * @param {string[]} players
     * @param {{leaderboard: string, value: number, message: string, replay?: string}} what
     * @param {(players: string[]) => void} [sent] called after each request: even if a later one fails, these
     *     players have been challenged
     */
    async challenge(players, what, sent = () => {}) {
        for (let at = 0; at < players.length; at += RECEIVERS) {
            const part = players.slice(at, at + RECEIVERS);
            await this.#ask(`${this.#game}/challenges`, { method: "POST", body: { ...what, players: part } });
            sent(part);
        }
    }

    /**
     * The player's pending challenges in this game, newest first.
     * @returns {Promise<Wire.Challenge[]>}
     */
    async challenges() {
        const { challenges } = await this.#ask("/v1/challenges", { query: { role: "received", state: "pending", count: PAGE } });
        return challenges.filter(({ game }) => game.bundleID === this.#center.bundleID);
    }

    /**
     * One that the player sent or received.
     * @param {string} id @returns {Promise<Wire.Challenge>}
     */
    challengeOf(id) {
        return this.#ask(`/v1/challenges/${encodeURIComponent(id)}`, { query: ANYWHERE });
    }

    /**
     * The bytes of a challenge's replay.
     * @param {string} id @returns {Promise<Uint8Array>}
     */
    replay(id) {
        return this.#ask(`/v1/challenges/${encodeURIComponent(id)}/replay`, { query: ANYWHERE, isBytes: true });
    }

    /** @param {string} id */
    decline(id) {
        return this.#ask(`/v1/challenges/${encodeURIComponent(id)}`, { method: "DELETE", query: ANYWHERE });
    }

    // Achievements, sharing, and what the player is told

    /** @returns {Promise<Wire.Achievements>} */
    achievements() {
        return this.#ask(`${this.#game}/achievements`);
    }

    /**
     * Reports that the player has earned one.
     * @param {string} id
     */
    earn(id) {
        return this.#ask(`${this.#game}/achievements`, { method: "POST",
            body: { achievements: [{ id, percentComplete: 100 }] } });
    }

    /** Makes the player's entry public. Sharing it again returns the existing page.
     *  @param {{leaderboard: string}} what @returns {Promise<{url: string, id: string}>} */
    share({ leaderboard }) {
        const { bundleID, environment } = this.#center;
        return this.#ask("/v1/shares", { method: "POST", query: ANYWHERE, body: { bundleID, environment, leaderboard } });
    }
}
