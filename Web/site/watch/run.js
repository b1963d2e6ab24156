// A run out of its log: which game and which version it is of, and that version's core, ready to play it.

import { Module } from "../play/host/module.js";

/**
 * What a game's words.js has of a run.
 * @typedef {object} Words
 * @property {string[]} cues
 * @property {((score: number) => string)[]} scoreTexts of each leaderboard
 * @property {(isTouch: boolean) => ((value: number) => string)[]} pictureTexts
 * @property {Map<number, unknown>} ownTexts
 * @property {string[]} [lands]
 */

/** By the core id in a log's header, as each game's Run has it. */
const GAMES = new Map([[0x4d4a_0001, "monkeyjump"], [0x5743_0001, "whackacac"], [0x5743_0002, "whackacac"]]);
/** The form of a log: "LIL" and its version, the core's id (32 bits) and version (16 bits), little-endian. */
const MAGIC = [0x4c, 0x49, 0x4c, 1];
const HEADER = 10;
/** As `playback_open` answers. */
const OTHER_VERSION = 3;

/** Why a run cannot be watched: "unreadable", or "version" with the game's version. */
export class Unwatchable extends Error {
    /** @param {"unreadable" | "version"} kind @param {number} [version] */
    constructor(kind, version = 0) {
        super(kind);
        this.kind = kind;
        this.version = version;
    }
}

/** @param {Uint8Array} bytes @returns {{game: string, version: number}} */
function readHeader(bytes) {
    const isLog = bytes.length >= HEADER && MAGIC.every((byte, index) => bytes[index] === byte);
    if (!isLog) throw new Unwatchable("unreadable");
    const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER);
    const game = GAMES.get(view.getUint32(4, true));
    if (game === undefined) throw new Unwatchable("unreadable");
    return { game, version: view.getUint16(8, true) };
}

/**
 * A module's exports; null: it is not there. Throws what `fetch` throws.
 * @param {string} address @returns {Promise<?WebAssembly.Exports>}
 */
async function load(address) {
    const response = await fetch(address);
    if (response.status === 404) return null;
    if (!response.ok) throw new TypeError(`${address}: ${response.status}`);
    const { instance } = await WebAssembly.instantiateStreaming(response, {});
    return instance.exports;
}

/**
 * A run whose core has opened its log.
 *
 * Numbers of ticks are 60ths of a second. Nothing here draws or keeps time.
 */
export class Run extends Module {
    /**
     * @param {WebAssembly.Exports} core the module's exports @param {string} address of the module
     * @param {string} game @param {Words} texts the game's words.js
     */
    constructor(core, address, game, texts) {
        super(core);
        this.address = address;
        this.game = game;
        this.texts = texts;
    }

    /**
     * Opens a log with the game's core: today's, or the one that is kept of its version.
     * @param {Uint8Array} bytes
     * @throws {Unwatchable} or what `fetch` throws
     */
    static async open(bytes) {
        const { game, version } = readHeader(bytes);
        const [present, old] = [`/play/${game}/game.wasm`, `/play/${game}/cores/${version}.wasm`];
        const [texts, core] = await Promise.all([import(`/play/${game}/words.js`), load(present)]);
        const run = core === null ? null : new Run(core, present, game, texts);
        const refusal = run?.take(bytes) ?? OTHER_VERSION;
        if (run !== null && refusal === 0) return run;
        if (refusal !== OTHER_VERSION) throw new Unwatchable("unreadable");
        const kept = await load(old);
        // A core from before there were playbacks can check a log, and not show it.
        if (kept?.playback_open === undefined) throw new Unwatchable("version", version);
        const other = new Run(kept, old, game, texts);
        if (other.take(bytes) !== 0) throw new Unwatchable("unreadable");
        return other;
    }

    /**
     * @returns {number} 0, or why the core does not take it
     * @param {Uint8Array} bytes
     */
    take(bytes) {
        // Games differ in what else they begin with; more than they take is left out.
        this.core.game_new(1n, 0, 0);
        return this.hand(bytes) ? this.core.playback_open(bytes.length) : 1;
    }

    get length() {
        return this.core.playback_length();
    }

    get position() {
        return this.core.playback_position();
    }

    get score() {
        return Number(this.core.playback_score());
    }

    get isPlaying() {
        return this.core.playback_is_playing() === 1;
    }

    /** @param {number} tick */
    scoreAt(tick) {
        return Number(this.core.playback_score_at(Math.round(tick)));
    }

    /**
     * A score as the game says it.
     * @param {number} score
     */
    said(score) {
        return this.texts.scoreTexts[this.core.playback_board()](score);
    }

    /** The scores over time: at each `spacing` ticks, and last at `scanned`. */
    get curve() {
        const scores = [...this.handed(this.core.playback_curve(), BigInt64Array)].map(Number);
        return { scores, spacing: this.core.playback_spacing(), scanned: this.core.playback_scanned() };
    }

    /** @returns {{tick: number, kind: number, detail: number, score: number}[]} what happened, as far as it is known */
    get marks() {
        const numbers = this.handed(this.core.playback_marks(), Int32Array);
        return Array.from({ length: numbers.length / 4 }, (_, index) => {
            const [tick, kind, detail, score] = numbers.subarray(index * 4, index * 4 + 4);
            return { tick, kind, detail, score };
        });
    }

    /**
     * The id of an achievement by its index in the game's list.
     * @param {number} number
     */
    feat(number) {
        return new TextDecoder().decode(this.handed(this.core.feat_name(number), Uint8Array));
    }
}

/**
 * Minutes and seconds of a time in ticks, as "1:05"; from an hour on with hours.
 * @param {number} ticks
 */
export function clock(ticks) {
    const seconds = Math.floor(ticks / 60);
    /** @param {number} value */
    const two = (value) => String(value).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
