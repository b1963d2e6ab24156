// A game's picture: its own when it has one, over a placeholder drawn from its name.

import { h, hash, present, svg } from "../lib/dom.js";

/** Hills under a sun, in six moods: [sky, sun, far, middle, near]. */
const MOODS = [
    ["#dff0e6", "#f2c14e", "#a9d3b8", "#5fa57f", "#276746"],
    ["#dfeaf7", "#f6b26b", "#a7c3e4", "#5f8cc0", "#284c78"],
    ["#fbe7d7", "#e8734a", "#eeb793", "#c9764d", "#7a3a1f"],
    ["#efe4f5", "#f3cc6b", "#cbaedb", "#8e64a6", "#50306a"],
    ["#f8efcd", "#d9782d", "#dcc680", "#a98f3b", "#5d4a12"],
    ["#d8eff0", "#f4d35e", "#97cfd1", "#479194", "#1b4f54"],
];

/** @param {() => number} random @param {number} base @param {number} swing */
function hills(random, base, swing) {
    const [a, b, c, d] = [0, 1, 2, 3].map(() => base + (random() - 0.5) * swing);
    return `M0 200V${a}C60 ${b} 90 ${a} 150 ${c}S260 ${d} 320 ${b}V200Z`;
}

/**
 * A picture of our own for a name: the same name, the same picture.
 * @param {string} name
 */
export function placeholder(name) {
    let state = hash(name);
    const random = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
    const [sky, sun, ...layers] = MOODS[(hash(name) >>> 4) % MOODS.length];
    const [initial = "?"] = name.trim();
    // The middle of every crop, square ones too, is between 100 and 220.
    const x = 130 + random() * 60;
    return svg("svg", { viewBox: "0 0 320 200", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
        svg("rect", { width: 320, height: 200, fill: sky }),
        svg("circle", { cx: x, cy: 74, r: 42, fill: sun }),
        svg("text", { x, y: 92, "text-anchor": "middle", class: "art-initial", fill: layers[2] },
            initial.toLocaleUpperCase()),
        layers.map((colour, index) => svg("path", { d: hills(random, 116 + index * 30, 46), fill: colour })));
}

/**
 * The address of a picture beside the game's page, when that page is ours.
 * @param {{link?: ?string}} game @param {string} file
 */
export function pictureAddress(game, file) {
    if (!game.link) return null;
    try {
        const address = new URL(file, new URL(game.link, location.origin));
        return address.origin === location.origin ? address.pathname : null;
    } catch {
        return null;
    }
}

/**
 * Where a game's picture may be, the best first.
 * @param {Pick<Wire.Game, "link"> & Partial<Wire.Game>} game @param {"art.svg" | "icon.svg"} file
 */
function addresses(game, file) {
    const own = game.icon?.isPlaceholder === false ? game.icon.normal : null;
    const [screenshot = null] = game.screenshots ?? [];
    const beside = [pictureAddress(game, file), pictureAddress(game, "icon.svg")];
    // What its developer gave Connect, then what lies beside its page.
    const found = file === "icon.svg" ? [own, ...beside] : [screenshot, ...beside, own];
    return [...new Set(present(found))];
}

/**
 * @param {Pick<Wire.Game, "bundleID" | "name" | "link"> & Partial<Wire.Game>} game
 * @param {"art.svg" | "icon.svg"} [file]
 */
export function art(game, file = "art.svg") {
    const frame = h("div", { class: `art ${file === "icon.svg" ? "art-icon" : ""}` }, placeholder(game.name));
    const [first, ...others] = addresses(game, file);
    if (first !== undefined) {
        const image = h("img", { src: first, alt: "", decoding: "async", onload: () => { image.dataset.ready = ""; } });
        // No picture there: the next one will do, and without any the placeholder stays.
        image.addEventListener("error", () => {
            const next = others.shift();
            if (next === undefined) image.remove();
            else image.src = next;
        });
        frame.append(image);
    }
    return frame;
}

/**
 * Where Play leads: the game's page, with the environment when it is one of ours.
 * @param {{link: ?string}} game @param {import("../lib/api.js").Environment} environment
 */
export function playAddress(game, environment) {
    if (!game.link) return null;
    try {
        const address = new URL(game.link, location.origin);
        if (!["http:", "https:"].includes(address.protocol)) return null;
        const isOurs = address.origin === location.origin;
        if (isOurs && environment === "sandbox") address.searchParams.set("environment", environment);
        return address.href;
    } catch {
        return null;
    }
}
