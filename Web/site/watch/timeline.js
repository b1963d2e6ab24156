// The time line of a run: a slider over the curve of its score, with marks where something happened.
//
//     const line = new Timeline({ label, said: (score) => "123 m", scoreAt, seek, hold });
//     line.draw({ length, curve, marks });
//     line.show(position, score);          // each frame
//
// Times are ticks. The drawing is for eyes; the slider says time and score, and a list beside it names the marks.

import { attribute, h, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { drawing } from "./marks.js";
import { clock } from "./run.js";

const SECOND = 60;
/** Room for the icons above the curve, and for the line of hits below it, in pixels. */
const TOP = 24;
const BOTTOM = 8;
const ICON = 16;
/** More hits than that are no lines any more. */
const HITS_SHOWN = 300;
/** So near to a mark its name is shown, in pixels. */
const NEAR = 9;
/** How often a screen reader may hear of what goes on by itself, in milliseconds. */
const SAID_EVERY = 1_000;
/** Who covers whom where icons would lie on each other. */
const RANKS = { end: 0, feat: 1, land: 2, heart: 3 };

/**
 * @typedef {{tick: number, kind: import("./marks.js").MarkKind, name: string}} Mark
 * @typedef {{length: number, curve: {scores: number[], spacing: number, scanned: number}, marks: Mark[]}} Shape
 */

export class Timeline {
    #parts;
    /** @type {Shape} */
    #shape = { length: 1, curve: { scores: [0, 0], spacing: 1, scanned: 0 }, marks: [] };
    #position = 0;
    #score = 0;
    #width = 0;
    #height = 0;
    #saidAt = 0;
    #isHeld = false;
    /** @type {?number} */ #wanted = null;
    #played = svg("rect", { x: 0, y: 0, width: 0, height: 0 });
    #needle = svg("line", { y1: TOP - 4 });
    #knob = svg("circle", { r: 6 });
    #head = svg("g", { class: "timeline-head" }, this.#needle, this.#knob);
    #preview = h("p", { class: "timeline-preview", "aria-hidden": "true", hidden: true });

    /**
     * @param {object} parts
     * @param {string} parts.label
     * @param {(score: number) => string} parts.said a score in words
     * @param {(tick: number) => number} parts.scoreAt
     * @param {(tick: number) => void} parts.seek
     * @param {(isHeld: boolean) => void} parts.hold a finger came down on it, or went up
     */
    constructor(parts) {
        this.#parts = parts;
        this.stage = h("div", { class: "timeline-stage", tabindex: "0", role: "slider", "aria-label": parts.label,
            "aria-orientation": "horizontal", "aria-valuemin": 0,
            onkeydown: (event) => this.#key(event), onpointerdown: (event) => this.#down(event),
            onpointermove: (event) => this.#move(event), onpointerup: (event) => this.#up(event),
            onpointercancel: (event) => this.#up(event), onlostpointercapture: (event) => this.#up(event),
            onpointerleave: () => this.#hide() });
        this.element = h("div", { class: "timeline" }, this.stage, this.#preview);
        new ResizeObserver(([{ contentRect: { width, height } }]) => {
            if (width < 1 || height < 1) return;
            [this.#width, this.#height] = [width, height];
            this.#redraw();
        }).observe(this.stage);
    }

    /**
     * What there is to show, as far as it is known.
     * @param {Shape} shape
     */
    draw(shape) {
        this.#shape = shape;
        this.#saidAt = 0;
        this.stage.setAttribute("aria-valuemax", String(Math.round(shape.length / SECOND)));
        this.#redraw();
    }

    /**
     * Where the run is.
     * @param {number} position @param {number} score @param {boolean} isChosen by the reader
     */
    show(position, score, isChosen = false) {
        if (position === this.#position && score === this.#score && this.#saidAt > 0) return;
        [this.#position, this.#score] = [position, score];
        this.#moveHead();
        const now = performance.now();
        if (!isChosen && now - this.#saidAt < SAID_EVERY) return;
        this.#saidAt = now;
        attribute(this.stage, "aria-valuenow", Math.floor(position / SECOND));
        attribute(this.stage, "aria-valuetext", t("watch.at", { time: clock(position),
            length: clock(this.#shape.length), score: this.#parts.said(score) }));
    }

    // The drawing

    /** @param {number} tick */
    #x(tick) {
        return (tick / Math.max(this.#shape.length, 1)) * this.#width;
    }

    #redraw() {
        if (this.#width === 0) return;
        const { curve: { scores, spacing, scanned }, marks } = this.#shape;
        const [width, base] = [this.#width, this.#height - BOTTOM];
        const top = Math.max(1, ...scores);
        const points = scores.map((score, index) => {
            const tick = index === scores.length - 1 ? scanned : index * spacing;
            return `${this.#x(tick).toFixed(1)} ${(base - (score * (base - TOP)) / top).toFixed(1)}`;
        });
        const line = `M${points.join("L")}`;
        const area = `${line}L${this.#x(scanned).toFixed(1)} ${base}L0 ${base}Z`;
        const hits = marks.filter(({ kind }) => kind === "hit");
        const rug = hits.length > HITS_SHOWN ? ""
            : hits.map(({ tick }) => `M${this.#x(tick).toFixed(1)} ${base + 2}v${BOTTOM - 3}`).join("");
        const whole = () => [svg("path", { class: "timeline-area", d: area }),
            svg("path", { class: "timeline-curve", d: line }), svg("path", { class: "timeline-hits", d: rug })];
        this.#needle.setAttribute("y2", String(this.#height));
        this.#knob.setAttribute("cy", String(base));
        this.#played.setAttribute("height", String(this.#height));
        this.stage.replaceChildren(svg("svg", { width, height: this.#height, viewBox: `0 0 ${width} ${this.#height}`,
            "aria-hidden": "true", focusable: "false" },
        svg("clipPath", { id: "timeline-played" }, this.#played),
        svg("line", { class: "timeline-base", x1: 0, x2: width, y1: base + 0.5, y2: base + 0.5 }),
        svg("g", { class: "timeline-rest" }, whole()),
        svg("g", { class: "timeline-past", "clip-path": "url(#timeline-played)" }, whole()),
        this.#icons(), this.#head));
        this.#moveHead();
    }

    /** The most important first; where one stands, there is no room for another. */
    #icons() {
        /** @type {number[]} */
        const taken = [];
        const shown = this.#shape.marks.flatMap((mark) => (mark.kind === "hit" ? [] : [{ ...mark, kind: mark.kind }]))
            .sort((one, other) => RANKS[one.kind] - RANKS[other.kind] || one.tick - other.tick)
            .filter(({ tick }) => {
                const x = this.#x(tick);
                if (taken.some((other) => Math.abs(other - x) < ICON)) return false;
                taken.push(x);
                return true;
            });
        return shown.map(({ tick, kind }) => {
            const x = this.#x(tick);
            const left = Math.min(Math.max(x - ICON / 2, 0), this.#width - ICON);
            return svg("g", { class: "timeline-mark", "data-kind": kind },
                svg("line", { x1: x, x2: x, y1: TOP - 4, y2: this.#height - BOTTOM }),
                svg("g", { transform: `translate(${left.toFixed(1)} 2)` }, drawing(kind)));
        });
    }

    #moveHead() {
        const x = this.#x(this.#position).toFixed(1);
        this.#head.setAttribute("transform", `translate(${x} 0)`);
        this.#played.setAttribute("width", x);
    }

    // What the reader does

    /** @param {number} tick */
    #go(tick) {
        const wanted = Math.min(Math.max(Math.round(tick), 0), this.#shape.length);
        this.#parts.seek(wanted);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        /** @type {Record<string, number>} */
        const steps = { ArrowRight: SECOND, ArrowUp: SECOND, ArrowLeft: -SECOND, ArrowDown: -SECOND,
            PageUp: 10 * SECOND, PageDown: -10 * SECOND };
        const to = event.key === "Home" ? 0 : event.key === "End" ? this.#shape.length
            : event.key in steps ? this.#position + steps[event.key] : undefined;
        if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        this.#go(to);
    }

    /** @param {MouseEvent} event */
    #tick({ clientX }) {
        const { left, width } = this.stage.getBoundingClientRect();
        return (Math.min(Math.max((clientX - left) / width, 0), 1)) * this.#shape.length;
    }

    /** @param {PointerEvent} event */
    #down(event) {
        if (event.button !== 0) return;
        this.stage.setPointerCapture(event.pointerId);
        this.#isHeld = true;
        this.#parts.hold(true);
        this.#go(this.#tick(event));
        this.#tell(event);
    }

    /** @param {PointerEvent} event */
    #move(event) {
        this.#tell(event);
        if (!this.#isHeld) return;
        // One picture a frame, however many times the pointer moves meanwhile.
        if (this.#wanted === null) {
            requestAnimationFrame(() => {
                const tick = this.#wanted;
                this.#wanted = null;
                if (this.#isHeld && tick !== null) this.#go(tick);
            });
        }
        this.#wanted = this.#tick(event);
    }

    /** @param {PointerEvent} event */
    #up({ pointerType }) {
        if (!this.#isHeld) return;
        if (this.#wanted !== null) this.#go(this.#wanted);
        this.#wanted = null;
        this.#isHeld = false;
        this.#parts.hold(false);
        // A mouse is still there.
        if (pointerType !== "mouse") this.#hide();
    }

    /**
     * Time, score and what happens there, above where the pointer is.
     * @param {PointerEvent} event
     */
    #tell(event) {
        const tick = this.#tick(event);
        const names = this.#shape.marks.filter((mark) => mark.name !== ""
            && Math.abs(this.#x(mark.tick) - this.#x(tick)) < NEAR).map(({ name }) => name);
        const score = this.#parts.said(this.#parts.scoreAt(tick));
        this.#preview.replaceChildren(h("span", {}, `${clock(tick)} · ${score}`),
            ...[...new Set(names)].slice(0, 3).map((name) => h("strong", {}, name)));
        this.#preview.hidden = false;
        const half = this.#preview.offsetWidth / 2;
        const left = Math.min(Math.max(this.#x(tick), half), this.#width - half);
        this.#preview.style.setProperty("--at", `${left.toFixed(1)}px`);
    }

    #hide() {
        if (!this.#isHeld) this.#preview.hidden = true;
    }
}
