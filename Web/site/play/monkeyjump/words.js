// The game's own texts.

import { number } from "../host/language.js";
import { wordsOf } from "../host/words.js";

/** As in MonkeyJump's Words and Cue. */
const WORDS = [
    "distance", "best", "milestone", "sign", "hint", "hintHold", "countdown", "land", "ghostToGo", "ghostPassed",
];
export const cues = [
    "jump", "land", "step", "hit", "splash", "milestone", "lunge", "croak", "click", "music", "enter", "musicSwamp",
    "musicRuins", "musicSavanna",
];
/** As in MonkeyJump's Enemy.Kind. */
const ENEMIES = ["snake", "coconut", "porcupine", "parrot", "frog", "pit"];
const OWN_TEXTS = 0x100;
const ENDED = 0x110;

export const words = wordsOf({
    play: "Play",
    distance: (n) => `${n} m`,
    best: (n) => `Best ${n} m`,
    milestone: (n) => `${n} m!`,
    sign: (n) => `${n} m`,
    lands: ["The Jungle", "The Swamp", "The Ruins", "The Savanna"],
    ghostToGo: (n) => `${n} m to go`,
    ghostPassed: (n) => `${n} m ahead`,
    hint: (touch) => (touch ? "Tap to jump" : "Space or ↑ to jump"),
    hintHold: () => "Hold to jump higher",
    by: {
        snake: "A snake had the last word.",
        coconut: "That coconut had it in for you.",
        porcupine: "Ouch. Quills.",
        parrot: "Brought down by a parrot.",
        frog: "The frog jumped higher.",
        pit: "Monkeys can't swim.",
    },
    countdown: (n) => String(n),
}, {
    play: "开始",
    distance: (n) => `${n} 米`,
    best: (n) => `最佳 ${n} 米`,
    milestone: (n) => `${n} 米！`,
    sign: (n) => `${n} 米`,
    lands: ["丛林", "沼泽", "遗迹", "草原"],
    ghostToGo: (n) => `还差 ${n} 米`,
    ghostPassed: (n) => `领先 ${n} 米`,
    hint: (touch) => (touch ? "点击屏幕跳跃" : "按空格或 ↑ 跳跃"),
    hintHold: () => "按住跳得更高",
    by: {
        snake: "被蛇逮个正着。",
        coconut: "这颗椰子跟你过不去。",
        porcupine: "哎哟，好多刺。",
        parrot: "被鹦鹉撞下来了。",
        frog: "青蛙跳得更高。",
        pit: "猴子不会游泳。",
    },
    countdown: (n) => String(n),
});

/**
 * The texts of its picture, in the core's order.
 * @param {boolean} isTouch
 */
export const pictureTexts = (isTouch) => WORDS.map((name) => (name.startsWith("hint") ? () => words[name](isTouch)
    : name === "land" ? (value) => words.lands[value] ?? "" : (value) => words[name](number(value))));

/** A score, as it is said: of each of its leaderboards. */
export const scoreTexts = [(metres) => words.distance(number(metres))];

/** @type {[number, string | ((...values: any[]) => string)][]} */
const screenTexts = [
    [OWN_TEXTS, words.play], [OWN_TEXTS + 1, "MonkeyJump"], [OWN_TEXTS + 2, (metres) => words.distance(number(metres))],
    [OWN_TEXTS + 3, (metres) => words.best(number(metres))],
];
ENEMIES.forEach((name, index) => screenTexts.push([ENDED + index, words.by[name]]));

/** The texts of its screens, by the numbers of MonkeyJump's Game.ScreenText. */
export const ownTexts = new Map(screenTexts);
