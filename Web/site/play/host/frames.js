// Time: so many ticks as have passed, then a picture, as often as the screen wants one. And how long all that takes.

/** Milliseconds of a tick. */
const STEP = 1000 / 60;
/** A frame that took longer does not make up for it: the game was away. In milliseconds. */
const LAG_LIMIT = 100;
/** Frames that are remembered for the measurements: a minute of them. */
const MEMORY = 3600;
/** A frame that came later than this was missed, in milliseconds. */
const LATE = 25;

export class Frames {
    #tick;
    #draw;
    #last = 0;
    #behind = 0;
    #count = 0;
    #late = 0;
    #longest = 0;
    /** Milliseconds of the last frames: between two, of the ticks, of the drawing. */
    #between = new Float32Array(MEMORY);
    #step = new Float32Array(MEMORY);
    #drawing = new Float32Array(MEMORY);

    /**
     * @param {{tick: () => void, show: () => void, draw: (fraction: number, passed: number) => void}} does
     *     `show` comes after the ticks of a frame; `fraction` is how much of the next tick has passed, in 256ths,
     *     `passed` are the milliseconds since the last frame
     */
    constructor({ tick, show, draw }) {
        this.#tick = (/** @type {number} */ times) => {
            for (let time = 0; time < times; time += 1) tick();
            show();
        };
        this.#draw = draw;
    }

    begin() {
        this.#last = performance.now();
        requestAnimationFrame((now) => this.#frame(now));
    }

    /** The page was away: that time does not count. */
    skip() {
        this.#last = performance.now();
        this.#behind = 0;
    }

    /** @param {number} now */
    #frame(now) {
        requestAnimationFrame((next) => this.#frame(next));
        const passed = now - this.#last;
        this.#last = now;
        this.#behind = Math.min(this.#behind + passed, LAG_LIMIT);
        const begun = performance.now();
        // A frame that comes a hair early is on time: without it a 60 Hz screen would now and then show one twice.
        const times = Math.max(0, Math.floor((this.#behind + 0.5) / STEP));
        this.#behind -= times * STEP;
        this.#tick(times);
        const stepped = performance.now();
        this.#draw(Math.max(0, Math.min(255, Math.round(this.#behind / STEP * 256))), passed);
        this.#measure(passed, stepped - begun, performance.now() - stepped);
    }

    /** @param {number} passed @param {number} step @param {number} draw */
    #measure(passed, step, draw) {
        const index = this.#count % MEMORY;
        this.#between[index] = passed;
        this.#step[index] = step;
        this.#drawing[index] = draw;
        this.#count += 1;
        if (passed > LATE) this.#late += 1;
        this.#longest = Math.max(this.#longest, passed);
    }

    /** How many frames there were, how many of them late, and the longest time between two in milliseconds. */
    get counts() {
        return { frames: this.#count, late: this.#late, longest: this.#longest };
    }

    /** Of the frames since the last call, a minute at most: `[p50, p95, p99, longest]` in milliseconds of each. */
    times() {
        const count = Math.min(this.#count, MEMORY);
        const of = (/** @type {Float32Array} */ times) => {
            const sorted = times.slice(0, count).sort();
            return [0.5, 0.95, 0.99, 1].map((part) => sorted[Math.max(Math.ceil(count * part) - 1, 0)] ?? 0);
        };
        const found = { frames: count, late: this.#late, between: of(this.#between), step: of(this.#step),
            draw: of(this.#drawing) };
        this.#count = 0;
        this.#late = 0;
        this.#longest = 0;
        return found;
    }
}
