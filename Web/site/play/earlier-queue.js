// The queue that games on these pages had before they shared the one of /sdk/laurel.js: its scores are taken over once.

import { Store } from "../sdk/laurel.js";

/** @typedef {import("../sdk/laurel.js").QueuedItem} QueuedItem */

export class EarlierQueue {
    #store;
    #laurel;
    #game;
    #done = new Set();

    /**
     * @param {import("./gamecenter.js").GameCenter} center scores without a leaderboard were made for its one
     * @param {Storage} [storage]
     */
    constructor({ laurel, bundleID, environment, leaderboard }, storage) {
        this.#store = new Store(storage, "");
        this.#laurel = laurel;
        this.#game = { name: `${bundleID}.${environment}`, leaderboard };
    }

    /** @param {string} playerID */
    takeOver(playerID) {
        this.#move(`laurel.queue.${this.#game.name}.${playerID}`, (items) => this.#laurel.takeOver(items, { id: playerID }));
    }

    takeOverUnowned() {
        this.#move(`laurel.unowned.${this.#game.name}`, (items) => this.#laurel.takeOver(items, null));
    }

    /**
     * Once a page. The old list goes only when the new one is stored.
     * @param {string} key @param {(items: QueuedItem[]) => boolean} add
     */
    #move(key, add) {
        if (this.#done.has(key)) return;
        this.#done.add(key);
        const items = this.#items(key);
        if (items.length === 0 || add(items)) this.#store.remove(key);
    }

    /**
     * Malformed scores are left out: any script of the origin may have written here.
     * @param {string} key @returns {QueuedItem[]}
     */
    #items(key) {
        const found = this.#store.read(key, []);
        if (!Array.isArray(found)) return [];
        return found.flatMap((score) => {
            const { id, value, context = 0, date, leaderboard = this.#game.leaderboard, replay } = score ?? {};
            const isScore = typeof id === "string" && Number.isSafeInteger(value) && Number.isSafeInteger(context)
                && typeof date === "string";
            return isScore ? [{ id, leaderboard, value: String(value), context: String(context), date, replay }] : [];
        });
    }
}
