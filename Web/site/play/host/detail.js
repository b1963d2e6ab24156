// How many pixels a picture gets: as many as the screen has, and fewer where they would cost frames. Without a graphics
// card the processor fills each of them, sixty times a second.

/** Pixels for one of the page's, at most: beyond the first nobody sees a difference. */
const STEPS = [2, 1.5, 1];
/** Frames that are judged together. */
const GROUP = 60;
/** A frame that came later than this was missed, in milliseconds. */
const MISSED = 25;
/** That many of a group may be missed: one in twenty. */
const TOLERATED = GROUP / 20;
/** In so many groups one after the other: a page that still loads misses a few. */
const PATIENCE = 3;
/** A frame that took longer is no frame: the game was away. */
const AWAY = 250;
/** Frames after a change that do not count: the pictures are made anew. */
const SETTLING = 10;
/** Fewer pixels help when a frame takes this part of the time or less, or so many fewer are missed: a screen of sixty
 *  a second that misses some hides the rest of the gain. Otherwise it is not the pixels. */
const GAIN = 0.9;
const FEWER = 0.7;
/** After so many steps that did not help it takes none any more. */
const VAIN_LIMIT = 2;

export class Detail {
    #step = 0;
    #frames = 0;
    #missed = 0;
    #time = 0;
    #bad = 0;
    /** A frame's milliseconds, and those missed, before the last step; until it is known whether that helped. */
    /** @type {?{mean: number, missed: number}} */ #before = null;
    #vain = 0;

    /**
     * Pixels for one of the page's.
     * @param {number} ratio as many as the screen has
     */
    pixels(ratio) {
        return Math.min(ratio, STEPS[this.#step]);
    }

    /**
     * Learns how long a frame took.
     *
     * @param {number} passed milliseconds since the one before
     * @param {number} ratio pixels of the screen for one of the page's
     * @returns {boolean} whether the picture gets another number of pixels from now on
     */
    frame(passed, ratio) {
        if (this.#vain >= VAIN_LIMIT || passed > AWAY) return false;
        this.#frames += 1;
        if (this.#frames <= 0) return false;
        this.#time += passed;
        if (passed > MISSED) this.#missed += 1;
        if (this.#frames < GROUP) return false;
        const mean = this.#time / this.#frames;
        const missed = this.#missed;
        this.#bad = missed > TOLERATED ? this.#bad + 1 : 0;
        [this.#frames, this.#missed, this.#time] = [0, 0, 0];
        if (this.#before !== null) return this.#weigh(this.#before, mean, missed);
        return this.#bad >= PATIENCE && this.#lower({ mean, missed }, ratio);
    }

    /**
     * Takes the last step back if it helped nothing: a screen may have thirty frames a second and no more.
     * @param {{mean: number, missed: number}} before @param {number} mean @param {number} missed
     */
    #weigh(before, mean, missed) {
        const helped = mean <= before.mean * GAIN || missed <= before.missed * FEWER;
        this.#before = null;
        if (helped) return false;
        this.#vain += 1;
        this.#step -= 1;
        this.#frames = -SETTLING;
        return true;
    }

    /** @param {{mean: number, missed: number}} before @param {number} ratio */
    #lower(before, ratio) {
        const now = this.pixels(ratio);
        const next = STEPS.findIndex((step) => step < now);
        if (next < 0) return false;
        this.#before = before;
        this.#step = next;
        this.#bad = 0;
        this.#frames = -SETTLING;
        return true;
    }
}
