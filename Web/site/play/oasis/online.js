// A match over the server, which knows the rules and shows this page its player's view (docs/concepts/matches.md).

import { Laurel, LaurelError } from "../../sdk/laurel.js";
import { language } from "../host/language.js";
import { decode } from "./core.js";
import { text } from "./words.js";

const BUNDLE_ID = "org.laurel.oasis";
/** In which friends meet by a code. */
const ACTIVITY = "Friends";
/** As in GameKit. */
const WON = 2;

/** @typedef {import("../../sdk/laurel.js").LoadedMatch} Match */

const asked = new URLSearchParams(location.search);
/** @type {"sandbox" | "production"} */
const environment = asked.get("environment") === "sandbox" ? "sandbox" : "production";

/** Who plays: whoever is signed in on these pages. */
export const laurel = new Laurel({ server: location.origin, bundleID: BUNDLE_ID, environment, session: "cookie",
    language });

/** @param {string} path @param {Record<string, string>} members */
function address(path, members) {
    const query = new URLSearchParams(members);
    if (environment === "sandbox") query.set("environment", environment);
    return String(query) === "" ? path : `${path}?${query}`;
}

/**
 * Where a match is shown on this page.
 * @param {?string} id null: none
 */
export const addressOf = (id) => address(location.pathname, id === null ? {} : { match: id });

/**
 * The sign-in page, which returns here.
 * @param {?string} id
 * @param {?string} [code] of a party, where the player comes by one
 */
export const signInAddress = (id, code = null) => address("/sign-in/", {
    return: code === null ? addressOf(id) : address(location.pathname, { partyCode: code }) });

/**
 * Signs a guest in, if nobody is signed in.
 * @returns {Promise<boolean>} whether somebody is
 */
export async function signedIn() {
    await laurel.start();
    if (laurel.isSignedIn || !laurel.mayPlayAsGuest) return laurel.isSignedIn;
    try {
        await laurel.playAsGuest();
    } catch (error) {
        if (!(error instanceof LaurelError) || error.mayPass) throw error;
    }
    return laurel.isSignedIn;
}

/** Takes a free seat at a table of two, or waits for somebody at a new one. */
export const findMatch = () => laurel.findMatch({ minPlayers: 2, maxPlayers: 2 });

/**
 * Those who have the code meet at its table: at the one where this player sits already, or at a free seat of another.
 * @param {string} party
 */
export async function meet(party) {
    const known = (await laurel.matches({ party })).find(({ state }) => state !== "over");
    return known ?? laurel.findMatch({ minPlayers: 2, maxPlayers: 2, party });
}

/**
 * Enters the party of a code, or begins one.
 * @param {?string} code
 */
export const party = (code) => (code === null ? laurel.beginParty(ACTIVITY) : laurel.enterParty(code));

/** A match as it was last seen. */
export class OnlineMatch {
    /** @type {Match} */ match;
    /** What this player may know. @type {import("./core.js").View} */ view;

    /** @param {Match} match */
    constructor(match) {
        this.match = match;
        this.view = OnlineMatch.#viewOf(match);
    }

    /** @param {Match} match whether there is a game to be shown in it */
    static isShowable(match) {
        return (match.data?.length ?? 0) > 0;
    }

    /** @param {Match} match */
    static #viewOf(match) {
        return decode(match.data ?? new Uint8Array());
    }

    /** @param {Match} match */
    take(match) {
        this.match = match;
        this.view = OnlineMatch.#viewOf(match);
    }

    get isMine() {
        return this.match.state === "turn";
    }

    /** Whether the player still plays. */
    get isPlaying() {
        return this.match.ended === null && this.match.participants[this.match.seat].status === "active";
    }

    /** Whether who has the turn can be reminded. */
    get isRemindable() {
        const { turn, seat, participants } = this.match;
        return this.isPlaying && turn !== null && turn.seat !== seat && participants[turn.seat].player !== null;
    }

    /** @param {number} seat */
    nameAt(seat) {
        const { participants, seat: own } = this.match;
        if (seat === own) return text("you");
        const { player, status } = participants[seat];
        return player?.displayName || text(status === "matching" ? "free" : "gone");
    }

    /** Whose turn it is, and how long yet. */
    get status() {
        const { turn, participants } = this.match;
        if (turn === null) return text("over");
        const name = this.nameAt(turn.seat);
        const words = this.isMine ? text("your") : participants[turn.seat].status === "matching" ? text("searching")
            : participants[turn.seat].status === "invited" ? text("answering", { slot: name })
                : text("turn", { slot: name });
        return turn.due === null ? words
            : `${words} · ${text("left", { value: duration(Date.parse(turn.due) - Date.now()) })}`;
    }

    /** By seat, from 1: how it ended. Those who left come last. */
    get ranks() {
        const { participants } = this.match;
        const { points } = this.view;
        const worth = points.map((own, seat) => own + (participants[seat].outcome === WON ? 10_000 : 0)
            - (participants[seat].status === "declined" || [1, 5].includes(participants[seat].outcome) ? 5_000 : 0));
        return worth.map((own) => 1 + worth.filter((other) => other > own).length);
    }

    /** Whether anybody played to the end. */
    get hasWinner() {
        return this.match.participants.some(({ outcome }) => outcome === WON || outcome === 4);
    }
}

/**
 * As the pages of matches have it.
 * @param {number} milliseconds
 */
function duration(milliseconds) {
    const minutes = Math.max(1, Math.round(milliseconds / 60_000));
    const [value, unit] = minutes >= 2_880 ? [Math.round(minutes / 1_440), "day"]
        : minutes >= 90 ? [Math.round(minutes / 60), "hour"] : [minutes, "minute"];
    return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

/** @param {unknown} error @returns {boolean} whether guests can't do it: they meet no strangers */
export const isForPlayersAlone = (error) =>
    laurel.isGuest && error instanceof LaurelError && error.kind === "player-restricted";

/** The page on which a guest becomes a player, or signs in. It returns here. */
export const keepAddress = () => address("/sign-in/", { keep: "", return: addressOf(null) });

/** @param {unknown} error what to say of it */
export const reason = (error) => (error instanceof LaurelError ? error.message : text("away"));

/** @param {unknown} error @returns {?Match} the match as it is, if a move was made of an older one */
export const matchIn = (error) => (error instanceof LaurelError ? error.match ?? null : null);
