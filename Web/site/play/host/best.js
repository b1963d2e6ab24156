// What this browser remembers of a leaderboard.

const LIMIT = 2_000_000_000;

/**
 * The best score that this browser saw of a player, or of nobody who was signed in, beside what leaderboards know. It
 * is 0 until `recall` was told whose it is.
 */
export class LocalBest {
    value = 0;
    #name;
    #key = "";

    /** @param {string} name of the leaderboard, in the browser's storage */
    constructor(name) {
        this.#name = name;
        this.#key = `${name}.nobody`;
    }

    /**
     * Takes the best of whom plays from now on.
     * @param {?string | undefined} player the ID; null: nobody is signed in; undefined: that is not known yet
     */
    recall(player) {
        this.#key = `${this.#name}.${player ?? "nobody"}`;
        this.value = read(this.#key);
        if (player === undefined) return;
        // Once there was one best for all players: it is the best of the first who comes now.
        this.offer(read(this.#name));
        try {
            localStorage.removeItem(this.#name);
        } catch {
            // Storage is off: there is none.
        }
    }

    /**
     * Nobody's best goes to the guest who is made for it, as the scores do.
     * @param {string} player
     */
    give(player) {
        const found = this.value;
        try {
            localStorage.removeItem(this.#key);
        } catch {
            // Storage is off: nothing is kept.
        }
        this.recall(player);
        this.offer(found);
    }

    /** @param {number} value @returns {boolean} whether it is better than all before */
    offer(value) {
        if (value <= this.value) return false;
        this.value = value;
        try {
            // While it isn't known who plays, a better one may be stored.
            if (value > read(this.#key)) localStorage.setItem(this.#key, String(value));
        } catch {
            // Storage is off: the best of this page.
        }
        return true;
    }
}

/** @param {string} key @returns {number} 0: there is none */
function read(key) {
    try {
        return Math.max(0, Math.min(Number(localStorage.getItem(key)) || 0, LIMIT));
    } catch {
        return 0;
    }
}
