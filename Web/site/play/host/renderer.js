// Draws the core's list on a canvas. Pictures are rasterised once, at the size in which they are shown; a frame
// makes no new object.

import { Detail } from "./detail.js";

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
/** Pixels a unit, at most: beyond it nobody sees a difference, and memory does. */
const DENSITY_LIMIT = 4;
/** From this width on, in units, a picture is a layer: it is kept as it is shown and copied pixel by pixel. */
const LAYER_WIDTH = 300;
/** Layers that are seen through and lie so near to each other, in pixels, are to touch. */
const TOUCH = 2;
/** A picture that is stretched over so many pixels is kept stretched. */
const STRETCHED_PIXELS = 200_000;
const FONT = '"Baloo 2", "Arial Rounded MT Bold", ui-rounded, "Hiragino Maru Gothic ProN", "PingFang SC", '
    + '"Noto Sans CJK SC", "Noto Sans SC", "Microsoft YaHei", system-ui, sans-serif';

/**
 * @typedef {{name: string, x: number, y: number, width: number, height: number, image: ?HTMLImageElement,
 *     bitmap: ?HTMLCanvasElement}} Sprite
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
    #detail = new Detail();
    /** A stretched picture by its sprite: one shape of each, the last. */
    /** @type {Map<Sprite, {width: number, height: number, bitmap: HTMLCanvasElement}>} */ #stretched = new Map();

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
        this.#sprites = sprites.map(({ name, box: [x, y, width, height] }) =>
            ({ name, x, y, width, height, image: null, bitmap: null }));
        // A frame's texts seldom change: each keeps the last value and its string.
        this.#texts = texts.map((make) => ({ make, value: NaN, string: "", size: 0, fitted: 0 }));
    }

    /**
     * Loads the pictures.
     * @param {string} folder
     */
    async load(folder) {
        await Promise.all(this.#sprites.map(async (sprite) => {
            const image = new Image();
            image.src = `${folder}/${sprite.name}.svg`;
            await image.decode();
            sprite.image = image;
        }));
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
        if (this.#density === 0 || Math.abs(this.#scale / this.#density - 1) > 0.08) this.#rasterize();
        return true;
    }

    /**
     * Learns how long a frame took.
     * @param {number} passed milliseconds
     * @returns {boolean} whether it is time to resize: there were too many pixels to draw in time
     */
    isLate(passed) {
        return this.#detail.frame(passed, devicePixelRatio);
    }

    #rasterize() {
        this.#density = this.#scale;
        this.#stretched.clear();
        for (const sprite of this.#sprites) {
            // A layer has exactly the pixels of the screen; a small one turns and grows, and needs more.
            const density = sprite.width > LAYER_WIDTH ? this.#scale
                : Math.min(this.#scale * (sprite.width < 100 ? 1.25 : 1), DENSITY_LIMIT);
            sprite.bitmap = picture(sprite.image, sprite.width * density, sprite.height * density, sprite.bitmap);
        }
    }

    /**
     * Draws one frame.
     * @param {Int32Array} list @param {number} count
     */
    draw(list, count) {
        const context = this.#context;
        const scale = this.#scale;
        const unit = scale / 256;
        let alpha = 255;
        context.globalAlpha = 1;
        this.#last.sprite = null;
        for (let index = 0, at = 0; index < count; index += 1, at += STRIDE) {
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
                this.#drawSprite(context, this.#sprites[kind], x, y, list[at + 3], scaleX, scaleY);
            } else if (kind < RECTANGLE) {
                const text = this.#texts[kind - TEXT];
                this.#drawText(context, text, x, y, list[at + 4] * scale, list[at + 5], list[at + 7]);
            } else {
                context.setTransform(1, 0, 0, 1, 0, 0);
                context.fillStyle = this.#color(list[at + 7]);
                context.fillRect(x, y, list[at + 4] * unit, list[at + 5] * unit);
            }
        }
    }

    /**
     * @param {CanvasRenderingContext2D} context @param {Sprite} sprite @param {number} x @param {number} y
     * @param {number} rotation @param {number} scaleX @param {number} scaleY
     */
    #drawSprite(context, sprite, x, y, rotation, scaleX, scaleY) {
        if (rotation === 0) {
            if (sprite.width > LAYER_WIDTH && scaleX === this.#density && scaleY === this.#density) {
                if (sprite.bitmap === null) return;
                this.#copy(context, sprite.bitmap, x + sprite.x * scaleX, y + sprite.y * scaleY);
                return;
            }
            const [width, height] = [Math.abs(sprite.width * scaleX), Math.abs(sprite.height * scaleY)];
            const isVeil = sprite.width > LAYER_WIDTH && context.globalAlpha < 1;
            if ((isVeil || width * height > STRETCHED_PIXELS) && scaleX > 0 && scaleY > 0) {
                const start = x + sprite.x * scaleX;
                const bitmap = this.#stretch(sprite, width, height);
                this.#copy(context, bitmap, isVeil ? this.#touch(sprite, Math.round(start), bitmap.width) : start,
                    y + sprite.y * scaleY);
                return;
            }
            context.setTransform(scaleX, 0, 0, scaleY, x, y);
        } else {
            const angle = rotation * Math.PI / 32768;
            const cosine = Math.cos(angle);
            const sine = Math.sin(angle);
            context.setTransform(cosine * scaleX, sine * scaleX, -sine * scaleY, cosine * scaleY, x, y);
        }
        if (sprite.bitmap !== null) context.drawImage(sprite.bitmap, sprite.x, sprite.y, sprite.width, sprite.height);
    }

    /**
     * Pixel by pixel, from a whole pixel on: four times as fast as filtered, where no graphics card does it.
     * @param {CanvasRenderingContext2D} context @param {CanvasImageSource} bitmap
     * @param {number} x @param {number} y
     */
    #copy(context, bitmap, x, y) {
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.drawImage(bitmap, Math.round(x), Math.round(y));
    }

    /**
     * Layers that are seen through begin where the one before ends: a gap, or what both draw, would be seen as a line.
     * @param {Sprite} sprite @param {number} start @param {number} width in whole pixels
     */
    #touch(sprite, start, width) {
        const last = this.#last;
        const left = last.sprite === sprite && Math.abs(start - last.right) <= TOUCH ? last.right : start;
        last.sprite = sprite;
        last.right = left + width;
        return left;
    }

    /** @param {Sprite} sprite @param {number} width @param {number} height */
    #stretch(sprite, width, height) {
        const kept = this.#stretched.get(sprite);
        if (kept?.width === width && kept.height === height) return kept.bitmap;
        const bitmap = picture(sprite.bitmap, width, height, kept?.bitmap ?? null);
        this.#stretched.set(sprite, { width, height, bitmap });
        return bitmap;
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

/**
 * The image in so many whole pixels: in part of one, what is behind would be seen. On `canvas` if there is one.
 * @param {?CanvasImageSource} image @param {number} width @param {number} height
 * @param {?HTMLCanvasElement} canvas
 */
function picture(image, width, height, canvas) {
    const bitmap = canvas ?? document.createElement("canvas");
    bitmap.width = Math.max(1, Math.ceil(width - 0.01));
    bitmap.height = Math.max(1, Math.ceil(height - 0.01));
    if (image !== null) bitmap.getContext("2d")?.drawImage(image, 0, 0, bitmap.width, bitmap.height);
    return bitmap;
}
