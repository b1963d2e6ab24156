// What every game says besides its screens (phrases.js), in the language that the pages were set to.

import { language } from "./language.js";

const english = {
    welcome: (name) => `Welcome back, ${name}`,
    welcomeNew: (name) => `Welcome, ${name}`,
    sandbox: "Sandbox",
    because: {
        "score-out-of-range": "the leaderboard does not take scores this high or this low.",
        "score-id-reused": "another score was sent under its id.",
        "leaderboard-archived": "the leaderboard is closed.",
        "unknown-leaderboard": "the leaderboard is gone.",
        "unknown-game": "this server does not know the game.",
        "game-center-disabled": "Game Center is off for this game.",
        "not-released": "this game is not released here; it has the sandbox only.",
        prereleased: "the leaderboard is not released yet; it has the sandbox only.",
        "invalid-parameter": "the server could not read it.",
        forbidden: "it is not allowed from here.",
        "unknown-challenge": "This challenge is gone.",
        "challenge-settled": "This challenge is settled already.",
        "challenge-invalid": "The challenge is not valid any more.",
        "too-many-challenges": "That is enough for one day. Try again tomorrow.",
        "text-refused": "Please write the message in other words.",
        unauthenticated: "Sign in again first.",
        "replay-of-other-version": "the game was updated meanwhile. Reload the page.",
        "replay-score-differs": "the server played the run again and got another score.",
        "replay-reused": "this run was sent before.",
        "run-too-fast": "the run is longer than the time it took.",
        "ticket-used": "this run was sent before.",
    },
    lateSent: (n) => (n === 1 ? "An earlier score was sent." : `${n} earlier scores were sent.`),
    lateRefused: (why) => `An earlier score was refused: ${why}`,
    told: {
        challengeReceived: (name) => `${name} challenges you`,
        challengeCompleted: (name) => `${name} beat your challenge`,
        challengeDeclined: (name) => `${name} declined your challenge`,
    },
    challengeSignIn: "Sign in to take up the challenge.",
    challengeGone: "That challenge is over, or it is not yours.",
    racing: (name, score) => `${name}'s run of ${score} will be beside you. Press Play!`,
    runGone: "The run to race against is gone.",
    noGhost: "No ghost: that run was of another version of the game.",
    earned: (title) => `Achievement earned: ${title}`,
    shareTitle: "Share your score",
    shareAsk: "Everybody who has the link can see your name and your best score. You can take it back at any time.",
    shareMake: "Make the link",
    shareCopy: "Copy",
    shareCopied: "Copied",
    shareSend: "Send…",
    shareOpen: "See the page",
    shareLink: "Link",
    shareFailed: "It did not work. Try again in a while.",
    close: "Close",
    failed: "The game could not be loaded. Reload the page to try again.",
};

const chinese = {
    welcome: (name) => `欢迎回来，${name}`,
    welcomeNew: (name) => `欢迎，${name}`,
    sandbox: "沙盒",
    because: {
        "score-out-of-range": "超出了排行榜接受的范围。",
        "score-id-reused": "同一编号已提交过另一个成绩。",
        "leaderboard-archived": "排行榜已关闭。",
        "unknown-leaderboard": "排行榜已不存在。",
        "unknown-game": "此服务器不认识这款游戏。",
        "game-center-disabled": "这款游戏未启用 Game Center。",
        "not-released": "这款游戏尚未发布，只能使用沙盒。",
        prereleased: "这个排行榜尚未发布，只能使用沙盒。",
        "invalid-parameter": "服务器无法读取。",
        forbidden: "此处不允许提交。",
        "unknown-challenge": "这个挑战已不存在。",
        "challenge-settled": "这个挑战已有结果。",
        "challenge-invalid": "这个挑战已失效。",
        "too-many-challenges": "今天已经够多了，明天再来吧。",
        "text-refused": "请换一种说法。",
        unauthenticated: "请先重新登录。",
        "replay-of-other-version": "游戏已更新，请刷新页面。",
        "replay-score-differs": "服务器重放后得出的成绩不同。",
        "replay-reused": "这一局已经提交过。",
        "run-too-fast": "这一局比实际用时更长。",
        "ticket-used": "这一局已经提交过。",
    },
    lateSent: (n) => `已发送 ${n} 个之前的成绩。`,
    lateRefused: (why) => `之前的一个成绩被拒绝：${why}`,
    told: {
        challengeReceived: (name) => `${name} 向你发起挑战`,
        challengeCompleted: (name) => `${name} 完成了你的挑战`,
        challengeDeclined: (name) => `${name} 拒绝了你的挑战`,
    },
    challengeSignIn: "登录后即可接受挑战。",
    challengeGone: "这个挑战已经结束，或不是给你的。",
    racing: (name, score) => `${name} 的 ${score} 那一局会在你身旁，点击开始！`,
    runGone: "要比的那一局已不存在。",
    noGhost: "没有幽灵：那一局来自游戏的另一个版本。",
    earned: (title) => `获得成就：${title}`,
    shareTitle: "分享你的成绩",
    shareAsk: "任何拿到链接的人都能看到你的名字和最佳成绩。你可以随时撤回。",
    shareMake: "生成链接",
    shareCopy: "复制",
    shareCopied: "已复制",
    shareSend: "发送…",
    shareOpen: "查看页面",
    shareLink: "链接",
    shareFailed: "没有成功，请稍后再试。",
    close: "关闭",
    failed: "游戏加载失败，请刷新页面重试。",
};

/**
 * The common texts with a game's own.
 * @template Words
 * @param {Words} ownEnglish
 * @param {Words} ownChinese
 */
export function wordsOf(ownEnglish, ownChinese) {
    return language === "en" ? { ...english, ...ownEnglish } : { ...chinese, ...ownChinese };
}
