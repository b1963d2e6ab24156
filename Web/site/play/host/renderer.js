// Draws the core's list on a canvas. Pictures are rasterised once, at the size in which they are shown, what lies behind
// all is kept, and rows that a later layer hides aren't drawn. A frame makes no new object.

import { Backdrop } from "./backdrop.js";
import { Detail } from "./detail.js";
import { load, pixels, rasterize, sized, sprite } from "./pictures.js";

/** Words of one command: kind, x, y, rotation, scale x, scale y, alpha, one more. As in Arcade's DrawList. */
const STRIDE = 8;
const TEXT = 0x1000;
const RECTANGLE = 0x2000;
/** What of the screen's width one line of text may take. */
const TEXT_ROOM = 0.96;
/** @type {CanvasTextAlign[]} */
const ALIGNMENTS = ["left", "center", "right"];
/** Units down, at most: a still taller screen shows less across. As in Arcade's View. */
const HEIGHT_LIMIT = 1100;
/** As in Arcade's DrawList. */
const CAPACITY = 512;
/** Layers that are seen through and lie so near to each other, in pixels, are to touch. */
const TOUCH = 2;
/** A picture that covers so many pixels is kept in that size if it is shown so again. */
const KEPT_PIXELS = 30_000;
/** At once. */
const STRETCHED_PIXELS = 200_000;
const FONT = '"Baloo 2", "Arial Rounded MT Bold", ui-rounded, "Hiragino Maru Gothic ProN", "PingFang SC", '
    + '"Noto Sans CJK SC", "Noto Sans SC", "Microsoft YaHei", system-ui, sans-serif';

/**
 * @typedef {import("./pictures.js").Sprite} Sprite
 * @typedef {{make: (value: number) => string, value: number, string: string, size: number, fitted: number}} Line
 */

export class Renderer {
    /** What is on the screen, in the game's units. */
    width = 640;
    height = 400;

    #least;
    #canvas;
    /** @type {CanvasRenderingContext2D} */ #context;
    /** @type {Sprite[]} */ #sprites;
    #density = 0;
    #scale = 1;
    /** @type {Map<number, string>} */ #colors = new Map();
    /** @type {Map<number, string>} */ #fonts = new Map();
    #texts;
    /**
     * Where the last layer that is seen through ends, in this frame.
     * @type {{sprite: ?Sprite, right: number}}
     */
    #last = { sprite: null, right: 0 };
    /** Those that may have the size of another density. */
    /** @type {Sprite[]} */ #stale = [];
    #detail = new Detail();
    /** When the drawing began, and for how many milliseconds it kept the page. */
    #begun = 0;
    #busy = 0;
    /** Its message comes when the browser has drawn, too. */
    #drawn = new MessageChannel();
    #backdrop = new Backdrop(STRIDE);
    /** By command: the pixel rows that later ones hide, from the first to before the second. */
    #hiddenFrom = new Int32Array(CAPACITY);
    #hiddenTo = new Int32Array(CAPACITY);

    /**
     * @param {HTMLCanvasElement} canvas
     * @param {any} core the module's exports
     * @param {{name: string, box: number[]}[]} sprites
     * @param {((value: number) => string)[]} texts
     */
    constructor(canvas, core, sprites, texts) {
        this.#canvas = canvas;
        this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
        this.#least = leastView(core);
        this.#sprites = sprites.map(sprite);
        this.#drawn.port1.onmessage = () => { this.#busy = performance.now() - this.#begun; };
        // A frame's texts seldom change: each keeps the last value and its string.
        this.#texts = texts.map((make) => ({ make, value: NaN, string: "", size: 0, fitted: 0 }));
    }

