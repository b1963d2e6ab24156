// The host of MonkeyJump in a browser: one button, held as long as any key or finger is down.

import { Host, INPUT, isTouch } from "../host/host.js";
import { cues, ownTexts, pictureTexts } from "./words.js";

class MonkeyJump extends Host {
    /** The keys and fingers that are down, any of which holds the jump button. */
    #down = new Set();
    /** Let the jump button go for one tick: another key or finger came down beside the first. */
    #isLifting = false;

    constructor() {
        super({
            name: "MonkeyJump", id: "monkeyjump", bundleID: "com.ali.MonkeyJump",
            boards: [{ leaderboard: "HighScores", best: "monkeyjump.best" }], own: ownTexts,
            texts: (rival) => pictureTexts(isTouch, rival), cues, beatAFriend: "BeatAFriend",
        });
    }

    /** @param {bigint} seed */
    begin(seed) {
        this.core.game_new(seed, this.best(), this.best() === 0 ? 1 : 0);
    }

    /** @param {number} best */
    learnBest(best) {
        this.core.game_best(best);
    }

    takeInput() {
        const jump = this.#down.size > 0 ? INPUT.jump : 0;
        const input = this.#isLifting ? this.pressed & ~INPUT.jump : this.pressed | jump;
        // A jump that was asked for meanwhile comes in the next tick.
        this.pressed = this.#isLifting ? this.pressed & INPUT.jump : 0;
        this.#isLifting = false;
        return input;
    }

    listen() {
        addEventListener("keyup", ({ code }) => this.#down.delete(code));
        this.canvas.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            event.preventDefault();
            this.sound.unlock();
            this.canvas.setPointerCapture?.(event.pointerId);
            this.#jump(event.pointerId);
        });
        for (const name of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
            this.canvas.addEventListener(name, ({ pointerId }) => this.#down.delete(pointerId));
        }
    }

    /** @param {KeyboardEvent} event */
    keyDown(event) {
        const isOnControl = event.target instanceof HTMLElement && event.target.closest("button, a, input") !== null;
        if (!["Space", "ArrowUp", "KeyW"].includes(event.code)) return false;
        if (this.screen === "play") {
            event.preventDefault();
            if (!event.repeat) this.#jump(event.code);
        } else if (event.repeat) {
            event.preventDefault();
        } else if (event.code !== "Space" || !isOnControl) {
            event.preventDefault();
            this.panels.pressPrimary();
        }
        return true;
    }

    letGo() {
        this.#down.clear();
    }

    /**
     * A key or a finger came down. It is seen even when it is up again before the next tick.
     * @param {string | number} source
     */
    #jump(source) {
        if (this.screen !== "play") return;
        if (this.#down.size > 0) this.#isLifting = true;
        this.#down.add(source);
        this.pressed |= INPUT.jump;
    }

    /** What the bot would press now: 1 when the button should be down. */
    advice(skill = 1000) {
        return this.core.game_bot(skill);
    }
}

const game = new MonkeyJump();
// For tests, and for the curious: monkeyjump.state()
globalThis.monkeyjump = game;
game.run();
