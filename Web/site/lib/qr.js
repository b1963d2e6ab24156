// A QR code (ISO/IEC 18004:2015) as an SVG element: byte mode in UTF-8, error correction level M, versions 1 to 10.
// That holds 213 bytes, enough for any link of ours, and is small enough to be read off a phone's screen.

import { svg } from "./dom.js";

/** The standard's light margin, in modules. Readers need it. */
const QUIET = 4;
const FINDER = 7;

/** For each version: check bytes per block, then the data bytes of each block (table 9, level M). */
const VERSIONS = [
    [10, 16], [16, 28], [26, 44], [18, 32, 32], [24, 43, 43], [16, 27, 27, 27, 27], [18, 31, 31, 31, 31],
    [22, 38, 38, 39, 39], [22, 36, 36, 36, 37, 37], [26, 43, 43, 43, 43, 44],
];
/** Rows and columns of the alignment patterns (annex E). */
const ALIGNMENTS = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
    [6, 28, 50]];
/**
 * Which modules a mask turns over (table 10).
 * @type {((x: number, y: number) => boolean)[]}
 */
const MASKS = [
    (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * The product in GF(256) by the standard's polynomial, x⁸ + x⁴ + x³ + x² + 1.
 * @param {number} a @param {number} b
 */
function times(a, b) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit -= 1) {
        product = (product << 1) ^ ((product >> 7) * 0x11d);
        if ((b >> bit) & 1) product ^= a;
    }
    return product;
}

/**
 * The Reed–Solomon check bytes of a block.
 * @param {number[]} data @param {number} count
 */
function checkBytes(data, count) {
    // The generator, highest power first and without its leading 1.
    let generator = [1];
    for (let index = 0, root = 1; index < count; index += 1, root = times(root, 2)) {
        const next = [...generator, 0];
        generator.forEach((factor, index) => { next[index + 1] ^= times(factor, root); });
        generator = next;
    }
    generator.shift();
    const rest = Array(count).fill(0);
    for (const byte of data) {
        const factor = byte ^ rest.shift();
        rest.push(0);
        generator.forEach((part, index) => { rest[index] ^= times(part, factor); });
    }
    return rest;
}

/** Mode, length, text, end and filling, as bytes.
 *  @param {Uint8Array} text @param {number} version @param {number} room */
function dataBytes(text, version, room) {
    /** @type {number[]} */
    const bits = [];
    /** @param {number} value @param {number} count */
    const put = (value, count) => {
        for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
    };
    put(0b0100, 4);
    put(text.length, version < 10 ? 8 : 16);
    for (const byte of text) put(byte, 8);
    put(0, Math.min(4, room * 8 - bits.length));
    put(0, -bits.length & 7);
    for (let filling = 0xec; bits.length < room * 8; filling ^= 0xec ^ 0x11) put(filling, 8);
    return Array.from({ length: room }, (_, index) =>
        bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0));
}

/**
 * Data and check bytes in the order in which they are drawn: the blocks in turn.
 * @param {Uint8Array} text @param {number} version
 */
function codewords(text, version) {
    const [check, ...sizes] = VERSIONS[version - 1];
    const data = dataBytes(text, version, sizes.reduce((sum, size) => sum + size, 0));
    let at = 0;
    const blocks = sizes.map((size) => data.slice(at, at += size));
    const checks = blocks.map((block) => checkBytes(block, check));
    /** @param {number[][]} lists */
    const inTurn = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, index) =>
        lists.map((list) => list[index]).filter((byte) => byte !== undefined)).flat();
    return [...inTurn(blocks), ...inTurn(checks)];
}

/**
 * A number followed by the remainder of its division by a polynomial (annexes C and D).
 * @param {number} value @param {number} polynomial @param {number} degree
 */
function withRemainder(value, polynomial, degree) {
    let rest = value << degree;
    for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) {
        rest ^= polynomial << (bit - degree);
        if (rest === 0) break;
    }
    return (value << degree) | rest;
}

/** Modules by row and column: true is dark, undefined is free for data. */
class Grid {
    /** @param {number} version */
    constructor(version) {
        this.version = version;
        this.size = 17 + 4 * version;
        this.rows = Array.from({ length: this.size }, () => Array(this.size).fill(undefined));
        this.drawPatterns();
    }

    /** @param {number} x @param {number} y @param {boolean} isDark */
    set(x, y, isDark) {
        this.rows[y][x] = isDark;
    }

    drawPatterns() {
        const last = this.size - FINDER;
        for (let at = 0; at < this.size; at += 1) {
            this.set(at, 6, at % 2 === 0);
            this.set(6, at, at % 2 === 0);
        }
        for (const [x, y] of [[0, 0], [last, 0], [0, last]]) this.rings(x + 3, y + 3, 4, [0, 1, 3]);
        const positions = ALIGNMENTS[this.version - 1];
        const end = positions.at(-1);
        for (const x of positions) {
            for (const y of positions) {
                const isFinder = (x === 6 && (y === 6 || y === end)) || (x === end && y === 6);
                if (!isFinder) this.rings(x, y, 2, [0, 2]);
            }
        }
        this.drawFormat(0);
        if (this.version >= 7) this.drawVersion();
    }

