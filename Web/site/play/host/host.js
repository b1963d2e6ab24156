// What the hosts of the games in a browser share: the core, its screens and sounds, and what becomes of a score. A
// game's own host says which buttons it has and what its end means.

import { find, lookUp } from "../../lib/dom.js";
import { GameCenter } from "../gamecenter.js";
import { Banner } from "./banner.js";
import { LocalBest } from "./best.js";
import { listen } from "./controls.js";
import { Errand } from "./errand.js";
import { Frames } from "./frames.js";
import { language } from "./language.js";
import { Module, newSeed } from "./module.js";
import { News } from "./news.js";
import { ACTIONS, Panels } from "./panels.js";
import { Port } from "./port.js";
import { reason } from "./reason.js";
import { Renderer } from "./renderer.js";
import { openShare } from "./share.js";
import { form, Sound } from "./sound.js";
import { say } from "./texts.js";
import { Tickets } from "./tickets.js";

/** As in Arcade's Input. The buttons of the screens are the core's own. */
export const INPUT = Object.freeze({ jump: 1, pause: 4 });
/** As in Arcade's Scene. */
const SCREENS = ["menu", "play", "paused", "over"];
/** @type {Record<string, number>} */
const MUSIC_LEVELS = { menu: 0.35, play: 0.55, paused: 0.08, over: 0.25 };

/**
 * What is heard is felt, too, on a device that can.
 * @param {number} milliseconds
 */
function touch(milliseconds) {
    if (milliseconds > 0 && isTouch && !calm.matches) navigator.vibrate?.(milliseconds);
}

export const isTouch = matchMedia("(pointer: coarse)").matches;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} Game
 * @property {string} name as the player knows it
 * @property {string} id under which this browser remembers things
 * @property {string} bundleID
 * @property {{leaderboard: string, best: string}[]} boards in the order of the core's; under `best` this browser
 *     remembers the best score
 * @property {string} beatAFriend the achievement of who beats a friend in a challenge: no run tells of it
 * @property {Map<number, string | ((...values: any[]) => string)>} own the texts of its screens, by the core's numbers
 * @property {(rival: (number: number) => string) => ((value: number) => string)[]} texts in the order of the core's
 *     Words; `rival` has the name of one
 * @property {string[]} cues in the order of the core's Cue
 */
export class Host {
    /** @type {any} the module's exports */ core;
    /** @type {Panels} */ panels;
    /** @type {Port} */ port;
    /** @type {Sound} */ sound;
    /** @type {GameCenter} */ center;
    screen = "menu";
    canvas = /** @type {HTMLCanvasElement} */ (find("#picture"));
    /** The buttons to press for one tick. */
    pressed = 0;

    #game;
    /** @type {Module} */ #module;
    /** @type {Renderer} */ #renderer;
    #banner = new Banner();
    #bests;
    /** Whose bests these are, null for nobody; undefined: that is not known yet. */
    /** @type {?string | undefined} */ #whose;
    #frames = new Frames({ tick: () => this.#tick(), show: () => this.#show(),
        draw: (fraction, passed) => this.#draw(fraction, passed) });
    /** @type {Tickets} */ #tickets;
    #errand;
    /** @type {?Int32Array} */ #list = null;
    /** Who began the run, null for nobody; undefined: that was not known yet. */
    /** @type {?{id: string} | undefined} */ #runner;
    /** What is to be said when the next run begins. */
    #word = "";

    /** @param {Game} game */
    constructor(game) {
        this.#game = game;
        this.#bests = game.boards.map(({ best }) => new LocalBest(best));
        this.#errand = new Errand(this, game, this.#banner);
    }

    /** Loads and runs the game; where that fails, the page says so. */
    async run() {
        try {
            await this.#start();
        } catch (error) {
            const loading = find("#loading");
            if (loading !== null) loading.textContent = say("play.notLoaded");
            throw error;
        }
    }

