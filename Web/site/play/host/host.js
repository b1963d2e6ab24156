// What the hosts of the games in a browser share: time, screens, sounds, and what becomes of a score. A game's own
// host says which buttons it has and what its end means.

import { GameCenter } from "../gamecenter.js";
import { Banner } from "./banner.js";
import { LocalBest } from "./best.js";
import { ACTIONS, Panels } from "./panels.js";
import { Port } from "./port.js";
import { Renderer } from "./renderer.js";
import { openShare } from "./share.js";
import { Sound } from "./sound.js";

const STEP = 1000 / 60;
/** A ticket that waited longer is not used: its run is to be handed in soon after. In milliseconds. */
const TICKET_AGE = 240_000;
/** A frame that took longer does not make up for it: the game was away. In milliseconds. */
const LAG_LIMIT = 100;
/** As in Arcade's Input. The buttons of the screens are the core's own. */
export const INPUT = Object.freeze({ jump: 1, pause: 4 });
/** What browsers that send no `isComposing` with the last key of a composition have as its code. */
const COMPOSING = 229;
/** As in Arcade's Scene. */
const SCREENS = ["menu", "play", "paused", "over"];
const MUSIC_LEVELS = { menu: 0.35, play: 0.55, paused: 0.08, over: 0.25 };

export const isTouch = matchMedia("(pointer: coarse)").matches;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} Game
 * @property {string} name as the player knows it
 * @property {string} id under which this browser remembers things
 * @property {string} bundleID
 * @property {{leaderboard: string, best: string}[]} boards in the order of the core's; under `best` this browser
 *     remembers the best score
 * @property {object} words its texts
 * @property {string} beatAFriend the achievement of who beats a friend in a challenge: no run tells of it
 * @property {object} [phrases] its own words instead of common ones
 * @property {Map<number, Function>} own the texts of its screens, by the core's numbers
 * @property {((value: number) => string)[]} texts in the order of the core's Words
 * @property {string[]} cues in the order of the core's Cue
 */
export class Host {
    core;
    panels;
    port;
    sound;
    center;
    screen = "menu";
    canvas = document.getElementById("picture");
    /** The buttons to press for one tick. */
    pressed = 0;

    #game;
    #renderer;
    #banner = new Banner();
    #bests;
    #last = 0;
    #behind = 0;
    #list = null;
    #stopHearing = null;
    /** What is to be said when the next run begins. */
    #word = "";
    #ticketTimer = 0;
    /** Measured for tests and for the curious: milliseconds of the last frames. */
    #times = { frames: 0, step: 0, draw: 0, longest: 0, late: 0 };

