// The game's own texts.

import { wordsOf } from "../host/words.js";

/** Six digits, as on an old machine. */
export const digits = (hits) => String(hits).padStart(6, "0");

/** Minutes, seconds and hundredths. */
export function clock(hundredths) {
    const two = (value) => String(value).padStart(2, "0");
    const seconds = Math.floor(hundredths / 100);
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

export const words = wordsOf({
    score: digits,
    time: clock,
    ghostScore: (n) => `Challenger ${digits(n)}`,
    ghostTime: (n) => `Challenger ${clock(n)}`,
    countdown: (n) => String(n),
    hint: (touch) => (touch ? "Tap the cacti" : "Click the cacti, or hit the letter where one stands"),
    classic: "Classic",
    timed: "Against time",
    scored: (n) => (n === 1 ? "You scored 1 point!" : `You scored ${n} points!`),
    lasted: (time) => `You lasted ${time}!`,
    lives: "No lives left.",
    left: "You left the desert.",
    bestSoFar: (text) => `Best ${text}`,
    leave: "Exit",
    scores: "High scores",
    back: "Back",
    today: "Today",
    week: "This week",
    allTime: "All time",
    noAnswer: "Game Center does not answer. Try again in a while.",
    off: "Whack-a-Cac has no Game Center on this server. The game plays in full.",
    offer: (scores) =>
        scores.length === 1 ? "A game was played here before you signed in. Was it you?"
            : `${scores.length} games were played here before you signed in. Were they yours?`,
    empty: "Nobody has played yet.",
}, {
    score: digits,
    time: clock,
    ghostScore: (n) => `对手 ${digits(n)}`,
    ghostTime: (n) => `对手 ${clock(n)}`,
    countdown: (n) => String(n),
    hint: (touch) => (touch ? "点击仙人掌" : "点击仙人掌，或按它所在位置的字母键"),
    classic: "经典",
    timed: "计时模式",
    scored: (n) => `你得了 ${n} 分！`,
    lasted: (time) => `你坚持了 ${time}！`,
    lives: "生命用完了。",
    left: "你离开了沙漠。",
    bestSoFar: (text) => `最佳 ${text}`,
    leave: "退出",
    scores: "高分榜",
    back: "返回",
    today: "今天",
    week: "本周",
    allTime: "全部",
    noAnswer: "Game Center 没有响应，请稍后再试。",
    off: "此服务器上的 Whack-a-Cac 未启用 Game Center。游戏可完整游玩。",
    offer: (scores) =>
        scores.length === 1 ? "登录之前有人在这里玩过一局，是你吗？" : `登录之前这里玩过 ${scores.length} 局，是你的吗？`,
    empty: "还没有人玩过。",
});
