// How many pixels a picture gets: as many as the screen has, and fewer where they would cost frames. Without a graphics
// card the processor fills each of them, sixty times a second. What was slow for a while gets them back.

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
/** More pixels are tried when a frame would keep the page busy no longer with them, in milliseconds of its 16.7. */
const ROOM = 10;
/** After so many groups with room one after the other; after each try that failed, twice as many, to a limit. */
const CALM = 8;
const CALM_LIMIT = 256;

export class Detail {
    #step = 0;
    #frames = 0;
    #missed = 0;
    #time = 0;
    #busy = 0;
    #bad = 0;
    #good = 0;
    #calm = CALM;
    /** A frame's milliseconds, and those missed, before the last step; until it is known whether that helped. */
    /** @type {?{mean: number, missed: number}} */ #before = null;
    #vain = 0;
    /** Groups that are left until more pixels are more than a try. */
    #tries = 0;

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
     * @param {number} busy milliseconds of them in which the page worked
     * @param {number} ratio pixels of the screen for one of the page's
     * @returns {boolean} whether the picture gets another number of pixels from now on
     */
    frame(passed, busy, ratio) {
        if (passed > AWAY) return false;
        this.#frames += 1;
        if (this.#frames <= 0) return false;
        this.#time += passed;
        this.#busy += busy;
        if (passed > MISSED) this.#missed += 1;
        if (this.#frames < GROUP) return false;
        const [mean, missed, work] = [this.#time / GROUP, this.#missed, this.#busy / GROUP];
        [this.#frames, this.#missed, this.#time, this.#busy] = [0, 0, 0, 0];
        const isBad = missed > TOLERATED;
        this.#bad = isBad ? this.#bad + 1 : 0;
        if (this.#before !== null) return this.#weigh(this.#before, mean, missed);
        if (this.#tries > 0) {
            this.#tries -= 1;
            if (isBad) return this.#giveBack();
        }
        if (this.#bad >= PATIENCE) return this.#lower({ mean, missed }, ratio);
        return !isBad && this.#raise(work, ratio);
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
        return this.#take(this.#step - 1);
    }

    /** @param {{mean: number, missed: number}} before @param {number} ratio */
    #lower(before, ratio) {
        const now = this.pixels(ratio);
        const next = STEPS.findIndex((step) => step < now);
        if (next < 0 || this.#vain >= VAIN_LIMIT) return false;
        this.#before = before;
        return this.#take(next);
    }

    /**
     * More pixels when frames have been in time for long and there is room for those too.
     * @param {number} work milliseconds a frame @param {number} ratio
     */
    #raise(work, ratio) {
        const now = this.pixels(ratio);
        const next = Math.min(ratio, STEPS[this.#step - 1] ?? now);
        const hasRoom = next > now && work * (next / now) ** 2 <= ROOM;
        this.#good = hasRoom ? this.#good + 1 : 0;
        if (this.#good < this.#calm) return false;
        this.#tries = PATIENCE;
        return this.#take(this.#step - 1);
    }

    /** More pixels were too many: the next try has to wait longer. */
    #giveBack() {
        this.#tries = 0;
        this.#calm = Math.min(this.#calm * 2, CALM_LIMIT);
        return this.#take(this.#step + 1);
    }

    /** @param {number} step */
    #take(step) {
        this.#step = step;
        this.#bad = 0;
        this.#good = 0;
        this.#frames = -SETTLING;
        return true;
    }
}
