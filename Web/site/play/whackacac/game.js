// The host of Whack-a-Cac in a browser: fingers, and letters for who has none.

import { Host, isTouch } from "../host/host.js";
import { KeyCap } from "./key-cap.js";
import { cues, ownTexts, pictureTexts } from "./words.js";

/** In the order of WhackACac's Mode. */
const BOARDS = [
    { leaderboard: "com.dragonforged.whackacac.leaderboard", best: "whackacac.best.classic" },
    { leaderboard: "com.dragonforged.whackacac.timed", best: "whackacac.best.timed" },
];

/** By their places, whatever is printed on them. */
const KEYS = [
    ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI", "KeyO", "KeyP"],
    ["KeyA", "KeyS", "KeyD", "KeyF", "KeyG", "KeyH", "KeyJ", "KeyK", "KeyL", "Semicolon"],
    ["KeyZ", "KeyX", "KeyC", "KeyV", "KeyB", "KeyN", "KeyM", "Comma", "Period", "Slash"],
];

/** What is printed on them on most keyboards. */
const LETTERS = ["qwertyuiop", "asdfghjkl;", "zxcvbnm,./"];

class WhackACac extends Host {
    /** For who plays for the first time in this browser, or by keys; null: there are none here. */
    #cap = isTouch ? null : new KeyCap();
    #hasKeys = false;

    constructor() {
        super({
            name: "Whack-a-Cac", id: "whackacac", bundleID: "com.dragonforged.whackacac", boards: BOARDS,
            own: ownTexts, texts: (rival) => pictureTexts(isTouch, rival), cues,
            beatAFriend: "com.dragonforged.whackacac.beatafriend",
        });
    }

    /** @param {bigint} seed */
    begin(seed) {
        this.core.game_new(seed, this.best(0) + this.best(1) === 0 ? 1 : 0);
    }

    learnBest() {
        this.core.game_known();
    }

    takeInput() {
        this.#teach();
        return super.takeInput();
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

    /**
     * Without a finger: the three rows of letters are the three rows of cacti, ten places each.
     * @param {KeyboardEvent} event
     */
    keyDown(event) {
        if (this.screen !== "play") return false;
        const row = KEYS.findIndex((keys) => keys.includes(event.code));
        if (row < 0) return false;
        event.preventDefault();
        if (event.repeat) return true;
        const place = KEYS[row].indexOf(event.code);
        this.#hasKeys = true;
        if (this.targetKey() === LETTERS[row][place]) this.#cap?.learn();
        this.core.game_strike(row, place);
        return true;
    }

    #teach() {
        if (this.#cap === null) return;
        const isNew = this.#hasKeys || this.best(0) + this.best(1) === 0;
        if (this.screen !== "play" || !isNew || !this.#cap.isNeeded(this.core.game_ticks())) {
            this.#cap.show(null, null);
            return;
        }
        this.#cap.show(this.targetKey(), this.targetPixel());
    }

    /** Where the most urgent cactus is, in the core's units; null: there is none to hit. */
    target() {
        const packed = this.core.game_target();
        return packed < 0 ? null : { x: packed >> 16, y: packed & 0xffff };
    }

    /** The letter of the place where the most urgent cactus is. */
    targetKey() {
        const packed = this.core.game_place();
        return packed < 0 ? null : LETTERS[packed >> 8][packed & 0xff];
    }

    /** Where a finger has to come down in the window to hit, in pixels. */
    targetPixel() {
        const target = this.target();
        return target === null ? null : this.pixel(target);
    }
}

const game = new WhackACac();
// For tests, and for the curious: whackacac.state()
globalThis.whackacac = game;
game.run();
