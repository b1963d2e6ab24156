// The next run begins with a ticket where there are any (docs/concepts/replays.md). It is asked for ahead: no run waits
// for it.

import { newSeed } from "./module.js";

/** A ticket that waited longer is not used: its run is to be handed in soon after. In milliseconds. */
const AGE = 240_000;

export class Tickets {
    #module;
    #center;
    #isWanted;
    #timer = 0;
    /** Whose ticket the next run begins with; null: it has none. */
    /** @type {?string} */ #owner = null;

    /**
     * @param {import("./module.js").Module} module
     * @param {import("../gamecenter.js").GameCenter} center
     * @param {() => boolean} isWanted whether a run can still begin with one
     */
    constructor(module, center, isWanted) {
        this.#module = module;
        this.#center = center;
        this.#isWanted = isWanted;
        center.addEventListener("change", () => this.#check());
    }

    async prepare() {
        clearTimeout(this.#timer);
        const found = await this.#center.ticket();
        if (found === null) return;
        if (this.#module.hand(found.ticket)) {
            this.#module.core.game_prepare(BigInt(found.seed), found.ticket.length);
            this.#owner = this.#center.player?.id ?? null;
        }
        this.#timer = setTimeout(() => this.#isWanted() && this.prepare(), AGE);
    }

    /** The player may have changed: the server would reject a run with another player's ticket. */
    #check() {
        const { status, player } = this.#center;
        if (this.#owner !== null && this.#owner !== player?.id) {
            this.#owner = null;
            this.#module.core.game_prepare(newSeed(), 0);
        }
        if (this.#owner === null && status === "in") this.prepare();
    }
}
