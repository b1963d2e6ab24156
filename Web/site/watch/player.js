// The player of a run: the picture with its sounds, below it the time line and the buttons.

import { h, lookUp, svg } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { Renderer } from "../play/host/renderer.js";
import { form, Sound } from "../play/host/sound.js";
import { clock } from "./run.js";
import { Timeline } from "./timeline.js";

const STEP = 1000 / 60;
/** A frame that took longer does not make up for it. In milliseconds. */
const LAG_LIMIT = 100;
/** How long it looks ahead between two frames, and before the first one, when most runs are known whole. In
 *  milliseconds. */
const SCAN = 7;
const SCAN_FIRST = 150;
/** Ticks that are scanned before it looks at the clock again. */
const SCAN_TICKS = 500;
/** How often what was found is drawn, in milliseconds. */
const DRAW_EVERY = 300;
/** Times, and half ticks as the core counts them. */
const SPEEDS = [[0.5, 1], [1, 2], [2, 4], [4, 8]];
/** Sounds of a run that goes faster are noise. */
const LOUD = 2;
const MUSIC = { playing: 0.5, paused: 0.06 };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const isTouch = matchMedia("(pointer: coarse)").matches;

/**
 * Lines and shapes on a field of 24 by 24.
 * @type {Record<string, string[]>}
 */
const ICONS = {
    play: ["M8 5.2v13.6L19 12z"], pause: ["M7.5 5.5h3v13h-3zM13.5 5.5h3v13h-3z"],
    replay: ["M12 5a7 7 0 1 1-6.7 5l1.9.6A5 5 0 1 0 12 7v3L7.5 6 12 2z"],
    back: ["M6 6h2.4v12H6zM18 6.5v11L9.8 12z"], forward: ["M15.6 6H18v12h-2.4zM6 6.5v11l8.2-5.5z"],
    loud: ["M4 9.5v5h3.2l4.8 4V5.5l-4.8 4z", "M14.5 8.4a4.6 4.6 0 0 1 0 7.2v-1.9a3 3 0 0 0 0-3.4zM14.5 5.2"
        + "a7.6 7.6 0 0 1 0 13.6v-1.8a6 6 0 0 0 0-10z"],
    muted: ["M4 9.5v5h3.2l4.8 4V5.5l-4.8 4z", "M14.8 9.9l1.1-1.1 2.1 2.1 2.1-2.1 1.1 1.1-2.1 2.1 2.1 2.1-1.1 1.1"
        + "-2.1-2.1-2.1 2.1-1.1-1.1 2.1-2.1z"],
    full: ["M5 5h5v2H7v3H5zM14 5h5v5h-2V7h-3zM5 14h2v3h3v2H5zM17 14h2v5h-5v-2h3z"],
};

/** @param {HTMLElement} button @param {string} name */
function setIcon(button, name) {
    if (button.dataset.icon === name) return;
    button.dataset.icon = name;
    lookUp("svg", button)?.remove();
    button.prepend(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
        ICONS[name].map((d) => svg("path", { d }))));
}

/**
 * @param {string} name @param {string} label @param {() => void} onclick
 * @param {import("../lib/dom.js").Properties} [properties]
 */
function round(name, label, onclick, properties = {}) {
    const button = h("button", { class: "player-button", type: "button", "aria-label": label, title: label, onclick,
        ...properties });
    setIcon(button, name);
    return button;
}

export class Player {
    #run;
    #renderer;
    #sound;
    #canvas;
    #line;
    /** @type {?Int32Array} */ #list = null;
    /** @type {HTMLElement} */ time;
    /** @type {HTMLElement} */ score;
    #last = 0;
    #behind = 0;
    #speed = 1;
    #isRunning = false;
    #isDirty = true;
    #isScanned = false;
    #drawnAt = 0;
    #wasPlaying = false;
    #marksOf;
    /** @type {HTMLButtonElement} */ #play;
    /** @type {HTMLButtonElement} */ #mute;
    /** @type {HTMLButtonElement} */ #large;

    /**
     * @param {import("./run.js").Run} run
     * @param {{name: string, marks: () => import("./timeline.js").Mark[], changed: () => void}} options `marks`:
     *     the marks so far, named; `changed`: there are more of them
     */
    constructor(run, { name, marks, changed }) {
        this.#run = run;
        this.#marksOf = marks;
        this.changed = changed;
        this.#canvas = h("canvas", { role: "img", "aria-label": t("watch.picture", { name }) });
        this.#renderer = new Renderer(this.#canvas, run.core, run.sprites(), run.texts.pictureTexts(isTouch));
        this.#sound = new Sound(run.game, run.texts.cues, (cue) => form(run.core, cue),
            (cue) => run.handed(run.core.sound_render(cue), Int16Array), run.address);
        this.#line = new Timeline({ label: t("watch.line"), said: (score) => run.said(score),
            scoreAt: (tick) => run.scoreAt(tick), seek: (tick) => this.seek(tick),
            hold: (isHeld) => this.#hold(isHeld) });
        this.element = h("section", { class: "player", "aria-label": t("watch.run", { name }) },
            this.#screen(), this.#line.element, this.#controls());
    }

