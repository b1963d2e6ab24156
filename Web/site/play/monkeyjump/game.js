// The host of MonkeyJump in a browser: time, buttons, and what the core draws and sounds.

import { GameCenter } from "../gamecenter.js";
import { Board } from "./board.js";
import { Renderer } from "./renderer.js";
import { Screens } from "./screens.js";
import { Sound } from "./sound.js";
import { number, words } from "./words.js";

const STEP = 1000 / 60;
/** A frame that took longer does not make up for it: the game was away. In milliseconds. */
const LAG_LIMIT = 100;
const BEST = "monkeyjump.best";

/** As in Arcade's Input. */
const JUMP = 1;
const START = 2;
const PAUSE = 4;
const RESUME = 8;
const MENU = 16;
/** As in MonkeyJump's Game.Screen. */
const SCREENS = ["menu", "play", "paused", "over"];
/** As in MonkeyJump's Words and Cue and Enemy.Kind. */
const WORDS = ["distance", "best", "milestone", "sign", "hint", "hintHold", "countdown"];
const CUES = ["jump", "land", "step", "hit", "splash", "milestone", "lunge", "croak", "click", "music"];
const ENEMIES = ["snake", "coconut", "porcupine", "parrot", "frog", "pit"];

const isTouch = matchMedia("(pointer: coarse)").matches;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

async function loadCore() {
    const { instance } = await WebAssembly.instantiateStreaming(fetch("game.wasm"), {});
    return instance.exports;
}

/** Copies what the core handed over last. */
function handed(core, count, Type) {
    return new Type(core.memory.buffer, core.handed_address(), count).slice();
}

function spritesOf(core) {
    const decoder = new TextDecoder();
    return Array.from({ length: core.sprite_count() }, (_, index) => {
        const name = decoder.decode(handed(core, core.sprite_name(index), Uint8Array));
        return { name, box: [...handed(core, core.sprite_box(index), Int32Array)] };
    });
}

function rememberedBest() {
    try {
        return Math.max(0, Math.min(Number(localStorage.getItem(BEST)) || 0, 2_000_000_000));
    } catch {
        return 0;
    }
}

function rememberBest(best) {
    try {
        localStorage.setItem(BEST, String(best));
    } catch {
        // Storage is off: the best of this page.
    }
}

class Host {
    #core;
    #renderer;
    #sound;
    #screens;
    #center;
    #canvas = document.getElementById("picture");

    #screen = "menu";
    #best = rememberedBest();
    /** The keys and fingers that are down, any of which holds the jump button. */
    #down = new Set();
    /** The buttons to press for one tick. */
    #pressed = 0;
    /** Let the jump button go for one tick: another key or finger came down beside the first. */
    #isLifting = false;
    #last = 0;
    #behind = 0;
    #list = null;
    /** Measured for tests and for the curious: milliseconds of the last frames. */
    #times = { frames: 0, step: 0, draw: 0, longest: 0, late: 0 };

