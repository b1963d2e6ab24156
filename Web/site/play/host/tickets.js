// The next run begins with a ticket where there are any (docs/concepts/replays.md). It is asked for ahead: no run waits
// for it.

import { newSeed } from "./module.js";

/** A ticket that waited longer is replaced: its run is to be handed in soon after. In milliseconds. */
const AGE = 240_000;
/** One that waited longer is not used, even if there is no other. In milliseconds. */
const LIMIT = 300_000;
/** How often the clock is looked at for that, in milliseconds: a timer stands still while the device sleeps. */
const LOOK = 30_000;

export class Tickets {
    #module;
    #center;
    #isWanted;
    /** When the ticket was asked for. */
    #since = Infinity;
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
        setInterval(() => this.renew(), LOOK);
    }

    async prepare() {
        const since = Date.now();
        const found = await this.#center.ticket();
        if (found === null) return;
        if (this.#module.hand(found.ticket)) {
            this.#module.core.game_prepare(BigInt(found.seed), found.ticket.length);
            this.#owner = this.#center.player?.id ?? null;
            this.#since = since;
        }
    }

    /** Asks for another ticket once this one is old; again and again until there is one. */
    renew() {
        if (!this.#isWanted() || Date.now() - this.#since < AGE) return;
        this.dropOld();
        this.prepare();
    }

    /** A run that begins now goes without a ticket rather than with one that is too old. */
    dropOld() {
        if (this.#owner !== null && Date.now() - this.#since >= LIMIT) this.#drop();
    }

    #drop() {
        this.#owner = null;
        this.#module.core.game_prepare(newSeed(), 0);
    }

    /** The player may have changed: the server would reject a run with another player's ticket. */
    #check() {
        const { status, player } = this.#center;
        if (this.#owner !== null && this.#owner !== player?.id) this.#drop();
        if (this.#owner === null && status === "in") this.prepare();
    }
}
