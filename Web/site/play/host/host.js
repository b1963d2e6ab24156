// What the hosts of the games in a browser share: time, screens, sounds, and what becomes of a score. A game's own
// host says which buttons it has and what its end means.

import { GameCenter } from "../gamecenter.js";
import { Board } from "./board.js";
import { Renderer } from "./renderer.js";
import { Screens } from "./screens.js";
import { Sound } from "./sound.js";

const STEP = 1000 / 60;
/** A frame that took longer does not make up for it: the game was away. In milliseconds. */
const LAG_LIMIT = 100;
/** As in Arcade's Input. */
export const INPUT = Object.freeze({ jump: 1, start: 2, pause: 4, resume: 8, menu: 16, startTimed: 64 });
/** As in each game's Game.Screen. */
const SCREENS = ["menu", "play", "paused", "over"];
const MUSIC_LEVELS = { menu: 0.35, play: 0.55, paused: 0.08, over: 0.25 };

export const isTouch = matchMedia("(pointer: coarse)").matches;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} Game
 * @property {string} name as the player knows it
 * @property {string} id under which this browser remembers things
 * @property {string} bundleID
 * @property {string} leaderboard the first one
 * @property {object} words its texts
 * @property {((value: number) => string)[]} texts in the order of the core's Words
 * @property {string[]} cues in the order of the core's Cue
 */
export class Host {
    core;
    screens;
    sound;
    center;
    screen = "menu";
    canvas = document.getElementById("picture");
    /** The buttons to press for one tick. */
    pressed = 0;

    #game;
    #renderer;
    #last = 0;
    #behind = 0;
    #list = null;
    /** Measured for tests and for the curious: milliseconds of the last frames. */
    #times = { frames: 0, step: 0, draw: 0, longest: 0, late: 0 };

    /** @param {Game} game */
    constructor(game) {
        this.#game = game;
    }

    /** Loads and runs the game; where that fails, the page says so. */
    async run() {
        try {
            await this.#start();
        } catch (error) {
            const loading = document.getElementById("loading");
            if (loading !== null) loading.textContent = this.#game.words.failed;
            throw error;
        }
    }

    async #start() {
        const game = this.#game;
        this.center = new GameCenter({ bundleID: game.bundleID, leaderboard: game.leaderboard });
        this.screens = new Screens({
            start: () => this.press(INPUT.start), restart: () => this.restart(),
            resume: () => this.press(INPUT.resume), menu: () => this.press(INPUT.menu),
        }, this.center, new Board(this.center, game.words), game.words, game.name);
        const { instance } = await WebAssembly.instantiateStreaming(fetch("game.wasm"), {});
        this.core = instance.exports;
        this.begin(crypto.getRandomValues(new BigInt64Array(1))[0]);
        this.#renderer = new Renderer(this.canvas, this.core, this.#sprites(), game.texts);
        this.sound = new Sound(game.id, game.cues, this.core.sound_rate(),
            (cue) => this.handed(this.core.sound_render(cue), Int16Array));
        await this.#renderer.load("art");
        this.#resize();
        this.#listen();
        this.#labels();
        document.body.dataset.screen = "menu";
        document.getElementById("loading")?.remove();
        this.showMenu();
        this.#greet();
        this.#last = performance.now();
        requestAnimationFrame((now) => this.#frame(now));
    }

    // For a game to say

    /** Makes the core's game. @param {bigint} seed */
    begin(seed) {
        throw new Error(`begin(${seed}) is the game's own`);
    }

    /** The home screen. */
    showMenu() {}

    /** The run is over: shows its end and submits its score. */
    async end() {}

    /** The inputs of the next tick. */
    takeInput() {
        const pressed = this.pressed;
        this.pressed = 0;
        return pressed;
    }

    /** Fingers and keys of the game's own. */
    listen() {}

    /** Everything is up: the window lost its fingers and keys. */
    letGo() {}

