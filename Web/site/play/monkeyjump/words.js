// The game's own texts.

import { number } from "../host/language.js";
import { addTexts, say } from "../host/texts.js";
import { rivalSign } from "../host/rivals.js";

await addTexts("monkeyjump");

/** As in MonkeyJump's Cue. */
export const cues = [
    "jump", "land", "step", "hit", "splash", "milestone", "lunge", "croak", "click", "music", "enter", "musicSwamp",
    "musicRuins", "musicSavanna", "collect", "protected", "spared", "near", "pass",
];
/** As in MonkeyJump's Enemy.Kind. */
const ENEMIES = ["snake", "coconut", "porcupine", "parrot", "frog", "pit"];
const OWN_TEXTS = 0x100;
const ENDED = 0x110;

/** @param {string} key @returns {(metres: number) => string} */
const metres = (key) => (value) => say(`monkeyjump.${key}`, { slot: number(value) });
/** The names of its lands. */
export const lands = [0, 1, 2, 3].map((land) => say(`monkeyjump.land.${land}`));

/**
 * The texts of its picture, in the order of MonkeyJump's Words.
 * @param {boolean} isTouch
 * @param {(number: number) => string} [rival] the name of a rival
 * @returns {((value: number) => string)[]}
 */
export const pictureTexts = (isTouch, rival = () => "") => [
    metres("distance"), metres("best"), metres("milestone"), metres("distance"),
    () => say(isTouch ? "monkeyjump.hint.touch" : "monkeyjump.hint"), () => say("monkeyjump.hintHold"), String,
    (land) => lands[land] ?? "", metres("ghostToGo"), metres("ghostPassed"),
    rivalSign(rival, ({ name }) => name),
    rivalSign(rival, ({ name, amount }) => say("monkeyjump.rivalToGo", { slot: number(amount), value: name })),
    rivalSign(rival, ({ name }) => say("monkeyjump.rivalPassed", { slot: name })),
    () => say("monkeyjump.nearMiss"), () => say("monkeyjump.protected"), () => say("monkeyjump.spared"),
];

/** A score, as it is said: of each of its leaderboards. */
export const scoreTexts = [metres("distance")];

/** @type {[number, string | ((...values: any[]) => string)][]} */
const screenTexts = [
    [OWN_TEXTS, say("play.play")], [OWN_TEXTS + 1, "MonkeyJump"], [OWN_TEXTS + 2, metres("distance")],
    [OWN_TEXTS + 3, metres("best")],
];
ENEMIES.forEach((name, index) => screenTexts.push([ENDED + index, say(`monkeyjump.by.${name}`)]));

/** The texts of its screens, by the numbers of MonkeyJump's Game.ScreenText. */
export const ownTexts = new Map(screenTexts);
