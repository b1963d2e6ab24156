// Plays a game's page for scripts/screenshots, faster than anybody can, and holds the picture at a wanted moment.
// Everything is done by what the page's console has: `monkeyjump`, `whackacac`.

/** Ticks between two blows of Whack-a-Cac's player, and of the screen between two looks. */
const REST = 14;
/** The words of a draw list's command, and of its kinds. As in Arcade's DrawList. */
const STRIDE = 8;
const TEXT = 0x1000;
const RECTANGLE = 0x2000;
/** Milliseconds that pass in a frame when time runs fast: as many ticks as the host makes up for. */
const FAST = 100;
const INPUT = { jump: 1, start: 2 };

globalThis.pilot = new class Pilot {
    #game;
    #frame = requestAnimationFrame.bind(globalThis);
    #offset = 0;
    #last = 0;
    /** The frame that waits while the picture is held. */
    #held = null;
    #wanted = null;
    #left = 0;
    #ticks = 0;
    isPlaying = false;
    isFast = false;
    isHeld = false;

    constructor() {
        this.#game = globalThis.monkeyjump ?? globalThis.whackacac;
        const own = this.#game.takeInput.bind(this.#game);
        this.#game.takeInput = () => own() | this.#input();
        globalThis.requestAnimationFrame = (frame) => this.#frame((now) => this.#pass(frame, now));
    }

    #pass(frame, now) {
        if (this.isHeld) {
            this.#held = frame;
            return;
        }
        if (this.isFast && this.#last > 0) this.#offset += Math.max(FAST - (now - this.#last), 0);
        this.#last = now;
        frame(now + this.#offset);
        if (this.#wanted === null) return;
        if (this.#left < 0 && this.#isSeen(this.#wanted)) this.#left = this.#wanted.after ?? 0;
        else if (this.#left > 0) this.#left -= 1;
        // From here on in its own time: what is wanted is some frames after what is seen.
        if (this.#left >= 0) this.isFast = false;
        this.isHeld = this.#left === 0;
        if (this.isHeld) this.#wanted = null;
    }

    #input() {
        if (!this.isPlaying || this.#game.screen !== "play") return 0;
        if (this.#game.advice !== undefined) return this.#game.advice() === 1 ? INPUT.jump : 0;
        this.#ticks += 1;
        // What is seen is not hit before it is held.
        const target = this.#ticks % REST === 0 && this.#left <= 0 ? this.#game.target() : null;
        if (target !== null) this.#game.core.game_tap(target.x, target.y);
        return 0;
    }

    /** @param {{over?: boolean, text?: number, least?: number, sprites?: string[], within?: number}} wanted */
    #isSeen({ over, text, least = -Infinity, sprites, within = 1 }) {
        const { core } = this.#game;
        if (over) return core.game_is_over() === 1;
        const count = core.view_draw(0);
        const list = new Int32Array(core.memory.buffer, core.view_list(), count * STRIDE);
        const right = this.#game.state().view[0] * 256 * within;
        for (let at = 0; at < list.length; at += STRIDE) {
            const kind = list[at];
            if (list[at + 1] > right || kind >= RECTANGLE) continue;
            if (kind >= TEXT ? kind - TEXT === text && list[at + 7] >= least
                : sprites?.includes(this.#name(kind)) === true) return true;
        }
        return false;
    }

    #name(sprite) {
        return new TextDecoder().decode(this.#game.handed(this.#game.core.sprite_name(sprite), Uint8Array));
    }

    /** Plays until something is seen, and holds the picture there. */
    seek(wanted) {
        this.#wanted = wanted;
        this.#left = -1;
        this.isPlaying = wanted.isPlaying ?? true;
        this.isFast = true;
        this.resume();
    }

    /** Time goes on. */
    resume() {
        const held = this.#held;
        [this.#held, this.isHeld, this.#last] = [null, false, 0];
        if (held !== null) requestAnimationFrame(held);
    }

    /**
     * A whole run in no time, which is lost on purpose at a score. The page has to be loaded anew then.
     * @returns {{value: number, replay: string}} as a score is sent
     */
    run(goal) {
        const { core } = this.#game;
        this.#game.begin(5n);
        core.game_tick(INPUT.start);
        for (let tick = 0; core.game_is_over() === 0 && tick < 40_000; tick += 1) {
            const isWanted = Number(core.game_score()) < goal;
            const isBlow = this.#game.advice === undefined && isWanted && tick % REST === 0;
            const target = isBlow ? this.#game.target() : null;
            if (target !== null) core.game_tap(target.x, target.y);
            core.game_tick(isWanted && this.#game.advice?.() === 1 ? INPUT.jump : 0);
        }
        const replay = String.fromCharCode(...this.#game.log());
        return { value: Number(core.game_score()), replay: btoa(replay) };
    }
}();
