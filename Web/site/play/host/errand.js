// Why a game's page was opened: for a pending challenge (`?challenge=`, from "Play now"), for a challenge of a group
// (`?group=`), or to race against a shared run (`?share=`) or that of a leaderboard's verified entry (`?run=` its
// player, `leaderboard=`). Or "Play now" was pressed on the home page, and there is nothing more to ask.

import { Social } from "../social.js";
import { say } from "./texts.js";

/**
 * Whether this game is to begin at once, as home/stage.js has noted; that is asked once.
 * @param {string} bundleID
 */
function takeBegin(bundleID) {
    try {
        const wanted = sessionStorage.getItem("laurel.begin");
        sessionStorage.removeItem("laurel.begin");
        return wanted === bundleID;
    } catch {
        return false;
    }
}

export class Errand {
    #host;
    #game;
    #banner;
    #query = new URLSearchParams(location.search);
    #isDone = false;
    /** The run to race against; null: none. */
    /** @type {?{bytes: Uint8Array, name: string, board: number, score: number}} */ #shown = null;

    /**
     * @param {import("./host.js").Host} host
     * @param {import("./host.js").Game} game
     * @param {import("./banner.js").Banner} banner
     */
    constructor(host, game, banner) {
        this.#host = host;
        this.#game = game;
        this.#banner = banner;
    }

    /** Whether the next run may use a try in a challenge of a group: a screen says so first, and none begins here. */
    get #isTryNext() {
        return this.#host.core.screens_is_try_next() === 1;
    }

    /** Once the game stands and it is known who plays. */
    async begin() {
        const [challenge, group, share, run] = ["challenge", "group", "share", "run"]
            .map((key) => this.#query.get(key));
        const social = new Social(this.#host.center);
        const begins = takeBegin(this.#host.center.bundleID);
        if (challenge) {
            this.#host.center.addEventListener("change", () => this.#challenge(challenge));
            await this.#challenge(challenge);
        } else if (group) {
            this.#host.center.addEventListener("change", () => this.#group(group));
            await this.#group(group);
        } else if (share) await this.#race(social.shared(share).then(({ share: { alias, ...rest }, log }) =>
            ({ name: alias, log, ...rest })));
        else if (run) {
            const leaderboard = this.#query.get("leaderboard") ?? "";
            const reading = Object.fromEntries(["time", "occurrence"].flatMap((key) => (this.#query.has(key)
                ? [[key, this.#query.get(key) ?? ""]] : [])));
            await this.#race(social.run(leaderboard, run, reading).then(({ run: { player, ...rest }, log }) =>
                ({ name: player.displayName, log, leaderboard, ...rest })));
        } else if (begins) {
            await this.#host.port.loadGroups();
            if (this.#host.screen === "menu" && !this.#isTryNext) this.#host.act("play");
        }
    }

    /**
     * Begins the challenge, unless a run is in progress.
     * @param {string} id
     */
    async #challenge(id) {
        const { center, port } = this.#host;
        if (this.#isDone || this.#host.screen !== "menu") return;
        if (center.status === "out") this.#banner.show(say("play.challengeSignIn"));
        if (center.status !== "in") return;
        this.#isDone = true;
        const [isThere] = await Promise.all([port.want(id), port.loadGroups()]);
        if (this.#host.screen !== "menu") return;
        if (isThere) {
            // "Play now" has said yes already, but not to a try. What can't be played stays in the list.
            this.#host.act("openChallenges");
            if (!this.#isTryNext) this.#host.act("acceptChallenge", 0);
        } else this.#banner.show(say("play.challengeGone"));
    }

    /**
     * The home screen says what a run counts for, and the next one is beside that of the winner of the challenge
     * before, if there is one (rule 14.16).
     * @param {string} id
     */
    async #group(id) {
        const { center, port, screen } = this.#host;
        if (this.#isDone || screen !== "menu") return;
        if (center.status === "out") this.#banner.show(say("play.groupSignIn"));
        if (center.status !== "in") return;
        this.#isDone = true;
        if (!await port.wantGroup(id)) {
            this.#banner.show(say("play.challengeGone"));
            return;
        }
        await this.#race(new Social(center).groupGhost(id).then((found) => found && {
            name: found.winner.player.displayName, log: found.log, leaderboard: found.challenge.leaderboard,
            value: found.winner.value, formatted: found.winner.formatted }));
    }

    /**
     * The next run is beside this one, where the game can play it.
     * @param {Promise<?{name: string, log: Uint8Array, leaderboard: ?string, value: ?(number | bigint),
     *     formatted: ?string}>} wanted null: there is none
     */
    async #race(wanted) {
        const found = await wanted.catch(() => undefined);
        if (found === null) return;
        if (found === undefined) {
            this.#banner.show(say("play.runGone"));
            return;
        }
        // Another game's leaderboard may use the same simulator: the log itself says which game it's from.
        if (!this.#host.canRace(found.log)) {
            this.#banner.show(say("play.otherRun"));
            return;
        }
        const { name, leaderboard, value, formatted } = found;
        const board = this.#game.boards.findIndex((one) => one.leaderboard === leaderboard);
        this.#shown = { bytes: found.log, name, board: Math.max(board, 0), score: Number(value) };
        this.#banner.show(say("play.racing", { slot: name, value: formatted ?? "" }));
    }

    /**
     * What the player chose may mean this run. It is meant once: "Play again" races on until the run is beaten, as it
     * does after a challenge; "Play" on the home screen is a run of one's own from then on.
     * @param {string} action @param {number} index @returns {boolean} whether it did
     */
    takes(action, index) {
        // It is the same race, or another one.
        if (action === "raceGroup") this.#shown = null;
        const shown = this.#shown;
        if (shown === null || action !== "play" || index !== shown.board) return false;
        this.#shown = null;
        return this.#host.port.raceAgainst(shown);
    }
}