    async start() {
        this.#center = new GameCenter({ bundleID: "com.ali.MonkeyJump", leaderboard: "HighScores" });
        const board = new Board(this.#center);
        this.#screens = new Screens({
            start: () => this.#press(START), resume: () => this.#press(RESUME), menu: () => this.#press(MENU),
        }, this.#center, board);
        this.#core = await loadCore();
        const seed = crypto.getRandomValues(new BigInt64Array(1))[0];
        this.#core.game_new(seed, this.#best, this.#best === 0 ? 1 : 0);
        this.#renderer = new Renderer(this.#canvas, this.#core, spritesOf(this.#core),
            WORDS.map((name) =>
                (name.startsWith("hint") ? () => words[name](isTouch) : (value) => words[name](number(value)))));
        this.#sound = new Sound(CUES, this.#core.sound_rate(),
            (cue) => handed(this.#core, this.#core.sound_render(cue), Int16Array));
        await this.#renderer.load("art");
        this.#resize();
        this.#listen();
        this.#labels();
        document.body.dataset.screen = "menu";
        document.getElementById("loading")?.remove();
        this.#screens.menu(this.#best);
        this.#greet();
        this.#last = performance.now();
        requestAnimationFrame((now) => this.#frame(now));
    }

    /** Not before the picture stands: the game waits for nobody. */
    async #greet() {
        this.#center.addEventListener("change", () => this.#screens.showAccount());
        this.#center.addEventListener("late", ({ detail }) => this.#screens.late(detail));
        if (await this.#center.start() === "in") {
            this.#screens.welcome(this.#center.player.displayName, takeWelcome()?.isNew === true, this.#center.environment);
        }
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
        const jump = this.#down.size > 0 ? JUMP : 0;
        const input = this.#isLifting ? this.#pressed & ~JUMP : this.#pressed | jump;
        const screen = SCREENS[this.#core.game_tick(input)];
        // A jump that was asked for meanwhile comes in the next tick.
        this.#pressed = this.#isLifting ? this.#pressed & JUMP : 0;
        this.#isLifting = false;
        this.#sound.play(this.#core.game_cues());
        if (screen !== this.#screen) this.#enter(screen);
    }

    #draw() {
        const fraction = Math.max(0, Math.min(255, Math.round(this.#behind / STEP * 256)));
        const count = this.#core.view_draw(fraction);
        // The view is made anew only when the memory grew, which detaches the old one.
        if (this.#list === null || this.#list.buffer !== this.#core.memory.buffer) {
            this.#list = new Int32Array(this.#core.memory.buffer, this.#core.view_list(), 512 * 8);
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
        const before = this.#screen;
        this.#screen = screen;
        document.body.dataset.screen = screen;
        document.getElementById("pause").hidden = screen !== "play";
        document.getElementById("home").hidden = screen === "play";
        this.#sound.setMusicLevel({ menu: 0.35, play: 0.55, paused: 0.08, over: 0.25 }[screen]);
        if (screen === "menu") this.#screens.menu(this.#best);
        else if (screen === "play") this.#screens.clear();
        else if (screen === "paused") this.#screens.pause();
        else if (before !== "over") this.#end();
    }

    async #end() {
        const metres = Number(this.#core.game_score());
        const isBest = metres > this.#best;
        if (isBest) {
            this.#best = metres;
            rememberBest(metres);
        }
        this.#core.game_best(this.#best);
        this.#screens.over({ metres, best: this.#best, isBest, nemesis: ENEMIES[this.#core.game_nemesis()] });
        this.#screens.fate(await this.#center.submit(metres), metres);
    }

    #press(input) {
        this.#sound.unlock();
        this.#pressed |= input;
    }

    #pauseIfPlaying() {
        if (this.#screen === "play") this.#pressed |= PAUSE;
    }

    // Buttons

    #listen() {
        addEventListener("keydown", (event) => this.#keyDown(event));
        addEventListener("keyup", (event) => this.#keyUp(event));
        this.#canvas.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            event.preventDefault();
            this.#sound.unlock();
            this.#canvas.setPointerCapture?.(event.pointerId);
            this.#jump(event.pointerId);
        });
        for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
            this.#canvas.addEventListener(name, ({ pointerId }) => this.#down.delete(pointerId));
        }
        this.#canvas.addEventListener("contextmenu", (event) => event.preventDefault());
        document.getElementById("pause").addEventListener("click", () => this.#pauseIfPlaying());
        document.getElementById("mute").addEventListener("click", () => this.#toggleMute());
        document.getElementById("home").addEventListener("click", () => location.assign("/"));
        document.addEventListener("visibilitychange", () => this.#visibility());
        addEventListener("blur", () => {
            this.#down.clear();
            this.#pauseIfPlaying();
        });
        addEventListener("online", () => this.#center.start());
        new ResizeObserver(() => this.#resize()).observe(this.#canvas);
        calm.addEventListener("change", () => this.#resize());
    }

    #keyDown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        this.#sound.unlock();
        const isOnControl = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
        switch (event.code) {
            case "Space": case "ArrowUp": case "KeyW":
                if (this.#screen === "play") {
                    event.preventDefault();
                    if (!event.repeat) this.#jump(event.code);
                } else if (event.repeat) {
                    event.preventDefault();
                } else if (event.code !== "Space" || !isOnControl) {
                    event.preventDefault();
                    this.#screens.pressPrimary();
                }
                break;
            case "KeyP": case "Escape":
                if (event.repeat) break;
                if (this.#screen === "play") this.#pauseIfPlaying();
                else if (this.#screen === "paused") this.#press(RESUME);
                break;
            case "KeyM":
                if (!event.repeat) this.#toggleMute();
                break;
            default:
        }
    }

    #keyUp(event) {
        this.#down.delete(event.code);
    }

    /** A key or a finger came down. It is seen even when it is up again before the next tick. */
    #jump(source) {
        if (this.#screen !== "play") return;
        if (this.#down.size > 0) this.#isLifting = true;
        this.#down.add(source);
        this.#pressed |= JUMP;
    }

    #toggleMute() {
        this.#sound.unlock();
        this.#sound.setMuted(!this.#sound.isMuted);
        this.#labels();
    }

    #labels() {
        const name = (id, text) => {
            const button = document.getElementById(id);
            button.setAttribute("aria-label", text);
            button.title = text;
        };
        name("pause", words.pause);
        name("home", words.home);
        name("mute", this.#sound.isMuted ? words.unmute : words.mute);
        document.getElementById("mute").setAttribute("aria-pressed", String(this.#sound.isMuted));
        document.getElementById("home").hidden = this.#screen === "play";
    }

    #visibility() {
        this.#sound.setHidden(document.hidden);
        this.#down.clear();
        if (document.hidden) {
            this.#pauseIfPlaying();
            // No frame comes while the page is hidden: the tick that pauses is taken here.
            if (this.#screen === "play") this.#tick();
        } else {
            this.#last = performance.now();
            this.#behind = 0;
            if (this.#center.status !== "in") this.#center.start();
        }
    }

    #resize() {
        if (!this.#renderer.resize()) return;
        this.#core.view_set(this.#renderer.width, this.#renderer.height, calm.matches ? 1 : 0);
    }

    // For tests, in the page's console: monkeyjump.state()

    /** A look at the game, which changes nothing. */
    state() {
        const { frames, step, draw, longest, late } = this.#times;
        return {
            screen: this.#screen, metres: Number(this.#core.game_score()), ticks: this.#core.game_ticks(),
            isOver: this.#core.game_is_over() === 1, best: this.#best, view: [this.#renderer.width, this.#renderer.height],
            status: this.#center.status, frames, late, longest, stepMean: step / frames, drawMean: draw / frames,
        };
    }

    /** The inputs of the run so far, encoded as Arcade's InputLog. */
    log() {
        return handed(this.#core, this.#core.game_log(), Uint8Array);
    }

    /** What the bot would press now: 1 when the button should be down. */
    advice(skill = 1000) {
        return this.#core.game_bot(skill);
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

const host = new Host();
globalThis.monkeyjump = host;
host.start().catch((error) => {
    const loading = document.getElementById("loading");
    if (loading !== null) loading.textContent = words.failed;
    throw error;
});
