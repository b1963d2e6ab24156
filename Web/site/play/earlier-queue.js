// The queue that games on these pages had before they shared the one of /sdk/laurel.js: its scores are taken over once.

/** @typedef {import("../sdk/laurel.js").QueuedItem} QueuedItem */

export class EarlierQueue {
    #store;
    #outbox;
    #game;
    #done = new Set();

    /**
     * @param {import("../sdk/laurel.js").Store} store without a prefix
     * @param {import("../sdk/laurel.js").Outbox} outbox
     * @param {{bundleID: string, environment: string, leaderboard: string}} game scores without a leaderboard were made
     *     for this one
     */
    constructor(store, outbox, { bundleID, environment, leaderboard }) {
        this.#store = store;
        this.#outbox = outbox;
        this.#game = { name: `${bundleID}.${environment}`, leaderboard };
    }

    /** @param {string} playerID */
    takeOver(playerID) {
        this.#move(`laurel.queue.${this.#game.name}.${playerID}`, (items) => this.#outbox.add(items, playerID));
    }

    takeOverUnowned() {
        this.#move(`laurel.unowned.${this.#game.name}`, (items) => this.#outbox.addUnowned(items));
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
