// The game's pictures as bitmaps: each without its empty margin, in the size in which it is shown.

/** From this width on, in units, a picture is a layer: it is kept as it is shown and copied pixel by pixel. */
export const LAYER_WIDTH = 300;
/** Pixels a unit, at most: beyond it nobody sees a difference, and memory does. */
const DENSITY_LIMIT = 4;
/** Sizes of one picture that are kept beside its own; of one with so many pixels, one. */
const SIZES = 6;
const HUGE = 1_000_000;
/** A picture that is enlarged is soft: sizes within this part of each other share a bitmap. */
const SOFT = 1 / 32;
/** Units that a drawing may be off from how it looks at a pixel a unit. */
const MARGIN = 2;

/**
 * @typedef {object} Sprite
 * @property {string} name
 * @property {number} x of what is drawn of it, in units from its point; likewise `y`, `width` and `height`
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} isLayer
 * @property {number} solid units from `y` on from which no row is seen through; infinite: none
 * @property {?HTMLImageElement} image
 * @property {number[]} box the whole image
 * @property {?HTMLCanvasElement} bitmap
 * @property {number} density pixels a unit of the bitmap
 * @property {boolean} isStale whether the bitmap is of another density than the screen
 * @property {{width: number, height: number, bitmap: ?HTMLCanvasElement}[]} sizes the last asked for first; one
 *     without a bitmap was asked for once
 */

/**
 * @param {{name: string, box: number[]}} declared
 * @returns {Sprite}
 */
export function sprite({ name, box }) {
    const [x, y, width, height] = box;
    return { name, x, y, width, height, isLayer: width > LAYER_WIDTH, solid: Infinity, image: null, box, bitmap: null,
        density: 0, isStale: false, sizes: [] };
}

/**
 * Loads a picture, and finds out what of it is empty or solid.
 * @param {Sprite} sprite @param {string} folder
 */
export async function load(sprite, folder) {
    const image = new Image();
    image.src = `${folder}/${sprite.name}.svg`;
    await image.decode();
    sprite.image = image;
    measure(sprite, image);
}

/**
 * At a pixel a unit. Layers keep their width: they are laid side by side.
 * @param {Sprite} sprite @param {HTMLImageElement} image
 */
function measure(sprite, image) {
    const [left, top, width, height] = sprite.box;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) return;
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    let [first, last, from, to, solid] = [height, -1, width, -1, height];
    for (let row = 0; row < height; row += 1) {
        let isSolid = true;
        for (let column = 0; column < width; column += 1) {
            const alpha = data[(row * width + column) * 4 + 3];
            if (alpha < 255) isSolid = false;
            if (alpha === 0) continue;
            first = Math.min(first, row);
            last = row;
            from = Math.min(from, column);
            to = Math.max(to, column);
        }
        solid = isSolid ? Math.min(solid, row) : height;
    }
    if (last < 0) return;
    const above = Math.max(first - MARGIN, 0);
    sprite.y = top + above;
    sprite.height = Math.min(last + 1 + MARGIN, height) - above;
    // Only what is solid down to the end of the image hides a whole band.
    if (sprite.isLayer && last === height - 1 && solid + MARGIN < height) sprite.solid = solid + MARGIN - above;
    if (sprite.isLayer) return;
    const before = Math.max(from - MARGIN, 0);
    sprite.x = left + before;
    sprite.width = Math.min(to + 1 + MARGIN, width) - before;
}

/**
 * @param {Sprite} sprite
 * @param {number} scale pixels a unit of the screen
 */
export function rasterize(sprite, scale) {
    sprite.sizes = [];
    const [left, top, width, height] = sprite.box;
    // A layer has exactly the pixels of the screen; a small one turns and grows, and needs more.
    const density = sprite.isLayer ? scale : Math.min(scale * (width < 100 ? 1.25 : 1), DENSITY_LIMIT);
    const bitmap = canvas(sprite.width * density, sprite.height * density, sprite.bitmap);
    const context = bitmap.getContext("2d");
    if (context !== null && sprite.image !== null) {
        const [across, down] = [bitmap.width / sprite.width, bitmap.height / sprite.height];
        context.setTransform(across, 0, 0, down, (left - sprite.x) * across, (top - sprite.y) * down);
        context.drawImage(sprite.image, 0, 0, width, height);
    }
    sprite.bitmap = bitmap;
    sprite.density = density;
}

/**
 * The picture in another size, in whole pixels.
 * @param {Sprite} sprite @param {number} width @param {number} height
 * @param {boolean} isSure false: it may be asked for once only, and is made when it is asked for again
 * @returns {?HTMLCanvasElement} null: not yet
 */
export function sized(sprite, width, height, isSure) {
    const at = sprite.sizes.findIndex((one) => one.width === width && one.height === height);
    const size = at < 0 ? { width, height, bitmap: null } : sprite.sizes[at];
    if (at !== 0) {
        if (at > 0) sprite.sizes.splice(at, 1);
        sprite.sizes.unshift(size);
    }
    const most = width * height > HUGE ? 1 : SIZES;
    if (size.bitmap === null && (isSure || at >= 0)) {
        size.bitmap = canvas(width, height, sprite.sizes.length > most ? sprite.sizes.pop()?.bitmap ?? null : null);
        if (sprite.bitmap !== null) size.bitmap.getContext("2d")?.drawImage(sprite.bitmap, 0, 0, width, height);
    }
    sprite.sizes.length = Math.min(sprite.sizes.length, most);
    return size.bitmap;
}

/**
 * Pixels of a side that is to have so many: whole ones, and of an enlarged picture one of few sizes.
 * @param {number} size @param {boolean} isSoft
 */
export function pixels(size, isSoft) {
    if (!isSoft) return Math.max(1, Math.ceil(size - 0.01));
    const step = 2 ** Math.floor(Math.log2(size)) * SOFT;
    return Math.max(1, Math.round(Math.round(size / step) * step));
}

/**
 * An empty one in so many whole pixels: in part of one, what is behind would be seen.
 * @param {number} width @param {number} height @param {?HTMLCanvasElement} used to be used again
 */
function canvas(width, height, used) {
    const made = used ?? document.createElement("canvas");
    made.width = pixels(width, false);
    made.height = pixels(height, false);
    return made;
}
