// The game's own texts.

import { number } from "../host/language.js";
import { wordsOf } from "../host/words.js";

const best = (scores) => number(Math.max(...scores.map(({ value }) => value)));

export const words = wordsOf({
    distance: (n) => `${n} m`,
    best: (n) => `Best ${n} m`,
    milestone: (n) => `${n} m!`,
    sign: (n) => `${n} m`,
    lands: ["The Jungle", "The Swamp", "The Ruins", "The Savanna"],
    ghostToGo: (n) => `${n} m to go`,
    ghostPassed: (n) => `${n} m ahead`,
    hint: (touch) => (touch ? "Tap to jump" : "Space or ↑ to jump"),
    hintHold: (touch) => (touch ? "Hold for a higher jump" : "Hold it for a higher jump"),
    by: {
        snake: "A snake had the last word.",
        coconut: "That coconut had it in for you.",
        porcupine: "Ouch. Quills.",
        parrot: "Brought down by a parrot.",
        frog: "The frog jumped better.",
        pit: "Monkeys can't swim.",
    },
    bestSoFar: (n) => `Best ${n} m`,
    off: "MonkeyJump has no Game Center on this server. The game plays in full.",
    offer: (scores) =>
        scores.length === 1 ? `${best(scores)} m were run here before you signed in. Was it you?`
            : `${scores.length} runs were made here before you signed in, the best ${best(scores)} m. Were they yours?`,
    empty: "Nobody has run yet.",
    countdown: (n) => String(n),
}, {
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
    bestSoFar: (n) => `最佳 ${n} 米`,
    off: "此服务器上的 MonkeyJump 未启用 Game Center。游戏可完整游玩。",
    offer: (scores) =>
        scores.length === 1 ? `登录之前有人在这里跑了 ${best(scores)} 米，是你吗？`
            : `登录之前这里有 ${scores.length} 次成绩，最佳 ${best(scores)} 米，是你的吗？`,
    empty: "还没有人跑过。",
    countdown: (n) => String(n),
});
