// Whose runs are seen in the player's: what the leaderboard answers anyway, as the core wants it.

/** As in Arcade's RivalSign: a text's one value holds a rival's number and an amount. */
const AMOUNT_BITS = 20;
const AMOUNT_LIMIT = (1 << AMOUNT_BITS) - 1;
/** Numbers of rivals begin anew after so many. */
const NUMBERS = 0x800;
/** Those who are not friends: so many of the next ahead. */
const STRANGERS = 5;
const COUNT = 25;

/**
 * A text that names a rival.
 * @param {(number: number) => string} find a rival's name
 * @param {(sign: {name: string, amount: number}) => string} make
 * @returns {(value: number) => string}
 */
export const rivalSign = (find, make) => (value) =>
    make({ name: find(value >> AMOUNT_BITS), amount: value & AMOUNT_LIMIT });

/**
 * @typedef {object} Rival
 * @property {number} number under which the core finds the name
 * @property {string} name
 * @property {number} score
 * @property {boolean} isFriend
 * @property {boolean} hasPassed a friend who was behind the player, and is ahead now
 */

export class Rivals {
    #center;
    #key;
    #next = 0;

    /**
     * @param {import("../gamecenter.js").GameCenter} center
     */
    constructor(center) {
        this.#center = center;
        this.#key = `${center.bundleID}.behind`;
    }

    /**
     * Friends, and who is next ahead: only those whose runs the server has checked.
     * @param {string} leaderboard
     * @returns {Promise<{rivals: Rival[], own: number}>} `own` is the player's best; none and 0 without an answer
     */
    async load(leaderboard) {
        const { player, isGuest } = this.#center;
        const [all, friends] = await Promise.all([
            this.#center.entries({ leaderboard, count: COUNT }),
            player === null || isGuest ? null
                : this.#center.entries({ leaderboard, players: "friends", count: COUNT }),
        ]);
        if (all === null) return { rivals: [], own: 0 };
        const own = all.local?.value ?? 0;
        const near = all.local && all.local.rank > COUNT
            ? await this.#center.entries({ leaderboard, from: Math.max(1, all.local.rank - STRANGERS), count: STRANGERS })
            : all;
        /** @param {import("../gamecenter.js").Entry} entry */
        const isRival = ({ verification, player: { id } }) => verification !== null && id !== player?.id;
        const known = (friends?.entries ?? []).filter(isRival);
        const ids = new Set(known.map(({ player: { id } }) => id));
        const strangers = (near?.entries ?? []).filter((entry) => isRival(entry) && !ids.has(entry.player.id)
            && entry.value > own).sort((one, other) => one.value - other.value).slice(0, STRANGERS);
        const passers = this.#passers(leaderboard, known, own);
        const rivals = [...known, ...strangers].map(({ value, player: { id, displayName } }) => {
            this.#next = (this.#next + 1) % NUMBERS;
            return { number: this.#next, name: displayName, score: value, isFriend: ids.has(id),
                hasPassed: passers.has(id) };
        });
        return { rivals, own };
    }

    /**
     * Friends who were behind the player when they were seen last, and are ahead now.
     * @param {string} leaderboard @param {{value: number, player: {id: string}}[]} friends @param {number} own
     */
    #passers(leaderboard, friends, own) {
        const { player } = this.#center;
        // Who isn't signed in has no friends.
        if (player === null) return new Set();
        const key = `${this.#key}.${player.id}.${leaderboard}`;
        /** @type {Set<string>} */
        const behind = new Set(remembered(key));
        const passers = new Set();
        for (const { value, player: { id } } of friends) {
            if (value <= own) behind.add(id);
            else if (behind.has(id)) passers.add(id);
        }
        try {
            localStorage.setItem(key, JSON.stringify([...behind].slice(-COUNT)));
        } catch {
            // Storage is off: known until the page goes.
        }
        return passers;
    }
}

/** @param {string} key @returns {string[]} */
function remembered(key) {
    try {
        const found = JSON.parse(localStorage.getItem(key) ?? "[]");
        return Array.isArray(found) ? found.filter((id) => typeof id === "string") : [];
    } catch {
        return [];
    }
}
