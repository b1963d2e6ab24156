// A player's photo in a circle. The first letter of the name stands there until the photo has come, and for ever where
// there is none: the circle has its size from the first paint on.

import { avatar, h } from "../lib/dom.js";

/**
 * @param {{displayName: string, photo?: ?{small: string, normal: string}}} player
 * @param {"small" | "normal" | "large"} [size] small in rows, normal in cards, large on a player's own page
 * @returns {HTMLElement} says nothing to a screen reader: the name stands beside it
 */
export function photo(player, size = "small") {
    const frame = avatar(player.displayName);
    if (size !== "small") frame.classList.add(`avatar-${size}`);
    // Only addresses of our own server: the Content-Security-Policy would refuse others anyway.
    const address = size === "small" ? player.photo?.small : player.photo?.normal;
    if (typeof address !== "string") return frame;
    /** @type {HTMLImageElement} */
    const image = h("img", { src: address, alt: "", decoding: "async", draggable: "false",
        onload: () => { image.dataset.ready = ""; }, onerror: () => image.remove() });
    frame.append(image);
    return frame;
}