    /**
     * Squares around a middle, as far as they lie inside; those at a distance of `dark` are dark.
     * @param {number} middleX @param {number} middleY @param {number} reach @param {number[]} dark
     */
    rings(middleX, middleY, reach, dark) {
        for (let y = middleY - reach; y <= middleY + reach; y += 1) {
            for (let x = middleX - reach; x <= middleX + reach; x += 1) {
                if (this.rows[y] === undefined || x < 0 || x >= this.size) continue;
                const distance = Math.max(Math.abs(x - middleX), Math.abs(y - middleY));
                this.set(x, y, dark.includes(distance));
            }
        }
    }

    /**
     * Level M (00) and the mask, twice (7.9).
     * @param {number} mask
     */
    drawFormat(mask) {
        const bits = withRemainder(mask, 0x537, 10) ^ 0x5412;
        for (let index = 0; index < 15; index += 1) {
            const isDark = ((bits >> index) & 1) === 1;
            if (index < 8) this.set(this.size - 1 - index, 8, isDark);
            else this.set(8, this.size - 15 + index, isDark);
            const near = index < 6 ? index : index < 8 ? index + 1 : 0;
            if (index < 8) this.set(8, near, isDark);
            else this.set(index === 8 ? 7 : 14 - index, 8, isDark);
        }
        this.set(8, this.size - 8, true);
    }

    /** The version, twice (7.10). */
    drawVersion() {
        const bits = withRemainder(this.version, 0x1f25, 12);
        for (let index = 0; index < 18; index += 1) {
            const isDark = ((bits >> index) & 1) === 1;
            const [near, far] = [Math.floor(index / 3), this.size - 11 + (index % 3)];
            this.set(near, far, isDark);
            this.set(far, near, isDark);
        }
    }

    /** The free modules in the order of the data: two columns at a time, up and down from the right. */
    freeModules() {
        const free = [];
        for (let right = this.size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
            if (right === 6) right -= 1;
            for (let step = 0; step < this.size; step += 1) {
                const y = isUp ? this.size - 1 - step : step;
                for (const x of [right, right - 1]) if (this.rows[y][x] === undefined) free.push([x, y]);
            }
        }
        return free;
    }
}

/**
 * How hard a pattern is to read (7.8.3): the mask with the least is taken.
 * @param {boolean[][]} rows
 */
function penalty(rows) {
    const size = rows.length;
    const columns = rows.map((_, x) => rows.map((row) => row[x]));
    let sum = 0;
    for (const line of [...rows, ...columns]) {
        const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
        for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
        for (const look of [/(?=00001011101)/g, /(?=10111010000)/g]) sum += 40 * [...text.matchAll(look)].length;
    }
    for (let y = 1; y < size; y += 1) {
        for (let x = 1; x < size; x += 1) {
            const dark = rows[y][x];
            if (dark === rows[y - 1][x] && dark === rows[y][x - 1] && dark === rows[y - 1][x - 1]) sum += 3;
        }
    }
    const share = rows.flat().filter(Boolean).length / size ** 2;
    return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/**
 * The modules of a text's QR code.
 * @param {string} text
 * @returns {boolean[][]} rows, true is dark
 * @throws {RangeError} above 213 bytes of UTF-8
 */
export function qrModules(text) {
    const bytes = new TextEncoder().encode(text);
    const version = 1 + VERSIONS.findIndex(([, ...sizes], index) =>
        bytes.length + (index < 9 ? 2 : 3) <= sizes.reduce((sum, size) => sum + size, 0));
    if (version === 0) throw new RangeError(`a QR code of ours holds 213 bytes, not ${bytes.length}`);
    const grid = new Grid(version);
    const free = grid.freeModules();
    const words = codewords(bytes, version);
    /** @type {{cost: number, rows: boolean[][]}} */
    let best = { cost: Infinity, rows: [] };
    MASKS.forEach((mask, number) => {
        grid.drawFormat(number);
        free.forEach(([x, y], index) => {
            const bit = ((words[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
            grid.set(x, y, (bit === 1) !== mask(x, y));
        });
        const cost = penalty(grid.rows);
        if (cost < best.cost) best = { cost, rows: grid.rows.map((row) => [...row]) };
    });
    return best.rows;
}

/**
 * A text's QR code as a picture that scales: dark on light in every theme, for that is what readers expect.
 * Style it by `.qr` (its size is its container's).
 * @param {string} text such as an invitation link, at most 213 bytes of UTF-8
 * @param {string} [label] what the picture is, for those who do not see it; without it the picture is decoration
 * @returns {SVGElement}
 * @throws {RangeError} when the text is too long
 */
export function qrCode(text, label) {
    const rows = qrModules(text);
    const size = rows.length + 2 * QUIET;
    // One path of runs: no hairlines between neighbours.
    const runs = rows.flatMap((row, y) => [...row.map((isDark) => (isDark ? "1" : "0")).join("").matchAll(/1+/g)]
        .map(({ 0: run, index = 0 }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`));
    const named = label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
    return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges", ...named },
        svg("rect", { class: "qr-light", width: size, height: size }),
        svg("path", { class: "qr-dark", d: runs.join("") }));
}
