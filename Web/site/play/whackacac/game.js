// The host of Whack-a-Cac in a browser: fingers, and what a game's end means in its two modes.

import { Host, INPUT, isTouch, LocalBest } from "../host/host.js";
import { number } from "../host/language.js";
import { button } from "../host/screens.js";
import { Scores } from "./scores.js";
import { clock, words } from "./words.js";

/** As in WhackACac's Words and Cue. */
const WORDS = ["score", "time", "hint", "countdown", "ghostScore", "ghostTime"];
const CUES = ["pop", "whack", "swing", "miss", "grow", "end", "click", "music"];
const BOARDS = {
    classic: "com.dragonforged.whackacac.leaderboard", timed: "com.dragonforged.whackacac.timed",
};

/** By their places, whatever is printed on them. */
const KEYS = [
    ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI", "KeyO", "KeyP"],
    ["KeyA", "KeyS", "KeyD", "KeyF", "KeyG", "KeyH", "KeyJ", "KeyK", "KeyL", "Semicolon"],
    ["KeyZ", "KeyX", "KeyC", "KeyV", "KeyB", "KeyN", "KeyM", "Comma", "Period", "Slash"],
];

/** What is printed on them on most keyboards. */
const LETTERS = ["qwertyuiop", "asdfghjkl;", "zxcvbnm,./"];

class WhackACac extends Host {
    #bests = { classic: new LocalBest("whackacac.best.classic"), timed: new LocalBest("whackacac.best.timed") };
    #scores = null;

    constructor() {
        super({
            name: "Whack-a-Cac", id: "whackacac", bundleID: "com.dragonforged.whackacac", leaderboard: BOARDS.classic,
            words, texts: WORDS.map((name) => (name === "hint" ? () => words.hint(isTouch) : words[name])), cues: CUES,
        });
    }

    get #mode() {
        return this.core.game_mode() === 0 ? "classic" : "timed";
    }

    begin(seed) {
        this.core.game_new(seed, this.#bests.classic.value + this.#bests.timed.value === 0 ? 1 : 0);
    }

    showMenu() {
        const best = this.#bests.classic.value;
        this.screens.menu({
            best: best > 0 ? words.bestSoFar(number(best)) : "",
            plays: [
                button("primary big", words.play, () => this.press(INPUT.start)),
                button("primary", words.timed, () => this.press(INPUT.startTimed)),
            ],
            more: [button("quiet", words.scores, () => this.#showScores())],
        });
    }

    #showScores() {
        this.#scores ??= new Scores(this.center, BOARDS);
        const { panel, primary } = this.#scores.open(() => this.showMenu());
        this.screens.show(panel, primary);
    }

    restart() {
        this.press(this.#mode === "classic" ? INPUT.start : INPUT.startTimed);
    }

    async end() {
        const mode = this.#mode;
        const score = Number(this.core.game_score());
        const best = this.#bests[mode];
        const isBest = best.offer(score);
        this.core.game_known();
        const text = mode === "classic" ? number : clock;
        this.screens.over({
            result: mode === "classic" ? words.scored(score) : words.lasted(clock(score)),
            by: this.core.game_was_quit() === 1 ? words.left : words.lives,
            best: words.bestSoFar(text(best.value)), isBest, leaderboard: BOARDS[mode],
        });
        this.screens.fate(await this.center.submit(score, { leaderboard: BOARDS[mode] }));
    }

    listen() {
        // Down, not up: a cactus is hit when the finger meets it.
        this.canvas.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            event.preventDefault();
            this.sound.unlock();
            const { x, y } = this.point(event);
            this.core.game_tap(x, y);
        });
    }

    /** Without a finger: the three rows of letters are the three rows of cacti, ten places each. */
    keyDown(event) {
        if (this.screen !== "play") return false;
        const row = KEYS.findIndex((keys) => keys.includes(event.code));
        if (row < 0) return false;
        event.preventDefault();
        if (!event.repeat) this.core.game_strike(row, KEYS[row].indexOf(event.code));
        return true;
    }

    /** Where the most urgent cactus is, in the core's units; null: there is none to hit. */
    target() {
        const packed = this.core.game_target();
        return packed < 0 ? null : { x: packed >> 16, y: packed & 0xffff };
    }

    /** The letter of the place where the most urgent cactus is. For tests. */
    targetKey() {
        const packed = this.core.game_place();
        return packed < 0 ? null : LETTERS[packed >> 8][packed & 0xff];
    }

    /** Where a finger has to come down in the window to hit, in pixels. For tests. */
    targetPixel() {
        const target = this.target();
        return target === null ? null : this.pixel(target);
    }
}

const game = new WhackACac();
// For tests, and for the curious: whackacac.state()
globalThis.whackacac = game;
game.run();