    async #start() {
        const game = this.#game;
        this.center = new GameCenter({ bundleID: game.bundleID, leaderboard: game.boards[0].leaderboard, language });
        this.#module = await Module.load("game.wasm");
        this.core = this.#module.core;
        this.#tickets = new Tickets(this.#module, this.center, () => this.screen !== "play");
        this.#recall();
        this.begin(newSeed());
        this.center.addEventListener("change", () => {
            this.#own();
            this.#recall();
        });
        this.#renderer = new Renderer(this.canvas, this.core, this.#module.sprites(),
            game.texts((number) => this.port?.find("rivals", "name", number) ?? ""));
        this.sound = new Sound(game.id, game.cues, (cue) => form(this.core, cue),
            (cue) => this.handed(this.core.sound_render(cue), Int16Array), "game.wasm");
        await this.#renderer.load("art");
        this.#openScreens();
        this.#resize();
        this.#listen();
        // The home screen is there from the first frame on.
        this.#tick();
        this.#show();
        document.body.dataset.screen = "menu";
        lookUp("#loading")?.remove();
        this.#greet();
        this.#frames.begin();
    }

    async #greet() {
        await new News(this.center, this.port, this.#banner, this.#game).begin();
        await this.#errand.begin();
    }

    #openScreens() {
        const game = this.#game;
        this.port = new Port(this.core, this.center, game.boards.map(({ leaderboard }) => leaderboard), {
            beatAFriend: game.beatAFriend,
            log: () => this.log(), canRace: (bytes) => this.canRace(bytes), race: (bytes) => this.#race(bytes),
            written: (field) => this.panels.written(field), share: openShare, reason,
            setMuted: (isMuted) => this.sound.setMuted(isMuted), ended: ({ board }) => this.#ended(board),
            best: (best, board) => this.#know(best, board),
            runner: () => this.#runner,
        });
        this.panels = new Panels(this.core, game, (...slot) => this.port.find(...slot), (action, index) => {
            this.sound.unlock();
            if (action === "search") this.port.search(this.panels.written("search"));
            this.act(action, index);
        });
        this.core.answer_sound(this.sound.isMuted ? 1 : 0);
    }

    // For a game to say

    /**
     * Makes the core's game.
     * @param {bigint} seed
     */
    begin(seed) {
        throw new Error(`begin(${seed}) is the game's own`);
    }

    /**
     * The best score that this browser remembers changed.
     * @param {number} best @param {number} board
     */
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

    /**
     * A key.
     * @param {KeyboardEvent} event @returns {boolean} whether it was one of the game's own
     */
    keyDown(event) {
        void event;
        return false;
    }

    // What a game may use

    /**
     * Copies what the core handed over last.
     * @template {Uint8Array | Int16Array | Int32Array | BigInt64Array} Kind
     * @param {number} count @param {new (memory: ArrayBuffer, address: number, count: number) => Kind} Type
     */
    handed(count, Type) {
        return this.#module.handed(count, Type);
    }

    /** The best score of a leaderboard that this browser remembers; 0: none. */
    best(board = 0) {
        return this.#bests[board].value;
    }

    /**
     * The player chose something.
     * @param {string} action @param {number} [index]
     */
    act(action, index = 0) {
        // It may begin a run.
        this.#tickets.dropOld();
        if (!this.#errand.takes(action, index)) this.core.screens_act(ACTIONS.indexOf(action), index);
        this.#show();
    }

    pauseIfPlaying() {
        if (this.screen === "play") this.pressed |= INPUT.pause;
    }

    /**
     * A point of the window in the core's units.
     * @param {{clientX: number, clientY: number}} event
     */
    point({ clientX, clientY }) {
        const box = this.canvas.getBoundingClientRect();
        return {
            x: Math.round((clientX - box.left) / box.width * this.#renderer.width),
            y: Math.round((clientY - box.top) / box.height * this.#renderer.height),
        };
    }

    /**
     * A point in the core's units in the window's pixels.
     * @param {{x: number, y: number}} point
     */
    pixel({ x, y }) {
        const box = this.canvas.getBoundingClientRect();
        return {
            x: Math.round(box.left + x / this.#renderer.width * box.width),
            y: Math.round(box.top + y / this.#renderer.height * box.height),
        };
    }

    /**
     * Whether a log is of a whole run that the game can play.
     * @param {Uint8Array} bytes
     */
    canRace(bytes) {
        // The log has its seed itself.
        return this.#module.hand(bytes) && this.core.laurel_play(0n, bytes.length) === 0;
    }

    /**
     * Begins a run against a log.
     * @param {Uint8Array} bytes @returns {boolean} whether the game can run it
     */
    #race(bytes) {
        if (this.#module.hand(bytes) && this.core.game_against(bytes.length) === 0) return true;
        this.#word = say("play.noGhost");
        return false;
    }

    // Frames

    #tick() {
        const screen = SCREENS[this.core.game_tick(this.takeInput())];
        const cues = this.core.game_cues();
        this.sound.play(cues);
        if (cues !== 0 && this.screen === "play") touch(this.core.game_touch(cues));
        this.sound.setMusic(this.core.game_music());
        if (screen !== this.screen) this.#enter(screen);
    }

    /** Does what the screens ask for, and shows them. */
    #show() {
        this.port.pump();
        this.panels.update();
    }

    /** @param {number} fraction @param {number} passed milliseconds */
    #draw(fraction, passed) {
        // Panels over the picture cost frames of their own.
        if (this.screen === "play" && this.#renderer.changesDetail(passed)) this.#resize();
        const count = this.core.view_draw(fraction);
        // The view is made anew only when the memory grew, which detaches the old one.
        if (this.#list === null || this.#list.buffer !== this.core.memory.buffer) {
            this.#list = new Int32Array(this.core.memory.buffer, this.core.view_list(), 512 * 8);
        }
        this.#renderer.draw(this.#list, count);
    }

    // Screens

    /** @param {string} screen */
    #enter(screen) {
        this.screen = screen;
        document.body.dataset.screen = screen;
        this.sound.setMusicLevel(MUSIC_LEVELS[screen]);
        if (screen !== "play") {
            this.#tickets.prepare();
            return;
        }
        // A run begins, or has taken its first tick against another; later ones only go on after a pause.
        if (this.core.game_ticks() <= 1) {
            this.#runner = this.center.status === "checking" ? undefined : this.center.player;
        }
        this.#banner.clear();
        if (this.#word !== "") this.#banner.show(this.#word);
        this.#word = "";
    }

    /**
     * A run that began before it was known who plays is theirs as soon as that is known; one of nobody's is the guest's
     * who is made for it.
     */
    #own() {
        const { status, player } = this.center;
        if (this.#runner === undefined && (status === "in" || status === "out")) this.#runner = player;
        if (this.#runner === null && this.#isMakingGuest) this.#runner = player;
    }

    /** The guest who is being made is the player already. */
    get #isMakingGuest() {
        return this.center.guestToCome !== null && this.center.isGuest;
    }

    /** Whoever plays has a best of their own. */
    #recall() {
        const { status, player } = this.center;
        const whose = player?.id ?? (status === "checking" ? undefined : null);
        if (whose === this.#whose) return;
        const isMade = this.#whose === null && this.#isMakingGuest;
        this.#whose = whose;
        this.#bests.forEach((best, board) => {
            if (isMade && typeof whose === "string") best.give(whose);
            else best.recall(whose);
            this.core.screens_set_best(best.value, board);
            if (best.value > 0) this.learnBest(best.value, board);
        });
    }

    /**
     * The leaderboard may know a better score of the player's, made elsewhere.
     * @param {number} best @param {number} board
     */
    #know(best, board) {
        if (best <= this.core.screens_best(board)) return;
        this.core.screens_set_best(best, board);
        this.learnBest(best, board);
    }

    /**
     * A run is over: what is best is remembered.
     * @param {number} board
     */
    #ended(board) {
        if (this.#runner !== undefined && (this.#runner?.id ?? null) !== this.#whose) {
            // Somebody else has signed in during the run, in another tab.
            this.core.screens_set_best(this.#bests[board].value, board);
            return;
        }
        const best = this.core.screens_best(board);
        this.#bests[board].offer(best);
        this.learnBest(best, board);
    }

    // The window

    #listen() {
        listen(this, { resized: () => this.#resize(), seen: (isSeen) => this.#seen(isSeen) });
        addEventListener("online", () => this.center.start());
        calm.addEventListener("change", () => this.#resize());
        this.listen();
    }

    /** @param {boolean} isSeen */
    #seen(isSeen) {
        this.sound.setHidden(!isSeen);
        if (isSeen) {
            this.#frames.skip();
            this.#tickets.renew();
            this.port.follow();
            // A guest may have kept their name, in another tab or before they came back.
            if (this.center.status !== "in" || this.center.isGuest) this.center.start();
            // A challenge of a group may have been joined in another tab.
            if (this.center.status === "in") this.port.loadGroups();
        } else {
            this.#settle();
        }
    }

    /**
     * No frame comes while the page is hidden, and perhaps none ever: what waits for one is done here. A run pauses;
     * of one that is over already the end is not waited for, so that its score is written down.
     */
    #settle() {
        this.pauseIfPlaying();
        if (this.screen === "play") this.#tick();
        while (this.screen === "play" && this.core.game_is_over() === 1) this.#tick();
        this.#show();
    }

    #resize() {
        if (!this.#renderer.resize()) return;
        this.core.view_set(this.#renderer.width, this.#renderer.height, calm.matches ? 1 : 0);
    }

    // For tests, in the page's console

    /** A look at the game, which changes nothing. */
    state() {
        return {
            screen: this.screen, score: Number(this.core.game_score()), ticks: this.core.game_ticks(),
            isOver: this.core.game_is_over() === 1, view: [this.#renderer.width, this.#renderer.height],
            status: this.center.status, ...this.#frames.counts,
        };
    }

    /** Milliseconds of the frames since the last call: see {@link Frames#times}. */
    times() {
        return this.#frames.times();
    }

    /** The inputs of the run so far, encoded as Arcade's InputLog. */
    log() {
        return this.handed(this.core.game_log(), Uint8Array);
    }
}
