// The game's core, as the page calls it, and what a player sees of it.

import { Module } from "../host/module.js";

/**
 * @typedef {{picture: number, hue: number}} Tile
 * @typedef {{kind: "none" | "placed" | "swapped" | "passed" | "left", seat: number, detail: number,
 *     points: number}} Turn
 * @typedef {{seats: number, seat: number, current: number, isOver: boolean, bag: number, points: number[],
 *     cells: (?Tile)[], hand: (?Tile)[], counts: number[], last: Turn}} View what one player may know
 */

export const SIDE = 7;
export const CELLS = SIDE * SIDE;
const HAND = 4;
const HUES = 6;
const KINDS = /** @type {const} */ (["none", "placed", "swapped", "passed", "left"]);

/**
 * As in Oasis's Rules.
 * @param {number} cell
 */
export function isWater(cell) {
    const row = Math.abs(Math.floor(cell / SIDE) - 3);
    const column = Math.abs((cell % SIDE) - 3);
    return (row === 2 && column === 2) || (row === 3 && column === 3) || (row + column === 3 && row * column === 0);
}

/**
 * The neighbours of a cell on the board.
 * @param {number} cell
 */
export function around(cell) {
    const column = cell % SIDE;
    return [cell - SIDE, column > 0 ? cell - 1 : -1, column < SIDE - 1 ? cell + 1 : -1, cell + SIDE]
        .filter((one) => one >= 0 && one < CELLS);
}

/** @param {number} byte @returns {?Tile} */
const tile = (byte) => (byte === 0 ? null : { picture: Math.floor((byte - 1) / HUES), hue: (byte - 1) % HUES });

/**
 * Takes a view apart: Sources/Oasis/SeatView+Coding.swift writes it.
 * @param {Uint8Array} bytes @returns {View}
 */
export function decode(bytes) {
    let at = 1;
    const next = () => bytes[at++];
    const some = (/** @type {number} */ count) => Array.from({ length: count }, next);
    const [seats, seat, current, , , over, bag] = some(7);
    const points = Array.from({ length: seats }, () => next() * 256 + next());
    const cells = some(CELLS).map(tile);
    const hand = some(HAND).map(tile);
    const counts = some(seats);
    const [kind, who, detail, worth] = some(4);
    return {
        seats, seat, current, isOver: over === 1, bag, points, cells, hand, counts,
        last: { kind: KINDS[kind], seat: who, detail, points: worth },
    };
}

export class Core {
    #module;

    /** @param {Module} module */
    constructor(module) {
        this.#module = module;
    }

    /** @param {string} address */
    static async load(address) {
        const core = new Core(await Module.load(address));
        core.begin(1n, 2);
        return core;
    }

    /** The module's own exports. */
    get exports() {
        return this.#module.core;
    }

    /** @param {bigint} seed @param {number} seats */
    begin(seed, seats) {
        this.exports.game_new(seed, seats);
    }

    /** @param {Uint8Array} bytes @returns {boolean} whether they were a game, which goes on now */
    restore(bytes) {
        return this.#module.hand(bytes) && this.exports.game_restore(bytes.length) === 1;
    }

    state() {
        return this.#module.handed(this.exports.game_state(), Uint8Array);
    }

    /** @param {number} seat */
    view(seat) {
        return decode(this.#module.handed(this.exports.game_view(seat), Uint8Array));
    }

    /**
     * What each cell would bring with the tile of a slot; 0 where it does not fit.
     * @param {number} slot
     */
    cells(slot) {
        return this.#module.handed(this.exports.game_cells(slot), Uint8Array);
    }

    /** @param {number} seat @param {Uint8Array} move @returns {boolean} whether it was legal */
    move(seat, move) {
        return this.#module.hand(move) && this.exports.game_move(seat, move.length) === 1;
    }

    /** @param {number} strength 0 easy, 1 strong */
    bot(strength) {
        return this.#module.handed(this.exports.game_bot(strength), Uint8Array);
    }

    /**
     * Looks at a view that a server sent, for the two below.
     * @param {Uint8Array} view
     */
    look(view) {
        return this.#module.hand(view) && this.exports.game_look(view.length) === 1;
    }

    /**
     * As `cells`, of the view.
     * @param {number} slot
     */
    seenCells(slot) {
        return this.#module.handed(this.exports.game_look_cells(slot), Uint8Array);
    }

    /**
     * As `bot`, by the view.
     * @param {number} strength
     */
    seenBot(strength) {
        return this.#module.handed(this.exports.game_look_bot(strength), Uint8Array);
    }

    /** @param {number} sound */
    render(sound) {
        return this.#module.handed(this.exports.sound_render(sound), Int16Array);
    }
}

export const moves = {
    /** @param {number} slot @param {number} cell */
    lay: (slot, cell) => Uint8Array.of(0, slot, cell),
    /** @param {Iterable<number>} slots */
    swap: (slots) => Uint8Array.of(1, [...slots].reduce((mask, slot) => mask | 1 << slot, 0)),
    pass: Uint8Array.of(2),
};
