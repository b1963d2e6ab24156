// What flies, hops and falls. Players who asked for little motion see the end of it at once.

import { h } from "../../lib/dom.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const isCalm = () => calm.matches;

/** @param {number} milliseconds @returns {Promise<void>} */
export const wait = (milliseconds) => new Promise((done) => void setTimeout(done, milliseconds));

/** @param {Element} element */
export function middle(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, width };
}

/**
 * Moves a piece over everything, from one element to another, and takes it away.
 * @param {HTMLElement} layer @param {HTMLElement} piece @param {Element} from @param {Element} to
 * @param {number} milliseconds @param {number} [size] how large it is, in pixels: as the target by itself
 */
export async function fly(layer, piece, from, to, milliseconds, size) {
    if (isCalm()) return;
    const [start, end] = [middle(from), middle(to)];
    const side = size ?? end.width;
    const box = h("div", { class: "flyer" }, piece);
    box.style.inlineSize = `${side}px`;
    box.style.blockSize = `${side}px`;
    layer.append(box);
    const at = (/** @type {{x: number, y: number}} */ point, /** @type {number} */ scale) =>
        `translate(${point.x - side / 2}px, ${point.y - side / 2}px) scale(${scale})`;
    const top = { x: (start.x + end.x) / 2, y: Math.min(start.y, end.y) - side * 0.6 };
    await box.animate(
        [{ transform: at(start, 0.6) }, { transform: at(top, 1.25), offset: 0.55 }, { transform: at(end, 1) }],
        { duration: milliseconds, easing: "cubic-bezier(.3, 0, .3, 1)" }).finished.catch(() => undefined);
    box.remove();
}

/**
 * Points go up from a cell, then to those who got them.
 * @param {HTMLElement} layer @param {number} points @param {Element} from @param {Element} to
 */
export async function flyPoints(layer, points, from, to) {
    const [start, end] = [middle(from), middle(to)];
    const text = h("div", { class: "points", "data-points": points }, `+${points}`);
    layer.append(text);
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale) =>
        `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
    const rise = start.y - start.width * 0.8;
    const frames = isCalm()
        ? [{ transform: at(start.x, start.y, 1) }, { transform: at(start.x, start.y, 1), opacity: 0 }]
        : [
            { transform: at(start.x, start.y, 0.2) }, { transform: at(start.x, rise, 1.3), offset: 0.25 },
            { transform: at(start.x, rise, 1), offset: 0.6 }, { transform: at(end.x, end.y, 0.4), opacity: 0.6 },
        ];
    await text.animate(frames, { duration: 950, easing: "ease-in-out" }).finished.catch(() => undefined);
    text.remove();
}

/** @param {Element | null | undefined} element @param {number} [height] of its own size */
export function hop(element, height = 0.12) {
    if (isCalm()) return;
    element?.animate(
        [{ translate: "0 0" }, { translate: `0 ${-height * 100}%`, scale: 1.08 }, { translate: "0 0" }],
        { duration: 380, easing: "cubic-bezier(.3, 1.6, .5, 1)" });
}

/** @param {Element | null | undefined} element */
export function shake(element) {
    if (isCalm()) return;
    element?.animate([0, -6, 6, -4, 4, 0].map((x) => ({ translate: `${x}px 0` })), { duration: 280 });
}

/**
 * Scraps of paper in the tiles' colours.
 * @param {HTMLElement} layer
 */
export function confetti(layer) {
    if (isCalm()) return;
    const colors = ["#e8503a", "#ffc62e", "#58b947", "#3f9fe8", "#a45fd8", "#fff8e3"];
    for (let index = 0; index < 70; index += 1) {
        const scrap = h("i", { class: "scrap" });
        scrap.style.background = colors[index % colors.length];
        scrap.style.insetInlineStart = `${Math.random() * 100}%`;
        layer.append(scrap);
        scrap.animate(
            [
                { transform: "translateY(-5vh) rotate(0)" },
                {
                    transform: `translate(${Math.random() * 20 - 10}vw, 108vh)`
                        + ` rotate(${Math.random() * 1440 - 720}deg)`,
                },
            ],
            { duration: 2200 + Math.random() * 2200, delay: Math.random() * 700, easing: "cubic-bezier(.2, .2, .6, 1)",
                fill: "backwards" }).finished.then(() => scrap.remove(), () => scrap.remove());
    }
}
