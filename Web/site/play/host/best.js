// What this browser remembers of a leaderboard.

/** The best score that this browser saw, beside what leaderboards know. */
export class LocalBest {
    value;
    #key;

    /** @param {string} key */
    constructor(key) {
        this.#key = key;
        try {
            this.value = Math.max(0, Math.min(Number(localStorage.getItem(key)) || 0, 2_000_000_000));
        } catch {
            this.value = 0;
        }
    }

    /** @param {number} value @returns {boolean} whether it is better than all before */
    offer(value) {
        if (value <= this.value) return false;
        this.value = value;
        try {
            localStorage.setItem(this.#key, String(value));
        } catch {
            // Storage is off: the best of this page.
        }
        return true;
    }
}
