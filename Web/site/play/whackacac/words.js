// The game's own texts.

import { number } from "../host/language.js";
import { addTexts, say } from "../host/texts.js";
import { rivalSign } from "../host/rivals.js";

await addTexts("whackacac");

/** As in WhackACac's Cue. */
export const cues = ["pop", "whack", "swing", "miss", "grow", "end", "click", "music", "gold", "heal", "owl",
    "evening", "pass"];

/**
 * Six digits, as on an old machine: in the picture alone. Elsewhere a score is written as the leaderboards write it.
 * @param {number} hits
 */
export const digits = (hits) => String(hits).padStart(6, "0");

/**
 * Minutes, seconds and hundredths.
 * @param {number} hundredths
 */
export function clock(hundredths) {
    const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
    const seconds = Math.floor(hundredths / 100);
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

/** @param {string} key @param {Parameters<typeof say>[1]} [values] */
const text = (key, values) => say(`whackacac.${key}`, values);
/** @param {number} hits */
const points = (hits) => text("points", { a: hits });

/**
 * The texts of its picture, in the order of WhackACac's Words.
 * @param {boolean} isTouch
 * @param {(number: number) => string} [rival] the name of a rival
 * @returns {((value: number) => string)[]}
 */
export const pictureTexts = (isTouch, rival = () => "") => [
    digits, clock, () => text(isTouch ? "hint.touch" : "hint"), String,
    (hits) => text("ghost", { slot: digits(hits) }), (time) => text("ghost", { slot: clock(time) }),
    (count) => text("combo", { slot: number(count) }), (day) => text("day", { slot: number(day) }),
    rivalSign(rival, ({ name, amount }) => text("rivalToGo", { slot: number(amount), value: name })),
    rivalSign(rival, ({ name, amount }) => text("rivalToGo", { slot: clock(amount), value: name })),
    rivalSign(rival, ({ name }) => text("rivalPassed", { value: name })),
    () => text("healed"), () => text("owl"),
];

/** A score, as it is said: of each of its leaderboards. */
export const scoreTexts = [points, clock];

const OWN_TEXTS = 0x100;
/**
 * The texts of its screens, in the order of WhackACac's Game.ScreenText.
 * @type {(string | ((value: number) => string))[]}
 */
const screenTexts = [
    say("play.play"), text("timed"), text("classic"), text("timed"), number,
    (hits) => text("best", { slot: number(hits) }), clock, (time) => text("best", { slot: clock(time) }),
    (hits) => text("scored", { a: hits }), (time) => text("lasted", { slot: clock(time) }), text("lives"),
    text("left"), points,
];
/** @type {Map<number, string | ((...values: any[]) => string)>} */
export const ownTexts = new Map(screenTexts.map((one, index) => [OWN_TEXTS + index, one]));
