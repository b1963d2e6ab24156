// What lies behind everything and doesn't change, such as the sky: drawn once, and copied from then on. Without a
// graphics card the processor fills each of its pixels again and again otherwise.

/** Commands that are compared. */
const LIMIT = 16;
/** It is worth a copy from so many on. */
const LEAST = 2;
/** Frames in which it has to be the same. */
const PATIENCE = 2;
/** One that was copied so often is made anew at once when only its commands' numbers change: a sunset. */
const WORTH = 3;

export class Backdrop {
    /** Commands that are on it; 0: none. */
    count = 0;
    #canvas = document.createElement("canvas");
    #context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d", { alpha: false }));
    #stride;
    #last;
    #lastCount = 0;
    #kept;
    #steady = 0;
    #copies = 0;

    /** @param {number} stride words of one command */
    constructor(stride) {
        this.#stride = stride;
        this.#last = new Int32Array(LIMIT * stride);
        this.#kept = new Int32Array(LIMIT * stride);
    }

    /** All is drawn anew in another size. */
    forget() {
        this.count = 0;
        this.#steady = 0;
        this.#lastCount = 0;
    }

    /**
     * @param {Int32Array} list @param {number} count
     * @param {HTMLCanvasElement} screen
     * @param {number} textKind from which number on a command is no picture
     * @param {(context: CanvasRenderingContext2D, count: number) => void} draw draws the first commands
     * @returns {?HTMLCanvasElement} with the first {@link count} commands; null: there is none
     */
    of(list, count, screen, textKind, draw) {
        const same = this.#same(list, count, this.#last, this.#lastCount, textKind);
        this.#steady = same >= LEAST ? this.#steady + 1 : 0;
        this.#lastCount = Math.min(count, LIMIT);
        this.#last.set(list.subarray(0, this.#lastCount * this.#stride));
        const isKept = this.count > 0 && this.#same(list, count, this.#kept, this.count, textKind) === this.count;
        if (isKept && (same <= this.count || this.#steady < PATIENCE)) {
            this.#copies += 1;
            return this.#canvas;
        }
        const isAlike = !isKept && this.#copies >= WORTH && this.#alike(list, count);
        const now = isAlike ? this.count : same;
        this.count = 0;
        this.#copies = 0;
        if (!isAlike && this.#steady < PATIENCE) return null;
        this.#steady = 0;
        if (this.#canvas.width !== screen.width || this.#canvas.height !== screen.height) {
            this.#canvas.width = screen.width;
            this.#canvas.height = screen.height;
        }
        draw(this.#context, now);
        this.count = now;
        this.#kept.set(list.subarray(0, now * this.#stride));
        return this.#canvas;
    }

    /**
     * Whether the list begins with the same pictures, wherever and however they are.
     * @param {Int32Array} list @param {number} count
     */
    #alike(list, count) {
        if (this.count === 0 || count < this.count) return false;
        for (let at = 0; at < this.count * this.#stride; at += this.#stride) {
            if (list[at] !== this.#kept[at]) return false;
        }
        return true;
    }

    /**
     * How many commands at the beginning are the same pictures.
     * @param {Int32Array} list @param {number} count @param {Int32Array} other @param {number} otherCount
     * @param {number} textKind
     */
    #same(list, count, other, otherCount, textKind) {
        const stride = this.#stride;
        const most = Math.min(count, otherCount);
        for (let index = 0; index < most; index += 1) {
            if (list[index * stride] >= textKind) return index;
            for (let at = index * stride; at < (index + 1) * stride; at += 1) if (list[at] !== other[at]) return index;
        }
        return most;
    }
}
