// Plays what the core made by counting: short sounds at once, and music as loops, one for each land.

/** What the names of loops begin with. */
const MUSIC = "music";
/** Seconds in which one loop fades into another, as the constant of its curve. */
const FADE = 0.6;
/** For how long a sound waits for the context that the key or tap before it began, in milliseconds. */
const BEGINNING = 1_000;

export class Sound {
    isMuted;

    #key;
    #render;
    #form;
    #names;
    #address;
    // Made at the first key or tap.
    /** @type {AudioContext} */ #context;
    /** @type {GainNode} */ #master;
    /** @type {GainNode} */ #music;
    #level = 0.4;
    /** @type {(?AudioBuffer)[]} */ #buffers = [];
    /** The loops that were heard so far, by the numbers of their sounds: each goes on, silent. */
    /** @type {Map<number, GainNode>} */ #loops = new Map();
    /**
     * The loops that are made, or were.
     * @type {Set<number>}
     */
    #asked = new Set();
    #loop = -1;
    #isHidden = false;
    /** When a key or a tap came last. */
    #unlockedAt = -Infinity;
    /** The sounds that wait for the context to begin, as cues. */
    #waiting = 0;

    /**
     * @param {string} game its name, under which it is remembered whether the sound is off
     * @param {string[]} names in the core's order
     * @param {(index: number) => {rate: number, channels: number}} form samples a second, and whether left and right
     *     are apart
     * @param {(index: number) => Int16Array} render
     * @param {string} address of the module, to render loops with beside the page
     */
    constructor(game, names, form, render, address) {
        this.#key = `${game}.muted`;
        this.isMuted = remembered(this.#key);
        this.#names = names;
        this.#form = form;
        this.#render = render;
        this.#address = address;
    }

    /** Browsers let sound begin at a key or a tap only. Call it there. */
    unlock() {
        if (typeof AudioContext === "undefined") return;
        if (this.#context === undefined) this.#open();
        if (document.hidden) return;
        this.#isHidden = false;
        if (!this.#isBeginning) this.#waiting = 0;
        this.#unlockedAt = performance.now();
        if (this.#context.state !== "running") this.#resume();
    }

    /** Whether the last key or tap was a moment ago. */
    get #isBeginning() {
        return performance.now() - this.#unlockedAt < BEGINNING;
    }

    #open() {
        this.#context = new AudioContext();
        this.#context.addEventListener("statechange", () => {
            const cues = this.#waiting;
            this.#waiting = 0;
            if (this.#isBeginning) this.play(cues);
        });
        this.#master = this.#context.createGain();
        this.#master.gain.value = this.isMuted ? 0 : 0.8;
        this.#master.connect(this.#context.destination);
        this.#music = this.#context.createGain();
        this.#music.gain.value = this.#level;
        this.#music.connect(this.#master);
        this.#buffers = this.#names.map((name, index) => (isLoop(name) ? null : this.#buffer(index, this.#render(index))));
        this.#renderLoop(this.#loop);
        // Its module may not have come without a network.
        addEventListener("online", () => this.#renderLoop(this.#loop));
    }

    #resume() {
        // A phone call can refuse it: the next key or tap asks again.
        this.#context?.resume().catch(() => {});
    }

    /**
     * A loop is a minute of two sides: only those that are heard are made.
     * @param {number} sound
     */
    #renderLoop(sound) {
        if (sound < 0 || this.#asked.has(sound)) return;
        this.#asked.add(sound);
        const worker = new Worker(new URL("sound-worker.js", import.meta.url), { type: "module" });
        worker.addEventListener("message", ({ data }) => {
            worker.terminate();
            if (data === null) return void this.#asked.delete(sound);
            this.#buffers[sound] = this.#buffer(sound, data.samples);
            this.#startLoop();
        });
        // Without it there is no music, and all else is as it was.
        worker.addEventListener("error", (event) => {
            event.preventDefault();
            worker.terminate();
            this.#asked.delete(sound);
        });
        worker.postMessage({ module: new URL(this.#address, location.href).href, sounds: [sound] });
    }

    /** @param {number} sound @param {Int16Array} samples */
    #buffer(sound, samples) {
        const { rate, channels } = this.#form(sound);
        const count = samples.length / channels;
        const buffer = this.#context.createBuffer(channels, Math.max(count, 1), rate);
        for (let side = 0; side < channels; side += 1) {
            const channel = buffer.getChannelData(side);
            for (let index = 0; index < count; index += 1) channel[index] = samples[index * channels + side] / 32768;
        }
        return buffer;
    }

    /** Makes the loop of the land heard, and the others not, as far as it is there. */
    #startLoop() {
        const buffer = this.#buffers[this.#loop];
        if (!buffer) return void this.#renderLoop(this.#loop);
        if (!this.#loops.has(this.#loop)) {
            const source = this.#context.createBufferSource();
            source.buffer = buffer;
            source.loop = true;
            const gain = this.#context.createGain();
            gain.gain.value = this.#loops.size === 0 ? 1 : 0;
            source.connect(gain).connect(this.#music);
            source.start();
            this.#loops.set(this.#loop, gain);
        }
        for (const [sound, { gain }] of this.#loops) {
            gain.setTargetAtTime(sound === this.#loop ? 1 : 0, this.#context.currentTime, FADE);
        }
    }

    /**
     * The loop of the land where the game is.
     * @param {number} sound its number; cheap when it is the same
     */
    setMusic(sound) {
        if (sound === this.#loop) return;
        this.#loop = sound;
        if (this.#context !== undefined) this.#startLoop();
    }

    /**
     * Starts the sounds whose bits are set.
     * @param {number} cues
     */
    play(cues) {
        if (cues === 0 || this.#context === undefined || this.isMuted || this.#isHidden) return;
        // What a context that stands still is given, it plays all at once when it goes on.
        if (this.#context.state !== "running") {
            if (this.#isBeginning) this.#waiting |= cues;
            return;
        }
        for (let index = 0; index < this.#buffers.length; index += 1) {
            if ((cues >> index & 1) === 0 || !this.#buffers[index]) continue;
            const source = this.#context.createBufferSource();
            source.buffer = this.#buffers[index];
            source.connect(this.#master);
            source.start();
        }
    }

    /**
     * The music is soft in the menu and when the game stands still.
     * @param {number} level
     */
    setMusicLevel(level) {
        this.#level = level;
        this.#music?.gain.setTargetAtTime(level, this.#context.currentTime, 0.15);
    }

    /** @param {boolean} isMuted */
    setMuted(isMuted) {
        this.isMuted = isMuted;
        try {
            localStorage.setItem(this.#key, isMuted ? "1" : "0");
        } catch {
            // Storage is off: muted until the page goes.
        }
        this.#master?.gain.setTargetAtTime(isMuted ? 0 : 0.8, this.#context.currentTime, 0.02);
    }

    /**
     * A hidden page is silent.
     * @param {boolean} isHidden
     */
    setHidden(isHidden) {
        this.#isHidden = isHidden;
        if (isHidden) this.#context?.suspend();
        else this.#resume();
    }
}

/**
 * Of a core's sound. Cores of before there were two sides, which old runs are watched with, have one of a fixed rate.
 * @param {any} core the module's exports
 * @param {number} cue
 */
export const form = (core, cue) => ({ rate: core.sound_rate(cue), channels: core.sound_channels?.() ?? 1 });

/** @param {string} name */
const isLoop = (name) => name.startsWith(MUSIC);

/** @param {string} key */
function remembered(key) {
    try {
        return localStorage.getItem(key) === "1";
    } catch {
        return false;
    }
}
