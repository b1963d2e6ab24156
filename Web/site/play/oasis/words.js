// The game's own texts. Nobody has to read them to play: most are for screen readers.

import { addTexts, say } from "../host/texts.js";

await addTexts("oasis");

/** As in Oasis's Cue. */
export const cues = ["lift", "one", "two", "three", "four", "water", "swap", "pass", "reveal", "refuse", "win", "click",
    "music"];

/** As in Oasis's Picture and Hue, and as their files are named. */
export const pictures = ["monkey", "banana", "cactus", "coconut", "snake", "flower"];
export const hues = ["red", "yellow", "green", "blue", "purple", "night"];

/** Who sits where: as their pictures are named. */
export const players = ["monkey", "cactus", "owl", "frog"];

/** @param {string} key @param {Parameters<typeof say>[1]} [values] */
export const text = (key, values) => say(`oasis.${key}`, values);

/** @param {number} seat */
export const playerName = (seat) => text(`player.${players[seat]}`);

/** @param {import("./core.js").Tile} tile */
export const tileName = (tile) => text("tile", {
    slot: text(`hue.${hues[tile.hue]}`), value: text(`picture.${pictures[tile.picture]}`),
});