    /**
     * Loads the pictures.
     * @param {string} folder
     */
    async load(folder) {
        await Promise.all(this.#sprites.map((one) => load(one, folder)));
    }

    /** Fits the canvas to its place, and the view to the canvas: the least height, or the least width on a tall one. */
    resize() {
        const box = this.#canvas.getBoundingClientRect();
        if (box.width === 0 || box.height === 0) return false;
        const ratio = this.#detail.pixels(devicePixelRatio);
        const pixelWidth = Math.round(box.width * ratio);
        const pixelHeight = Math.round(box.height * ratio);
        const aspect = pixelWidth / pixelHeight;
        this.height = Math.round(Math.min(HEIGHT_LIMIT, Math.max(this.#least.height, this.#least.width / aspect)));
        this.#scale = pixelHeight / this.height;
        this.width = Math.ceil(pixelWidth / this.#scale);
        if (this.#canvas.width !== pixelWidth || this.#canvas.height !== pixelHeight) {
            this.#canvas.width = pixelWidth;
            this.#canvas.height = pixelHeight;
        }
        for (const text of this.#texts) text.size = 0;
        this.#backdrop.forget();
        if (this.#density === 0 || Math.abs(this.#scale / this.#density - 1) > 0.08) this.#rasterize();
        return true;
    }

    /**
     * Learns how long a frame took.
     * @param {number} passed milliseconds since the one before
     * @returns {boolean} whether it is time to resize: more pixels than can be drawn in time, or fewer
     */
    changesDetail(passed) {
        return this.#detail.frame(passed, this.#busy, devicePixelRatio);
    }

    /** All of them the first time; later, while somebody plays, those that are seen, and the others bit by bit. */
    #rasterize() {
        const isFirst = this.#density === 0;
        this.#density = this.#scale;
        if (isFirst) for (const one of this.#sprites) rasterize(one, this.#scale);
        else this.#stale = this.#sprites.filter((one) => one.image !== null);
        for (const one of this.#stale) one.isStale = true;
    }

    /** @param {Sprite} one */
    #renew(one) {
        one.isStale = false;
        rasterize(one, this.#density);
    }

    /** One that waits for the size in which it is shown now. */
    #renewNext() {
        for (;;) {
            const one = this.#stale.pop();
            if (one === undefined) return;
            if (one.isStale) return this.#renew(one);
        }
    }

    /**
     * Draws one frame.
     * @param {Int32Array} list @param {number} count
     */
    draw(list, count) {
        const context = this.#context;
        this.#begun = performance.now();
        this.#hide(list, count);
        const kept = this.#backdrop.of(list, count, this.#canvas, TEXT,
            (behind, first) => this.#paint(behind, list, 0, first, false));
        const first = kept === null ? 0 : this.#backdrop.count;
        if (kept !== null) {
            const height = this.#shown(first - 1, 0, kept.height);
            context.setTransform(1, 0, 0, 1, 0, 0);
            context.globalAlpha = 1;
            if (height > 0) context.drawImage(kept, 0, 0, kept.width, height, 0, 0, kept.width, height);
        }
        this.#paint(context, list, first, count, true);
        this.#renewNext();
        this.#drawn.port2.postMessage(null);
    }

    /**
     * @param {CanvasRenderingContext2D} context @param {Int32Array} list @param {number} first @param {number} end
     * @param {boolean} isClipped false: also what later commands hide is drawn
     */
    #paint(context, list, first, end, isClipped) {
        const scale = this.#scale;
        const unit = scale / 256;
        let alpha = 255;
        context.globalAlpha = 1;
        this.#last.sprite = null;
        for (let index = first, at = first * STRIDE; index < end; index += 1, at += STRIDE) {
            const kind = list[at];
            const x = list[at + 1] * unit;
            const y = list[at + 2] * unit;
            if (list[at + 6] !== alpha) {
                alpha = list[at + 6];
                context.globalAlpha = alpha > 255 ? 1 : alpha / 255;
            }
            if (kind < TEXT) {
                const scaleX = list[at + 4] * scale / 1024;
                const scaleY = list[at + 5] * scale / 1024;
                this.#drawSprite(context, this.#sprites[kind], x, y, list[at + 3], scaleX, scaleY,
                    isClipped ? index : -1);
            } else if (kind < RECTANGLE) {
                const text = this.#texts[kind - TEXT];
                this.#drawText(context, text, x, y, list[at + 4] * scale, list[at + 5], list[at + 7]);
            } else {
                const height = list[at + 5] * unit;
                const shown = isClipped ? this.#shown(index, y, height) : height;
                context.setTransform(1, 0, 0, 1, 0, 0);
                context.fillStyle = this.#color(list[at + 7]);
                if (shown > 0) context.fillRect(x, y, list[at + 4] * unit, shown);
            }
        }
    }

    /**
     * Finds out which rows later layers hide from each command, from the last one on. A layer hides rows in which it
     * is solid and covers the whole width, alone or with those of its kind beside it.
     * @param {Int32Array} list @param {number} count
     */
    #hide(list, count) {
        const scale = this.#scale;
        const unit = scale / 256;
        const width = this.#canvas.width;
        let [from, to] = [0, 0];
        for (let index = count - 1; index >= 0;) {
            let at = index * STRIDE;
            const [kind, y, scaleY] = [list[at], list[at + 2], list[at + 5]];
            const one = kind < TEXT ? this.#sprites[kind] : null;
            const isSolid = one !== null && one.solid !== Infinity;
            let [left, right] = [Infinity, -Infinity];
            do {
                this.#hiddenFrom[index] = from;
                this.#hiddenTo[index] = to;
                if (isSolid && list[at + 3] === 0 && list[at + 6] >= 255 && list[at + 4] > 0 && scaleY > 0) {
                    const start = list[at + 1] * unit + one.x * list[at + 4] * scale / 1024;
                    const end = start + one.width * list[at + 4] * scale / 1024;
                    // One that leaves a gap to those beside it begins anew.
                    right = left <= end + 1 ? Math.max(right, end) : end;
                    left = Math.min(start, left <= end + 1 ? left : start);
                }
                index -= 1;
                at -= STRIDE;
            } while (isSolid && index >= 0 && list[at] === kind && list[at + 2] === y && list[at + 5] === scaleY);
            if (!isSolid || left > 0 || right < width) continue;
            const top = y * unit + one.y * scaleY * scale / 1024;
            const begin = Math.ceil(top + one.solid * scaleY * scale / 1024) + 1;
            const end = Math.floor(top + one.height * scaleY * scale / 1024) - 1;
            // Two bands that meet are one. Of two that don't, the lower counts: it is the ground.
            if (begin > to || end < from) {
                if (to === 0) [from, to] = [begin, end];
            } else {
                [from, to] = [Math.min(from, begin), Math.max(to, end)];
            }
        }
    }

    /**
     * How much of something is to be drawn, from its top on: what is hidden at its end is left out.
     * @param {number} index of its command @param {number} top @param {number} height in pixels
     */
    #shown(index, top, height) {
        if (index < 0) return height;
        const from = this.#hiddenFrom[index];
        const end = Math.min(top + height, this.#canvas.height);
        return from < end && this.#hiddenTo[index] >= end ? from - top : height;
    }

    /**
     * @param {CanvasRenderingContext2D} context @param {Sprite} one @param {number} x @param {number} y
     * @param {number} rotation @param {number} scaleX @param {number} scaleY
     * @param {number} index of its command; -1: all of it is drawn
     */
    #drawSprite(context, one, x, y, rotation, scaleX, scaleY, index) {
        if (one.isStale) this.#renew(one);
        if (one.bitmap === null) return;
        if (rotation === 0) {
            if (one.isLayer && scaleX === this.#density && scaleY === this.#density) {
                this.#copy(context, one.bitmap, x + one.x * scaleX, y + one.y * scaleY, index);
                return;
            }
            if (scaleX > 0 && scaleY > 0 && this.#drawSized(context, one, x, y, scaleX, scaleY, index)) return;
            context.setTransform(scaleX, 0, 0, scaleY, x, y);
        } else {
            const angle = rotation * Math.PI / 32768;
            const cosine = Math.cos(angle);
            const sine = Math.sin(angle);
            context.setTransform(cosine * scaleX, sine * scaleX, -sine * scaleY, cosine * scaleY, x, y);
        }
        context.drawImage(one.bitmap, one.x, one.y, one.width, one.height);
    }

    /**
     * Draws a large picture from a bitmap of its size.
     * @param {CanvasRenderingContext2D} context @param {Sprite} one @param {number} x @param {number} y
     * @param {number} scaleX @param {number} scaleY @param {number} index
     * @returns {boolean} whether there is one
     */
    #drawSized(context, one, x, y, scaleX, scaleY, index) {
        const area = one.width * scaleX * one.height * scaleY;
        const isVeil = one.isLayer && context.globalAlpha < 1;
        if (area < KEPT_PIXELS && !isVeil) return false;
        const isLarge = isVeil || one.isLayer || area > STRETCHED_PIXELS;
        // What grows and shrinks, and is soft, may be some pixels off.
        const isSoft = !isLarge && scaleX > one.density || area > STRETCHED_PIXELS && scaleX === scaleY && !one.isLayer;
        const width = pixels(one.width * scaleX, isSoft);
        const height = pixels(one.height * scaleY, isSoft);
        const bitmap = sized(one, width, height, isLarge);
        if (bitmap === null) return false;
        const start = x + one.x * (isSoft ? width / one.width : scaleX);
        const top = y + one.y * (isSoft ? height / one.height : scaleY);
        this.#copy(context, bitmap, isVeil ? this.#touch(one, Math.round(start), bitmap.width) : start, top, index);
        return true;
    }

    /**
     * Pixel by pixel, from a whole pixel on: four times as fast as filtered, where no graphics card does it.
     * @param {CanvasRenderingContext2D} context @param {HTMLCanvasElement} bitmap
     * @param {number} x @param {number} y @param {number} index of the command; -1: all of it is drawn
     */
    #copy(context, bitmap, x, y, index) {
        const [left, top] = [Math.round(x), Math.round(y)];
        const { width, height } = bitmap;
        const shown = this.#shown(index, top, height);
        if (shown <= 0) return;
        context.setTransform(1, 0, 0, 1, 0, 0);
        if (shown < height) context.drawImage(bitmap, 0, 0, width, shown, left, top, width, shown);
        else context.drawImage(bitmap, left, top);
    }

    /**
     * Layers that are seen through begin where the one before ends: a gap, or what both draw, would be seen as a line.
     * @param {Sprite} one @param {number} start @param {number} width in whole pixels
     */
    #touch(one, start, width) {
        const last = this.#last;
        const left = last.sprite === one && Math.abs(start - last.right) <= TOUCH ? last.right : start;
        last.sprite = one;
        last.right = left + width;
        return left;
    }

    /**
     * @param {CanvasRenderingContext2D} context @param {Line} text @param {number} x @param {number} y
     * @param {number} size @param {number} alignment @param {number} value
     */
    #drawText(context, text, x, y, size, alignment, value) {
        if (text.value !== value) {
            text.value = value;
            text.string = text.make(value);
            text.size = 0;
        }
        context.setTransform(1, 0, 0, 1, 0, 0);
        if (text.size !== size) {
            // A long line on a narrow screen becomes a small one.
            context.font = this.#font(size);
            text.size = size;
            const room = this.#canvas.width * TEXT_ROOM;
            text.fitted = size * Math.min(1, room / (context.measureText(text.string).width + size * 0.2));
        }
        context.font = this.#font(text.fitted);
        context.textAlign = ALIGNMENTS[alignment];
        context.textBaseline = "middle";
        context.lineJoin = "round";
        context.lineWidth = text.fitted * 0.2;
        context.strokeStyle = "rgba(38, 18, 6, 0.78)";
        context.fillStyle = "#fffbe8";
        context.strokeText(text.string, x, y);
        context.fillText(text.string, x, y);
    }

    /** @param {number} size */
    #font(size) {
        const rounded = Math.round(size);
        let font = this.#fonts.get(rounded);
        if (font === undefined) {
            font = `800 ${rounded}px ${FONT}`;
            this.#fonts.set(rounded, font);
        }
        return font;
    }

    /** @param {number} value */
    #color(value) {
        let color = this.#colors.get(value);
        if (color === undefined) {
            color = `#${value.toString(16).padStart(6, "0")}`;
            this.#colors.set(value, color);
        }
        return color;
    }
}

/**
 * What a game shows at least, whatever the shape of the window. The first released cores don't say it.
 * @param {any} core the module's exports
 */
function leastView(core) {
    const packed = core.view_least?.() ?? 480 << 16 | 400;
    return { width: packed >> 16, height: packed & 0xffff };
}
