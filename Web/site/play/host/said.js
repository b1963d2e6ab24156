// What is said to those who listen to the page. A screen reader that is given another text at once begins anew and
// drops the one before: so what comes too soon waits, and is said together with all else that came meanwhile.

/** How long what was said is left alone, in milliseconds: a screen reader takes it up within that time. */
const REST = 1_000;

export class Said {
    #show;
    #now;
    #later;
    /** What came too soon, in order. */
    /** @type {string[]} */ #waiting = [];
    /** When the next may be said. */
    #free = -Infinity;
    #isDue = false;

    /**
     * @param {(sentences: string[]) => void} show replaces what stands in the live region
     * @param {{now?: () => number, later?: (does: () => void, milliseconds: number) => unknown}} clock in
     *     milliseconds; without it, the page's own
     */
    constructor(show, { now = () => performance.now(), later = (does, rest) => setTimeout(does, rest) } = {}) {
        this.#show = show;
        this.#now = now;
        this.#later = later;
    }

    /**
     * Says these at once, or as soon as what was said last has had its time. Nothing of it is lost.
     * @param {...string} sentences empty ones are left out
     */
    say(...sentences) {
        // Once is enough for what waits already.
        const fresh = sentences.filter((one) => one !== "" && !this.#waiting.includes(one));
        this.#waiting.push(...fresh);
        this.#flush();
    }

    /** What was said, and what waits, is about something that the player has left. */
    clear() {
        this.#waiting = [];
        this.#show([]);
    }

    #flush() {
        if (this.#waiting.length === 0 || this.#isDue) return;
        const rest = this.#free - this.#now();
        if (rest > 0) {
            this.#isDue = true;
            this.#later(() => {
                this.#isDue = false;
                this.#flush();
            }, rest);
            return;
        }
        const sentences = this.#waiting;
        this.#waiting = [];
        this.#free = this.#now() + REST;
        this.#show(sentences);
    }
}

/**
 * In a live region: a line for each sentence.
 * @param {HTMLElement} region
 */
export const saidIn = (region) => new Said((sentences) => region.replaceChildren(...sentences.map((sentence) => {
    const line = document.createElement("span");
    line.textContent = sentence;
    return line;
})));