    /** A key. @param {KeyboardEvent} event @returns {boolean} whether it was one of the game's own */
    keyDown(event) {
        void event;
        return false;
    }

    /** Plays the same way once more. */
    restart() {
        this.press(INPUT.start);
    }

    // What a game may use

    /** Copies what the core handed over last. */
    handed(count, Type) {
        return new Type(this.core.memory.buffer, this.core.handed_address(), count).slice();
    }

    press(input) {
        this.sound.unlock();
        this.pressed |= input;
    }

    pauseIfPlaying() {
        if (this.screen === "play") this.pressed |= INPUT.pause;
    }

    /** A point of the window in the core's units. @param {{clientX: number, clientY: number}} event */
    point({ clientX, clientY }) {
        const box = this.canvas.getBoundingClientRect();
        return {
            x: Math.round((clientX - box.left) / box.width * this.#renderer.width),
            y: Math.round((clientY - box.top) / box.height * this.#renderer.height),
        };
    }

    /** A point in the core's units in the window's pixels. */
    pixel({ x, y }) {
        const box = this.canvas.getBoundingClientRect();
        return {
            x: Math.round(box.left + x / this.#renderer.width * box.width),
            y: Math.round(box.top + y / this.#renderer.height * box.height),
        };
    }

    /** Not before the picture stands: the game waits for nobody. */
    async #greet() {
        this.center.addEventListener("change", () => this.screens.showAccount());
        this.center.addEventListener("late", ({ detail }) => this.screens.late(detail));
        if (await this.center.start() === "in") {
            const { player, environment } = this.center;
            this.screens.welcome(player.displayName, takeWelcome()?.isNew === true, environment);
        }
    }

    #sprites() {
        const decoder = new TextDecoder();
        return Array.from({ length: this.core.sprite_count() }, (_, index) => {
            const name = decoder.decode(this.handed(this.core.sprite_name(index), Uint8Array));
            return { name, box: [...this.handed(this.core.sprite_box(index), Int32Array)] };
        });
    }

    // Time

    #frame(now) {
        requestAnimationFrame((next) => this.#frame(next));
        const passed = now - this.#last;
        this.#last = now;
        this.#behind = Math.min(this.#behind + passed, LAG_LIMIT);
        const begun = performance.now();
        // A frame that comes a hair early is on time: without it a 60 Hz screen would now and then show one twice.
        while (this.#behind >= STEP - 0.5) {
            this.#behind -= STEP;
            this.#tick();
        }
        const stepped = performance.now();
        this.#draw();
        this.#measure(passed, stepped - begun, performance.now() - stepped);
    }

    #tick() {
        const screen = SCREENS[this.core.game_tick(this.takeInput())];
        this.sound.play(this.core.game_cues());
        if (screen !== this.screen) this.#enter(screen);
    }

    #draw() {
        const fraction = Math.max(0, Math.min(255, Math.round(this.#behind / STEP * 256)));
        const count = this.core.view_draw(fraction);
        // The view is made anew only when the memory grew, which detaches the old one.
        if (this.#list === null || this.#list.buffer !== this.core.memory.buffer) {
            this.#list = new Int32Array(this.core.memory.buffer, this.core.view_list(), 512 * 8);
        }
        this.#renderer.draw(this.#list, count);
    }

    #measure(passed, step, draw) {
        const times = this.#times;
        times.frames += 1;
        times.step += step;
        times.draw += draw;
        if (passed > 25) times.late += 1;
        if (passed > times.longest) times.longest = passed;
    }

    // Screens

    #enter(screen) {
        const before = this.screen;
        this.screen = screen;
        document.body.dataset.screen = screen;
        document.getElementById("pause").hidden = screen !== "play";
        document.getElementById("home").hidden = screen === "play";
        this.sound.setMusicLevel(MUSIC_LEVELS[screen]);
        if (screen === "menu") this.showMenu();
        else if (screen === "play") this.screens.clear();
        else if (screen === "paused") this.screens.pause();
        else if (before !== "over") this.end();
    }

    // Buttons

    #listen() {
        addEventListener("keydown", (event) => this.#keyDown(event));
        this.canvas.addEventListener("contextmenu", (event) => event.preventDefault());
        document.getElementById("pause").addEventListener("click", () => this.pauseIfPlaying());
        document.getElementById("mute").addEventListener("click", () => this.#toggleMute());
        document.getElementById("home").addEventListener("click", () => location.assign("/"));
        document.addEventListener("visibilitychange", () => this.#visibility());
        addEventListener("blur", () => {
            this.letGo();
            this.pauseIfPlaying();
        });
        addEventListener("online", () => this.center.start());
        new ResizeObserver(() => this.#resize()).observe(this.canvas);
        calm.addEventListener("change", () => this.#resize());
        this.listen();
    }

    #keyDown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        this.sound.unlock();
        if (this.keyDown(event)) return;
        switch (event.code) {
            case "KeyP": case "Escape":
                if (event.repeat) break;
                if (this.screen === "play") this.pauseIfPlaying();
                else if (this.screen === "paused") this.press(INPUT.resume);
                break;
            case "KeyM":
                if (!event.repeat) this.#toggleMute();
                break;
            default:
        }
    }

    #toggleMute() {
        this.sound.unlock();
        this.sound.setMuted(!this.sound.isMuted);
        this.#labels();
    }

    #labels() {
        const words = this.#game.words;
        const name = (id, text) => {
            const button = document.getElementById(id);
            button.setAttribute("aria-label", text);
            button.title = text;
        };
        name("pause", words.pause);
        name("home", words.home);
        name("mute", this.sound.isMuted ? words.unmute : words.mute);
        document.getElementById("mute").setAttribute("aria-pressed", String(this.sound.isMuted));
        document.getElementById("home").hidden = this.screen === "play";
    }

    #visibility() {
        this.sound.setHidden(document.hidden);
        this.letGo();
        if (document.hidden) {
            this.pauseIfPlaying();
            // No frame comes while the page is hidden: the tick that pauses is taken here.
            if (this.screen === "play") this.#tick();
        } else {
            this.#last = performance.now();
            this.#behind = 0;
            if (this.center.status !== "in") this.center.start();
        }
    }

    #resize() {
        if (!this.#renderer.resize()) return;
        this.core.view_set(this.#renderer.width, this.#renderer.height, calm.matches ? 1 : 0);
    }

    // For tests, in the page's console

    /** A look at the game, which changes nothing. */
    state() {
        const { frames, step, draw, longest, late } = this.#times;
        return {
            screen: this.screen, score: Number(this.core.game_score()), ticks: this.core.game_ticks(),
            isOver: this.core.game_is_over() === 1, view: [this.#renderer.width, this.#renderer.height],
            status: this.center.status, frames, late, longest, stepMean: step / frames, drawMean: draw / frames,
        };
    }

    /** The inputs of the run so far, encoded as Arcade's InputLog. */
    log() {
        return this.handed(this.core.game_log(), Uint8Array);
    }
}

/** The best score that this browser saw, beside what leaderboards know. */
export class LocalBest {
    value;
    #key;

    /** @param {string} key */
    constructor(key) {
        this.#key = key;
        try {
            this.value = Math.max(0, Math.min(Number(localStorage.getItem(key)) || 0, 2_000_000_000));
        } catch {
            this.value = 0;
        }
    }

    /** @returns {boolean} whether it is better than all before */
    offer(value) {
        if (value <= this.value) return false;
        this.value = value;
        try {
            localStorage.setItem(this.#key, String(value));
        } catch {
            // Storage is off: the best of this page.
        }
        return true;
    }
}

/** The note that the sign-in page leaves for the next page. */
function takeWelcome() {
    try {
        const note = JSON.parse(sessionStorage.getItem("laurel.welcome") ?? "null");
        sessionStorage.removeItem("laurel.welcome");
        return note;
    } catch {
        return null;
    }
}