    /** Loads the pictures, and shows the first one. */
    async start() {
        await this.#renderer.load(`/play/${this.#run.game}/art`);
        this.#lookAhead(SCAN_FIRST);
    }

    /** It is on the page now. */
    begin() {
        this.#drawLine();
        new ResizeObserver(() => this.#resize()).observe(this.#canvas);
        this.#resize();
        calm.addEventListener("change", () => this.#resize());
        this.element.addEventListener("keydown", (event) => this.#key(event));
        addEventListener("keydown", (event) => this.#space(event));
        // Sound may begin when a finger goes up, not when it comes down.
        for (const kind of ["pointerdown", "pointerup", "keydown"]) addEventListener(kind, () => this.#sound.unlock());
        document.addEventListener("visibilitychange", () => {
            this.#sound.setHidden(document.hidden);
            if (document.hidden) this.pause();
        });
        if (calm.matches || document.hidden) this.#wake();
        else this.play();
    }

    // What can be done with it

    play() {
        this.#run.core.playback_play();
        this.#behind = 0;
        this.#wake();
    }

    pause() {
        this.#run.core.playback_pause();
        this.#wake();
    }

    toggle() {
        if (this.#run.isPlaying) this.pause();
        else this.play();
    }

    /** @param {number} tick */
    seek(tick) {
        this.#run.core.playback_seek(tick);
        this.#line.show(this.#run.position, this.#run.score, true);
        this.#wake();
    }

    /** @param {number} ticks on, or back */
    step(ticks) {
        this.#run.core.playback_step(ticks);
        this.#line.show(this.#run.position, this.#run.score, true);
        this.#wake();
    }

    /**
     * Goes to a moment, and on from there if it stood still at the end.
     * @param {number} tick
     */
    visit(tick) {
        this.seek(tick);
        this.element.scrollIntoView({ block: "nearest" });
    }

    /** @param {number} times @param {number} halfTicks */
    setSpeed(times, halfTicks) {
        this.#speed = times;
        this.#run.core.playback_speed(halfTicks);
    }

    /** @param {boolean} isMuted */
    setMuted(isMuted) {
        this.#sound.setMuted(isMuted);
        this.#showMuted();
    }

    /** A look at it, for tests and for the curious. */
    state() {
        const { position, length, score, isPlaying } = this.#run;
        return { position, length, score, isPlaying, isScanned: this.#isScanned, speed: this.#speed,
            isMuted: this.#sound.isMuted };
    }

    // Its parts

    #screen() {
        const large = h("button", { class: "player-large", type: "button", tabindex: "-1", "aria-hidden": "true",
            onclick: () => this.toggle() });
        this.#large = large;
        setIcon(large, "play");
        this.#canvas.addEventListener("click", () => this.toggle());
        return h("div", { class: "player-screen" }, this.#canvas, large);
    }

    #controls() {
        this.#play = round("play", t("watch.play"), () => this.toggle());
        this.#play.classList.add("player-main");
        this.#mute = round("loud", t("watch.mute"), () => this.setMuted(!this.#sound.isMuted),
            { "aria-pressed": "false" });
        this.#showMuted();
        const full = document.fullscreenEnabled
            && round("full", t("watch.full"), () => this.#toggleFull(), { "aria-pressed": "false" });
        document.addEventListener("fullscreenchange", () =>
            full && full.setAttribute("aria-pressed", String(document.fullscreenElement === this.element)));
        this.time = h("span", { class: "player-time" });
        this.score = h("strong", { class: "player-score" });
        const speeds = SPEEDS.map(([times, halfTicks]) => h("label", {},
            h("input", { type: "radio", name: "speed", value: times, checked: times === 1,
                "aria-label": t("watch.speed.of", { speed: number(times) }),
                onchange: () => this.setSpeed(times, halfTicks) }),
            h("span", { "aria-hidden": "true" }, times === 0.5 ? "½×" : `${times}×`)));
        return h("div", { class: "player-controls" },
            h("div", { class: "player-steps" }, round("back", t("watch.back"), () => this.step(-1)), this.#play,
                round("forward", t("watch.forward"), () => this.step(1))),
            h("p", { class: "player-figures" }, this.score, this.time),
            h("fieldset", { class: "player-speeds" }, h("legend", { class: "quiet-text" }, t("watch.speed")), speeds),
            h("div", { class: "player-more" }, this.#mute, full));
    }

    #showMuted() {
        const { isMuted } = this.#sound;
        setIcon(this.#mute, isMuted ? "muted" : "loud");
        this.#mute.setAttribute("aria-pressed", String(isMuted));
    }

    #toggleFull() {
        const done = document.fullscreenElement === null ? this.element.requestFullscreen() : document.exitFullscreen();
        // A browser that refuses it leaves the page as it is.
        done.catch(() => {});
    }

    /** @param {boolean} isHeld */
    #hold(isHeld) {
        if (isHeld) {
            this.#wasPlaying = this.#run.isPlaying;
            this.pause();
            return;
        }
        // From its end the run would begin anew.
        if (this.#wasPlaying && this.#run.position < this.#run.length) this.play();
    }

    // Keys

    /**
     * Where nothing else would take it, Space is for the run.
     * @param {KeyboardEvent} event
     */
    #space(event) {
        const isTaken = event.target instanceof Element && event.target.closest("a, button, input, select, dialog");
        const isOther = event.code !== "Space" || event.ctrlKey || event.metaKey || event.altKey;
        if (isOther || isTaken || event.defaultPrevented) return;
        event.preventDefault();
        if (!event.repeat) this.toggle();
    }

    /**
     * Letters count within the player alone (WCAG 2.1.4).
     * @param {KeyboardEvent} event
     */
    #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        /** @type {Record<string, (() => void) | undefined>} */
        const acts = { ",": () => this.step(-1), ".": () => this.step(1), m: () => this.setMuted(!this.#sound.isMuted),
            f: () => this.#toggleFull() };
        const act = acts[event.key.toLowerCase()];
        const isStep = event.key === "," || event.key === ".";
        if (act === undefined || (event.repeat && !isStep)) return;
        event.preventDefault();
        act();
    }

    // Time

    /** A frame is drawn, and others after it while something moves. */
    #wake() {
        this.#isDirty = true;
        this.#showState();
        if (this.#isRunning) return;
        this.#isRunning = true;
        this.#last = performance.now();
        requestAnimationFrame((now) => this.#frame(now));
    }

    /** @param {number} now */
    #frame(now) {
        const { core } = this.#run;
        const passed = now - this.#last;
        this.#behind = Math.min(this.#behind + passed, LAG_LIMIT);
        this.#last = now;
        if (this.#isScanned && this.#run.isPlaying && this.#renderer.changesDetail(passed)) this.#resize();
        let isPlaying = this.#run.isPlaying;
        while (isPlaying && this.#behind >= STEP - 0.5) {
            this.#behind -= STEP;
            isPlaying = core.playback_tick() === 1;
        }
        if (!isPlaying) this.#behind = 0;
        const cues = core.playback_cues();
        if (this.#speed <= LOUD) this.#sound.play(cues);
        this.#sound.setMusic(core.playback_music());
        if (isPlaying || this.#isDirty) this.#draw();
        this.#isDirty = false;
        if (!this.#isScanned) this.#scan();
        this.#showState();
        this.#isRunning = isPlaying || !this.#isScanned;
        if (this.#isRunning) requestAnimationFrame((next) => this.#frame(next));
    }

    /** @param {number} time in milliseconds */
    #lookAhead(time) {
        const end = performance.now() + time;
        while (!this.#isScanned && performance.now() < end) {
            this.#isScanned = this.#run.core.playback_scan(SCAN_TICKS) === 1;
        }
    }

    #scan() {
        this.#lookAhead(SCAN);
        const now = performance.now();
        if (!this.#isScanned && now - this.#drawnAt < DRAW_EVERY) return;
        this.#drawnAt = now;
        this.#drawLine();
        this.changed();
    }

    // The picture

    #resize() {
        if (!this.#renderer.resize()) return;
        this.#run.core.view_set(this.#renderer.width, this.#renderer.height, calm.matches ? 1 : 0);
        // At once: a canvas that changes its size is empty.
        this.#draw();
    }

    #draw() {
        const { core } = this.#run;
        const count = core.playback_draw(Math.max(0, Math.min(255, Math.round(this.#behind / STEP * 256))));
        // The view is made anew only when the memory grew, which detaches the old one.
        if (this.#list === null || this.#list.buffer !== core.memory.buffer) {
            this.#list = new Int32Array(core.memory.buffer, core.view_list(), 512 * 8);
        }
        this.#renderer.draw(this.#list, count);
        const { position, score } = this.#run;
        this.#line.show(position, score);
        const time = `${clock(position)} / ${clock(this.#run.length)}`;
        if (this.time.textContent !== time) this.time.textContent = time;
        const said = this.#run.said(score);
        if (this.score.textContent !== said) this.score.textContent = said;
    }

    #drawLine() {
        this.#line.draw({ length: this.#run.length, curve: this.#run.curve, marks: this.#marksOf() });
        this.#line.show(this.#run.position, this.#run.score, true);
    }

    #showState() {
        const { isPlaying, position, length } = this.#run;
        const isAtEnd = this.#isScanned && position >= length;
        const shown = `${isPlaying}/${isAtEnd}`;
        if (this.element.dataset.state === shown) return;
        this.element.dataset.state = shown;
        this.#sound.setMusicLevel(isPlaying ? MUSIC.playing : MUSIC.paused);
        const label = t(isPlaying ? "watch.pause" : isAtEnd ? "watch.replay" : "watch.play");
        const name = isPlaying ? "pause" : isAtEnd ? "replay" : "play";
        setIcon(this.#play, name);
        this.#play.setAttribute("aria-label", label);
        this.#play.title = label;
        setIcon(this.#large, name);
        this.#large.hidden = isPlaying;
    }
}