    /** @param {Game} game */
    constructor(game) {
        this.#game = game;
        this.#bests = game.boards.map(({ best }) => new LocalBest(best));
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
        this.center = new GameCenter({ bundleID: game.bundleID, leaderboard: game.boards[0].leaderboard });
        const { instance } = await WebAssembly.instantiateStreaming(fetch("game.wasm"), {});
        this.core = instance.exports;
        this.begin(crypto.getRandomValues(new BigInt64Array(1))[0]);
        this.#bests.forEach(({ value }, board) => this.core.screens_set_best(value, board));
        this.#renderer = new Renderer(this.canvas, this.core, this.#sprites(), game.texts);
        this.sound = new Sound(game.id, game.cues, this.core.sound_rate(),
            (cue) => this.handed(this.core.sound_render(cue), Int16Array));
        await this.#renderer.load("art");
        this.#openScreens();
        this.#resize();
        this.#listen();
        // The home screen is there from the first frame on.
        this.#tick();
        this.#show();
        document.body.dataset.screen = "menu";
        document.getElementById("loading")?.remove();
        this.#greet();
        this.#last = performance.now();
        requestAnimationFrame((now) => this.#frame(now));
    }

    #openScreens() {
        const game = this.#game;
        this.port = new Port(this.core, this.center, game.boards.map(({ leaderboard }) => leaderboard), {
            beatAFriend: game.beatAFriend,
            log: () => this.log(), race: (bytes) => this.#race(bytes), written: (field) => this.panels.written(field),
            share: (make) => openShare(make, this.#game.words), reason: (refusal) => reason(refusal, game.words),
            setMuted: (isMuted) => this.sound.setMuted(isMuted), ended: ({ board }) => this.#ended(board),
        });
        this.panels = new Panels(this.core, game, (...slot) => this.port.find(...slot), (action, index) => {
            this.sound.unlock();
            if (action === "search") this.port.search(this.panels.written("search"));
            this.act(action, index);
        });
        this.core.answer_sound(this.sound.isMuted ? 1 : 0);
    }

    // For a game to say

    /** Makes the core's game. @param {bigint} seed */
    begin(seed) {
        throw new Error(`begin(${seed}) is the game's own`);
    }

    /** The best score that this browser remembers changed. @param {number} best @param {number} board */
    learnBest(best, board) {
        void [best, board];
    }

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

    // What a game may use

    /** Copies what the core handed over last. */
    handed(count, Type) {
        return new Type(this.core.memory.buffer, this.core.handed_address(), count).slice();
    }

    /** The best score of a leaderboard that this browser remembers; 0: none. */
    best(board = 0) {
        return this.#bests[board].value;
    }

    /** The player chose something. @param {string} action @param {number} [index] */
    act(action, index = 0) {
        this.core.screens_act(ACTIONS.indexOf(action), index);
        this.#show();
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

    /** Begins a run against a log. @param {Uint8Array} bytes @returns {boolean} whether the game can run it */
    #race(bytes) {
        if (this.#hand(bytes) && this.core.game_against(bytes.length) === 0) return true;
        this.#word = this.#game.words.noGhost;
        return false;
    }

    /** Gives the core bytes. @param {Uint8Array} bytes @returns {boolean} whether it takes so many */
    #hand(bytes) {
        const at = this.core.room(bytes.length);
        if (at === 0) return false;
        new Uint8Array(this.core.memory.buffer, at, bytes.length).set(bytes);
        return true;
    }

    /** Not before the picture stands: the game waits for nobody. */
    async #greet() {
        const words = this.#game.words;
        this.center.addEventListener("late", ({ detail: { sent, refused: [first] } }) =>
            this.#banner.show(first === undefined ? words.lateSent(sent) : words.lateRefused(reason(first, words))));
        this.center.addEventListener("change", () => this.#hear());
        if (await this.center.start() !== "in") return;
        this.#prepare();
        const { player, environment } = this.center;
        const welcome = takeWelcome()?.isNew === true ? words.welcomeNew : words.welcome;
        this.#banner.show(welcome(player.displayName), environment === "sandbox" ? words.sandbox : "");
    }

    /** What the player is told while he plays, live: of his challenges and achievements. */
    async #hear() {
        if (this.#stopHearing !== null || this.center.status !== "in") return;
        this.#stopHearing = () => {};
        const { subscribeToNotices } = await import("/lib/events.js");
        this.#stopHearing = subscribeToNotices({ onNotice: (notice) => this.#told(notice) });
    }

    async #told({ kind, game, about, subject, isRead }) {
        if (isRead || game?.bundleID !== this.#game.bundleID) return;
        if (kind === "achievementEarned") {
            const title = await this.port.achievement(subject);
            if (title !== "") this.#banner.show(this.#game.words.earned(title));
        }
        if (!kind.startsWith("challenge")) return;
        this.port.loadChallenges();
        // Both are told when one is beaten: the game over of whoever did it says so already.
        if (kind === "challengeCompleted" && await this.port.isOwn(subject)) return;
        const text = this.#game.words.told[kind];
        if (text !== undefined && about) this.#banner.show(text(about.displayName));
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
        this.#show();
        const stepped = performance.now();
        this.#draw();
        this.#measure(passed, stepped - begun, performance.now() - stepped);
    }

    #tick() {
        const screen = SCREENS[this.core.game_tick(this.takeInput())];
        this.sound.play(this.core.game_cues());
        if (screen !== this.screen) this.#enter(screen);
    }

    /** Does what the screens ask for, and shows them. */
    #show() {
        this.port.pump();
        this.panels.update();
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
        this.screen = screen;
        document.body.dataset.screen = screen;
        this.sound.setMusicLevel(MUSIC_LEVELS[screen]);
        if (screen !== "play") {
            this.#prepare();
            return;
        }
        this.#banner.clear();
        if (this.#word !== "") this.#banner.show(this.#word);
        this.#word = "";
    }

    /** The next run begins with a ticket where there are any. It is asked for ahead: no run waits for it. */
    async #prepare() {
        clearTimeout(this.#ticketTimer);
        const found = await this.center.ticket();
        if (found === null) return;
        const bytes = Uint8Array.from(atob(found.ticket), (letter) => letter.charCodeAt(0));
        if (this.#hand(bytes)) this.core.game_prepare(BigInt(found.seed), bytes.length);
        this.#ticketTimer = setTimeout(() => this.screen !== "play" && this.#prepare(), TICKET_AGE);
    }

    /** A run is over: what is best is remembered. */
    #ended(board) {
        const best = this.core.screens_best(board);
        this.#bests[board].offer(best);
        this.learnBest(best, board);
    }

    // Buttons

    #listen() {
        addEventListener("keydown", (event) => this.#keyDown(event));
        this.canvas.addEventListener("contextmenu", (event) => event.preventDefault());
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
        // What composes a letter, and what is written into a field, is none of the game's business.
        if (event.isComposing || event.keyCode === COMPOSING || event.ctrlKey || event.metaKey || event.altKey) return;
        this.sound.unlock();
        const field = event.target instanceof HTMLInputElement && event.target.type !== "checkbox" ? event.target : null;
        if (event.key === "Enter" && field?.dataset.action === "message") return void this.act("sendChallenge");
        if (field === null && this.keyDown(event)) return;
        switch (field !== null && event.code !== "Escape" ? "" : event.code) {
            case "KeyP":
                if (event.repeat) break;
                if (this.screen === "play") this.pauseIfPlaying();
                else if (this.screen === "paused") this.act("resume");
                break;
            case "Escape":
                if (!event.repeat && document.querySelector("dialog[open]") === null) this.act("back");
                break;
            case "KeyM":
                if (!event.repeat) this.act("toggleSound");
                break;
            default:
        }
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

/** In the player's words; what is new to this page is told as the server wrote it. */
function reason({ problem, title, detail }, words) {
    return words.because[problem] ?? [title, detail].filter(Boolean).join(" · ");
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
