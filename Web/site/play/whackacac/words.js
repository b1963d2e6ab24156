// The game's own texts.

import { number } from "../host/language.js";
import { wordsOf } from "../host/words.js";

/** As in WhackACac's Words and Cue. */
const WORDS = ["score", "time", "hint", "countdown", "ghostScore", "ghostTime"];
export const cues = ["pop", "whack", "swing", "miss", "grow", "end", "click", "music"];

/** Six digits, as on an old machine. */
export const digits = (hits) => String(hits).padStart(6, "0");

/** Minutes, seconds and hundredths. */
export function clock(hundredths) {
    const two = (value) => String(value).padStart(2, "0");
    const seconds = Math.floor(hundredths / 100);
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

export const words = wordsOf({
    play: "Play",
    score: digits,
    time: clock,
    ghostScore: (n) => `Challenger ${digits(n)}`,
    ghostTime: (n) => `Challenger ${clock(n)}`,
    countdown: (n) => String(n),
    hint: (touch) => (touch ? "Tap the cacti" : "Click the cacti, or press their key"),
    classic: "Classic",
    timed: "Timed mode",
    scored: (n) => (n === 1 ? "You scored 1 point!" : `You scored ${n} points!`),
    points: (n) => (n === 1 ? "1 point" : `${number(n)} points`),
    lasted: (time) => `You lasted ${time}!`,
    lives: "Out of lives.",
    left: "You left the desert.",
    bestSoFar: (text) => `Best ${text}`,
    exit: "Exit",
}, {
    play: "开始",
    score: digits,
    time: clock,
    ghostScore: (n) => `对手 ${digits(n)}`,
    ghostTime: (n) => `对手 ${clock(n)}`,
    countdown: (n) => String(n),
    hint: (touch) => (touch ? "点击仙人掌" : "点击仙人掌，或按对应的字母键"),
    classic: "经典",
    timed: "计时模式",
    scored: (n) => `你得了 ${n} 分！`,
    points: (n) => `${number(n)} 分`,
    lasted: (time) => `你坚持了 ${time}！`,
    lives: "生命耗尽。",
    left: "你离开了沙漠。",
    bestSoFar: (text) => `最佳 ${text}`,
    exit: "退出",
});

/**
 * The texts of its picture, in the core's order.
 * @param {boolean} isTouch
 */
export const pictureTexts = (isTouch) =>
    WORDS.map((name) => (name === "hint" ? () => words.hint(isTouch) : words[name]));

/** A score, as it is said: of each of its leaderboards. */
export const scoreTexts = [words.points, clock];

const OWN_TEXTS = 0x100;
/**
 * The texts of its screens, in the order of WhackACac's Game.ScreenText.
 * @type {Map<number, string | ((...values: any[]) => string)>}
 */
export const ownTexts = new Map([
    words.play, words.timed, words.classic, words.timed, digits, (hits) => words.bestSoFar(number(hits)), clock,
    (time) => words.bestSoFar(clock(time)), (hits) => words.scored(hits), (time) => words.lasted(clock(time)),
    words.lives, words.left, (hits) => words.points(hits),
].map((text, index) => [OWN_TEXTS + index, text]));
