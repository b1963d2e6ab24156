// What was known last of the challenges of groups that a player is in, in the browser's storage: so that the game can
// say what a run may count for while Game Center doesn't answer.

/**
 * @typedef {object} KnownGroup
 * @property {string} id
 * @property {string} name its title
 * @property {string} leaderboard
 * @property {string} ends as RFC 3339 has it
 * @property {boolean} isRunning
 * @property {number} tries those that the player has used
 * @property {number} limit 0: there is none
 * @property {number} rank of the player's best try; 0: there is none
 * @property {number} players how many have joined
 * @property {string} score the player's best try; empty: there is none
 * @property {boolean} [hasGhost] it's a rematch, and the last winner's run can run beside the player's
 */

/** @type {Record<string, string>} */
const TYPES = { id: "string", name: "string", leaderboard: "string", ends: "string", isRunning: "boolean",
    tries: "number", limit: "number", rank: "number", players: "number", score: "string" };

export class KnownGroups {
    #key;

    /** @param {{bundleID: string, environment: string}} game */
    constructor({ bundleID, environment }) {
        this.#key = `${bundleID}.${environment}.groups`;
    }

    /**
     * @param {string} player
     * @returns {?KnownGroup[]} those that still run; null: nothing was ever known of this player's in this browser
     */
    recall(player) {
        try {
            const found = JSON.parse(localStorage.getItem(`${this.#key}.${player}`) ?? "null");
            if (!Array.isArray(found)) return null;
            return found.filter((one) => isKnown(one) && Date.parse(one.ends) > Date.now());
        } catch {
            // Storage is off.
            return null;
        }
    }

    /** @param {string} player @param {KnownGroup[]} groups */
    keep(player, groups) {
        try {
            localStorage.setItem(`${this.#key}.${player}`, JSON.stringify(groups.filter(({ isRunning }) => isRunning)));
        } catch {
            // Storage is off: known until the page goes.
        }
    }
}

/**
 * Whether it's one: any script of the origin may have written it.
 * @param {any} one
 */
const isKnown = (one) => Object.entries(TYPES).every(([name, type]) => typeof one?.[name] === type);
