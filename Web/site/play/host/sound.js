// Plays what the core made by counting: short sounds at once, and the music as a loop.

const MUSIC = "music";

export class Sound {
    isMuted;

    #key;
    #render;
    #rate;
    #names;
    #context;
    #master;
    #music;
    #buffers = [];

    /**
     * @param {string} game its name, under which it is remembered whether the sound is off
     * @param {string[]} names in the core's order
     * @param {number} rate samples a second
     * @param {(index: number) => Int16Array} render
     */
    constructor(game, names, rate, render) {
        this.#key = `${game}.muted`;
        this.isMuted = remembered(this.#key);
        this.#names = names;
        this.#rate = rate;
        this.#render = render;
    }

    /** Browsers let sound begin at a key or a tap only. Call it there. */
    unlock() {
        if (this.#context !== undefined) {
            if (this.#context.state === "suspended" && !document.hidden) this.#context.resume();
            return;
        }
        if (typeof AudioContext === "undefined") return;
        this.#context = new AudioContext();
        this.#master = this.#context.createGain();
        this.#master.gain.value = this.isMuted ? 0 : 0.8;
        this.#master.connect(this.#context.destination);
        this.#buffers = this.#names.map((_, index) => this.#buffer(this.#render(index)));
        this.#startMusic();
    }

    #buffer(samples) {
        const buffer = this.#context.createBuffer(1, Math.max(samples.length, 1), this.#rate);
        const channel = buffer.getChannelData(0);
        for (let index = 0; index < samples.length; index += 1) channel[index] = samples[index] / 32768;
        return buffer;
    }

    #startMusic() {
        const source = this.#context.createBufferSource();
        source.buffer = this.#buffers[this.#names.indexOf(MUSIC)];
        source.loop = true;
        this.#music = this.#context.createGain();
        this.#music.gain.value = 0.4;
        source.connect(this.#music).connect(this.#master);
        source.start();
    }

    /** Starts the sounds whose bits are set. */
    play(cues) {
        if (cues === 0 || this.#context === undefined || this.isMuted) return;
        for (let index = 0; index < this.#buffers.length; index += 1) {
            if ((cues >> index & 1) === 0) continue;
            const source = this.#context.createBufferSource();
            source.buffer = this.#buffers[index];
            source.connect(this.#master);
            source.start();
        }
    }

    /** The music is soft in the menu and when the game stands still. */
    setMusicLevel(level) {
        if (this.#music !== undefined) this.#music.gain.setTargetAtTime(level, this.#context.currentTime, 0.15);
    }

    setMuted(isMuted) {
        this.isMuted = isMuted;
        try {
            localStorage.setItem(this.#key, isMuted ? "1" : "0");
        } catch {
            // Storage is off: muted until the page goes.
        }
        this.#master?.gain.setTargetAtTime(isMuted ? 0 : 0.8, this.#context.currentTime, 0.02);
    }

    /** A hidden page is silent. */
    setHidden(isHidden) {
        if (isHidden) this.#context?.suspend();
        else this.#context?.resume();
    }
}

function remembered(key) {
    try {
        return localStorage.getItem(key) === "1";
    } catch {
        return false;
    }
}
